package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// A move takes the organization of a history to another installation, with a database and a server of its own, while
// the clients work. The command is killed at random moments, and started again, or aborted first. A client goes to the
// other installation when the first one says that the organization has moved.
const (
	killsOfMove = 6
	// abortOneOf is how many kills there are for one that is followed by an abort.
	abortOneOf = 4
	// A kill comes at a random moment until about the organization is closed for the last round, or until about the
	// end.
	untilClosed, untilEnd = 1600 * time.Millisecond, 2500 * time.Millisecond
	probeEvery            = 10 * time.Millisecond
)

// figures are those of one move.
type figures struct {
	rows               int64
	kills, closed      int // closed: the organization was closed at the kill
	aborts             int
	took               time.Duration
	copied             int64
	pause, probed      time.Duration // of the last command, as it says and as the probe has seen it
	longest            time.Duration // as the probe has seen it, with kills while the organization was closed
	neighbour, alone   time.Duration // the longest request of another organization, during the move and before
	neighbours, probes int
}

// there returns the installation that the organization moves to.
func (l *laboratory) there(ctx context.Context, program string, env ...string) (_ *installation, err error) {
	if !l.hasEmpty {
		if err := l.Create(ctx, l.Workplan, emptyTemplate); err != nil {
			return nil, err
		}
		l.hasEmpty = true
	}
	return l.installFrom(ctx, scenario{servers: 1}, emptyTemplate, program, env...)
}

const emptyTemplate = "template_without_rows"

// neighbour is a client of another organization of the first installation.
type neighbour struct {
	id, key, user, project string
}

// addNeighbour imports another organization.
func (in *installation) addNeighbour(ctx context.Context, name string) (neighbour, error) {
	doc, made := documentOf(), &organization{}
	doc["organization"] = object{"name": name}
	err := in.Import(ctx, in.Workplan, in.dsn(), doc, made)
	if err != nil {
		return neighbour{}, err
	}
	return neighbour{made.Organization.ID, made.admin(), made.Users[1].ID, made.Projects[0].ID}, nil
}

// addRows writes rows of hours of 500 more users, half of them planned and half actual.
func (in *installation) addRows(ctx context.Context, rows int) error {
	log.Printf("Writing %d rows of hours …", rows)
	const users, projects = 500, projectsOfHours
	statements := []string{`
INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
SELECT $1, gen_random_uuid(), 1, now(), now(), 'many' || n || '@acme.example', 'Many ' || n, 40, 'member', true
FROM generate_series(1, 500) n`}
	for _, table := range []string{"assignments", "actual_hours"} {
		statements = append(statements, fmt.Sprintf(`
INSERT INTO %s (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, p.id, date '2200-01-01' + n, n %% 9
FROM users u, projects p, generate_series(1, %d) n WHERE u.organization_id = $1 AND u.name LIKE 'Many %%' AND p.organization_id = $1`,
			table, rows/2/users/projects))
	}
	// Without the checks of foreign keys, which all of these rows would pass.
	db, err := sql.Open("postgres", in.dsn()+" options='-c session_replication_role=replica'")
	if err != nil {
		return err
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s, in.laboratory.organization.Organization.ID); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "VACUUM ANALYZE")
	return err
}

// moveOnce runs the command, see command.
func (in *installation) moveOnce(ctx context.Context, kill time.Duration, args ...string) (ended bool, out []byte,
	err error) {
	id := in.laboratory.organization.Organization.ID
	return in.command(ctx, kill, append([]string{"organization", "move", id}, args...)...)
}

