package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/services/webhooks"
)

// The garbage collector runs when the heap is five times what is in use, and more often near memoryShare of the memory
// of the container, or of the machine. With 100 instead of 400, a server with 256 connections needs 50 MiB less and
// 40 % more of the processor. The environment variables GOGC and GOMEMLIMIT override the two.
const (
	gcPercent   = 400
	memoryShare = 0.8
)

// minRetentionDays is the shortest time that events may be kept, and maxRetentionDays the longest, 100 years. A
// time.Duration has no more than 292 years: with more, the server would remove all events.
const (
	minRetentionDays = 90
	maxRetentionDays = 36_500
)

// maxShutdownDelay is longer than any load balancer needs to see that a server stops.
const maxShutdownDelay = 10 * time.Minute

// maxPostgresConns is the highest max_connections of PostgreSQL.
const maxPostgresConns = 262143

// opsTimeout limits the headers of a request to the operator's port.
const opsTimeout = 5 * time.Second

type serveCmd struct {
	database
	owner
	Migrate     bool     `help:"Bring the schema of the database up to date first, as workplan migrate does. Any number of servers may do it at the same time."`
	HTTPAddr    string   `name:"http-addr" env:"HTTP_ADDR" default:":8080" help:"The address of the console, REST, /docs, /healthz and /readyz."`
	GRPCAddr    string   `name:"grpc-addr" env:"GRPC_ADDR" default:":9090" help:"The address of gRPC."`
	OpsAddr     string   `name:"ops-addr" env:"OPS_ADDR" default:"127.0.0.1:9091" help:"The address of /metrics, /usage and /debug/pprof, which need no key: do not make it public. Empty switches them off."`
	OpsHosts    []string `name:"ops-hosts" env:"OPS_HOSTS" placeholder:"NAME" help:"Names of hosts under which OPS_ADDR may be asked, comma-separated, besides IP addresses and localhost. By default any name may, but on the loopback interface none."`
	PublicURL   string   `name:"public-url" env:"PUBLIC_URL" help:"The address that clients use, such as https://plan.example.com: makes links absolute."`
	CORSOrigins []string `name:"cors-origins" env:"CORS_ORIGINS" help:"Origins whose pages may call the API from a browser, comma-separated, or * for all."`
	tlsFlags
	limits
	webhookFlags
	consoleFlags
	MCP string `name:"mcp" env:"MCP" enum:"on,off" default:"off" help:"The Model Context Protocol for assistants, at /mcp: on or off. Assistants need a key."`
	scimFlags
	LogLevel slog.Level `name:"log-level" env:"LOG_LEVEL" default:"info" help:"The lowest level to log: debug, info, warn or error."`

	MaxConnections int `name:"max-connections" env:"MAX_CONNECTIONS" default:"1000" help:"The maximum number of connections of each port. Beyond it, a new connection replaces the one that has been silent longest, of the address with the most."`

	DBMaxConns int `name:"db-max-conns" env:"DB_MAX_CONNS" placeholder:"N" help:"The maximum number of connections to the database for requests: by default 5 for each processor, and at least 10. An organization gets a fifth of them while others work. On Citus, set it to 64: a worker that hangs keeps connections until their requests time out."`

	DBDirectReads bool `name:"db-direct-reads" env:"DB_DIRECT_READS" help:"On Citus, read directly from the worker that has the rows of an organization. All workers must accept connections as DATABASE_URL does, under the names that Citus has for them."`

	EventRetentionDays int `name:"event-retention-days" env:"EVENT_RETENTION_DAYS" default:"400" help:"How many days the events of the journal are kept, 90 to 36500."`

	ShutdownDelay time.Duration `name:"shutdown-delay" env:"SHUTDOWN_DELAY" default:"5s" help:"How long a server that stops still accepts requests. It must be longer than the interval at which load balancers poll /readyz."`
}

