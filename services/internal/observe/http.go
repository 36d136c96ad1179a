package observe

import (
	"net/http"
	"strconv"
	"time"
)

// clientClosedRequest is the status in log and metrics of a request whose client did not wait
// for the answer, as proxies count it.
const clientClosedRequest = 499

// HTTP observes the requests that come over HTTP. A panic is answered by failed.
func (o *Observer) HTTP(next http.Handler, failed func(w http.ResponseWriter, r *http.Request, v any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx, cancel, rec := begin(r.Context(), r.Header.Get(RequestIDHeader))
		defer cancel()
		r = r.WithContext(ctx)
		w.Header().Set(RequestIDHeader, rec.RequestID)
		sw := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			if v := recover(); v != nil {
				failed(sw, r, v)
			}
			status := sw.status
			if rec.gone != nil {
				status = clientClosedRequest
			}
			o.end(ctx, rec, "http", strconv.Itoa(status), status >= http.StatusInternalServerError, start)
		}()
		next.ServeHTTP(sw, r)
	})
}

// statusWriter remembers the status that was answered.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