// command runs a command of workplan. It is killed after a time, unless that is 0. It reports whether it has ended
// before.
func (in *installation) command(
	ctx context.Context, kill time.Duration, args ...string,
) (ended bool, out []byte, err error) {
	cmd := exec.CommandContext(ctx, in.program, args...)
	cmd.Env = append(append(os.Environ(), in.env...), "DATABASE_URL="+in.dsn())
	if in.target != nil {
		cmd.Env = append(cmd.Env, "MOVE_TO_DATABASE_URL="+in.target.dsn())
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return false, nil, err
	}
	killed := false
	var mu sync.Mutex
	if kill > 0 {
		timer := time.AfterFunc(kill, func() {
			mu.Lock()
			defer mu.Unlock()
			killed = cmd.Process.Kill() == nil
		})
		defer timer.Stop()
	}
	err = cmd.Wait()
	mu.Lock()
	defer mu.Unlock()
	switch {
	case err == nil:
		return true, stdout.Bytes(), nil
	case killed:
		return false, nil, nil
	}
	said := stderr.String()
	return false, nil, broken("workplan %s: %v: %s", strings.Join(args, " "), err, said[max(0, len(said)-500):])
}

// moveAway moves the organization while clients work, with kills. It returns the number of kills.
func (r *run) moveAway(ctx context.Context, random *rand.Rand, kills int) (err error) {
	in, f := r.installation, r.moved
	// On a busy machine the pause may be longer than the default allows. It is measured.
	args := []string{"--pointer", "http://" + in.target.servers[0].HTTP, "--output", "json", "--max-pause", "10s"}
	began, ended, told := time.Now(), false, []byte(nil)
	for !ended && f.kills < kills {
		within := untilClosed
		if f.kills == kills-1 { // this one may be after the end
			within = untilEnd
		}
		if ended, told, err = in.moveOnce(ctx, 1+time.Duration(random.Int64N(int64(within))), args...); err != nil {
			return err
		}
		if ended {
			break
		}
		f.kills++
		var closed, handedOver bool
		if err := in.db.QueryRowContext(ctx,
			`SELECT closed_at IS NOT NULL, moved_to IS NOT NULL FROM organizations WHERE id = $1`,
			in.laboratory.organization.Organization.ID).Scan(&closed, &handedOver); err != nil {
			return err
		}
		if closed {
			f.closed++
		}
		if random.IntN(abortOneOf) == 0 {
			if _, _, err := in.moveOnce(ctx, 0, "--abort"); err != nil {
				if strings.Contains(err.Error(), "cannot be aborted") ||
					strings.Contains(err.Error(), "is not being moved") {
					continue // it was killed after the end, or before the beginning
				}
				return err
			}
			f.aborts++
		}
	}
	if !ended {
		if _, told, err = in.moveOnce(ctx, 0, args...); err != nil {
			return err
		}
	}
	f.took = time.Since(began)
	if len(told) == 0 { // it was killed after its end
		return nil
	}
	var result struct {
		PauseSeconds float64
		Rows         int64
	}
	err = json.Unmarshal(told, &result)
	f.pause, f.copied = time.Duration(result.PauseSeconds*float64(time.Second)), result.Rows
	return err
}