// limits are the flags of the quota.
type limits struct {
	RateLimit             int      `env:"RATE_LIMIT" default:"600" help:"Requests per minute of a key that has no limit of its own. 0 is no limit."`
	RateLimitBurst        int      `env:"RATE_LIMIT_BURST" placeholder:"N" help:"How many of them may come at once: a sixth of them by default."`
	MaxKeyRateLimit       int      `env:"MAX_KEY_RATE_LIMIT" default:"0" help:"The most requests per minute of a key, whatever its own limit says. 0 is no maximum."`
	OrganizationRateLimit int      `env:"ORGANIZATION_RATE_LIMIT" default:"0" help:"Requests per minute of an organization, all its keys and sessions together. 0 is no limit: no organization takes the turns of others anyway."`
	MaxKeys               int      `env:"MAX_KEYS" default:"1000" help:"Keys of an organization that are not revoked. 0 is no limit. The commands of the operator have none."`
	StoredResponsesMiB    int      `name:"stored-responses-mib" env:"STORED_RESPONSES_MIB" default:"1024" help:"MiB of responses that are stored for an organization on a day, for requests with an Idempotency-Key. Beyond it, such requests are still executed once, but a replay gets an error. 0 is no limit."`
	WrongKeyLimit         int      `env:"WRONG_KEY_LIMIT" default:"20" help:"Wrong keys per minute from one address. 0 is no limit."`
	TrustedProxies        []string `env:"TRUSTED_PROXIES" placeholder:"RANGE" help:"Addresses of proxies whose X-Forwarded-For is believed, comma-separated, such as 10.0.0.0/8. By default none is."`
	RedisURL              string   `name:"redis-url" env:"REDIS_URL" secret:"" placeholder:"URL" help:"A Redis in which several servers count the requests of a key together: redis://:password@host:6379/0."`
}

func (l limits) config() quota.Config {
	return quota.Config{
		PerMinute: l.RateLimit, Burst: l.RateLimitBurst, MaxPerMinute: l.MaxKeyRateLimit,
		OrganizationPerMinute: l.OrganizationRateLimit, WrongKeysPerMinute: l.WrongKeyLimit,
		TrustedProxies: l.TrustedProxies, RedisURL: strings.TrimSpace(l.RedisURL),
	}
}

// webhookFlags are the flags of webhooks.
type webhookFlags struct {
	SecretKey         string         `name:"secret-key" env:"SECRET_KEY" secret:"" placeholder:"KEY" help:"The key from which the secrets of webhooks are derived, at least 32 characters: openssl rand -base64 32. To replace it, put the new key in a line before the old one and follow docs/operate/install.md, Replace SECRET_KEY. Without it there are no webhooks."`
	WebhookAllowCIDRs []netip.Prefix `name:"webhook-allow-cidrs" env:"WEBHOOK_ALLOW_CIDRS" placeholder:"RANGE" help:"Private networks to which webhooks may send, comma-separated, such as 10.1.0.0/16. By default only public addresses are allowed."`
	WebhookAllowHTTP  bool           `name:"webhook-allow-http" env:"WEBHOOK_ALLOW_HTTP" help:"Also allow webhooks without TLS."`
	WebhookRateLimit  int            `name:"webhook-rate-limit" env:"WEBHOOK_RATE_LIMIT" default:"6000" placeholder:"N" help:"The requests that an endpoint of a webhook gets in a minute, those that somebody has asked for again included. The events that are left follow later. 0 is no limit."`
}

func (f webhookFlags) config() (webhooks.Config, error) {
	cfg := webhooks.Config{
		AllowCIDRs: f.WebhookAllowCIDRs, AllowHTTP: f.WebhookAllowHTTP, SendsPerMinute: f.WebhookRateLimit,
	}
	if f.WebhookRateLimit < 0 {
		return cfg, errors.New("--webhook-rate-limit must not be negative")
	}
	if f.SecretKey == "" {
		return cfg, nil
	}
	var err error
	if cfg.Keys, err = webhooks.ParseMasterKeys(f.SecretKey); err != nil {
		return cfg, fmt.Errorf("SECRET_KEY: %w", err)
	}
	return cfg, nil
}

