package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/process"
)

// The contestants of the report.
const (
	nameBench    = "pgbench"
	nameRaw      = "statements"
	nameBaseline = "baseline"
	nameREST     = "Workplan REST"
	nameGRPC     = "Workplan gRPC"
	nameGin      = "Gin + GORM"
	nameFastify  = "Fastify + Drizzle"
	namePocket   = "PocketBase"
)

// contestantNames are the contestants in the order of the tables.
var contestantNames = []string{nameBench, nameRaw, nameBaseline, nameREST, nameGRPC, nameGin, nameFastify, namePocket}

// rawClient sends the statements of a request to PostgreSQL, without a server and without JSON.
type rawClient struct{ *baseline }

func (r rawClient) send(ctx context.Context, c *call, _ io.Writer) (err error) {
	switch {
	case len(c.items) > 0:
		_, err = r.write(ctx, c.items)
	case c.body == nil:
		_, query, _ := strings.Cut(c.path, "?")
		values, parseErr := url.ParseQuery(query)
		if parseErr != nil {
			return parseErr
		}
		_, _, _, err = r.rows(ctx, values)
	default:
		_, err = r.patch(ctx, c.path, c.body)
	}
	return err
}

// Close implements client. The connections belong to the contestant.
func (r rawClient) Close() error { return nil }

// pocketBaseClient sends the requests in the API of PocketBase.
type pocketBaseClient struct{ client }

func (p pocketBaseClient) send(ctx context.Context, c *call, out io.Writer) error {
	return p.client.send(ctx, c.pocketBase, out)
}

const pocketBasePath = "/api/collections/"

// pocketBaseBatch is the largest upsert that is sent to PocketBase.
const pocketBaseBatch = 1000

// pocketBaseID is the id of a record in PocketBase.
func pocketBaseID(number int) string { return fmt.Sprintf("%015d", number) }

// pocketBaseUpsert writes the hours of rows from the row first on. PocketBase has no upsert by a natural key, so the
// ids are given.
func pocketBaseUpsert(first int, items []item) *call {
	path := func(i int) string { return pocketBasePath + "assignments/records/" + pocketBaseID(first+i) }
	if len(items) == 1 {
		return &call{method: "PATCH", path: path(0), body: mustJSON(object{"hours": items[0].Hours})}
	}
	if len(items) > pocketBaseBatch {
		return nil
	}
	return &call{method: "POST", path: "/api/batch", body: mustJSON(object{"requests": repeat(len(items),
		func(i int) object {
			return object{"method": "PATCH", "url": path(i), "body": object{"hours": items[i].Hours}}
		})})}
}

// foreign is a contestant that is no Go of this module.
type foreign struct {
	name, folder string
	// build makes the program from a copy of the folder and returns the command that starts it.
	build func(ctx context.Context, folder string) ([]string, error)
}

var foreigners = []foreign{
	{nameGin, "gin-gorm", buildGo},
	{nameFastify, "fastify-drizzle", func(ctx context.Context, folder string) ([]string, error) {
		node, err := exec.LookPath("node")
		if err != nil {
			return nil, err
		}
		if _, err := process.Output(ctx, "npm", "ci", "--prefix="+folder, "--omit=dev", "--ignore-scripts",
			"--no-audit", "--no-fund"); err != nil {
			return nil, err
		}
		return []string{node, filepath.Join(folder, "server.mjs")}, nil
	}},
	{namePocket, "pocketbase", buildGo},
}

func buildGo(ctx context.Context, folder string) ([]string, error) {
	program := filepath.Join(folder, "contestant")
	_, err := process.Output(ctx, "go", "build", "-C", folder, "-o", program, ".")
	return []string{program}, err
}

// prepare builds a foreign contestant outside of the checkout.
func (f foreign) prepare(ctx context.Context, root, dir string) ([]string, error) {
	folder := filepath.Join(dir, f.folder)
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(root, "tools", "bench", "contestants", f.folder))); err != nil {
		return nil, err
	}
	return f.build(ctx, folder)
}

// loadTimeout limits how long PocketBase loads its rows.
const loadTimeout = 10 * time.Minute

// databaseOf is the name of the database with a number of rows.
func databaseOf(rows int) string { return fmt.Sprint("rows_", rows) }

