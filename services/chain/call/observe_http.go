package call

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// clientClosedRequest is the status in the log and the metrics if the client closed the
// connection before the response. nginx uses the same number.
const clientClosedRequest = 499

// HTTP returns a handler that gives an HTTP request its id, calls next, and logs the request.
// next sets the deadline with WithTimeout. fail writes the response if next panics. If the response is broken, the
// handler has net/http close the connection: with HTTP/1.1 before the last chunk, with HTTP/2 it resets the stream.
func (o *Observer) HTTP(next http.Handler, fail func(context.Context, http.ResponseWriter, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx, call := begin(r.Context(), r.Header.Get(RequestIDHeader))
		var span trace.Span
		if o.tracer != nil {
			ctx, span = o.start(ctx, r)
		}
		w.Header().Set(RequestIDHeader, call.RequestID)
		sw := &statusWriter{ResponseWriter: w, call: call, status: http.StatusOK}

		if err := protect(func() error {
			next.ServeHTTP(sw, withBody(r.WithContext(ctx), call))
			return nil
		}); err != nil {
			if sw.begun {
				Break(ctx, err)
			} else {
				fail(ctx, sw, err)
			}
		}
		status := sw.status
		if call.broken != 0 {
			status = call.broken
		}
		if call.gone != nil {
			status = clientClosedRequest
		}
		o.end(ctx, call, "http", strconv.Itoa(status), status >= http.StatusInternalServerError, start)
		if span != nil {
			finish(span, call, status)
		}
		if call.broken != 0 {
			panic(http.ErrAbortHandler)
		}
	})
}

// withBody has the bytes of the body of a request noted when they are read.
func withBody(r *http.Request, call *Call) *http.Request {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &body{r.Body, call}
	}
	return r
}

type body struct {
	io.ReadCloser
	call *Call
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.call.Received(n)
	return n, err
}

// statusWriter remembers the status of the response, and notes its bytes.
type statusWriter struct {
	http.ResponseWriter
	call   *Call
	status int
	begun  bool // the headers are sent
}

func (w *statusWriter) WriteHeader(status int) {
	w.status, w.begun = status, true
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	w.begun = true
	n, err := w.ResponseWriter.Write(p)
	w.call.Sent(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
