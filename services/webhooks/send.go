package webhooks

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/webhookattempt"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// requestTimeout is the time for a request to an endpoint, with its response.
	requestTimeout = 15 * time.Second
	dialTimeout    = 5 * time.Second
	// Of a response, maxRead bytes are read and maxKept are stored.
	maxRead = 4 << 10
	maxKept = 1 << 10
)

// Config configures webhooks.
type Config struct {
	// Keys derive the secrets of endpoints. Without them, no endpoint can be created.
	Keys MasterKeys
	// AllowCIDRs are private networks to which events may be sent. By default only public
	// addresses are allowed.
	AllowCIDRs []netip.Prefix
	// AllowHTTP also allows addresses without TLS.
	AllowHTTP bool
	// SendsPerMinute is how many requests an endpoint gets in a minute, those that somebody has
	// asked for again included. The events that are left follow later. 0 is no limit.
	SendsPerMinute int
	// MaxDeliveries is how many endpoints a process serves at the same time, by default 80. An
	// organization may have a quarter of them. Tests use fewer.
	MaxDeliveries int
}

// Sender sends messages to endpoints.
type Sender struct {
	keys      MasterKeys
	allowHTTP bool
	client    *http.Client
	tracer    trace.Tracer // nil without traces

	unreachableTime time.Duration
}

// NewSender returns a Sender. It connects only to addresses that cfg allows. It checks the
// address of each connection after the name of the host has been resolved, so a name that
// resolves to another address the next time cannot avoid the check. With a provider of traces, each
// request has a span and carries its id.
func NewSender(cfg Config, traces trace.TracerProvider) *Sender {
	var v4, v6 []netip.Prefix
	for _, p := range cfg.AllowCIDRs {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
	dialer := &net.Dialer{Timeout: dialTimeout, Control: guard.Safe}
	transport := &http.Transport{ // without a proxy: it would connect to any address
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTimeout,
		IdleConnTimeout:        time.Minute,
		MaxIdleConns:           defaultMaxDeliveries,
		MaxIdleConnsPerHost:    maxWebhooks,
		MaxResponseHeaderBytes: 16 << 10,
		DisableCompression:     true,
	}
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s := &Sender{
		keys: cfg.Keys, allowHTTP: cfg.AllowHTTP, client: &http.Client{Transport: transport, CheckRedirect: noRedirect},
		unreachableTime: unreachableTime,
	}
	if traces != nil {
		s.tracer = tracing.Tracer(traces)
	}
	return s
}

var uriCharacters = regexp.MustCompile(`^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$`)

// checkURL returns what is wrong with the address of an endpoint, or "". Whether its host may
// be connected to is known only when a message is sent.
func (s *Sender) checkURL(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "":
		return "must be an absolute URL, such as https://example.com/workplan"
	case u.Scheme == "http" && !s.allowHTTP:
		return "must begin with https:// because events are confidential"
	case u.Scheme != "https" && u.Scheme != "http" && s.allowHTTP:
		return "must begin with https:// or http://"
	case u.Scheme != "https" && u.Scheme != "http":
		return "must begin with https://"
	case !uriCharacters.MatchString(address):
		return "must only have the characters of a URL: write others encoded, a space as %20"
	case u.User != nil:
		return "must not have a user or a password: verify the signature instead"
	case u.Port() != "" && !isPort(u.Port()):
		return "must have a port from 1 to 65535"
	case u.Fragment != "":
		return "must not have a fragment"
	}
	return ""
}

// host returns the host of an address, as an operator may see it.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}

// attempt is a request that was sent to an endpoint.
type attempt struct {
	endpoint *ent.Webhook // as it was when the request was sent
	seq      *int64       // nil for a ping
	kind     string
	at       time.Time
	took     time.Duration
	status   int // 0 if there was no response
	response string
	// err is why the request failed, nil if the status is 2xx.
	err error
	// retryAfter is what the response asks for, 0 if it does not.
	retryAfter time.Duration
}

// send sends a message. It does not fail: the attempt has the error.
func (s *Sender) send(ctx context.Context, row *ent.Webhook, m Message, kind string, seq *int64) *attempt {
	a := &attempt{endpoint: row, seq: seq, kind: kind, at: time.Now()}
	defer func() { a.took = time.Since(a.at) }()
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if problem := s.checkURL(row.URL); problem != "" { // the operator may have changed what is allowed
		a.err = errors.New("the address " + problem)
		return a
	}
	req, err := m.Request(ctx, row.URL, a.at, s.keys.secrets(row, a.at)...)
	if err != nil {
		a.err = explain(err)
		return a
	}
	if s.tracer != nil {
		defer s.trace(ctx, req, a)()
	}
	resp, err := s.client.Do(req)
	if err != nil {
		if a.err = explain(err); errors.Is(a.err, errUnreachable) {
			s.hideTime(ctx, a.at)
		}
		return a
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxRead)) // the status is enough
	a.status, a.response = resp.StatusCode, stored(text)
	a.retryAfter = parseRetryAfter(resp.Header.Get("Retry-After"), a.at)
	switch {
	case a.status >= 300 && a.status < 400:
		a.err = fmt.Errorf("the endpoint responded with %d: redirects are not followed", a.status)
	case a.status < 200 || a.status >= 300:
		a.err = fmt.Errorf("the endpoint responded with %d", a.status)
	}
	return a
}

// hideTime waits until an unreachable host has taken its time.
func (s *Sender) hideTime(ctx context.Context, began time.Time) {
	select {
	case <-ctx.Done():
	case <-time.After(s.unreachableTime - time.Since(began)):
	}
}

