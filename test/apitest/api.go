package apitest

import (
	"cmp"
	"context"
	"database/sql"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/webhooks"
)

// API is a running server with its database.
type API struct {
	// URL is the base address of REST, without a slash at its end.
	URL string
	// Conn is a gRPC connection without credentials.
	Conn *grpc.ClientConn
	// DB is the database without the guard.
	DB *sql.DB
	// DSN is the address of the database.
	DSN string
	// Doors are those of the server, see services.Server.
	Doors []string
	// Organization and Other are the ids of the two organizations.
	Organization, Other uuid.UUID

	t      testing.TB
	shared bool // the server and the database have the organizations of other tests too
	keys   map[string]string
	ids    map[string]string
}

// New returns two new organizations on the server that the tests of the package share. DB and DSN show only the rows of
// these organizations, and cannot change the schema. Tests of what the organizations of a server share, such as its
// settings, its connections and its stop, use NewIsolated.
func New(t testing.TB) *API {
	t.Helper()
	return standard.New(t)
}

// NewIsolated starts a server for the test, on a database of its own, and stops it when the test ends.
func NewIsolated(t testing.TB) *API {
	t.Helper()
	return NewWith(t, services.Config{})
}

// NewWith is like NewIsolated, with the configuration of the server, see Start.
func NewWith(t testing.TB, cfg services.Config) *API {
	t.Helper()
	running, _ := cloneFixture(t).Start(cfg)
	return running
}

// NewAmong returns an API without a server. Its database has the two organizations, and those that prepare adds to it
// before them.
func NewAmong(t testing.TB, prepare func(db *sql.DB) error) *API {
	t.Helper()
	dsn := NewDatabase(t)
	db, err := postgres.Open(dsn, patient)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := prepare(db); err != nil {
		t.Fatal(err)
	}
	own, err := importFixture(t.Context(), db, "Acme Works")
	if err != nil {
		t.Fatal(err)
	}
	other, err := importFixture(t.Context(), db, "Other Works")
	if err != nil {
		t.Fatal(err)
	}
	return newAPI(t, dsn, own, other)
}

// cloneFixture returns an API without a server, on a database of its own with the two organizations.
func cloneFixture(t testing.TB) *API {
	t.Helper()
	from, err := withFixture()
	if err != nil {
		t.Fatal(err)
	}
	return newAPI(t, clone(t, from), server.own, server.other)
}

func newAPI(t testing.TB, dsn string, own, other *adminv1.ImportResult) *API {
	a := &API{
		t: t, DSN: dsn, DB: openPlain(t, dsn),
		Organization: uuid.MustParse(own.GetOrganization().GetId()),
		Other:        uuid.MustParse(other.GetOrganization().GetId()),
		keys:         map[string]string{},
		ids:          map[string]string{"unknown": "01890000-0000-7000-8000-000000000000"},
	}
	a.name("", own)
	a.name("other_", other)
	return a
}

// Start starts another server on the database of a, and returns an API that calls it with
// the keys and ids of a. Defaults of cfg are those of NewIsolated: a guarded pool, a log, metrics, and
// webhooks to this machine.
// The server has no parts that are leftOut. It runs until the test ends or until stop, which returns the error of its
// Run.
func (a *API) Start(cfg services.Config, leftOut ...without.Part) (b *API, stop func() error) {
	a.t.Helper()
	if a.shared {
		a.t.Fatal("another server would serve the organizations of other tests too: use apitest.NewIsolated")
	}
	if cfg.DB == nil {
		cfg.DB = open(a.t, a.DSN, !slices.Contains(leftOut, without.Journal))
		cfg.DirectReads = directReads(a.t, cfg.DB, a.DSN)
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.NewJSONHandler(logWriter{a.t}, nil))
	}
	if cfg.Metrics == nil {
		cfg.Metrics = prometheus.NewRegistry()
	}
	allowLocalWebhooks(&cfg.Webhooks)
	cfg.BudgetAlerts = cmp.Or(cfg.BudgetAlerts, noAlerts)
	s, err := services.New(cfg, leftOut...)
	if err != nil {
		a.t.Fatal(err)
	}
	httpListener, grpcListener := listen(a.t), listen(a.t)
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Run(ctx, httpListener, grpcListener) }()
	c := *a
	c.URL, c.Doors = "http://"+httpListener.Addr().String(), s.Doors()
	c.Conn, err = grpc.NewClient(grpcListener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		a.t.Fatal(err)
	}
	stop = sync.OnceValue(func() error {
		cancel()
		return <-stopped
	})
	a.t.Cleanup(func() {
		c.Conn.Close()
		if err := stop(); err != nil {
			a.t.Errorf("server: %v", err)
		}
	})
	return &c, stop
}