// copyRows makes a database with a number of rows from the imported organization. The rows are copied without their
// foreign keys, and the indexes are made when they are there, because that takes a tenth of the time.
func (e *environment) copyRows(ctx context.Context, rows int) (err error) {
	name := databaseOf(rows)
	if err := e.execute(ctx, "postgres",
		"CREATE DATABASE "+name+" TEMPLATE "+loaded+" STRATEGY file_copy"); err != nil {
		return err
	}
	db, err := e.open(name)
	if err != nil {
		return err
	}
	defer db.Close()
	var indexes []string
	var list pq.StringArray
	if err := db.QueryRowContext(ctx,
		`SELECT array_agg(indexname), array_agg(indexdef) FROM pg_indexes WHERE tablename = 'assignments'
			AND indexname <> 'assignments_pkey'`).
		Scan(&list, (*pq.StringArray)(&indexes)); err != nil {
		return err
	}
	for _, index := range list {
		if _, err := db.ExecContext(ctx, "DROP INDEX "+index); err != nil {
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
		return err
	}
	if err := copyIn(ctx, tx, e.organization, rows); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	for _, statement := range append(indexes, "VACUUM ANALYZE") {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func copyIn(ctx context.Context, tx *sql.Tx, o *organization, rows int) error {
	insert, err := tx.PrepareContext(ctx, "COPY assignments (organization_id, id, version, created_at, updated_at, "+
		"user_id, project_id, capability_id, date, hours) FROM STDIN")
	if err != nil {
		return err
	}
	const now = "2026-01-01T00:00:00.123456Z"
	for i := range rows {
		it := o.item(i)
		if _, err := insert.ExecContext(ctx, o.Organization.ID, uuid.Must(uuid.NewV7()).String(), 1, now, now, it.User,
			it.Project, it.Capability, it.Date, it.Hours); err != nil {
			return err
		}
	}
	if _, err := insert.ExecContext(ctx); err != nil {
		return err
	}
	return insert.Close()
}

// writeRows writes the rows for PocketBase.
func writeRows(file string, rows int) error {
	var b bytes.Buffer
	for i := range rows {
		n := row(i)
		fmt.Fprintf(&b, "%d\t%d\t%d\t%s\t%s\n", n.user, n.project, n.capability, date(n.day),
			strconv.FormatFloat(n.hours, 'f', -1, 64))
	}
	return os.WriteFile(file, b.Bytes(), 0o600)
}

// addBaseline adds the baseline server and its statements without a server.
func (e *environment) addBaseline(ctx context.Context, rows int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	name := databaseOf(rows)
	s, err := e.startServer(ctx, name, []string{self, baselineCommand, string(mustJSON(e.organization))})
	if err != nil {
		return err
	}
	db, err := postgres.Open(e.cluster.DSN(name), postgres.Options{})
	if err != nil {
		return err
	}
	t := &baseline{organization: *e.organization, db: db}
	e.contestants = append(e.contestants, e.contestantOf(s, nameBaseline, "admin"), contestant{
		server: &server{database: name}, name: nameRaw, dial: func() (client, error) { return rawClient{t}, nil },
	})
	return nil
}

// addWorkplan adds a process of workplan over REST and over gRPC.
func (e *environment) addWorkplan(ctx context.Context, rows int) error {
	name := databaseOf(rows)
	s, err := e.startServer(ctx, name, serve(e.workplan))
	if err != nil {
		return err
	}
	e.contestants = append(e.contestants, e.contestantOf(s, nameREST, "admin"), e.contestantOf(s, nameGRPC, "admin"))
	return nil
}

// addForeign starts a foreign contestant with its command.
func (e *environment) addForeign(ctx context.Context, f foreign, args []string, rows int) error {
	database := databaseOf(rows)
	if f.name != namePocket {
		var host, port string
		db, err := e.open(database)
		if err != nil {
			return err
		}
		defer db.Close()
		if err := db.QueryRowContext(ctx, "SELECT current_setting('unix_socket_directories'), current_setting('port')").
			Scan(&host, &port); err != nil {
			return err
		}
		s, err := e.startServer(ctx, database, args, "PGHOST="+host, "PGPORT="+port, "PGUSER=postgres",
			"PGDATABASE="+database, "NODE_ENV=production")
		if err == nil {
			e.contestants = append(e.contestants, e.contestantOf(s, f.name, "admin"))
		}
		return err
	}
	file := filepath.Join(e.dir, "rows.tsv")
	if err := writeRows(file, rows); err != nil {
		return err
	}
	args = append(args, e.dir, file, fmt.Sprint(users), fmt.Sprint(projects),
		fmt.Sprint(capabilities), fmt.Sprint(clients))
	s, err := process.Launch(filepath.Join(e.dir, "pocketbase.log"), nil, args...)
	if err != nil {
		return err
	}
	server := &server{"pocketbase", s}
	e.servers = append(e.servers, server) // close ends it
	loading, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	if err := s.Wait(loading); err != nil {
		return err
	}
	var entry struct{ Msg, Token string }
	for line := range bytes.Lines(s.Log()) {
		if json.Unmarshal(line, &entry) == nil && entry.Token != "" {
			break
		}
	}
	e.contestants = append(e.contestants, contestant{server: server, name: f.name, dial: func() (client, error) {
		client, err := server.dialHTTP(entry.Token)
		return pocketBaseClient{client}, err
	}})
	return nil
}

// addKeys creates the table in which the foreign contestants look up keys.
func (e *environment) addKeys(ctx context.Context, database string) error {
	return e.execute(ctx, database, fmt.Sprintf("CREATE TABLE contestant_keys (secret_hash bytea PRIMARY KEY, "+
		"organization_id uuid NOT NULL); INSERT INTO contestant_keys VALUES ('\\x%x', '%s'); ANALYZE contestant_keys",
		sha256.Sum256([]byte(e.organization.key("admin"))), e.organization.Organization.ID))
}

// isForeign reports whether a report may lack the contestant.
func isForeign(name string) bool {
	return name == nameGin || name == nameFastify || name == namePocket || name == nameBench
}

// miss notes that a contestant did not run. It returns an error only if the report is stopped.
func (r *study) miss(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	log.Printf("%s is left out: %v", name, err)
	reason, _, _ := strings.Cut(strings.ReplaceAll(err.Error(), errRefused.Error()+"\n", ""), "\n")
	r.figures.Absent = append(r.figures.Absent, absent{name, reason})
	return nil
}

// drop removes a contestant from all steps. It returns an error if the report cannot be without it.
func (r *study) drop(name string, err error) error {
	if !isForeign(name) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := r.miss(name, err); err != nil {
		return err
	}
	kept := r.contestants[:0:0]
	for _, c := range r.contestants {
		if c.name != name {
			kept = append(kept, c)
		}
	}
	r.contestants = kept
	return nil
}