// scimFlags are the flags of SCIM.
type scimFlags struct {
	SCIMGroupAdmin   string `name:"scim-group-admin" env:"SCIM_GROUP_ADMIN" placeholder:"NAME" help:"The group of an identity provider whose members become admins with SCIM. By default there is none."`
	SCIMGroupManager string `name:"scim-group-manager" env:"SCIM_GROUP_MANAGER" placeholder:"NAME" help:"The group whose members get the role manager. Users who are in neither group are members."`
}

// consoleFlags are the flags of the console.
type consoleFlags struct {
	Console          string `env:"CONSOLE" enum:"on,off" default:"on" help:"The web app for people, at /: on or off. If it is off, nobody can sign in."`
	ConsoleURL       string `name:"console-url" env:"CONSOLE_URL" placeholder:"URL" help:"The address of the console, such as https://plan.example.com, if it is not the PUBLIC_URL. OpenID Connect needs it, except on this machine."`
	OIDCIssuer       string `name:"oidc-issuer" env:"OIDC_ISSUER" placeholder:"URL" help:"The OpenID Connect provider with which people sign in, such as https://accounts.example.com. Its redirect URI is /auth/callback of the console. People whose e-mail address it has verified sign in as the user of that address."`
	OIDCClientID     string `name:"oidc-client-id" env:"OIDC_CLIENT_ID" placeholder:"ID" help:"The id that the provider gave to Workplan."`
	OIDCClientSecret string `name:"oidc-client-secret" env:"OIDC_CLIENT_SECRET" secret:"" placeholder:"SECRET" help:"The secret that the provider gave to Workplan, if there is one."`
	OIDCEntraTenant  string `name:"oidc-entra-tenant" env:"OIDC_ENTRA_TENANT" placeholder:"ID" help:"The id of a tenant of Microsoft Entra, which does not say whether it has verified an e-mail address. The addresses of its members are then trusted, so its administrators can sign in as any user of this server. By default no tenant is trusted."`
}

