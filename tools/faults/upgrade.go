package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/ent/migrations"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/test/process"
)

func init() {
	add(row{
		name: "migration-blocked",
		done: "A migration adds a column to the table of planned hours and builds an index on it, while another " +
			"transaction, such as a backup, has read the table and stays open for 4 s. Clients read and write " +
			"over HTTP and gRPC meanwhile.",
		holds: "No request fails, and the migration is applied after the transaction has ended.",
		run: func(ctx context.Context, e *environment) ([]figure, error) {
			return blocked(ctx, e, func() error { return expand(ctx, e) })
		},

		controlDone: "a lock_timeout of 5 s",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			return blocked(ctx, e, func() error {
				return e.Postgres.Execute(ctx, e.database,
					"SET lock_timeout = '5s'; ALTER TABLE assignments ADD COLUMN note text")
			})
		},
	}, row{
		name:  "rolling-upgrade",
		named: true,
		done: "Two servers of the previous version serve a database that they made, under reads and writes over " +
			"kept HTTP and gRPC connections. A ledger remembers upserts over HTTP and creates over gRPC. `workplan " +
			"migrate` of this version and an example of the next release's migrations change the schema. Then the " +
			"servers are replaced one after the other by this version, and after that by the previous version again.",
		holds: "No request fails, no acknowledged write is lost, partial or doubled, and each " +
			"server exits with 0 within 25 s.",
		run: func(ctx context.Context, e *environment) ([]figure, error) { return upgrade(ctx, e, "") },

		controlDone: "the migration renames a column that the previous version uses",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			return upgrade(ctx, e, "ALTER TABLE clients RENAME COLUMN website TO site")
		},
	})
}

// next are migrations as a next release may have them.
var next = map[string]string{
	"9001_example.sql": "-- A column for a new field.\n" +
		"ALTER TABLE assignments ADD COLUMN note text NOT NULL DEFAULT '';\n",
	"9002_example.sql": "-- workplan:outside-transaction\n" +
		"CREATE INDEX CONCURRENTLY IF NOT EXISTS assignments_note_idx ON assignments (organization_id, note);\n",
}

// expand applies the migrations of this version and those in next.
func expand(ctx context.Context, e *environment) error {
	dir, err := os.MkdirTemp(e.Dir, "migrations")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, migrations.Files); err != nil {
		return err
	}
	for name, text := range next {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	db, err := e.pool()
	if err != nil {
		return err
	}
	_, err = migrate.Up(ctx, db, os.DirFS(dir), migrate.Options{})
	return err
}

// blocked changes the schema under load, while a transaction that has read the table of hours is open.
func blocked(ctx context.Context, e *environment, change func() error) ([]figure, error) {
	r, err := startRollout(ctx, e, func() (*process.Server, error) { return e.serve(ctx) })
	if err != nil {
		return nil, err
	}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	reader, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err := reader.ExecContext(ctx, "SELECT FROM assignments LIMIT 1"); err != nil {
		return nil, err
	}
	began, open := time.Now(), 4*time.Second
	changed := make(chan error, 1)
	go func() { changed <- change() }()
	time.Sleep(open)
	err = errors.Join(reader.Rollback(), <-changed)
	took := time.Since(began)
	time.Sleep(time.Second) // under the new schema
	figures, err := r.end(err)
	if err == nil && took < open {
		err = errors.New("the transaction did not hold the migration up")
	}
	return append(figures, milliseconds("longest migration", took)), err
}

// writersOfHours are the writers of the ledger in rolling-upgrade.
const writersOfHours = 2

