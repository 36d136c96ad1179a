package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/demo"
	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/webhooks"
)

type devCmd struct {
	DataDir  string `name:"data-dir" default:"${data_dir}" help:"The folder of the database."`
	HTTPAddr string `name:"http-addr" env:"HTTP_ADDR" default:"127.0.0.1:8080" help:"The address of the console, REST and the pages."`
	GRPCAddr string `name:"grpc-addr" env:"GRPC_ADDR" default:"127.0.0.1:9090" help:"The address of gRPC."`
}

// Help is the rest of the help text.
func (devCmd) Help() string {
	return `PostgreSQL 15 or newer is used if it is installed, and else downloaded once. The first start creates a
demo organization: last month is settled, and three timesheets of last week wait for a decision. Later starts find it
again, with the same keys. To start afresh, delete the data directory. Ctrl-C stops everything.

Environment, besides the variables of the flags:

    PG_BINDIR                  folder of postgres and initdb; "fetch" downloads them
    WORKPLAN_CACHE             folder for the download
    WORKPLAN_POSTGRES_MIRROR   mirror of Maven Central to download from
    XDG_DATA_HOME              parent of the default data directory

Example:

    workplan dev --data-dir ~/workplan --http-addr 127.0.0.1:8081`
}

// devDataDir returns the default folder of the database. For root it is a folder that
// PostgreSQL's user can enter, because PostgreSQL does not run as root.
func devDataDir() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "workplan-dev")
	}
	if os.Getuid() == 0 {
		return "/var/lib/workplan-dev"
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "workplan-dev")
	}
	return filepath.Join(os.TempDir(), "workplan-dev-"+strconv.Itoa(os.Getuid()))
}

// Run runs everything until ctx ends.
func (c *devCmd) Run(ctx context.Context, std streams) (err error) {
	if c.DataDir == "" {
		return errors.New("--data-dir is empty: leave it out for the default, or name a folder")
	}
	httpListener, grpcListener, err := listen(c.HTTPAddr, c.GRPCAddr)
	if err != nil {
		return err
	}
	defer httpListener.Close()
	defer grpcListener.Close()
	std.say("Starting PostgreSQL in %s …", c.DataDir)
	pg, err := cluster.Start(ctx,
		cluster.Config{DataDir: filepath.Join(c.DataDir, "postgres"), Durable: true, Log: std.say})
	if err != nil {
		return withAdvice(err)
	}
	defer func() { err = withAdvice(errors.Join(err, pg.Stop())) }()
	db, err := openDev(ctx, pg, std)
	if err != nil {
		return pg.WithLog(err)
	}
	defer db.Close()
	org, secrets, err := c.demo(ctx, db, std)
	if err != nil {
		return pg.WithLog(err)
	}
	masterKey, err := c.masterKey()
	if err != nil {
		return err
	}
	introduce(std, org, secrets, httpListener.Addr(), grpcListener.Addr())
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := services.New(services.Config{
		DB: db, Log: log, Metrics: prometheus.NewRegistry(),
		Webhooks: webhooks.Config{Keys: webhooks.MasterKeys{masterKey}, AllowCIDRs: loopback, AllowHTTP: true},
		Console:  console.Config{Demo: org.ID},
		MCP:      true, Version: thisBuild().Version,
		SCIM: scim.Groups{Admin: "Workplan admins", Manager: "Workplan managers"},
	})
	if err != nil {
		return err
	}
	tune(log)
	return server.Run(ctx, httpListener, grpcListener)
}

// loopback are the networks of this machine, to which webhooks may send.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// masterKey returns the key from which the secrets of webhooks are derived. The first start
// creates it.
func (c *devCmd) masterKey() ([]byte, error) {
	path := filepath.Join(c.DataDir, "secret.key")
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key = []byte(rand.Text() + rand.Text())
		err = os.WriteFile(path, key, 0o600)
	}
	return key, err
}

// withAdvice adds advice to the error of a full disk or of a folder that cannot be
// written.
func withAdvice(err error) error {
	switch {
	case isDiskFull(err):
		return fmt.Errorf("%w\nThe disk is full: free some space, or choose a folder on another disk with --data-dir",
			err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w\nChoose a folder that you can write to: --data-dir for the database, WORKPLAN_CACHE "+
			"for a downloaded PostgreSQL", err)
	}
	return err
}

