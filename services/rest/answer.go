package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// marshaler writes answers with strictjson. It reads nothing: requests are decoded
// before the gateway sees them.
type marshaler struct{}

func (marshaler) ContentType(any) string { return "application/json" }

func (marshaler) Marshal(v any) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, errors.New("not a message")
	}
	buf, _ := answers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	return strictjson.Append((*buf)[:0], m)
}

// answers are buffers of answers that have been written.
var answers sync.Pool

// maxKept is the size of the largest buffer that is kept.
const maxKept = 1 << 20

// answerWriter takes the buffer of an answer back once it is written: the gateway
// writes what Marshal returned, in one piece and as the last thing it does with it.
type answerWriter struct{ http.ResponseWriter }

func (w answerWriter) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	if cap(b) <= maxKept {
		answers.Put(&b)
	}
	return n, err
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

// setHeaders adds what an answer says in headers: the ETag of a single record, the
// Link and X-Total-Count of a list. Decisions.md sections 1 and 3.
func setHeaders(ctx context.Context, w http.ResponseWriter, resp proto.Message) error {
	m := resp.ProtoReflect()
	fd := m.Descriptor().Fields().ByName("data")
	if fd == nil || fd.IsList() {
		return nil
	}
	data := m.Get(fd).Message()
	fields := data.Descriptor().Fields()
	if version := fields.ByName("version"); version != nil {
		w.Header().Set("ETag", `"`+strconv.FormatInt(data.Get(version).Int(), 10)+`"`)
	}
	if more := fields.ByName("has_more"); more != nil {
		x, _ := ctx.Value(exchangeKey{}).(*exchange)
		setPaging(w.Header(), x.request.URL, pageOf(data, more))
	}
	return nil
}

// bounds are the bounds of a page.
type bounds struct {
	limit, offset int64
	total         int64 // -1 where it is not known
	more          bool
}

func pageOf(data protoreflect.Message, more protoreflect.FieldDescriptor) bounds {
	fields := data.Descriptor().Fields()
	b := bounds{
		limit:  data.Get(fields.ByName("limit")).Int(),
		offset: data.Get(fields.ByName("offset")).Int(),
		total:  -1,
		more:   data.Get(more).Bool(),
	}
	if total := fields.ByName("total"); data.Has(total) {
		b.total = data.Get(total).Int()
	}
	return b
}

func setPaging(h http.Header, target *url.URL, b bounds) {
	var links []string
	query := target.Query()
	query.Set("limit", strconv.FormatInt(b.limit, 10))
	link := func(rel string, offset int64) {
		query.Set("offset", strconv.FormatInt(offset, 10))
		links = append(links, "<"+target.EscapedPath()+"?"+query.Encode()+`>; rel="`+rel+`"`)
	}
	if b.more {
		link("next", b.offset+b.limit)
	}
	if b.offset > 0 {
		link("prev", max(b.offset-b.limit, 0))
	}
	link("first", 0)
	if b.total >= 0 {
		link("last", max(b.total-1, 0)/b.limit*b.limit)
		h.Set("X-Total-Count", strconv.FormatInt(b.total, 10))
	}
	h.Set("Link", strings.Join(links, ", "))
}