// trace begins the span of a request and adds its id to the request. The returned function ends it with
// the result. Of the address, the span has the host: the rest may contain a secret.
func (s *Sender) trace(ctx context.Context, req *http.Request, a *attempt) (end func()) {
	ctx, span := s.tracer.Start(ctx, "POST webhook", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("workplan.event_type", a.kind),
			attribute.String("workplan.organization_id", a.endpoint.OrganizationID.String()),
			attribute.String("workplan.webhook_id", a.endpoint.ID.String()),
			semconv.ServerAddress(req.URL.Hostname())))
	tracing.Inject(ctx, req.Header)
	return func() {
		if a.status != 0 {
			span.SetAttributes(semconv.HTTPResponseStatusCode(a.status))
		}
		if a.err != nil {
			span.SetStatus(codes.Error, a.err.Error())
		}
		span.End()
	}
}

// errUnreachable is the same for a name that does not exist and one with a private address, so that it does not tell
// which names our network has.
var errUnreachable = errors.New("the host name cannot be resolved to a public address")

// unreachableTime is how long such a request takes at least, so that its time does not tell that either.
const unreachableTime = time.Second

// explain returns an error that an admin may read. It does not have addresses of our network.
func explain(err error) error {
	var dns *net.DNSError
	var timeout net.Error
	var op *net.OpError
	var wrapped *url.Error
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.As(err, &dns):
		return errUnreachable
	case errors.As(err, &timeout) && timeout.Timeout():
		return errors.New("the endpoint did not respond in time")
	case errors.As(err, &op):
		err = op.Err // without the addresses of the connection
	case errors.As(err, &wrapped):
		err = wrapped.Err // without the address of the endpoint
	}
	return fmt.Errorf("the request failed: %w", err)
}

// stored returns the beginning of a response as text that the database can store.
func stored(response []byte) string {
	text := strings.ToValidUTF8(string(response[:min(len(response), maxKept)]), "\uFFFD")
	return strings.ReplaceAll(text, "\x00", "\uFFFD")
}

// parseRetryAfter returns the time to wait that a response asks for, or 0.
func parseRetryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// row returns the attempt as it is stored.
func (a *attempt) row() *ent.WebhookAttempt {
	row := &ent.WebhookAttempt{
		ID: journal.NewID(), WebhookID: a.endpoint.ID, CreatedAt: a.at.UTC().Truncate(time.Microsecond),
		Seq: a.seq, Type: a.kind,
		Duration: int32(a.took.Milliseconds()), Outcome: webhookattempt.OutcomeDelivered,
	}
	if a.status != 0 {
		row.Status, row.Response = new(int32(a.status)), &a.response
	}
	if a.err != nil {
		row.Error = new(a.err.Error())
		row.Outcome = webhookattempt.OutcomeFailed
	}
	return row
}

// storeAttempts stores attempts.
func storeAttempts(ctx context.Context, db *ent.Client, rows ...*ent.WebhookAttempt) error {
	create := make([]*ent.WebhookAttemptCreate, len(rows))
	for i, row := range rows {
		create[i] = db.WebhookAttempt.Create().SetID(row.ID).SetWebhookID(row.WebhookID).
			SetCreatedAt(row.CreatedAt).SetNillableSeq(row.Seq).
			SetType(row.Type).SetDuration(row.Duration).SetOutcome(row.Outcome).SetNillableStatus(row.Status).
			SetNillableError(row.Error).SetNillableResponse(row.Response)
	}
	return db.WebhookAttempt.CreateBulk(create...).Exec(ctx)
}

// verdict is what follows from an attempt.
type verdict int

const (
	// delivered: the next event follows.
	delivered verdict = iota
	// outage: the endpoint is not available. The same event follows later, as long as it takes.
	outage
	// refused: the endpoint does not want this event. After some tries, the next one follows.
	refused
	// gone: the endpoint wants no more events.
	gone
)

func (a *attempt) verdict() verdict {
	if a.err == nil {
		return delivered
	}
	return verdictOf(a.status)
}

// verdictOf returns the verdict of a request that failed, with a status, or with 0 if there was no response.
func verdictOf(status int) verdict {
	switch {
	case status == http.StatusGone:
		return gone
	case status == http.StatusRequestTimeout, status == http.StatusTooManyRequests:
		return outage
	case status >= 400 && status < 500:
		return refused
	}
	return outage
}

// delays are the times between the tries of one event. The last one repeats.
var delays = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
	30 * time.Minute, time.Hour, 2 * time.Hour}

const maxRetryAfter = time.Hour

// delay returns the time to wait after a number of tries. retryAfter replaces the time of the
// schedule, if the response has one.
func delay(tries int32, retryAfter time.Duration) time.Duration {
	if retryAfter > 0 {
		return min(max(retryAfter, delays[0]), maxRetryAfter)
	}
	d := delays[min(int(tries), len(delays))-1]
	return d*8/10 + rand.N(d*4/10) // so that endpoints of one host are not tried at once
}

// applyResult changes the progress in the row of an endpoint by the result of an attempt.
func applyResult(row *ent.Webhook, a *attempt) {
	if a.err == nil {
		row.Tries, row.Failures, row.FailingSince, row.LastError, row.DueAt = 0, 0, nil, nil, time.Now()
		return
	}
	row.Tries++
	row.Failures++
	row.LastError = new(a.err.Error())
	if row.FailingSince == nil {
		row.FailingSince = &a.at
	}
	row.DueAt = time.Now().Add(delay(row.Tries, a.retryAfter))
}
