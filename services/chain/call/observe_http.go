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
	return http.HandlerFunc(func(w http.ResponseWriter, hr *http.Request) {
		start := time.Now()
		ctx, r := begin(hr.Context(), hr.Header.Get(RequestIDHeader), o.db)
		var span trace.Span
		if o.tracer != nil {
			ctx, span = o.start(ctx, hr)
		}
		w.Header().Set(RequestIDHeader, r.ID)
		sw := &statusWriter{ResponseWriter: w, request: r, status: http.StatusOK}

		if err := protect(func() error {
			next.ServeHTTP(sw, withBody(hr.WithContext(ctx), r))
			return nil
		}); err != nil {
			if sw.begun {
				Break(ctx, err)
			} else {
				fail(ctx, sw, err)
			}
		}
		status := sw.status
		if r.broken != 0 {
			status = r.broken
		}
		if r.gone != nil {
			status = clientClosedRequest
		}
		o.logAndCount(ctx, r, "http", strconv.Itoa(status), status >= http.StatusInternalServerError, start)
		if span != nil {
			finish(span, r, status)
		}
		if r.broken != 0 {
			panic(http.ErrAbortHandler)
		}
	})
}

// withBody has the bytes of the body of a request noted when they are read.
func withBody(r *http.Request, request *Request) *http.Request {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &body{r.Body, request}
	}
	return r
}

type body struct {
	io.ReadCloser
	request *Request
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.request.Received(n)
	return n, err
}

// statusWriter remembers the status of the response, and notes its bytes.
type statusWriter struct {
	http.ResponseWriter
	request *Request
	status  int
	begun   bool // the headers are sent
}

func (w *statusWriter) WriteHeader(status int) {
	w.status, w.begun = status, true
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	w.begun = true
	n, err := w.ResponseWriter.Write(p)
	w.request.Sent(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