// config returns the configuration of the console at httpAddr.
func (f consoleFlags) config(publicURL, httpAddr string) (console.Config, error) {
	cfg := console.Config{Off: f.Console == "off", URL: f.ConsoleURL, OIDC: console.OIDC{
		Issuer: f.OIDCIssuer, ClientID: f.OIDCClientID, ClientSecret: f.OIDCClientSecret,
		EntraTenant: f.OIDCEntraTenant,
	}}
	if !cfg.Off && f.OIDCIssuer == "" && (f.OIDCClientID != "" || f.OIDCClientSecret != "" || f.OIDCEntraTenant != "") {
		return cfg, errors.New("OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ENTRA_TENANT need OIDC_ISSUER, the address of " +
			"the identity provider: without it nobody can sign in with it")
	}
	if u, err := url.Parse(publicURL); cfg.URL == "" && err == nil &&
		(u.Scheme == "https" || isLoopback(u.Hostname())) {
		cfg.URL = publicURL // at an http address of another host, browsers would keep no session
	}
	if host, _, err := net.SplitHostPort(httpAddr); f.OIDCIssuer != "" && cfg.URL == "" &&
		(err != nil || !isLoopback(host)) {
		return cfg, errors.New("OIDC_ISSUER needs CONSOLE_URL, the address to which the identity provider sends " +
			"people back, such as https://plan.example.com")
	}
	return cfg, nil
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Help is the rest of the help text.
func (serveCmd) Help() string {
	return `It starts without a database and reports not ready until there is one. It stops if the schema is out of
date, or too new for it; with --migrate it waits for the database and updates the schema before it listens. On SIGTERM
it reports not ready, still serves for the shutdown delay, finishes the running requests and exits with 0. A second
signal ends it at once. The log is JSON, one line per request.

Example:

    DATABASE_URL=postgres://workplan:secret@db:5432/workplan workplan serve
    DATABASE_URL=postgres://workplan:secret@db:5432/workplan workplan serve --migrate`
}

// Run serves until ctx ends.
func (c *serveCmd) Run(ctx context.Context, command *kong.Context, std streams) error {
	p, err := c.prepare(ctx, slog.New(slog.NewJSONHandler(std.err, &slog.HandlerOptions{Level: c.LogLevel})))
	if err != nil {
		return err
	}
	defer p.close()
	log := p.telemetry.log
	slog.SetDefault(log) // also for the standard logger and for gRPC, see log.go
	for _, err := range misspelled(command.Model, os.Environ()) {
		log.WarnContext(ctx, err.Error())
	}
	if c.Migrate {
		if err := c.migrate(ctx, log); err != nil {
			return err
		}
	}
	httpListener, grpcListener, err := listen(c.HTTPAddr, c.GRPCAddr)
	if err != nil {
		return err
	}
	if c.OpsAddr != "" {
		ops, err := startOps(c.OpsAddr, services.Ops(p.telemetry.registry, p.server.Usage, c.OpsHosts...), log)
		if err != nil {
			return err
		}
		defer ops.Close()
	}
	log.InfoContext(ctx, "listening", "http", httpListener.Addr().String(), "grpc",
		grpcListener.Addr().String(), "tls", p.cfg.TLS != nil)
	tune(log)
	if err := p.server.Run(ctx, httpListener, grpcListener); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// prepared is what serve has read and checked before it listens.
type prepared struct {
	cfg       services.Config
	server    *services.Server
	telemetry *telemetry
}

// close closes the pools and sends the last traces. A server that has run has closed the rest.
func (p *prepared) close() {
	defer p.telemetry.stop()
	if p.cfg.DirectReads != nil {
		p.cfg.DirectReads.Close()
	}
	for _, db := range []*sql.DB{p.cfg.DB, p.cfg.Probe, p.cfg.Background, p.cfg.WholeLists} {
		if db != nil {
			db.Close()
		}
	}
}

// prepare reads the configuration and checks all of it. Its error has every mistake. It neither
// listens nor connects, so config check and doctor call it too.
func (c *serveCmd) prepare(ctx context.Context, log *slog.Logger) (*prepared, error) {
	var errs []error
	note := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	if c.ShutdownDelay < 0 || c.ShutdownDelay > maxShutdownDelay {
		note(fmt.Errorf("--shutdown-delay is not from 0 to %s: a server that stops would seem to hang",
			maxShutdownDelay))
	}
	note(checkMemoryLimit())
	if c.MaxConnections < 1 {
		note(errors.New("--max-connections is less than 1"))
	}
	if c.DBDirectReads && c.DatabasePooler != postgres.NoPooler {
		note(errors.New("--db-direct-reads does not work through a connection pooler"))
	}
	if c.DBMaxConns < 0 || c.DBMaxConns > maxPostgresConns {
		note(fmt.Errorf("--db-max-conns is not from 0 to %d, the most that PostgreSQL can have", maxPostgresConns))
	}
	if c.MaxKeys < 0 || c.StoredResponsesMiB < 0 {
		note(errors.New("--max-keys and --stored-responses-mib must not be negative: 0 is no limit"))
	}
	if c.EventRetentionDays < minRetentionDays {
		note(fmt.Errorf("--event-retention-days is less than %d: readers could miss events", minRetentionDays))
	}
	if c.EventRetentionDays > maxRetentionDays {
		note(fmt.Errorf("--event-retention-days is more than %d, which is 100 years", maxRetentionDays))
	}
	note(checkAddr("HTTP_ADDR", c.HTTPAddr))
	note(checkAddr("GRPC_ADDR", c.GRPCAddr))
	if c.OpsAddr != "" {
		note(checkAddr("OPS_ADDR", c.OpsAddr))
	}
	note(c.checkPorts())
	telemetry, err := startTelemetry(ctx, log)
	note(err)
	log = telemetry.log
	p := &prepared{telemetry: telemetry, cfg: services.Config{
		Log: log, Metrics: telemetry.registry, Traces: telemetry.traces(), PublicURL: c.PublicURL,
		CORSOrigins: c.CORSOrigins, ShutdownDelay: c.ShutdownDelay,
		MaxConnections: c.MaxConnections, EventRetention: time.Duration(c.EventRetentionDays) * 24 * time.Hour,
		MCP: c.MCP == "on", SCIM: scim.Groups{Admin: c.SCIMGroupAdmin, Manager: c.SCIMGroupManager},
		Version: thisBuild().Version,
		Quota:   c.limits.config(), MaxKeys: c.MaxKeys, StoredResponses: int64(c.StoredResponsesMiB) << 20,
		OnReady: notifier(log, "READY=1"), OnStopping: notifier(log, "STOPPING=1"),
	}}
	p.cfg.Webhooks, err = c.webhookFlags.config()
	note(err)
	p.cfg.Console, err = c.consoleFlags.config(c.PublicURL, c.HTTPAddr)
	note(err)
	p.cfg.TLS, err = c.tlsFlags.load()
	note(err)
	_, _, err = c.database.parse()
	note(err)
	note(c.owner.checkAddress())
	note(p.cfg.Check())
	if len(errs) == 0 {
		note(p.assemble(c.database, c.DBMaxConns, c.DBDirectReads))
	}
	if len(errs) > 0 {
		p.close()
		return nil, errors.Join(append(errs, misspelled(newParser(&cli{}, "").Model, os.Environ())...)...)
	}
	return p, nil
}

// checkAddr returns an error if nothing can listen at addr.
func checkAddr(name, addr string) error {
	if _, err := net.ResolveTCPAddr("tcp", addr); err != nil {
		return fmt.Errorf("%s: %w: write it as HOST:PORT or :PORT", name, err)
	}
	return nil
}

// checkPorts returns an error if two of the addresses are the same.
func (c *serveCmd) checkPorts() error {
	type address struct{ name, text string }
	all := []address{{"HTTP_ADDR", c.HTTPAddr}, {"GRPC_ADDR", c.GRPCAddr}, {"OPS_ADDR", c.OpsAddr}}
	for i, a := range all {
		for _, b := range all[:i] {
			one, err1 := net.ResolveTCPAddr("tcp", a.text)
			other, err2 := net.ResolveTCPAddr("tcp", b.text)
			if err1 != nil || err2 != nil || one.Port != other.Port || one.Port == 0 {
				continue // checkAddr has an error for one that is malformed, and the system chooses a free port for 0
			}
			if isAny(one.IP) || isAny(other.IP) || one.IP.Equal(other.IP) {
				return fmt.Errorf("%s (%s) and %s (%s) are the same port: choose another one", b.name, b.text,
					a.name, a.text)
			}
		}
	}
	return nil
}

// isAny reports whether a listener at ip is reached at all addresses of the machine.
func isAny(ip net.IP) bool { return ip == nil || ip.IsUnspecified() }

// The pools of serve, besides that of the requests. The connection of the readiness check is renewed often, so that it
// shows where new connections lead to. The connections to a worker of Citus have no such check.
const (
	probeConns      = 1
	backgroundConns = 6
	probeLifetime   = 5 * time.Second
	workerLifetime  = time.Minute
)

// assemble makes the pools and the server. That of the requests has maxConns connections, 0 means the default, and so
// has that of each worker for direct reads.
func (p *prepared) assemble(d database, maxConns int, directReads bool) (err error) {
	p.cfg.Primary, p.cfg.LockWatch = postgres.NewPrimary(p.cfg.Log), &postgres.LockWatch{}
	opts := p.telemetry.requests()
	opts.MaxConns, opts.Purpose = maxConns, postgres.ForRequests
	opts.Primary, opts.LockWatch = p.cfg.Primary, p.cfg.LockWatch
	if p.cfg.DB, err = d.pool(opts); err != nil {
		return err
	}
	if directReads {
		if p.cfg.DirectReads, err = tenant.NewDirectReads(p.cfg.DB, func(host string, port uint16) (*sql.DB, error) {
			opts := opts
			opts.Host, opts.Port = host, port
			opts.Primary, opts.MaxLifetime = postgres.NewPrimary(p.cfg.Log), workerLifetime
			return d.pool(opts)
		}); err != nil {
			return err
		}
	}
	if p.cfg.Probe, err = d.pool(postgres.Options{
		MaxConns: probeConns, MaxLifetime: probeLifetime, Primary: p.cfg.Primary, Purpose: postgres.ForReadiness,
	}); err != nil {
		return err
	}
	if p.cfg.Background, err = d.pool(postgres.Options{
		MaxConns: backgroundConns, Statements: p.telemetry.statements, Primary: p.cfg.Primary,
		LockWatch: p.cfg.LockWatch,
		Purpose:   postgres.ForBackground,
	}); err != nil {
		return err
	}
	opts.MaxConns, opts.Purpose = call.MaxWholeLists, postgres.ForWholeLists
	if p.cfg.WholeLists, err = d.pool(opts); err != nil {
		return err
	}
	p.telemetry.pools(p.cfg.DB, p.cfg.Background, p.cfg.WholeLists)
	p.server, err = services.New(p.cfg)
	return err
}

// listen opens both addresses. If it cannot open one, it opens none.
func listen(httpAddr, grpcAddr string) (httpListener, grpcListener net.Listener, err error) {
	if httpListener, err = net.Listen("tcp", httpAddr); err != nil {
		return nil, nil, cannotListen("REST", httpAddr, "--http-addr or HTTP_ADDR", err)
	}
	if grpcListener, err = net.Listen("tcp", grpcAddr); err != nil {
		httpListener.Close()
		return nil, nil, cannotListen("gRPC", grpcAddr, "--grpc-addr or GRPC_ADDR", err)
	}
	return httpListener, grpcListener, nil
}

// startOps serves the operator's port until the server is closed.
func startOps(addr string, handler http.Handler, log *slog.Logger) (*http.Server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, cannotListen("metrics", addr, "--ops-addr or OPS_ADDR", err)
	}
	log.Info("listening for metrics", "ops", listener.Addr().String())
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: opsTimeout,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("no more metrics", "error", err)
		}
	}()
	return server, nil
}

func cannotListen(protocol, addr, flag string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("cannot listen for %s: another program uses %s: stop it, or choose another address with %s",
			protocol, addr, flag)
	}
	return fmt.Errorf("cannot listen for %s: %w: choose another address with %s", protocol, err, flag)
}

// minMemoryLimit is less than an idle server uses. With a lower limit, Go does little else than to collect garbage.
const minMemoryLimit = 16 << 20

// checkMemoryLimit returns an error if GOMEMLIMIT, which Go has read, is so low that its unit must have been forgotten.
func checkMemoryLimit() error {
	value := os.Getenv("GOMEMLIMIT")
	if limit := debug.SetMemoryLimit(-1); value != "" && limit < minMemoryLimit {
		return fmt.Errorf("GOMEMLIMIT is %s, which is %d bytes, and less than 16MiB: write it with a unit, such as 512MiB",
			value, limit)
	}
	return nil
}

// tune sets the garbage collector, unless the environment does.
func tune(log *slog.Logger) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	memory := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(memory)); err != nil {
		log.Warn("cannot find out how much memory there is: set GOMEMLIMIT", "error", err)
	}
}
