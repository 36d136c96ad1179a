package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services/chain/call"
)

// doctorCmd has the flags of serve.
type doctorCmd struct {
	serveCmd
	JSON bool `name:"json" help:"Print JSON."`
}

// Help is the rest of the help text.
func (doctorCmd) Help() string {
	return `Run it with the variables of serve, on a machine where serve runs. It changes nothing, and sends a span if
traces are on. Each line is ok, warn or fail, and says what to do. The exit code is 1 if a line is fail. The
report has no secrets, so it can be attached to a request for help.

Examples:

    DATABASE_URL_FILE=/run/secrets/database workplan doctor
    workplan doctor --json > report.json`
}

// report is what the command prints.
type report struct {
	Version  build            `json:"version"`
	Settings []setting        `json:"settings"`
	Findings []doctor.Finding `json:"findings"`
}

// Run checks everything and prints the report.
func (c *doctorCmd) Run(ctx context.Context, command *kong.Context, std streams) error {
	r := report{Version: thisBuild(), Settings: effective(command)}
	done := std.meanwhile("Asking the database …")
	r.Findings = c.examine(ctx)
	done()
	if err := r.print(std, c.JSON); err != nil {
		return err
	}
	failed := 0
	for _, f := range r.Findings {
		if f.Status == doctor.Fail {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(r.Findings))
	}
	return nil
}

// examine returns the findings. Without a valid configuration nothing else is checked, and without
// a database nothing that is in it.
func (c *doctorCmd) examine(ctx context.Context) []doctor.Finding {
	p, err := c.prepare(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return []doctor.Finding{{Check: "configuration", Status: doctor.Fail, Text: err.Error()}}
	}
	defer p.close()
	all := []doctor.Finding{{Check: "configuration", Status: doctor.OK, Text: "it is valid"}}
	for _, err := range misspelled(newParser(&cli{}, "").Model, os.Environ()) {
		all = append(all, doctor.Finding{Check: "configuration", Status: doctor.Warn, Text: err.Error()})
	}
	all = append(all, c.settingsFinding(os.Environ(), inContainer()))
	if p.cfg.TLS != nil {
		all = append(all, certificateFinding(p.cfg.TLS))
	}
	if c.OIDCIssuer != "" {
		all = append(all, doctor.Issuer(ctx, c.OIDCIssuer))
	}
	if p.telemetry.provider != nil {
		all = append(all, doctor.Collector(ctx, p.telemetry.provider))
	}
	if p.cfg.Quota.RedisURL != "" {
		all = append(all, doctor.Redis(ctx, p.cfg.Quota.RedisURL))
	}
	if c.OpsAddr != "" {
		all = append(all, doctor.Proxies(ctx, c.OpsAddr))
	}
	_, cfg, _ := c.parse() // prepare has checked it
	began := time.Now()
	pinging, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	if err := postgres.CheckSessions(pinging, p.cfg.Background); err != nil {
		return append(all, doctor.Finding{Check: "database", Status: doctor.Fail, Text: explain(cfg, err).Error()})
	}
	took := time.Since(began).Round(time.Millisecond)
	host, err := c.primary(pinging)
	if err != nil {
		return append(all, doctor.Finding{Check: "database", Status: doctor.Fail, Text: err.Error()})
	}
	all = append(all, doctor.Finding{Check: "database", Status: doctor.OK, Text: fmt.Sprintf("connected to %s in %s",
		cmp.Or(host, address(cfg)), took)})
	if c.MigrateDatabaseURL != "" {
		all = append(all, c.ownerFinding(ctx))
	}
	watching, stop := context.WithCancel(ctx) // a check that waits for a lock in vain says who has it
	defer stop()
	go p.cfg.LockWatch.Run(watching, p.cfg.Probe, p.cfg.Background)
	return append(all, doctor.Database(ctx, p.cfg.Background, doctor.Limits{
		Connections: p.cfg.DB.Stats().MaxOpenConnections + probeConns + backgroundConns + call.MaxWholeLists,
		Keys:        p.cfg.MaxKeys, StoredResponses: p.cfg.StoredResponses, NoWebhooks: len(p.cfg.Webhooks.Keys) == 0,
	})...)
}

// ownerFinding is about the role that changes the schema.
func (c *doctorCmd) ownerFinding(ctx context.Context) doctor.Finding {
	const check = "owner"
	quiet := streams{out: io.Discard, err: io.Discard}
	db, err := c.owner.open(ctx, c.database, quiet)
	if err != nil {
		return doctor.Finding{Check: check, Status: doctor.Fail, Text: err.Error()}
	}
	db.Close()
	return doctor.Finding{Check: check, Status: doctor.OK, Text: "MIGRATE_DATABASE_URL is the same database"}
}

// print prints the report. As text it has only the settings that differ from their defaults.
func (r report) print(std streams, asJSON bool) error {
	if asJSON {
		return printJSON(std, r)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\n\n", r.Version)
	for _, s := range r.Settings {
		if s.From != "default" {
			fmt.Fprintf(w, "%s\t%s\n", s.Name, cmp.Or(s.Value, `""`))
		}
	}
	fmt.Fprintln(w)
	for _, f := range r.Findings {
		text := visible(f.Text)
		if f.Status == doctor.Fail {
			// Mistakes of the configuration, each in a line; the others can have names of tenants.
			text = strings.ReplaceAll(visibleLines(f.Text), "\n", "\n\t\t")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.Status, f.Check, text)
	}
	return w.Flush()
}
