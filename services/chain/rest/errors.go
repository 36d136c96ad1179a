package rest

import (
	"context"
	"math"
	"net/http"
	"strconv"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/chain/call"
)

// inProblemJSON is the media type of an error for a client that asks for it, see RFC 9457.
const inProblemJSON = "application/problem+json"

// problemBody is an error in that form. The members that the RFC does not have are those of errorObject.
type problemBody struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Code      problem.Code  `json:"code"`
	RequestID string        `json:"requestId"`
	Details   []errorDetail `json:"details"`
}

// The body of an error.
type (
	errorBody struct {
		Error errorObject `json:"error"`
		// SignIn are the ways to sign in to the console; nil in errors of the API.
		SignIn any `json:"signIn,omitempty"`
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

// writeError responds with err. The details have the field names that the client sent. w is
// an exchange, or a plain response writer if the request failed outside of the exchange.
func writeError(ctx context.Context, w http.ResponseWriter, err error) { WriteError(ctx, w, err, nil) }

// WriteError responds with err, in the format of the API, to a request of the console. signIn are
// the ways to sign in, or nil.
func WriteError(ctx context.Context, w http.ResponseWriter, err error, signIn any) {
	x, ok := w.(*exchange)
	if !ok {
		x = &exchange{ResponseWriter: w, request: &http.Request{}}
	}
	p, told := x.describe(ctx, err)
	status := p.HTTPStatus()
	h := w.Header()
	body := encodeError(errorBody{told, signIn})
	h.Set("Content-Type", inJSON.mediaType)
	if signIn == nil && prefersProblem(x.request.Header["Accept"]) {
		body = encodeError(problemBody{
			Type: "/docs/errors#" + string(p.Code), Title: http.StatusText(status), Status: status,
			Detail: told.Message, Code: told.Code, RequestID: told.RequestID, Details: told.Details,
		})
		h.Set("Content-Type", inProblemJSON)
		h.Add("Vary", "Accept")
	}
	SetErrorHeaders(h, p)
	x.send(ctx, status, append(body, '\n'))
}

// SetErrorHeaders sets the headers that responses with an error have, whatever the form of the error: how to
// authenticate, and when to try again.
func SetErrorHeaders(h http.Header, p *problem.Error) {
	if p.HTTPStatus() == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.RetryAfter.Seconds()))))
	}
}

// prefersProblem reports whether the values of Accept name the form of RFC 9457, and give it a higher weight than JSON.
func prefersProblem(accept []string) bool {
	if !names(accept, "problem") {
		return false
	}
	weights := weightsOf(accept)
	return weights[inProblemJSON] > weights[inJSON.mediaType]
}

// describe returns err as the client gets it, and what tells the client of it.
func (x *exchange) describe(ctx context.Context, err error) (*problem.Error, errorObject) {
	p := x.rename(call.Failed(ctx, err))
	told := errorObject{
		Message: p.Text(), Code: p.Code, RequestID: call.FromContext(ctx).ID, Details: []errorDetail{},
	}
	for _, d := range p.Details {
		detail := errorDetail{Field: d.Field, Message: d.Message}
		if d.Index >= 0 {
			detail.Index = &d.Index
		}
		told.Details = append(told.Details, detail)
	}
	return p, told
}

func encodeError(body any) []byte {
	b, err := strictjson.MarshalPlain(body) // messages may contain <key>
	if err != nil {
		panic(err) // strings and integers always encode
	}
	return b
}

// rename returns p with the field names of this REST call.
func (x *exchange) rename(p *problem.Error) *problem.Error {
	if len(p.Details) == 0 || x.input == nil {
		return p
	}
	renamed := *p
	renamed.Details = make([]problem.Detail, len(p.Details))
	for i, d := range p.Details {
		if !d.AsWritten {
			d.Field = x.wireName(d.Field)
		}
		renamed.Details[i] = d
	}
	return &renamed
}
