package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/bouncer"
	"github.com/workplan-api/workplan/test/citustest"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// laboratory is what all histories share: a site with a database to copy, and a program with mistakes.
type laboratory struct {
	*testbed.Site
	harmed       string // workplan with the mistakes of the controls, or "" if it is not built yet
	organization *organization
	databases    int
	hasEmpty     bool // the template without rows exists
}

// organization is what workplan import prints.
type organization struct {
	Organization                        entry
	Users, Projects, Keys, TimeOffTypes []entry
}

type entry struct{ ID, Name, Secret string }

const template = "template_of_histories"

func newLaboratory(ctx context.Context) (_ *laboratory, err error) {
	l := &laboratory{organization: &organization{}}
	if l.Site, err = testbed.NewSite(ctx, "workplan-histories-"); err != nil {
		return nil, err
	}
	if err = l.Create(ctx, l.Workplan, template); err == nil {
		err = l.Import(ctx, l.Workplan, l.Postgres.DSN(template), documentOf(), l.organization)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// documentOf returns the input of workplan import: an admin, users with hours, their manager, and projects. The keys
// are those of the admin, of the manager, and of the users with settled days.
func documentOf() object {
	users := []object{{"email": "admin@acme.example", "name": "Admin", "role": "admin"}}
	manager := object{"email": "manager@acme.example", "name": "Manager", "role": "manager"}
	keyOf := func(user object) object {
		return object{"name": user["name"], "actor": user["email"], "scopes": []string{"*"}, "rateLimit": 0}
	}
	keys := []object{keyOf(users[0]), keyOf(manager)}
	var projects []object
	for i := range usersWithHours {
		user := object{
			"email": fmt.Sprintf("user%d@acme.example", i), "name": fmt.Sprint("User ", i), "role": "member",
			"reportsTo": manager["email"],
		}
		if users = append(users, user); i < usersSettled {
			keys = append(keys, keyOf(user))
		}
	}
	users = append(users, manager)
	for i := range projectsOfHours {
		projects = append(projects, object{
			"name": fmt.Sprint("Project ", i), "client": "Client", "startDate": "2026-01-01", "endDate": "2199-12-31",
			"status": "active",
		})
	}
	return object{
		"organization": object{"name": "Acme"}, "users": users, "projects": projects,
		"keys": keys, "clients": []object{{"companyName": "Client"}}, "timeOffTypes": []object{{"name": "Vacation"}},
	}
}

func (o *organization) admin() string { return o.Keys[0].Secret }

// installation is servers on a database of its own.
type installation struct {
	*laboratory
	database string
	program  string
	env      []string         // of the servers
	dsns     []string         // of the database, for the servers in turns
	nodes    []citustest.Node // of Citus, or nil

	target *installation // that the organization moves to, or nil
	left   atomic.Bool   // it has moved there

	front    []*testbed.Proxy // in front of the servers, or none
	backDoor *testbed.Proxy   // in front of PostgreSQL, or nil
	pooler   *bouncer.Bouncer // in front of PostgreSQL, or nil
	db       *sql.DB

	mu       sync.Mutex
	servers  []*process.Server
	replaced []*process.Server // by others, and perhaps still at work
	started  int
}

// install starts the servers of a scenario with a program.
func (l *laboratory) install(ctx context.Context, s scenario, program string, env ...string) (*installation, error) {
	if s.citus {
		return l.distribute(ctx, s, program, env...)
	}
	return l.installFrom(ctx, s, template, program, env...)
}

// installFrom starts the servers of a scenario on a copy of a database.
func (l *laboratory) installFrom(
	ctx context.Context, s scenario, template, program string, env ...string,
) (_ *installation, err error) {
	l.databases++
	in := &installation{laboratory: l, database: fmt.Sprint("history", l.databases), program: program}
	defer func() {
		if err != nil {
			err = errors.Join(err, in.close())
		}
	}()
	in.dsns = []string{l.Postgres.DSN(in.database)}
	if err := l.Copy(ctx, template, in.database); err != nil {
		return nil, err
	}
	return in, in.begin(ctx, s, env...)
}

// begin starts the servers of a scenario, and what is in front of them and of PostgreSQL.
func (in *installation) begin(ctx context.Context, s scenario, env ...string) (err error) {
	if in.db, err = postgres.Open(in.dsn(), postgres.Options{StatementTimeout: time.Minute}); err != nil {
		return err
	}
	if in.env, err = testbed.Webhooks(in.Dir); err != nil {
		return err
	}
	in.env = append(append(in.env, "OPS_ADDR=", "WEBHOOK_RATE_LIMIT=0"), env...)
	if s.pooled {
		if err := in.pool(ctx); err != nil {
			return err
		}
	}
	if s.behind {
		if in.backDoor, err = testbed.NewProxy("unix", in.Postgres.Socket()); err != nil {
			return err
		}
		in.dsns = []string{fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", in.backDoor.Address(), in.database)}
	}
	for range s.servers {
		s, err := in.start(ctx)
		if err != nil {
			return err
		}
		in.servers = append(in.servers, s)
	}
	if s.behind {
		for _, addr := range []string{in.servers[0].HTTP, in.servers[0].GRPC} {
			p, err := testbed.NewProxy("tcp", addr)
			if err != nil {
				return err
			}
			in.front = append(in.front, p)
		}
	}
	return nil
}

// pool puts PgBouncer between the servers and PostgreSQL, in the mode transaction, as docs/operate/pooling.md says.
func (in *installation) pool(ctx context.Context) (err error) {
	if err := bouncer.Set(ctx, in.db, slices.Concat(bouncer.Limits, bouncer.Plans)...); err != nil {
		return err
	}
	if in.pooler, err = bouncer.Run(in.dsn(), bouncer.Transaction, "", 20); err != nil {
		return err
	}
	in.db.SetMaxOpenConns(1) // the session that breakPool spares
	in.dsns, in.env = []string{in.pooler.DSN}, append(in.env, "DATABASE_POOLER=transaction")
	return nil
}

// breakPool ends PgBouncer with SIGKILL and starts it again, or ends its sessions of PostgreSQL.
func breakPool(ctx context.Context, in *installation) error {
	if rand.IntN(2) == 0 {
		return in.pooler.Restart()
	}
	_, err := in.db.ExecContext(ctx, `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	return err
}

// dsn is the address of the database.
func (in *installation) dsn() string {
	if in.nodes != nil {
		return in.dsns[0]
	}
	return in.Postgres.DSN(in.database)
}

func (in *installation) start(ctx context.Context) (*process.Server, error) {
	in.started++
	file := filepath.Join(in.Dir, fmt.Sprintf("%s-%d.log", in.database, in.started))
	env := append(in.env[:len(in.env):len(in.env)], "DATABASE_URL="+in.dsns[in.started%len(in.dsns)])
	return process.Start(ctx, file, env, in.program, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0")
}

// close ends the servers.
func (in *installation) close() error {
	if in.target != nil {
		defer func() { _ = in.target.close() }() // its servers are killed
	}
	for _, s := range append(in.servers, in.replaced...) {
		s.Kill()
	}
	if in.pooler != nil {
		_ = in.pooler.Close() // the servers are gone
	}
	for _, p := range append(slices.Clone(in.front), in.backDoor) {
		if p != nil {
			_ = p.Close() // it accepts no more, and has no state
			p.Cut()
		}
	}
	switch {
	case in.nodes != nil:
		return in.drop(context.Background())
	case in.db == nil:
		return nil
	}
	return in.db.Close()
}

// any is the address of one of the servers.
func (in *installation) any(random *rand.Rand) address {
	if in.left.Load() {
		return in.target.any(random)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.front) > 0 {
		return address{in.front[0].Address(), in.front[1].Address()}
	}
	s := in.servers[random.IntN(len(in.servers))]
	return address{s.HTTP, s.GRPC}
}

// killServer ends a server with SIGKILL and starts another one in its place.
func (in *installation) killServer(ctx context.Context, at int) error {
	in.servers[at].Kill()
	s, err := in.start(ctx)
	if err != nil {
		return err
	}
	in.mu.Lock()
	in.servers[at] = s
	in.mu.Unlock()
	return nil
}

// replace starts a server in the place of another one, which it stops with SIGTERM. That one ends what it has begun.
func (in *installation) replace(ctx context.Context, at int) error {
	s, err := in.start(ctx)
	if err != nil {
		return err
	}
	in.mu.Lock()
	old := in.servers[at]
	in.servers[at], in.replaced = s, append(in.replaced, old)
	in.mu.Unlock()
	return old.Signal(syscall.SIGTERM)
}

// killPostgres ends PostgreSQL with SIGKILL and starts it again.
func (in *installation) killPostgres(ctx context.Context) error {
	if err := in.Postgres.Kill(); err != nil {
		return err
	}
	return in.Postgres.Start(ctx)
}

// current is the installation that has the organization.
func (in *installation) current() *installation {
	if in.left.Load() {
		return in.target
	}
	return in
}

// hurry makes webhooks due that wait for the next try.
func (in *installation) hurry(ctx context.Context) {
	_, _ = in.current().db.ExecContext(ctx,
		`UPDATE webhooks SET due_at = now() WHERE organization_id = $1 AND due_at > now()`,
		in.laboratory.organization.Organization.ID) // fails while PostgreSQL is down
}

// endLeases ends the leases of webhooks, as time does. So the events that a server has not delivered, because it or its
// connection to PostgreSQL was lost, are delivered at once.
func (in *installation) endLeases(ctx context.Context) error {
	_, err := in.current().db.ExecContext(ctx, `
UPDATE webhooks SET leased_until = now() - interval '1 second' WHERE organization_id = $1 AND leased_until IS NOT NULL`,
		in.laboratory.organization.Organization.ID)
	return err
}