// noAlerts is the time between two looks at budgets, longer than a test: an event of them would come at any time.
const noAlerts = 24 * time.Hour

// allowLocalWebhooks allows webhooks to this machine, unless the configuration has keys.
func allowLocalWebhooks(w *webhooks.Config) {
	if w.Keys == nil {
		w.Keys = webhooks.MasterKeys{[]byte("the master key of the tests")}
		w.AllowCIDRs, w.AllowHTTP = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, true
	}
}

func openPlain(t testing.TB, dsn string) *sql.DB {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func listen(t testing.TB) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// logWriter shows the errors in the server's log if the test fails.
type logWriter struct{ t testing.TB }

func (w logWriter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), `"level":"ERROR"`) && w.t.Context().Err() == nil {
		w.t.Log(strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

// name gives short names to the ids and keys of an import.
func (a *API) name(prefix string, r *adminv1.ImportResult) {
	for _, u := range r.GetUsers() {
		name, _, _ := strings.Cut(u.GetEmail(), "@")
		a.ids[prefix+name] = u.GetId()
	}
	for _, list := range [][]*adminv1.Named{
		r.GetCapabilities(), r.GetTimeOffTypes(), r.GetClients(), r.GetProjects(), r.GetPlaceholders(),
	} {
		for _, n := range list {
			a.ids[prefix+strings.ToLower(n.GetName())] = n.GetId()
		}
	}
	for _, k := range r.GetKeys() {
		a.keys[prefix+k.GetName()] = k.GetSecret()
		a.ids[prefix+k.GetName()+"_key"] = k.GetId()
	}
}

// ID returns the id of that name.
func (a *API) ID(name string) string {
	id, ok := a.ids[name]
	if !ok {
		a.t.Fatalf("there is no id named %q", name)
	}
	return id
}

// Secret returns the text of the key of that name.
func (a *API) Secret(name string) string {
	key, ok := a.keys[name]
	if !ok {
		a.t.Fatalf("there is no key named %q", name)
	}
	return key
}

// Key creates a key of the given name for a user, with these scopes.
func (a *API) Key(name, user string, scopes ...string) {
	a.t.Helper()
	db := tenant.Open(a.DB)
	ctx := call.As(a.t.Context(), auth.Operator(a.Organization, uuid.Nil), db)
	_, key, err := keys.Create(ctx, db,
		keys.Request{Name: name, ActorID: uuid.MustParse(a.ID(user)), Scopes: scopes, ByOperator: true})
	if err != nil {
		a.t.Fatal(err)
	}
	a.keys[name] = key.Reveal()
}

// Hold gives a name to the text of a key that a response showed.
func (a *API) Hold(name, secret string) { a.keys[name] = secret }

// Exec runs a statement directly on the database, without the service.
func (a *API) Exec(query string, args ...any) {
	a.t.Helper()
	if _, err := a.DB.ExecContext(a.t.Context(), query, args...); err != nil {
		a.t.Fatal(err)
	}
}

// Count returns the number that a query selects.
func (a *API) Count(query string, args ...any) int {
	a.t.Helper()
	var n int
	if err := a.DB.QueryRowContext(a.t.Context(), query, args...).Scan(&n); err != nil {
		a.t.Fatal(err)
	}
	return n
}

// WaitForCallers waits until no server has an outdated caller in its cache. When it
// returns, earlier changes of keys, users and organizations are effective.
func WaitForCallers() { time.Sleep(time.Second) }

var placeholder = regexp.MustCompile(`\$[a-z][a-zA-Z0-9_]*`)

// Expand replaces names such as $acme by their ids.
func (a *API) Expand(s string) string {
	return placeholder.ReplaceAllStringFunc(s, func(name string) string { return a.ID(name[1:]) })
}

// With returns a copy of a with one more name. The two share the rest.
func (a *API) With(name, id string) *API {
	b := *a
	b.ids = maps.Clone(a.ids)
	b.ids[name] = id
	return &b
}