// isDiskFull reports whether the disk is full. It also searches the text of err, which
// can have the end of PostgreSQL's log.
func isDiskFull(err error) bool {
	const diskFull = "53100"
	return err != nil && (errors.Is(err, syscall.ENOSPC) || postgres.Code(err) == diskFull ||
		strings.Contains(err.Error(), syscall.ENOSPC.Error()) || strings.Contains(err.Error(), "Check free disk space"))
}

const devDatabase = "workplan"

// openDev returns a pool on the database of dev. It creates and migrates the database if
// necessary.
func openDev(ctx context.Context, pg *cluster.Cluster, std streams) (*sql.DB, error) {
	defer std.meanwhile("Migrating …")()
	// CREATE DATABASE copies a whole database, which may take long on a slow disk.
	admin, err := postgres.Open(pg.DSN("postgres"), postgres.Options{StatementTimeout: time.Minute})
	if err != nil {
		return nil, err
	}
	defer admin.Close()
	var exists bool
	if err := admin.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, devDatabase).
		Scan(&exists); err != nil {
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
	if _, err := migrate.Up(ctx, db, migrations.Files, migrate.Options{ServersStopped: true}); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// demoAccess has the keys of the demo organization by name. It is stored in a file next
// to the database, because the database has only hashes of keys.
type demoAccess struct {
	Organization uuid.UUID         `json:"organization"`
	Keys         map[string]string `json:"keys"`
}

// demo returns the demo organization and its keys, the same at every start. It creates
// what is missing.
func (c *devCmd) demo(ctx context.Context, db *sql.DB, std streams) (*demo.Organization, map[string]string, error) {
	complete, err := demo.Exists(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	if !complete {
		std.say("Creating the demo organization …")
	}
	org, err := demo.Fill(ctx, db, time.Now(), std.say)
	if err != nil {
		return nil, nil, fmt.Errorf("create the demo organization: %w", err)
	}
	path := filepath.Join(c.DataDir, "demo.json")
	var kept demoAccess
	if data, err := os.ReadFile(path); err != nil || json.Unmarshal(data, &kept) != nil || kept.Organization != org.ID {
		kept = demoAccess{}
	}
	access := demoAccess{org.ID, map[string]string{}}
	for name, actor := range map[string]uuid.UUID{demo.AdminKey: org.AdminID, demo.MemberKey: org.BusyUserID} {
		key := cmp.Or(org.Keys[name], kept.Keys[name])
		if key == "" {
			if key, err = newDemoKey(ctx, db, org, name, actor); err != nil {
				return nil, nil, err
			}
		}
		access.Keys[name] = key
	}
	data, err := json.Marshal(access)
	if err != nil {
		return nil, nil, err
	}
	return org, access.Keys, os.WriteFile(path, data, 0o600)
}

func newDemoKey(ctx context.Context, db *sql.DB, org *demo.Organization, name string, actor uuid.UUID) (string, error) {
	client := tenant.Open(db)
	_, key, err := keys.Create(call.As(ctx, auth.Operator(org.ID, uuid.Nil), client), client, keys.Request{
		Name: name, ActorID: actor, Scopes: []string{auth.EveryScope}, ByOperator: true,
	})
	return key.Reveal(), err
}

// introduce prints the keys and three commands to try.
func introduce(std streams, org *demo.Organization, secrets map[string]string, httpAddr, grpcAddr net.Addr) {
	fmt.Fprintf(std.out, `
Workplan is running with the demo organization %[1]q. Open it in a browser:

  http://%[2]s

  REST  http://%[2]s/api/v1      gRPC  %[3]s
  docs  http://%[2]s/docs
  MCP   http://%[2]s/mcp for assistants
  SCIM  http://%[2]s/scim/v2 for identity providers
  key   %[4]s  an admin's
        %[7]s  a member's, with fewer permissions

Try:

  curl -H 'Authorization: Bearer %[4]s' http://%[2]s/api/v1/me

  curl -H 'Authorization: Bearer %[4]s' 'http://%[2]s/api/v1/assignments?user_id=%[5]s&start_date=%[6]s&limit=5'

  curl -H 'Authorization: Bearer %[4]s' 'http://%[2]s/api/v1/time-off?status=pending'

Ctrl-C stops it.
`, org.Name, httpAddr, grpcAddr, secrets[demo.AdminKey], org.BusyUserID,
		time.Now().Format(time.DateOnly), secrets[demo.MemberKey])
}
