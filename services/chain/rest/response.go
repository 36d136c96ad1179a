package rest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/chain/call"
)

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

// Send implements call.Transport.
func (x *exchange) Send(ctx context.Context, resp proto.Message) error {
	if x.input.method.Streams {
		return x.sendMessage(resp)
	}
	if x.isWhole() {
		return x.sendRows(ctx, resp)
	}
	if err := x.setHeaders(ctx, resp); err != nil {
		return err
	}
	x.nameFields(resp)
	if x.expanded != nil {
		x.setMissing(resp.ProtoReflect())
	}
	body, err := x.encode(resp)
	if err != nil {
		return err
	}
	x.Header().Set("Content-Type", x.form.mediaType)
	x.send(ctx, http.StatusOK, body)
	if cap(body) <= maxKept {
		bodies.Put(&body)
	}
	return nil
}

// encode encodes a response in the form that the client prefers. It ends with a line break, so that the prompt of a
// shell does not follow the last brace.
func (x *exchange) encode(resp proto.Message) ([]byte, error) {
	if x.form == inCSV {
		return x.CSV[x.input.method.Name](buffer(), resp), nil
	}
	body, err := strictjson.AppendAsked(buffer(), resp, x.expanded)
	return append(body, '\n'), err
}

// send sends a response. If If-None-Match shows that the client already has it, send sends 304
// without a body, which costs no quota. It ignores errors of the connection, because then the client is
// gone.
func (x *exchange) send(ctx context.Context, status int, body []byte) {
	h := x.Header()
	compress := len(body) >= minCompressed && acceptsGzip(x.request.Header["Accept-Encoding"])
	if tag := h.Get("ETag"); tag != "" {
		if compress {
			h.Set("ETag", "W/"+tag) // weak, because the compressed bytes differ
		}
		if status == http.StatusOK && x.condition.Matches() {
			x.Tell(call.FromContext(ctx).GiveBack(ctx))
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
	if x.slot != nil {
		x.slot.Pause() // a client that reads slowly must not keep its place
	}
	x.ResponseWriter.WriteHeader(status)
	_, _ = x.ResponseWriter.Write(body)
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

// setMissing sets the records that the request names with expand and that a response does not have, such as the manager
// of a project without one, so that they are null and not left out.
func (x *exchange) setMissing(resp protoreflect.Message) {
	data, _ := call.DataOf(resp)
	records := []protoreflect.Message{data}
	if list, ok := call.ListOf(resp); ok {
		records = records[:0]
		for i := range list.Len() {
			records = append(records, list.Get(i).Message())
		}
	}
	for _, name := range x.expanded {
		for _, record := range records {
			if fd := record.Descriptor().Fields().ByJSONName(name); fd != nil &&
				fd.Message() != nil && !fd.IsList() && !record.Has(fd) {
				record.Set(fd, record.NewField(fd))
			}
		}
	}
}

// nameFields gives the fields of warnings the names that they have in this REST call, or in its response, if the rows
// are only there, as those of a copy are.
func (x *exchange) nameFields(resp proto.Message) {
	m, ok := resp.(interface{ GetMeta() *pb.WriteMeta })
	if !ok {
		return
	}
	for _, warning := range m.GetMeta().GetWarnings().GetItems() {
		data, ok := call.DataOf(resp.ProtoReflect())
		if ok && strings.HasPrefix(warning.GetField(), "items[") {
			warning.Field = protoconv.JSONPath(data.Descriptor(), warning.GetField())
		} else {
			warning.Field = x.wireName(warning.GetField())
		}
	}
}

// setHeaders sets the ETag of a single record or of figures as of an event, Workplan-Seq of a response that names its
// moment, Link and X-Total-Count of a page, Idempotency-Replayed of a replayed response, and Preference-Applied of one
// without rows.
func (x *exchange) setHeaders(ctx context.Context, resp proto.Message) error {
	if call.FromContext(ctx).Replayed {
		x.Header().Set(call.ReplayedHeader, "true")
	}
	if call.Minimal(ctx) {
		x.Header().Set(call.PreferenceApplied, call.ReturnMinimal)
	}
	data, ok := call.DataOf(resp.ProtoReflect())
	if !ok {
		return nil
	}
	fields := data.Descriptor().Fields()
	if version := fields.ByName("version"); version != nil {
		tag := strconv.FormatInt(data.Get(version).Int(), 10)
		if x.condition.ByBody() {
			content, err := proto.MarshalOptions{Deterministic: true}.Marshal(resp)
			if err != nil {
				return err
			}
			digest := sha256.Sum256(content)
			tag += call.TagSeparator + hex.EncodeToString(digest[:8])
		}
		x.Header().Set("ETag", x.form.tag(tag))
		x.condition.Check(tag)
	} else if tag := x.condition.Tag(); tag != "" { // the rpc has checked the condition
		x.Header().Set("ETag", x.form.tag(tag))
	}
	if seq, ok := call.MomentOf(x.input.method, resp); ok {
		x.setSeq(seq)
	}
	if fields.ByName("has_more") != nil {
		x.setPaging(data)
	}
	return nil
}
