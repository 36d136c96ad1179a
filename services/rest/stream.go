package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// lastEventID is the header with which a client of server-sent events reconnects.
const lastEventID = "Last-Event-ID"

// maxWait is the longest time that a request may ask the server to wait.
const maxWait = 25 * time.Second

// errHeaders ends a stream whose headers are sent, if that is all that the client asks for.
var errHeaders = errors.New("only the headers are sent")

// stream calls an rpc that sends a stream, and sends its messages as server-sent events. The
// id of a message is its field seq, and its data is the record of the message. A message
// without a record has the event checkpoint. An error before the first message is a usual
// response, a later one the event error. HEAD ends the stream before the first message.
func (g *gateway) stream(ctx context.Context, x *exchange, req proto.Message) {
	if id := x.request.Header.Get(lastEventID); id != "" {
		m := req.ProtoReflect()
		m.Set(m.Descriptor().Fields().ByName("after"), protoreflect.ValueOfString(id))
	}
	conn := http.NewResponseController(x.ResponseWriter)
	begun := false
	send := func(text []byte) error {
		if !begun {
			h := x.Header()
			h.Set("Content-Type", eventStream)
			h.Set("X-Accel-Buffering", "no") // nginx would wait for more
			x.WriteHeader(http.StatusOK)
			begun = true
		}
		if x.isHead {
			return errHeaders
		}
		_ = conn.SetWriteDeadline(time.Now().Add(sendTimeout))
		if _, err := x.ResponseWriter.Write(text); err != nil {
			return err
		}
		return conn.Flush()
	}
	err := g.Conn.Stream(ctx, x.input.method.Name, req, func(message proto.Message) error {
		text, err := serverSent(message)
		if err != nil {
			return err
		}
		return send(text)
	})
	switch {
	case err == nil, errors.Is(err, errHeaders):
	case !begun:
		writeError(ctx, x, err)
	default:
		_, body := x.errorBody(ctx, err, nil)
		_ = send(fmt.Appendf(nil, "event: error\ndata: %s\n\n", body))
	}
}

// serverSent returns a message of a stream as a server-sent event.
func serverSent(message proto.Message) ([]byte, error) {
	m := message.ProtoReflect()
	fields := m.Descriptor().Fields()
	text := append(strconv.AppendInt([]byte("id: "), m.Get(fields.ByName("seq")).Int(), 10), '\n')
	record := m.Get(fields.ByName("event")).Message()
	if !record.IsValid() {
		return append(text, "event: checkpoint\ndata: {}\n\n"...), nil
	}
	text, err := strictjson.Append(append(text, "data: "...), record.Interface())
	return append(text, "\n\n"...), err
}
