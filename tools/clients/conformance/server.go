package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/webhooks"
)

// server is the real server, in this process, with its database.
type server struct {
	at      address
	log     *os.File
	cluster *cluster.Cluster
	db      *sql.DB
	cancel  context.CancelFunc
	stopped chan error
}

// startServer starts the server on free ports. It logs to the file at path.
func startServer(ctx context.Context, path string, say func(format string, args ...any)) (_ *server, err error) {
	s := &server{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	if s.log, err = os.Create(path); err != nil {
		return nil, err
	}
	if s.cluster, err = cluster.Start(ctx, cluster.Config{Log: say}); err != nil {
		return nil, err
	}
	if s.db, err = postgres.Open(s.cluster.DSN("postgres"), postgres.Options{}); err != nil {
		return nil, err
	}
	if _, err := migrate.Up(ctx, s.db, migrations.Files, migrate.Options{}); err != nil {
		return nil, err
	}
	return s, s.run(ctx, "127.0.0.1:0", "127.0.0.1:0")
}

var (
	// masterKeys derive the secrets of webhooks.
	masterKeys = webhooks.MasterKeys{[]byte("a key of the conformance suite only")}
	// loopback is the network to which webhooks may send.
	loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
)

// run runs the server on two addresses.
func (s *server) run(ctx context.Context, httpAddress, grpcAddress string) error {
	workplan, err := services.New(services.Config{
		DB: s.db, Log: slog.New(slog.NewJSONHandler(s.log, nil)), Metrics: prometheus.NewRegistry(),
		Webhooks: webhooks.Config{Keys: masterKeys, AllowCIDRs: loopback},
	})
	if err != nil {
		return err
	}
	httpListener, err := net.Listen("tcp", httpAddress)
	if err != nil {
		return err
	}
	grpcListener, err := net.Listen("tcp", grpcAddress)
	if err != nil {
		return errors.Join(err, httpListener.Close())
	}
	s.at = address{"http://" + httpListener.Addr().String(), grpcListener.Addr().String()}
	// Not ctx: the server must stop after the programs that call it.
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel, s.stopped = cancel, make(chan error, 1)
	go func() { s.stopped <- workplan.Run(running, httpListener, grpcListener) }()
	return nil
}

// restart stops the server and runs it again on the same addresses.
func (s *server) restart(ctx context.Context) error {
	start := time.Now()
	if err := s.halt(); err != nil {
		return err
	}
	if took := time.Since(start); took > restartTimeout {
		return fmt.Errorf("the stop of the server took %v", took)
	}
	return s.run(ctx, strings.TrimPrefix(s.at.url, "http://"), s.at.grpc)
}

// halt stops the server, if it runs.
func (s *server) halt() error {
	if s.stopped == nil {
		return nil
	}
	s.cancel()
	err := <-s.stopped
	s.stopped = nil
	return err
}

func (s *server) stop() error {
	err := s.halt()
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
	}
	if s.cluster != nil {
		err = errors.Join(err, s.cluster.Stop())
	}
	if s.log != nil {
		err = errors.Join(err, s.log.Close())
	}
	return err
}

// createdOnce returns an error unless the organization of a run has exactly one client
// with the name in the step of the lost response.
func (s *server) createdOnce(ctx context.Context, organization string) error {
	const count = `
SELECT count(*) FROM clients c JOIN organizations o ON o.id = c.organization_id
WHERE o.name = $1 AND c.company_name = 'Only once'`
	var clients int
	if err := s.db.QueryRowContext(ctx, count, organization).Scan(&clients); err != nil {
		return err
	}
	if clients != 1 {
		return fmt.Errorf("there are %d clients", clients)
	}
	return nil
}

//go:embed organization.json
var organization string

// found creates an organization for a run. It returns the variables with the address of
// the server and the keys.
func (s *server) found(ctx context.Context, name string) (env []string, err error) {
	made, err := importer.ImportJSON(ctx, s.db, []byte(strings.Replace(organization, "%s", name, 1)), false)
	if err != nil {
		return nil, err
	}
	env = []string{"WORKPLAN_URL=" + s.at.url, "WORKPLAN_GRPC=" + s.at.grpc}
	variables := map[string]string{
		"admin": "WORKPLAN_KEY", "manager": "WORKPLAN_MANAGER_KEY", "member": "WORKPLAN_MEMBER_KEY",
		"reader": "WORKPLAN_READER_KEY",
	}
	for _, key := range made.GetKeys() {
		variable, ok := variables[key.GetName()]
		if !ok {
			return nil, fmt.Errorf("organization.json has the key %q without a variable", key.GetName())
		}
		env = append(env, variable+"="+key.GetSecret())
	}
	return env, nil
}
