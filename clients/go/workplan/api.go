package workplan

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan/internal/bearer"
	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// API calls Workplan over REST with one key. Goroutines may share it.
type API struct {
	baseURL string
	key     func() string // a function, because fmt and loggers print fields
	client  http.Client
	policy  retry.Policy
}

// New returns the API at a base URL, such as https://workplan.example.com. The path
// /api/v1 at the end of the URL is optional. If the URL or the key cannot be used, each
// call returns an [*Error] that says why.
func New(baseURL, key string, opts ...Option) *API {
	baseURL = strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/api/v1")
	a := &API{
		baseURL: strings.TrimRight(baseURL, "/"),
		key:     func() string { return key },
		policy:  retry.Default,
	}
	for _, opt := range opts {
		opt(a)
	}
	// Following a redirect can turn a POST into a GET.
	a.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return a
}

// Option configures an [API].
type Option func(*API)

// WithHTTPClient sends the calls with client, for example to use its transport.
func WithHTTPClient(client *http.Client) Option { return func(a *API) { a.client = *client } }

// WithTimeout limits the time of each call, including all its tries, unless the context
// has a deadline. The default is 30 seconds.
func WithTimeout(timeout time.Duration) Option { return func(a *API) { a.policy.Timeout = timeout } }

// WithTries limits how often a call is sent. The default is 4; 1 means no retries.
func WithTries(tries int) Option { return func(a *API) { a.policy.Tries = tries } }

// CallOption changes the request of one call.
type CallOption func(*http.Request)

// IfMatch makes the server refuse a change with [ErrVersionConflict] if the record has
// another version. The call then has a random Idempotency-Key by default, as one that creates a record.
func IfMatch(version int64) CallOption {
	return func(req *http.Request) { req.Header.Set("If-Match", strconv.Quote(strconv.FormatInt(version, 10))) }
}

// IdempotencyKey makes the server carry out a call only once for this key, within 24 hours:
// it responds to a repeated call as to the first. A key has 1 to 128 visible ASCII characters.
// A call that creates a record has a random key by default. Pass your own to repeat a call
// after a restart of your program.
func IdempotencyKey(key string) CallOption {
	return func(req *http.Request) { req.Header.Set(idempotencyKey, key) }
}

const idempotencyKey = "Idempotency-Key"

// DryRun makes an upsert check its items and return its result without writing anything.
func DryRun() CallOption {
	return func(req *http.Request) { addQuery(req, "dryRun", "true") }
}

// InProposal makes a write of planned hours only change the wishes of the proposal with an id: no row changes, and the
// response has the rows as they would be.
func InProposal(id string) CallOption {
	return func(req *http.Request) { addQuery(req, "proposal", id) }
}

// Include makes an upsert return more than its rows: with "summary" how many rows were created, updated, unchanged and
// deleted, and for assignments and actual hours with "warnings" the items that are unusual, and for assignments with
// "warnings" and "availability" also the users with more planned hours than availability on a day. Without any of
// these, *meta has what the response has by itself, such as the warnings of an upsert with createOnly: keep. If the
// call succeeds, this replaces *meta. If it fails, *meta stays.
func Include(meta *WriteMeta, what ...string) CallOption {
	return func(req *http.Request) {
		if len(what) > 0 {
			addQuery(req, "include", strings.Join(what, ","))
		}
		addMeta(req, meta)
	}
}

// ReturnMinimal makes a write of many rows return no rows. If the call succeeds, *meta has a summary in place of them,
// which costs the server less.
func ReturnMinimal(meta *WriteMeta) CallOption {
	return func(req *http.Request) {
		req.Header.Set("Prefer", "return=minimal")
		addMeta(req, meta)
	}
}

// metaKey is the key of those *WriteMeta in the context of a request that get the meta of the response.
type metaKey struct{}

// addMeta has *meta replaced by that of the response, unless meta is nil. A call may have both [Include] and
// [ReturnMinimal].
func addMeta(req *http.Request, meta *WriteMeta) {
	if meta == nil {
		return
	}
	all, _ := req.Context().Value(metaKey{}).([]*WriteMeta)
	*req = *req.WithContext(context.WithValue(req.Context(), metaKey{}, append(all, meta)))
}

// addQuery adds a parameter to the query of a request.
func addQuery(req *http.Request, name, value string) {
	query := req.URL.Query()
	query.Set(name, value)
	req.URL.RawQuery = query.Encode()
}

// FindUserByEmail returns the user with an e-mail address, in any case. The error is
// [ErrNotFound] if there is none.
func (a *API) FindUserByEmail(ctx context.Context, email string, opts ...CallOption) (*User, error) {
	// Not ListUsers: it would omit an empty address and return all users.
	query := url.Values{"email": {email}}.Encode()
	page, err := call[*Page[User]](ctx, a,
		operation{method: http.MethodGet, path: "/api/v1/users", query: query, idempotent: true}, opts)
	if err != nil {
		return nil, err
	}
	if len(page.Items) == 0 {
		return nil, &Error{Code: ErrNotFound, Message: "no user has this e-mail address"}
	}
	return &page.Items[0], nil
}

// operation is one call, as the generated methods describe it.
type operation struct {
	method, path string
	query        string
	body         any
	// idempotent reports whether the call may be sent twice without an Idempotency-Key.
	idempotent bool
}

