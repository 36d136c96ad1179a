package apitest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
)

// Server is a server that tests of a package share, with its database. Each test has organizations of its own there.
type Server struct {
	cfg     services.Config
	prepare func(db *sql.DB) error

	start sync.Once
	err   error   // of the start
	dsn   string  // of the database
	db    *sql.DB // for the superuser
	pool  *sql.DB // of the server
	url   string
	conn  *grpc.ClientConn
	log   *sharedLog
	stop  func() error
}

// Share returns a server for tests that need a configuration, or something in their database, that those of New do not
// have. It starts when the first test needs it, and stops after the last one of the package. prepare, if not nil,
// changes the database before. Each table has a column organization_id, also those that prepare creates.
func Share(cfg services.Config, prepare func(db *sql.DB) error) *Server {
	return &Server{cfg: cfg, prepare: prepare, log: &sharedLog{tests: map[testing.TB]struct{}{}}}
}

// standard is the server of New.
var standard = Share(services.Config{}, nil)

// started are the shared servers that have started.
var started struct {
	sync.Mutex
	servers []*Server
}

// stopShared stops the shared servers.
func stopShared() (err error) {
	started.Lock()
	defer started.Unlock()
	for _, s := range started.servers {
		err = errors.Join(err, s.stop())
	}
	return err
}

// testRole is the role of the tests that share a database. It may read and write the rows of the organizations in the
// setting test.organizations, as if the database had no other rows. It may not change the schema.
const testRole = "workplan_test"

// confineTests lets testRole see only the organizations of its test. The role of the servers bypasses the policies, so
// that its statements have the same plans as without them.
const confineTests = `
DO $$
DECLARE
	name text;
	organization text;
BEGIN
	BEGIN
		CREATE ROLE ` + testRole + ` LOGIN;
	EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- of another test, that may run at the same time
	END;
	BEGIN
		ALTER ROLE ` + serverRole + ` BYPASSRLS;
	EXCEPTION WHEN internal_error THEN NULL; -- another test alters it at the same time: tuple concurrently updated
	END;
	GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ` + testRole + `;
	REVOKE ALL ON schema_revisions FROM ` + testRole + `;
	GRANT SELECT ON schema_revisions TO ` + testRole + `;
	GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ` + testRole + `;
	FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
		AND relname <> 'schema_revisions' LOOP
		organization := CASE name WHEN 'organizations' THEN 'id' ELSE 'organization_id' END;
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
		EXECUTE format('CREATE POLICY of_the_test ON %I TO ` + testRole + `
			USING (%I = ANY (current_setting(''test.organizations'')::uuid[]))', name, organization);
	END LOOP;
END
$$`

func (s *Server) run() error {
	ctx := context.Background()
	started.Lock()
	name := fmt.Sprintf("%sshared_%d", server.prefix, len(started.servers))
	started.servers = append(started.servers, s)
	started.Unlock()
	var opened []func() error
	s.stop = func() (err error) {
		for _, end := range slices.Backward(opened) {
			err = errors.Join(err, end())
		}
		return err
	}
	if err := createDatabase(ctx, name, server.prefix+emptyTemplate); err != nil {
		return err
	}
	var err error
	s.dsn = server.nodes[0].dsn(name)
	if s.db, err = postgres.Open(s.dsn, patient); err != nil {
		return err
	}
	opened = append(opened, s.db.Close)
	if s.prepare != nil {
		if err := s.prepare(s.db); err != nil {
			return err
		}
	}
	if _, err := s.db.ExecContext(ctx, confineTests); err != nil {
		return err
	}
	if s.pool, err = postgres.Open(AsServer(s.dsn), postgres.Options{
		Inspect: Guard, OpenDB: eventsRequired,
	}); err != nil {
		return err
	}
	opened = append(opened, s.pool.Close)
	cfg := s.cfg
	cfg.DB, cfg.Log, cfg.Metrics = s.pool, slog.New(slog.NewJSONHandler(s.log, nil)), prometheus.NewRegistry()
	allowLocalWebhooks(&cfg.Webhooks)
	cfg.BudgetAlerts = noAlerts
	srv, err := services.New(cfg)
	if err != nil {
		return err
	}
	httpListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	grpcListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, httpListener.Close())
	}
	running, cancel := context.WithCancel(ctx)
	stopped := make(chan error, 1)
	go func() { stopped <- srv.Run(running, httpListener, grpcListener) }()
	opened = append(opened, func() error {
		cancel()
		return <-stopped
	})
	s.url = "http://" + httpListener.Addr().String()
	if s.conn, err = grpc.NewClient(grpcListener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials())); err != nil {
		return err
	}
	opened = append(opened, s.conn.Close)
	return nil
}

// sharedLog shows the errors in the log of the shared server in each test that runs at that time, if it fails.
type sharedLog struct {
	mu    sync.Mutex
	tests map[testing.TB]struct{}
}

func (l *sharedLog) Write(p []byte) (int, error) {
	if strings.Contains(string(p), `"level":"ERROR"`) {
		l.mu.Lock()
		defer l.mu.Unlock()
		for t := range l.tests {
			t.Log("the shared server: " + strings.TrimSpace(string(p)))
		}
	}
	return len(p), nil
}

func (l *sharedLog) add(t testing.TB) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tests[t] = struct{}{}
	t.Cleanup(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.tests, t)
	})
}

// organizations imports two organizations for a test.
func (s *Server) organizations(ctx context.Context) (own, other *adminv1.ImportResult, err error) {
	if own, err = s.importAs(ctx, "Acme Works"); err != nil {
		return nil, nil, err
	}
	other, err = s.importAs(ctx, "Other Works")
	return own, other, err
}

// importAs imports an organization under a name of its own, since an import adds to an organization that exists, and
// then renames it.
func (s *Server) importAs(ctx context.Context, name string) (*adminv1.ImportResult, error) {
	result, err := importFixture(ctx, s.db, name+" "+uuid.NewString())
	if err != nil {
		return nil, err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE organizations SET name = $2 WHERE id = $1`,
		result.GetOrganization().GetId(), name)
	return result, err
}

// removeWebhooks ends the deliveries to the endpoints of a test.
const removeWebhooks = `
WITH attempts AS (DELETE FROM webhook_attempts), redeliveries AS (DELETE FROM webhook_redeliveries)
DELETE FROM webhooks`

// New returns an API of the server, with two new organizations, see New.
func (s *Server) New(t testing.TB) *API {
	t.Helper()
	if !shares() {
		a := cloneFixture(t)
		if s.prepare != nil {
			if err := s.prepare(a.DB); err != nil {
				t.Fatal(err)
			}
		}
		running, _ := a.Start(s.cfg)
		return running
	}
	s.start.Do(func() { s.err = s.run() })
	if s.err != nil {
		t.Fatal(s.err)
	}
	own, other, err := s.organizations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dsn := strings.Replace(s.dsn, "user=postgres", "user="+testRole, 1) +
		fmt.Sprintf(" options='-c test.organizations={%s,%s}'", own.GetOrganization().GetId(),
			other.GetOrganization().GetId())
	a := newAPI(t, dsn, own, other)
	a.URL, a.Conn, a.shared = s.url, s.conn, true
	s.log.add(t)
	t.Cleanup(func() {
		if _, err := a.DB.ExecContext(context.Background(), removeWebhooks); err != nil {
			t.Error(err)
		}
	})
	return a
}

// shares reports whether tests share servers. They do not on Citus, nor behind a pooler, which belongs to a test.
func shares() bool { return !OnCitus() && os.Getenv(poolerMode) == "" }
