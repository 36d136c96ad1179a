package main

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// TestARowFailsWithItsControl: a row passes only if what must hold holds, and its control breaks.
func TestARowFailsWithItsControl(t *testing.T) {
	promise, trouble := broken("3 rows lost"), errors.New("PostgreSQL did not start")
	for _, test := range []struct {
		name         string
		err, control error
		failed       bool
		says         string
	}{
		{"the row holds and the control breaks", nil, promise, false, "holds"},
		{"the row breaks", promise, promise, true, "3 rows lost"},
		{"the row cannot run", trouble, promise, true, "did not start"},
		{"the control holds", nil, nil, true, "proves nothing"},
		{"the control cannot run", nil, trouble, true, "could not run"},
	} {
		r := report{err: test.err, controlErr: test.control}
		if r.failed() != test.failed || !strings.Contains(r.outcome()+r.controlOutcome(), test.says) {
			t.Errorf("%s: failed is %t: %s; %s", test.name, r.failed(), r.outcome(), r.controlOutcome())
		}
	}
}

func TestFiguresOfSeveralRuns(t *testing.T) {
	sum := merge([]figure{count("lost", 1), milliseconds("p99", 20*time.Millisecond)},
		[]figure{count("lost", 2), milliseconds("p99", 12*time.Millisecond)})
	if got := describe(sum); got != ": 3 lost, p99 20 ms" {
		t.Error(got)
	}
}

func TestARowOfThePageIsReplaced(t *testing.T) {
	line := func(name, done string) string {
		return lineOf(report{row: row{name: name, done: done}, commit: "0123456789ab"})
	}
	const before, after = "# Faults\n\nEach row harms.\n\n| row | commit |\n|---|---|\n", "\nThe end.\n"
	page := before + line("frost", "It freezes.") + line("snow", "It snows.") + after
	// One again, and new ones at the beginning, in the middle and at the end.
	for _, name := range []string{"snow", "drought", "rain", "wind"} {
		page = again(page, report{row: row{name: name, done: "It is new."}, commit: "0123456789ab"})
	}
	want := before + line("drought", "It is new.") + line("frost", "It freezes.") + line("rain", "It is new.") +
		line("snow", "It is new.") + line("wind", "It is new.") + after
	if page != want {
		t.Errorf("%s, want\n%s", page, want)
	}
}

// TestAgesOfRows has a checkout with three commits, and a page with a row of the first one, of the newest one with
// changes, and of a commit that there is not.
func TestAgesOfRows(t *testing.T) {
	t.Chdir(t.TempDir())
	git := func(args ...string) string {
		out, err := process.Output(t.Context(), "git",
			append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.com"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "--quiet")
	var commits []string
	for range 3 {
		git("commit", "--quiet", "--allow-empty", "--message", "a step")
		commits = append(commits, git("rev-parse", "--short=12", "HEAD"))
	}
	first, now := commits[0], commits[2]
	page := "# Faults\n\n| row | commit |\n|---|---|\n" +
		lineOf(report{row: row{name: "old"}, commit: first}) + lineOf(report{
		row: row{name: "changed"}, commit: now + checkout.Dirty,
	}) + lineOf(report{row: row{name: "lost"}, commit: "0000000000ab"})
	want := "old: 2 commits ago (" + first + ")\nchanged: 0 commits ago (" + now +
		"-dirty)\nlost: made with a commit that this checkout does not have (0000000000ab)\n"
	if got := ages(t.Context(), page); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if made := strings.TrimSuffix(checkout.Commit(), checkout.Dirty); made != now {
		t.Errorf("the commit is %q, want %q", made, now)
	}
}

func TestRowsAreWhole(t *testing.T) {
	rows, err := choose(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if r.done == "" || r.holds == "" || r.run == nil || r.control == nil || r.controlDone == "" ||
			i > 0 && rows[i-1].name == r.name {
			t.Errorf("%s lacks a part, or another row has its name", r.name)
		}
	}
}

func TestProxy(t *testing.T) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			conn, err := echo.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(conn, conn); conn.Close() }()
		}
	}()
	p, err := newProxy("tcp", echo.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	conn, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ask := func(within time.Duration) error {
		_ = conn.SetDeadline(time.Now().Add(within))
		if _, err := conn.Write([]byte("x")); err != nil {
			return err
		}
		_, err := io.ReadFull(conn, make([]byte, 1))
		return err
	}
	if err := ask(10 * time.Second); err != nil {
		t.Errorf("through the proxy: %v", err)
	}
	p.Swallowing.Store(true)
	if err := ask(100 * time.Millisecond); err == nil {
		t.Error("a swallowed byte comes back")
	}
	p.Swallowing.Store(false)
	p.Rate.Store(10)
	started := time.Now()
	if err := ask(10 * time.Second); err != nil || time.Since(started) < 100*time.Millisecond {
		t.Errorf("at 10 bytes a second one byte took %s: %v", time.Since(started), err)
	}
	p.Cut()
	if err := ask(10 * time.Second); err == nil {
		t.Error("a cut connection works")
	}
}

// TestNeighbourCounts: the neighbour counts responses by status and knows its p99.
func TestNeighbourCounts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := &neighbour{cancel: cancel, statuses: map[int]int{}}
	for i := range 200 {
		n.note(time.Now().Add(-time.Duration(i)*time.Millisecond), 200)
	}
	n.note(time.Now(), 0)
	seen := n.stop()
	if p99 := seen.p99().Round(time.Millisecond); seen.not(200) != 1 || p99 < 195*time.Millisecond ||
		p99 > 230*time.Millisecond || ctx.Err() == nil {
		t.Errorf("%d others, p99 %s", seen.not(200), p99)
	}
}
