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

// resume sets where a stream begins, if a client of server-sent events reconnects.
func (x *exchange) resume(req protoreflect.Message) {
	if id := x.request.Header.Get(lastEventID); id != "" {
		req.Set(req.Descriptor().Fields().ByName("after"), protoreflect.ValueOfString(id))
	}
}

// sendMessage sends a message of a stream as a server-sent event. The id of the event is the field seq, and its data is
// the record of the message. A message without a record has the event checkpoint. HEAD ends the stream before the first
// message.
func (x *exchange) sendMessage(message proto.Message) error {
	text, err := serverSent(message)
	if err != nil {
		return err
	}
	return x.sendText(text)
}

func (x *exchange) sendText(text []byte) error {
	if !x.streaming {
		x.beginStream(eventStream)
	}
	if x.isHead {
		return errHeaders
	}
	conn := http.NewResponseController(x.ResponseWriter)
	_ = conn.SetWriteDeadline(time.Now().Add(sendTimeout))
	if _, err := x.ResponseWriter.Write(text); err != nil {
		return err
	}
	return conn.Flush()
}

// beginStream sends the headers of a response whose parts follow as they are made.
func (x *exchange) beginStream(mediaType string) {
	h := x.Header()
	h.Set("Content-Type", mediaType)
	h.Set("X-Accel-Buffering", "no") // nginx would wait for more, or store on a disk what the client has not read
	x.WriteHeader(http.StatusOK)
	x.streaming = true
}

// failStream ends a stream with the event error.
func (x *exchange) failStream(ctx context.Context, err error) {
	if errors.Is(err, errHeaders) {
		return
	}
	_, told := x.describe(ctx, err)
	body := encodeError(errorBody{Error: told})
	_ = x.sendText(fmt.Appendf(nil, "event: error\ndata: %s\n\n", body))
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
