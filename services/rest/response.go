package rest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/internal/share"
)

// marshaler encodes responses with strictjson. It does not decode: requests are decoded
// before grpc-gateway gets them.
type marshaler struct{}

var errNoMessage = errors.New("the response is not a message")

func (marshaler) ContentType(any) string { return inJSON.mediaType }

func (marshaler) Marshal(v any) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, errNoMessage
	}
	return strictjson.Append(buffer(), m)
}

func (marshaler) Unmarshal([]byte, any) error { return io.EOF }

func (marshaler) NewDecoder(io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(any) error { return io.EOF })
}

func (m marshaler) NewEncoder(w io.Writer) runtime.Encoder {
	return runtime.EncoderFunc(func(v any) error {
		b, err := m.Marshal(v)
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	})
}

// bodies has the buffers of bodies that have been sent, for reuse. Buffers with a capacity
// above maxKept bytes are not kept.
var bodies sync.Pool

const maxKept = 1 << 20

// buffer returns an empty buffer for a body.
func buffer() []byte {
	if b, ok := bodies.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return nil
}

// Write sends a successful response. grpc-gateway calls it once, with the whole body that
// Marshal returned, and does not use the body after that.
func (x *exchange) Write(body []byte) (int, error) {
	x.send(http.StatusOK, body)
	if cap(body) <= maxKept {
		bodies.Put(&body)
	}
	return len(body), nil
}

// send sends a response. If If-None-Match shows that the client already has it, send sends 304
// without a body. It ignores errors of the connection, because then the client is
// gone.
func (x *exchange) send(status int, body []byte) {
	h := x.Header()
	compress := len(body) >= minCompressed && acceptsGzip(x.request.Header["Accept-Encoding"])
	if tag := h.Get("ETag"); tag != "" {
		if compress {
			h.Set("ETag", "W/"+tag) // weak, because the compressed bytes differ
		}
		if status == http.StatusOK && x.condition.Matches() {
			x.ResponseWriter.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if compress {
		z := gzips.Get().(*gzipped)
		defer gzips.Put(z)
		body = z.compress(body)
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if x.turn != nil {
		x.turn.Leave() // a client that reads slowly must not keep its place
	}
	x.ResponseWriter.WriteHeader(status)
	_, _ = x.ResponseWriter.Write(body)
}

// Send sends a successful response to a request outside of the API, compressed if the client
// accepts that. turn is the turn of the request.
func Send(w http.ResponseWriter, r *http.Request, turn *share.Request, body []byte) {
	(&exchange{ResponseWriter: w, request: r, turn: turn}).send(http.StatusOK, body)
}

// Matches reports whether the values of If-None-Match contain tag or *. The comparison is
// weak: W/"3" matches "3".
func Matches(values []string, tag string) bool {
	for _, value := range values {
		for given := range strings.SplitSeq(value, ",") {
			if given = strings.Trim(given, " \t"); given == "*" || strings.TrimPrefix(given, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// nameFields gives the fields of warnings the names that they have in this REST call.
func nameFields(_ context.Context, w http.ResponseWriter, resp proto.Message) error {
	if m, ok := resp.(interface{ GetMeta() *pb.WriteMeta }); ok {
		for _, warning := range m.GetMeta().GetWarnings().GetItems() {
			warning.Field = w.(*exchange).wireName(warning.GetField())
		}
	}
	return nil
}

// setHeaders sets the ETag of a single record or of figures as of an event, Link and X-Total-Count of a page, and
// Idempotency-Replayed of a replayed response.
func setHeaders(ctx context.Context, w http.ResponseWriter, resp proto.Message) error {
	if observe.FromContext(ctx).Replayed {
		w.Header().Set(observe.ReplayedHeader, "true")
	}
	m := resp.ProtoReflect()
	fd := m.Descriptor().Fields().ByName("data")
	if fd == nil || fd.IsList() {
		return nil
	}
	data := m.Get(fd).Message()
	fields := data.Descriptor().Fields()
	x := w.(*exchange)
	if version := fields.ByName("version"); version != nil {
		tag := strconv.FormatInt(data.Get(version).Int(), 10)
		if x.condition.ByBody() {
			content, err := proto.MarshalOptions{Deterministic: true}.Marshal(resp)
			if err != nil {
				return err
			}
			digest := sha256.Sum256(content)
			tag += ifmatch.Separator + hex.EncodeToString(digest[:8])
		}
		x.Header().Set("ETag", x.form.tag(tag))
		x.condition.Check(tag)
	} else if tag := x.condition.Tag(); tag != "" { // the rpc has checked the condition
		x.Header().Set("ETag", x.form.tag(tag))
	}
	if fields.ByName("has_more") != nil {
		x.setPaging(pageOf(data))
	}
	return nil
}
