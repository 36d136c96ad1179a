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
		ctx, rec := begin(r.Context(), r.Header.Get(RequestIDHeader))
		var span trace.Span
		if o.tracer != nil {
			ctx, span = o.start(ctx, r)
		}
		w.Header().Set(RequestIDHeader, rec.RequestID)
		sw := &statusWriter{ResponseWriter: w, call: rec, status: http.StatusOK}

		if err := protect(func() error {
			next.ServeHTTP(sw, withBody(r.WithContext(ctx), rec))
			return nil
		}); err != nil {
			if sw.begun {
				Break(ctx, err)
			} else {
				fail(ctx, sw, err)
			}
		}
		status := sw.status
		if rec.broken != 0 {
			status = rec.broken
		}
		if rec.gone != nil {
			status = clientClosedRequest
		}
		o.end(ctx, rec, "http", strconv.Itoa(status), status >= http.StatusInternalServerError, start)
		if span != nil {
			finish(span, rec, status)
		}
		if rec.broken != 0 {
			panic(http.ErrAbortHandler)
		}
	})
}

// withBody has the bytes of the body of a request noted when they are read.
func withBody(r *http.Request, rec *Call) *http.Request {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &body{r.Body, rec}
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