// upgrade replaces two servers of the previous version by this one and back. alsoChange is another statement of the
// migration, or "".
func upgrade(ctx context.Context, e *environment, alsoChange string) (figures []figure, err error) {
	if e.previous == "" {
		return nil, errors.New("--previous is missing: run .ci/upgrade")
	}
	before := *e.shared
	e.shared, e.database = &before, e.database+"_before"
	if before.first, before.second, err = e.prepare(ctx, e.previous, e.database); err != nil {
		return nil, err
	}
	serve := func(program string) func() (*process.Server, error) {
		return func() (*process.Server, error) { return e.serveProgram(ctx, program) }
	}
	r, err := startRollout(ctx, e, serve(e.previous))
	if err != nil {
		return nil, err
	}
	conn, err := dialGRPC(r.rpc.Address(), e.second.key("admin"))
	if err != nil {
		return nil, err
	}
	e.atEnd(func() { conn.Close() })
	writing, stopWriting := context.WithCancel(ctx)
	defer stopWriting()
	var writers sync.WaitGroup
	hours, created := newLedger(e.second), &creates{}
	hours.pause = 50 * time.Millisecond // more would use up the turns of the organization
	for n := range writersOfHours {
		writers.Go(func() { hours.write(writing, []string{r.web.Address()}, 20+n, 20) })
	}
	writers.Go(func() { created.write(writing, r.load, conn) })

	err = func() error {
		if _, err := process.Output(ctx, e.Workplan, "migrate",
			"--database-url="+e.Postgres.DSN(e.database)); err != nil {
			return err
		}
		if err := expand(ctx, e); err != nil {
			return err
		}
		if alsoChange != "" {
			if err := e.Postgres.Execute(ctx, e.database, alsoChange); err != nil {
				return err
			}
		}
		for _, program := range []string{e.Workplan, e.Workplan, e.previous, e.previous} {
			if err := r.roll(serve(program)); err != nil {
				return err
			}
		}
		return nil
	}()
	stopWriting()
	writers.Wait()
	figures, err = r.end(err)
	if err != nil {
		return figures, err
	}
	db, err := e.pool()
	if err != nil {
		return figures, err
	}
	more, err := hours.check(ctx, db)
	figures = append(figures, more...)
	if err != nil {
		return figures, err
	}
	if hours.failures[0] <= writersOfHours { // the end of each writer may cancel a request
		delete(hours.failures, 0)
	}
	if len(hours.failures) > 0 {
		return figures, broken("upserts failed: by status, %v", hours.failures)
	}
	figures = append(figures, count("creates over gRPC", len(created.acknowledged)))
	return figures, created.check(ctx, e.second, conn)
}

// creates remembers the names of clients whose creation the server acknowledged.
type creates struct{ acknowledged []string }

// write creates clients until ctx ends.
func (c *creates) write(ctx context.Context, l *load, conn *grpc.ClientConn) {
	for n := 0; ctx.Err() == nil; n++ {
		name := fmt.Sprint("Created ", n)
		_, err := pb.NewClientServiceClient(conn).CreateClient(context.WithoutCancel(ctx),
			&pb.CreateClientRequest{Client: &pb.Client{CompanyName: &name}})
		l.count(err)
		if err == nil {
			c.acknowledged = append(c.acknowledged, name)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// check returns an error of broken unless each acknowledged client exists once.
func (c *creates) check(ctx context.Context, o *organization, conn *grpc.ClientConn) error {
	var names []string
	for cursor := (*string)(nil); ; {
		resp, err := pb.NewClientServiceClient(conn).ListClients(ctx,
			&pb.ListClientsRequest{Limit: new(int32(200)), Cursor: cursor})
		if err != nil {
			return err
		}
		for _, client := range resp.GetData().GetItems() {
			names = append(names, client.GetCompanyName())
		}
		if cursor = resp.GetData().NextCursor; cursor == nil {
			break
		}
	}
	slices.Sort(names)
	for _, name := range c.acknowledged {
		at, found := slices.BinarySearch(names, name)
		if !found || at+1 < len(names) && names[at+1] == name {
			return broken("a client whose creation was acknowledged is lost or doubled: %s", name)
		}
	}
	return nil
}
