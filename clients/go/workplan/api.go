package workplan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// API calls Workplan over REST with one key. It may be used by many goroutines.
type API struct {
	baseURL string
	key     func() string // a function, because fmt and loggers print fields
	client  http.Client
	policy  retry.Policy
}

// New returns the API at a base URL, such as https://workplan.example.com, called with key.
func New(baseURL, key string, opts ...Option) *API {
	a := &API{
		baseURL: strings.TrimSuffix(baseURL, "/"),
		key:     func() string { return key },
		policy:  retry.Default,
	}
	for _, opt := range opts {
		opt(a)
	}
	// A redirect is not an answer of Workplan, and followed it can turn a POST into a GET.
	a.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return a
}

// Option sets up an [API].
type Option func(*API)

// WithHTTPClient sends the calls with client, for its transport, say.
func WithHTTPClient(client *http.Client) Option { return func(a *API) { a.client = *client } }

// WithTimeout bounds each call with all its tries, unless its context has a deadline. It
// is 30 seconds by default.
func WithTimeout(timeout time.Duration) Option { return func(a *API) { a.policy.Timeout = timeout } }

// WithTries bounds how often a call is sent. It is 4 by default; 1 means no retries.
func WithTries(tries int) Option { return func(a *API) { a.policy.Tries = tries } }

// CallOption changes the request of one call.
type CallOption func(*http.Request)

// IfMatch refuses a change with [ErrVersionConflict] where the record has another version.
func IfMatch(version int64) CallOption {
	return func(req *http.Request) { req.Header.Set("If-Match", strconv.Quote(strconv.FormatInt(version, 10))) }
}

// DryRun only checks an upsert: the same checks and the same answer, nothing written.
func DryRun() CallOption {
	return func(req *http.Request) { req.URL.RawQuery = "dryRun=true" }
}

// operation is one call, as the generated methods describe it.
type operation struct {
	method, path string
	query        string
	body         any
	// idempotent says that the call may be sent twice.
	idempotent bool
}

// call sends an operation, again where that is allowed, and returns the data of the answer.
func call[T any](ctx context.Context, a *API, op operation, opts []CallOption) (data T, err error) {
	var body []byte
	if op.body != nil {
		if body, err = json.Marshal(op.body); err != nil {
			return data, &Error{Code: ErrValidationFailed, Message: err.Error(), Err: err}
		}
	}
	err = a.policy.Do(ctx, func(ctx context.Context) retry.Outcome {
		return a.send(ctx, op, body, opts, func(answer []byte) error {
			var envelope struct {
				Data *T `json:"data"`
			}
			if err := json.Unmarshal(answer, &envelope); err != nil {
				return err
			}
			if envelope.Data == nil {
				return errors.New("no data")
			}
			data = *envelope.Data
			return nil
		})
	})
	if err == nil || errors.As(err, new(*Error)) {
		return data, err
	}
	return data, &Error{Code: ErrUnreachable, Message: err.Error(), Err: err}
}

// send sends an operation once. An error that is not an *Error means that no answer came.
func (a *API) send(ctx context.Context, op operation, body []byte, opts []CallOption, decode func([]byte) error) retry.Outcome {
	req, err := http.NewRequestWithContext(ctx, op.method, a.baseURL+op.path, bytes.NewReader(body))
	if err != nil {
		return retry.Outcome{Err: err}
	}
	req.URL.RawQuery = op.query
	req.Header.Set("Authorization", "Bearer "+a.key())
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, opt := range opts {
		opt(req)
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return retry.Outcome{Err: err, Again: op.idempotent && ctx.Err() == nil}
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	switch {
	case err != nil && ctx.Err() != nil:
		return retry.Outcome{Err: err}
	case err != nil:
		return retry.Outcome{Err: a.unexpected(resp, answer, err)}
	case resp.StatusCode != http.StatusOK:
		busy := resp.StatusCode == http.StatusTooManyRequests
		down := resp.StatusCode == http.StatusServiceUnavailable
		seconds, _ := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 31)
		return retry.Outcome{
			Err:   a.refusal(resp, answer),
			Again: busy || down && op.idempotent,
			After: time.Duration(seconds) * time.Second,
		}
	}
	if err := decode(answer); err != nil {
		return retry.Outcome{Err: a.unexpected(resp, answer, err)}
	}
	return retry.Outcome{}
}

// refusal is the error that an answer carries.
func (a *API) refusal(resp *http.Response, answer []byte) *Error {
	var envelope struct {
		Error *Error `json:"error"`
	}
	if err := json.Unmarshal(answer, &envelope); err != nil || envelope.Error == nil || envelope.Error.Code == "" {
		return a.unexpected(resp, answer, err)
	}
	envelope.Error.HTTPStatus = resp.StatusCode
	return envelope.Error
}

// unexpected is the error of an answer that is not one of Workplan. It shows how the
// answer begins, without the key, should the other side have sent that back.
func (a *API) unexpected(resp *http.Response, answer []byte, cause error) *Error {
	const shown = 200
	text := string(answer)
	if key := a.key(); key != "" {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	if len(text) > shown {
		text = text[:shown] + "…"
	}
	return &Error{
		Code:       ErrUnexpectedAnswer,
		HTTPStatus: resp.StatusCode,
		Message: fmt.Sprintf("%s %s was answered with %s, %s, which is not an answer of Workplan: %q",
			resp.Request.Method, resp.Request.URL.Redacted(), resp.Status, resp.Header.Get("Content-Type"), text),
		Err: cause,
	}
}