// call sends an operation, with retries, and returns the data of the response.
func call[T any](ctx context.Context, a *API, op operation, opts []CallOption) (data T, err error) {
	if err := a.check(); err != nil {
		return data, err
	}
	var body []byte
	if op.body != nil {
		if body, err = json.Marshal(op.body); err != nil {
			return data, &Error{Code: ErrValidationFailed, Message: err.Error(), Err: err}
		}
	}
	key := rand.Text()
	opts = append(slices.Clip(opts), func(req *http.Request) {
		// After a lost response, the next try of a call with If-Match would conflict with the change of this one.
		again := op.idempotent && req.Header.Get("If-Match") == ""
		if !again && len(req.Header.Values(idempotencyKey)) == 0 {
			IdempotencyKey(key)(req)
		}
	})
	err = a.policy.Do(ctx, func(ctx context.Context) retry.Outcome {
		return a.send(ctx, op, body, opts, func(response []byte, metas []*WriteMeta) error {
			var envelope struct {
				Data *T        `json:"data"`
				Meta WriteMeta `json:"meta"`
			}
			if err := json.Unmarshal(response, &envelope); err != nil {
				return err
			}
			if envelope.Data == nil {
				return errors.New("no data")
			}
			data = *envelope.Data
			for _, meta := range metas {
				*meta = envelope.Meta
			}
			return nil
		})
	})
	return data, failed(err)
}

// check returns the error of calls that cannot be sent.
func (a *API) check() error {
	if !strings.HasPrefix(a.baseURL, "http://") && !strings.HasPrefix(a.baseURL, "https://") {
		return &Error{
			Code:    ErrUnreachable,
			Message: fmt.Sprintf("the base URL %q does not begin with http:// or https://", a.baseURL),
		}
	}
	if _, err := bearer.Authorization(a.key()); err != nil {
		return &Error{Code: ErrCredentialInvalid, Message: err.Error()}
	}
	return nil
}

// failed returns the error of a call: an *Error as it is, others as an [ErrUnreachable].
func failed(err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{Code: ErrUnreachable, Message: err.Error(), Err: err}
}

// send sends an operation once, and reads the response. An error that is not an *Error means that there was no
// response.
func (a *API) send(
	ctx context.Context, op operation, body []byte, opts []CallOption, decode func([]byte, []*WriteMeta) error,
) retry.Outcome {
	resp, out := a.exchange(ctx, op, body, opts)
	if out.Err != nil {
		return out
	}
	defer resp.Body.Close()
	text, err := a.read(ctx, resp)
	if err != nil {
		return retry.Outcome{Err: err}
	}
	metas, _ := resp.Request.Context().Value(metaKey{}).([]*WriteMeta)
	if err := decode(text, metas); err != nil {
		return retry.Outcome{Err: a.unexpected(resp, text, err)}
	}
	return retry.Outcome{}
}

// exchange sends an operation once, and returns a response that is no refusal.
func (a *API) exchange(ctx context.Context, op operation, body []byte, opts []CallOption) (*http.Response,
	retry.Outcome) {
	req, err := http.NewRequestWithContext(ctx, op.method, a.baseURL+op.path, bytes.NewReader(body))
	if err != nil {
		return nil, retry.Outcome{Err: err}
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
		return nil, retry.Outcome{Err: err, Again: ctx.Err() == nil}
	}
	if resp.StatusCode == http.StatusOK {
		return resp, retry.Outcome{}
	}
	defer resp.Body.Close()
	text, err := a.read(ctx, resp)
	if err != nil {
		return nil, retry.Outcome{Err: err}
	}
	refusal := a.refusal(resp, text)
	busy := resp.StatusCode == http.StatusTooManyRequests
	// The next try would be too.
	down := resp.StatusCode == http.StatusServiceUnavailable && refusal.Code != ErrTooExpensive
	seconds, _ := strconv.ParseUint(resp.Header.Get("Retry-After"), 10, 31)
	refusal.RetryAfter = time.Duration(seconds) * time.Second
	return nil, retry.Outcome{
		Err:   refusal,
		Again: busy || down || refusal.Code == ErrIdempotencyInProgress,
		After: refusal.RetryAfter,
	}
}

// read reads a response.
func (a *API) read(ctx context.Context, resp *http.Response) ([]byte, error) {
	text, err := io.ReadAll(resp.Body)
	if err != nil && ctx.Err() == nil {
		err = a.unexpected(resp, text, err)
	}
	return text, err
}

// refusal returns the error that a response carries.
func (a *API) refusal(resp *http.Response, text []byte) *Error {
	var envelope struct {
		Error *Error `json:"error"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil || envelope.Error == nil || envelope.Error.Code == "" {
		return a.unexpected(resp, text, err)
	}
	envelope.Error.HTTPStatus = resp.StatusCode
	return envelope.Error
}

// unexpected returns the error for a response that is not from Workplan. The message has
// the first characters of the response, without the key in case the response repeats it.
func (a *API) unexpected(resp *http.Response, text []byte, cause error) *Error {
	const shown = 200
	excerpt := strings.ReplaceAll(string(text), a.key(), "[key]")
	if len(excerpt) > shown {
		excerpt = excerpt[:shown] + "…"
	}
	return &Error{
		Code:       ErrUnexpectedResponse,
		HTTPStatus: resp.StatusCode,
		Message: fmt.Sprintf("%s %s: the response is not from Workplan: %s, %s: %q",
			resp.Request.Method, resp.Request.URL.Redacted(), resp.Status, resp.Header.Get("Content-Type"), excerpt),
		Err: cause,
	}
}
