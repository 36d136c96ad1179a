package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// The error body, section 5 of decisions.md.
type (
	errorBody struct {
		Error errorObject `json:"error"`
	}
	errorObject struct {
		Message   string        `json:"message"`
		Code      problem.Code  `json:"code"`
		RequestID string        `json:"requestId"`
		Details   []errorDetail `json:"details"`
	}
	errorDetail struct {
		Field   string `json:"field"`
		Message string `json:"message"`
		Index   *int   `json:"index,omitempty"`
	}
)

// writeError answers with err, its fields named as the client wrote them.
func writeError(ctx context.Context, w http.ResponseWriter, err error) {
	p := asProblem(ctx, err)
	observe.Fail(ctx, p)
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		p = x.rename(p)
	}
	body := errorBody{errorObject{Message: p.Text(), Code: p.Code, Details: []errorDetail{}}}
	if rec := observe.FromContext(ctx); rec != nil {
		body.Error.RequestID = rec.RequestID
	}
	for _, d := range p.Details {
		detail := errorDetail{Field: d.Field, Message: d.Message}
		if d.Index >= 0 {
			detail.Index = &d.Index
		}
		body.Error.Details = append(body.Error.Details, detail)
	}
	status := p.HTTPStatus()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.RetryAfter.Seconds()))))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // JSON is not HTML, and a message may name <key>
	if err := e.Encode(body); err != nil {
		panic(err) // strings and integers always encode
	}
	b.Truncate(b.Len() - 1) // the line's end
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the client may be gone
}

// rename returns p with the names that the fields have in this REST call.
func (x *exchange) rename(p *problem.Error) *problem.Error {
	if len(p.Details) == 0 {
		return p
	}
	renamed := *p
	renamed.Details = make([]problem.Detail, len(p.Details))
	for i, d := range p.Details {
		if !d.AsWritten {
			d.Field = x.input.wireName(d.Field, x.request.URL)
		}
		renamed.Details[i] = d
	}
	return &renamed
}