// probe writes again and again, without the waiting that a refusal asks for, until ctx ends. Between two writes that
// were accepted, the organization was refused for at most that long.
func (r *run) probe(ctx context.Context) error {
	o := r.laboratory.organization
	clients := map[string]*testbed.Client{}
	defer func() {
		for _, c := range clients {
			c.Close()
		}
	}()
	last, at := time.Now(), ""
	for n := 0; ctx.Err() == nil; n++ {
		to := r.any(rand.New(rand.NewPCG(1, uint64(n)))).http
		if clients[to] == nil {
			clients[to] = testbed.NewClient(to, o.admin())
		}
		day := time.Date(2190, 1, 1+n%300, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		resp, err := clients[to].Upsert(ctx,
			[]row{{UserID: o.Users[4].ID, ProjectID: o.Projects[1].ID, Date: day, Hours: float64(n % 9)}})
		if err == nil && resp.Status == ok {
			gap := time.Since(last)
			r.moved.probes++
			r.moved.longest = max(r.moved.longest, gap)
			if at != "" && at != to {
				r.moved.probed = gap
			}
			last, at = time.Now(), to
		} else if err == nil && hasMoved(resp.Status, resp.Body) {
			r.leave()
		}
		select {
		case <-ctx.Done():
		case <-time.After(probeEvery):
		}
	}
	return nil
}

// leave makes all clients go to the other installation.
func (r *run) leave() { r.installation.left.Store(true) }

// hasMoved reports whether a response says that the organization is in another installation.
func hasMoved(status int, body []byte) bool {
	return status == http.StatusForbidden && bytes.Contains(body, []byte("was moved to another installation"))
}

// isMoving reports whether a response says that the organization is about to be in another installation.
func isMoving(status int, body []byte) bool {
	return status == http.StatusServiceUnavailable &&
		bytes.Contains(body, []byte("is being moved to another installation"))
}

// live is the neighbour: it writes until ctx ends. None of its requests may fail.
func (r *run) live(ctx context.Context, n neighbour, longest *time.Duration) error {
	c := testbed.NewClient(r.installation.servers[0].HTTP, n.key)
	defer c.Close()
	for i := 0; ctx.Err() == nil; i++ {
		day := time.Date(2060, 1, 1+i%300, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		began := time.Now()
		resp, err := c.Upsert(ctx, []row{{UserID: n.user, ProjectID: n.project, Date: day, Hours: float64(i % 9)}})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil || resp.Status != ok {
			return broken("a request of the neighbour failed: %v %v", err, resp)
		}
		*longest = max(*longest, time.Since(began))
		r.moved.neighbours++
		select {
		case <-ctx.Done():
		case <-time.After(probeEvery):
		}
	}
	return nil
}

// moving runs the neighbour, the probe and the move.
func moving(ctx context.Context, r *run, random *rand.Rand, kills int) (err error) {
	n, err := r.installation.addNeighbour(ctx, "Neighbour")
	if err != nil {
		return err
	}
	alone, stop := context.WithTimeout(ctx, 3*time.Second)
	defer stop()
	if err := r.live(alone, n, &r.moved.alone); err != nil {
		return err
	}
	r.moved.neighbours = 0
	beside, stop := context.WithCancel(ctx)
	defer stop()
	errs := make(chan error, 2)
	go func() { errs <- r.live(beside, n, &r.moved.neighbour) }()
	go func() { errs <- r.probe(beside) }()
	err = r.moveAway(ctx, random, kills)
	select { // the clients work on for a while
	case <-ctx.Done():
	case <-time.After(2 * time.Second):
	}
	r.leave()
	stop()
	return errors.Join(err, <-errs, <-errs)
}

const movesExplained = `

## Moves

The organization of a history moves to an installation with another database and server, with ~workplan organization move~. The
command gets SIGKILL at random moments, is started again, and sometimes aborted first. A client goes to the other installation when
the first one responds that the organization was moved there. A refusal because of the move certainly has no effect, and that is
checked too. A probe writes every 10 ms, without the waiting that a refusal asks for: *refused* is its longest time between two writes
that were accepted, of which the first was in the old and the second in the new installation. *With kills* is the longest time at all:
if the command is killed while the organization is closed, it is refused until the command runs again. A neighbour in the old
installation writes too: none of its requests may fail.

`

// table returns the section about moves of a report.
func (o outcome) movesTable() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(movesExplained, "~", "`"))
	b.WriteString("| rows before | rows copied | kills | while closed | aborts | all commands, s | pause by the last command, s " +
		"| refused, s | with kills, s | writes of the probe | requests of the neighbour | its longest, ms | its longest alone, ms |\n" +
		"|---:" +
		strings.Repeat("|---:", 12) + "|\n")
	kills := 0
	for _, f := range o.moves {
		kills += f.kills
		pause := "-"
		if f.pause > 0 {
			pause = fmt.Sprintf("%.2f", f.pause.Seconds())
		}
		fmt.Fprintf(&b, "| %d | %d | %d | %d | %d | %.1f | %s | %.2f | %.2f | %d | %d | %.0f | %.0f |\n",
			f.rows, f.copied, f.kills, f.closed,
			f.aborts, f.took.Seconds(), pause, f.probed.Seconds(), f.longest.Seconds(), f.probes, f.neighbours,
			1000*f.neighbour.Seconds(), 1000*f.alone.Seconds())
	}
	fmt.Fprintf(&b, "\n%d moves, %d kills.\n", len(o.moves), kills)
	return b.String()
}
