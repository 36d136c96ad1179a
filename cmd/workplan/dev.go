package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/demo"
	"github.com/workplan-api/workplan/services/keys"
)

type devCmd struct {
	DataDir  string `name:"data-dir" default:"${data_dir}" help:"Where the database is kept."`
	HTTPAddr string `name:"http-addr" env:"HTTP_ADDR" default:"127.0.0.1:8080" help:"Where REST listens."`
	GRPCAddr string `name:"grpc-addr" env:"GRPC_ADDR" default:"127.0.0.1:9090" help:"Where gRPC listens."`
}

// Help says what help without arguments does not.
func (devCmd) Help() string {
	return "The PostgreSQL is the one that is installed (15 or newer) or else is fetched once. The first start fills a demo organization; the next ones find it again, with the same key. To start afresh, delete the data directory. Ctrl-C stops everything."
}

// devDataDir is where the database of dev is kept. For root it lies where the user
// that PostgreSQL runs as can reach it.
func devDataDir() string {
	if os.Getuid() == 0 {
		return "/var/lib/workplan-dev"
	}
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "workplan-dev")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "workplan-dev")
	}
	return filepath.Join(os.TempDir(), "workplan-dev-"+strconv.Itoa(os.Getuid()))
}

// Run runs everything until it is told to stop.
func (c *devCmd) Run(ctx context.Context, std streams) (err error) {
	httpListener, grpcListener, err := listen(c.HTTPAddr, c.GRPCAddr)
	if err != nil {
		return err
	}
	defer httpListener.Close()
	defer grpcListener.Close()
	std.say("Starting PostgreSQL in %s …", c.DataDir)
	pg, err := cluster.Start(ctx, cluster.Config{DataDir: filepath.Join(c.DataDir, "postgres"), Durable: true, Log: std.say})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pg.Stop()) }()
	db, err := openDev(ctx, pg)
	if err != nil {
		return err
	}
	defer db.Close()
	d, err := c.demo(ctx, db, std)
	if err != nil {
		return err
	}
	d.introduce(std, httpListener.Addr(), grpcListener.Addr())
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return serve(ctx, db, log, httpListener, grpcListener)
}

const devDatabase = "workplan"

// openDev returns a pool on the database of dev, made and migrated where needed.
func openDev(ctx context.Context, pg *cluster.Cluster) (*sql.DB, error) {
	admin, err := postgres.Open(pg.DSN("postgres"), postgres.Options{})
	if err != nil {
		return nil, err
	}
	defer admin.Close()
	var exists bool
	if err := admin.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, devDatabase).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+devDatabase); err != nil {
			return nil, err
		}
	}
	db, err := postgres.Open(pg.DSN(devDatabase), postgres.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := migrate.Up(ctx, db, migrations.Files); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// demoAccess is what dev keeps beside the database, because no secret is in it: how to
// call as the demo organization.
type demoAccess struct {
	Organization   uuid.UUID `json:"organization"`
	Name           string    `json:"name"`
	Key            string    `json:"key"`
	UserID         uuid.UUID `json:"userId"`
	ProjectID      uuid.UUID `json:"projectId"`
	PendingTimeOff uuid.UUID `json:"pendingTimeOff"`
}

// demo returns the access to the demo organization, which it fills where it is not
// there or not finished.
func (c *devCmd) demo(ctx context.Context, db *sql.DB, std streams) (*demoAccess, error) {
	path := filepath.Join(c.DataDir, "demo.json")
	access := &demoAccess{}
	data, err := os.ReadFile(path)
	if err == nil && json.Unmarshal(data, access) == nil && access.Key != "" {
		return access, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	std.say("Filling the demo organization …")
	org, err := demo.Fill(ctx, db, time.Now(), std.say)
	if err != nil {
		return nil, fmt.Errorf("the demo organization: %w", err)
	}
	access = &demoAccess{
		Organization: org.ID, Name: org.Name, Key: org.Keys[demo.AdminKey],
		UserID: org.BusyUserID, ProjectID: org.ActiveProjectID, PendingTimeOff: org.PendingTimeOffID,
	}
	if access.Key == "" { // it was filled before, and its key is lost
		if access.Key, err = newDemoKey(ctx, db, org); err != nil {
			return nil, err
		}
	}
	if data, err = json.MarshalIndent(access, "", "  "); err != nil {
		return nil, err
	}
	return access, os.WriteFile(path, data, 0o600)
}

func newDemoKey(ctx context.Context, db *sql.DB, org *demo.Organization) (string, error) {
	_, key, err := keys.Create(auth.AsOperator(ctx, org.ID, uuid.Nil), services.NewClient(db), keys.Request{
		Name: demo.AdminKey, ActorID: org.AdminID, Scopes: []string{"*"},
	})
	return key.Reveal(), err
}

// introduce prints the key and three commands to try.
func (d *demoAccess) introduce(std streams, httpAddr, grpcAddr net.Addr) {
	fmt.Fprintf(std.out, `
Workplan is running with the demo organization %[1]q.

  REST  http://%[2]s/api/v1      gRPC  %[3]s
  key   %[4]s

Try:

  curl -H 'Authorization: Bearer %[4]s' http://%[2]s/api/v1/me

  curl -H 'Authorization: Bearer %[4]s' 'http://%[2]s/api/v1/assignments?user_id=%[5]s&limit=5'

  curl -X POST -H 'Authorization: Bearer %[4]s' http://%[2]s/api/v1/time-off/%[6]s/approve

Ctrl-C stops it.
`, d.Name, httpAddr, grpcAddr, d.Key, d.UserID, d.PendingTimeOff)
}
