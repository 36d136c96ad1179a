package services

import (
	"cmp"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/tlsfiles"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/services/webhooks"
)

// Config configures a Server.
type Config struct {
	// DB is the connection pool, see postgres.Open. The database may still be down.
	DB *sql.DB
	// DirectReads, if set, reads the rows of an organization for requests.
	DirectReads *tenant.DirectReads
	// Probe is a pool of one connection for the readiness check, so that requests cannot
	// delay it. The default is DB.
	Probe *sql.DB
	// Primary is what the pools have as postgres.Options.Primary. By default, the readiness check only looks at its own
	// connection.
	Primary *postgres.Primary
	// LockWatch is what the pools have as postgres.Options.LockWatch. By default, the log does not say who had a lock.
	LockWatch *postgres.LockWatch
	// Background is a pool for work that no request waits for, so that requests cannot
	// delay it. The default is DB.
	Background *sql.DB
	// EventRetention is how long events are kept. The default is DefaultEventRetention.
	EventRetention time.Duration
	// BudgetAlerts is the time between two looks at budgets. The default is money.AlertsEvery.
	BudgetAlerts time.Duration
	// WholeLists is a pool of call.MaxWholeLists connections for the lists that are sent with all rows, so that they
	// keep none of those that requests use. The default is DB.
	WholeLists *sql.DB
	// Log receives one line per request and the errors of the server. The default is slog.Default.
	Log *slog.Logger
	// Metrics registers the metrics of requests. See Ops, which serves them.
	Metrics prometheus.Registerer
	// Traces, if set, gets a span of each request, see package tracing. By default there are none,
	// and they cost nothing.
	Traces trace.TracerProvider
	// PublicURL is the address that clients use, such as https://plan.example.com.
	// Links in responses are absolute if PublicURL is set, else relative to the request.
	PublicURL string
	// CORSOrigins are the origins whose pages may call the API from a browser, such
	// as https://app.example.com, or * for all. By default no origin may.
	CORSOrigins []string
	// Quota limits calls and wrong API keys. By default only keys that have a limit of
	// their own are limited.
	Quota quota.Config
	// MaxKeys is how many keys an organization may have that are not revoked. 0 is no limit.
	MaxKeys int
	// StoredResponses is how many bytes of responses are stored for an organization on a day, for
	// requests with an Idempotency-Key. 0 is no limit.
	StoredResponses int64
	// ShutdownDelay is how long a server that stops still accepts requests. It must be
	// longer than the interval at which load balancers poll /readyz.
	ShutdownDelay time.Duration
	// Limits are the limits of what the organizations share.
	Limits Limits
	// UploadTimeout is how long a client may take to send a body, by default 60 s
	// over REST and 30 s over gRPC.
	UploadTimeout time.Duration
	// MaxConnections is the maximum number of connections of each listener. The default is
	// DefaultMaxConnections. It is less if the process may not open that many files.
	MaxConnections int
	// Webhooks configures webhooks. Without keys, no webhook can be created.
	Webhooks webhooks.Config
	// Console configures the web app, its sessions and the ways to sign in.
	Console console.Config
	// MCP serves the Model Context Protocol at /mcp.
	MCP bool
	// SCIM are the groups of identity providers. The protocol is served at /scim/v2, to keys with the scope scim.
	SCIM scim.Groups
	// Version is the version of the program, for clients of the Model Context Protocol.
	Version string
	// TLS has the certificate of both listeners. Without it they serve without TLS.
	TLS *tlsfiles.Files
	// OnReady is called once, when the server is ready for the first time, and OnStopping when it
	// begins to stop. Both may be nil.
	OnReady, OnStopping func()
}

// Check returns an error that names everything in c that is malformed. It connects to nothing.
func (c Config) Check() error {
	return errors.Join(c.Quota.Check(), rest.CheckAddresses(c.PublicURL, c.CORSOrigins), c.Console.Check(),
		c.SCIM.Check())
}

// withDefaults returns the configuration with the defaults of what is not set.
func (c Config) withDefaults() Config {
	c.Probe, c.Background, c.WholeLists = cmp.Or(c.Probe, c.DB), cmp.Or(c.Background, c.DB), cmp.Or(c.WholeLists, c.DB)
	c.Primary = cmp.Or(c.Primary, postgres.NewPrimary(c.Log))
	c.EventRetention = cmp.Or(c.EventRetention, DefaultEventRetention)
	c.BudgetAlerts = cmp.Or(c.BudgetAlerts, money.AlertsEvery)
	c.MaxConnections = connlimit.Max(cmp.Or(c.MaxConnections, DefaultMaxConnections))
	c.OnReady, c.OnStopping = sync.OnceFunc(orNothing(c.OnReady)), orNothing(c.OnStopping)
	return c
}

func orNothing(f func()) func() {
	if f == nil {
		return func() {}
	}
	return f
}

// onlyHTTPS reports whether browsers may use only HTTPS.
func (c Config) onlyHTTPS() bool {
	return c.TLS != nil || isHTTPS(c.PublicURL) || isHTTPS(c.Console.URL)
}

// isHTTPS reports whether the address is one of HTTPS.
func isHTTPS(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https"
}

// DefaultEventRetention is the default of Config.EventRetention.
const DefaultEventRetention = 400 * 24 * time.Hour

// DefaultMaxConnections is the default of Config.MaxConnections.
const DefaultMaxConnections = 1000

// Limits are the limits of what the organizations share.
type Limits = call.Limits
