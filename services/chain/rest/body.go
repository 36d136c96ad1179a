package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/call"
)

const (
	// maxBody is the maximum size of a request body, in bytes. maxNoBody is the part of the
	// body that is read if the call takes none.
	maxBody   = 4 << 20
	maxNoBody = 64
	// drainTimeout is the time for the rest of a body that the server does not use.
	drainTimeout = 5 * time.Second
	// sendTimeout is the time for sending a response, from the end of the request's body.
	sendTimeout = 30 * time.Second
)

var errUnreadableBody = problem.New(problem.InvalidJSON, "the body could not be read to its end")

// smallBuffers and largeBuffers have the buffers of bodies, for reuse. They are apart, so that
// a small body does not keep the memory of a large one.
var smallBuffers, largeBuffers = newBuffers(), newBuffers()

const largeBuffer = 64 << 10

func newBuffers() *sync.Pool { return &sync.Pool{New: func() any { return new(bytes.Buffer) }} }

// Read implements call.Transport. The client has UploadTimeout to send the body. A body whose Content-Length is too
// large is refused at once.
func (x *exchange) Read(ctx context.Context, slot *call.Slot) (size int, err error) {
	x.slot = slot
	if err := x.checkAccept(); err != nil {
		return 0, err
	}
	if err := x.readBody(ctx); err != nil {
		x.refused = true
		return 0, err
	}
	if x.input.method.Waits {
		// net/http would limit the whole request. An error needs no handling: the client is gone.
		conn := http.NewResponseController(x.ResponseWriter)
		_ = conn.SetReadDeadline(time.Time{})
		_ = conn.SetWriteDeadline(time.Now().Add(maxWait + sendTimeout))
	} else if x.isWhole() {
		_ = http.NewResponseController(x.ResponseWriter).SetReadDeadline(time.Time{})
	}
	return len(x.body), nil
}

// readBody reads the body of a request into x.body. It waits until there is memory for the body.
func (x *exchange) readBody(ctx context.Context) error {
	r, limit := x.request, int64(maxBody)
	body := x.input.method.Body
	switch {
	case body != nil && r.ContentLength != 0:
		if err := checkMediaType(r.Header); err != nil {
			return err
		}
	case body != nil && isRequired(body): // Decode responds that it is missing
	case r.Method == http.MethodGet || r.Body == http.NoBody:
		return nil
	default:
		limit = maxNoBody
	}
	if err := checkLength(x.ResponseWriter, r, limit); err != nil {
		return err
	}
	size := limit
	if r.ContentLength >= 0 {
		size = min(size, r.ContentLength)
	}
	if err := x.slot.Reserve(ctx, int(size)); err != nil {
		return err
	}
	buffers := smallBuffers
	if size >= largeBuffer {
		buffers = largeBuffers
	}
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	x.free = func() { buffers.Put(buf) }
	if r.ContentLength > 0 {
		buf.Grow(int(size) + bytes.MinRead) // so that ReadFrom does not double the buffer
	}
	if err := x.receiveBody(buf, limit); err != nil {
		return err
	}
	x.body = buf.Bytes()
	return nil
}

func (x *exchange) receiveBody(buf *bytes.Buffer, limit int64) error {
	// The server has timeouts for a whole request. A large body may need more time. An error
	// of these calls is also one of the read below.
	x.reading = true
	conn := http.NewResponseController(x.ResponseWriter)
	_ = conn.SetReadDeadline(time.Now().Add(x.UploadTimeout))
	_, err := buf.ReadFrom(x.paced(http.MaxBytesReader(x.ResponseWriter, x.request.Body, limit)))
	_ = conn.SetWriteDeadline(time.Now().Add(sendTimeout))
	var beyond *http.MaxBytesError
	switch {
	case errors.As(err, &beyond):
		return tooLarge(limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problem.New(problem.RequestTimeout,
			"the body did not arrive within %s: send it faster, or in smaller parts", x.UploadTimeout)
	case err != nil:
		return errUnreadableBody
	}
	_ = conn.SetReadDeadline(time.Time{})
	return nil
}

// checkLength returns an error if the Content-Length of a request is above the limit. Then it also has the connection
// closed after the response, because the body may not be read to its end: at once if the client waits for 100 Continue,
// which it does not get.
func checkLength(w http.ResponseWriter, r *http.Request, limit int64) error {
	if r.ContentLength <= limit {
		return nil
	}
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close")
		if awaitsContinue(r) {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // net/http waits for the end of a small body
		}
	}
	return tooLarge(limit)
}

// awaitsContinue reports whether the client sends the body only after 100 Continue.
func awaitsContinue(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue")
}

// tooLarge returns the error for a body that is larger than the limit of its call.
func tooLarge(limit int64) error {
	switch limit {
	case maxNoBody:
		return errNoBody
	case maxForm:
		return problem.New(problem.BodyTooLarge, "the body is larger than 4 KiB")
	}
	return problem.New(problem.BodyTooLarge, "the body is larger than %d MiB", limit>>20)
}

// fail responds with an error. If the body was refused, it then reads the rest. Without that, the server would close
// the connection, and a client that is still sending would lose the response. A client that waits for 100 Continue
// sends nothing: it gets the response, and net/http closes the connection.
func (x *exchange) fail(ctx context.Context, err error) {
	switch {
	case x.streaming && x.isWhole():
		x.failRows(ctx, err)
		return
	case x.streaming:
		x.failStream(ctx, err)
		return
	}
	if !x.refused || !x.reading && awaitsContinue(x.request) {
		writeError(ctx, x, err)
		return
	}
	conn := http.NewResponseController(x.ResponseWriter)
	_ = conn.EnableFullDuplex() // an error of the connection needs no handling: the client is gone
	writeError(ctx, x, err)
	_ = conn.Flush()
	_ = conn.SetReadDeadline(time.Now().Add(drainTimeout))
	_, _ = io.Copy(io.Discard, io.LimitReader(x.paced(x.request.Body), maxBody))
}

// paced returns a reader of a body. If other organizations send requests, it reads at most about
// 64 MiB a second, but the beginning at once: else the bodies of a few connections would take
// up the processors.
func (x *exchange) paced(body io.Reader) io.Reader {
	if x.slot.Contended() {
		return &pacedReader{body, quickBytes}
	}
	return body
}

type pacedReader struct {
	body  io.Reader
	quick int // bytes to read without a pause
}

const (
	quickBytes = 256 << 10
	pacedBytes = 64 << 10
	pace       = time.Millisecond
)

func (p *pacedReader) Read(b []byte) (int, error) {
	n, err := p.body.Read(b[:min(len(b), pacedBytes)])
	if p.quick -= n; p.quick < 0 {
		p.quick += pacedBytes
		time.Sleep(pace)
	}
	return n, err
}
