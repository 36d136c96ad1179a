package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// pgbench runs the statements of scenarios with PostgreSQL's own benchmark, prepared, one statement for a request.
type pgbench struct {
	program, socket, port string
	scripts               map[string]string // by scenario
}

// newPgbench returns nil and the reason if pgbench is not installed.
func (e *environment) newPgbench(o *organization, database string) (*pgbench, error) {
	program, err := exec.LookPath("pgbench")
	if err != nil {
		return nil, err
	}
	b := &pgbench{program: program, scripts: map[string]string{}}
	db, err := e.open("postgres")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := db.QueryRow("SELECT current_setting('unix_socket_directories'), current_setting('port')").
		Scan(&b.socket, &b.port); err != nil {
		return nil, err
	}
	for name, script := range pgbenchScripts(o) {
		file := filepath.Join(e.dir, database+"-"+name+".sql")
		if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
			return nil, err
		}
		b.scripts[name] = file
	}
	return b, nil
}

// array is a constant from which a script picks an id.
func array(records []record) string {
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
	}
	return "'{" + strings.Join(ids, ",") + "}'::uuid[]"
}

// pgbenchScripts returns the scripts by scenario. They take random users, projects, days and clients.
func pgbenchScripts(o *organization) map[string]string {
	page := func(limit, days int, column string, ids []record, count int) string {
		days = min(days, o.days())
		// The order of the parameters is that of the statement.
		text, conditions := "", []string{"date >=", "date <="}
		values := []string{fmt.Sprintf("'%s'", o.Organization.ID)}
		if column != "" {
			text = fmt.Sprintf("\\set id random(1, %d)\n", count)
			conditions = append([]string{column + " ="}, conditions...)
			values = append(values, "("+array(ids)+")[:id]")
		}
		values = append(values, fmt.Sprintf("(date '%s' + :day::int)", date(0)),
			fmt.Sprintf("(date '%s' + :day::int)", date(days-1)),
			fmt.Sprint(limit+1), "0")
		statement := listText(conditions...)
		for i := len(values); i > 0; i-- {
			statement = strings.ReplaceAll(statement, fmt.Sprintf("$%d", i), values[i-1])
		}
		return text + fmt.Sprintf("\\set day random(0, %d)\n%s;\n", o.days()-days, statement)
	}
	patch := strings.NewReplacer("$1", "'"+o.Organization.ID+"'", "$2", "("+array(o.Clients)+")[:client]",
		"$3", "'https://client.example/' || :n", "$4", "now()", "\n", " ",
		"24:MI:SS", "24' || chr(58) || 'MI' || chr(58) || 'SS").Replace(patchText) // a colon begins a variable
	return map[string]string{
		"list-50":         page(50, 30, "user_id", o.Users, users),
		"list-50-project": page(50, 30, "project_id", o.Projects, projects),
		"list-50-all":     page(50, 30, "", nil, 0),
		"list-200":        page(200, 90, "user_id", o.Users, users),
		// No two connections change the same client.
		"patch": fmt.Sprintf("\\set client 1 + mod(:client_id + %d * random(0, %d), %d)\n"+
			"\\set n random(0, 1000000)\n%s;\n",
			leastRequests, len(o.Clients)/leastRequests-1, len(o.Clients), strings.TrimSpace(patch)),
	}
}

var (
	pgbenchRate    = regexp.MustCompile(`tps = ([\d.]+) \(without initial connection time\)`)
	pgbenchCount   = regexp.MustCompile(`number of transactions actually processed: (\d+)`)
	pgbenchLatency = regexp.MustCompile(`latency average = ([\d.]+) ms`)
)

// pgbenchRound runs pgbench for the time of a round, at least a second, and longer with many connections, because it
// opens them anew and prepares the statement in each. The latency is the mean.
func (e *environment) pgbenchRound(ctx context.Context, c contestant, s scenario, l load) (round, error) {
	b, seconds := c.bench, max(1, int(l.time.Seconds()+0.5))+l.clients/128
	run := func() ([]byte, error) {
		cmd := exec.CommandContext(ctx, b.program, "--no-vacuum", "--protocol=prepared", "--host="+b.socket,
			"--port="+b.port, "--username=postgres", fmt.Sprint("--client=", l.clients),
			fmt.Sprint("--jobs=", min(2, l.clients)),
			fmt.Sprint("--time=", seconds), "--file="+b.scripts[s.name], c.database)
		// The servers keep their connections and their plans from round to round.
		cmd.Env = append(os.Environ(), "PGOPTIONS=-c plan_cache_mode=force_generic_plan")
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
		return out, err
	}
	before := e.sample(c.server)
	out, err := run()
	if err == nil && bytes.Contains(out, []byte("processed: 0\n")) { // the connections took all the time
		seconds *= 4
		before = e.sample(c.server)
		out, err = run()
	}
	if err != nil {
		return round{}, err
	}
	figure := func(pattern *regexp.Regexp) (value float64) {
		if m := pattern.FindSubmatch(out); m != nil {
			value, err = strconv.ParseFloat(string(m[1]), 64)
		} else if err == nil {
			err = fmt.Errorf("pgbench printed no %q:\n%s", pattern, out)
		}
		return value
	}
	rate, count, latency := figure(pgbenchRate), figure(pgbenchCount), figure(pgbenchLatency)
	if err != nil {
		return round{}, err
	}
	after := e.sample(c.server)
	took := after.at.Sub(before.at).Seconds()
	return round{
		Rate: rate, P50: latency, Postgres: 1e6 * (after.postgres - before.postgres).Seconds() / count,
		Others: 100 * max(0, (after.others-before.others).Seconds()/took/float64(runtime.NumCPU())),
	}, nil
}
