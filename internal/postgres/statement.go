package postgres

import (
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// maxNamed is how much of a statement StatementName reads, in bytes.
const maxNamed = 8 << 10

var (
	verb = regexp.MustCompile(`(?i)\b(select|insert|update|delete)\b`)
	// table matches a table, but neither a function nor a column, such as in extract(epoch FROM e.at).
	table = regexp.MustCompile(`(?i)(?:\bfrom|\binto|\bupdate|\bjoin)\s+"?([a-z_][a-z0-9_]*)"?(?:[\s,;)]|$)`)
	first = regexp.MustCompile(`^\s*([A-Za-z]+)`)
)

// StatementName returns a short name for a statement: its verb and its first table, such as SELECT users, or its first
// word, such as COMMIT. It has nothing else of the text, which may contain data.
func StatementName(query string) string {
	query = query[:min(len(query), maxNamed)]
	at := verb.FindStringIndex(query)
	if at == nil {
		if m := first.FindStringSubmatch(query); m != nil {
			return strings.ToUpper(m[1])
		}
		return "other"
	}
	name := strings.ToUpper(query[at[0]:at[1]])
	if m := table.FindStringSubmatch(query[at[0]:]); m != nil {
		name += " " + strings.ToLower(m[1])
	}
	return name
}

// Statements counts the statements of pools. The label of both counters is the StatementName.
type Statements struct {
	// Count is the number of statements, Seconds the time until the server has responded to them. If a connection runs
	// a statement for the first time, that includes the time to parse it.
	Count, Seconds *prometheus.CounterVec
}

// named returns the counters of a statement, or nil if nothing is counted.
func (s *Statements) named(query string) *counters {
	if s == nil {
		return nil
	}
	name := StatementName(query)
	return &counters{s.Count.WithLabelValues(name), s.Seconds.WithLabelValues(name)}
}

// counters are those of one statement. If they are nil, nothing is counted.
type counters struct{ count, seconds prometheus.Counter }

// countStatement counts a statement that began then, also with the stopwatch of its context.
func (c *counters) countStatement(ctx context.Context, began time.Time) {
	if c == nil {
		return
	}
	took := time.Since(began)
	c.count.Inc()
	c.seconds.Add(took.Seconds())
	if s := stopwatch(ctx); s != nil {
		s.took.Add(int64(took))
		s.connected(began)
	}
}

// Stopwatch sums the time of the statements whose context has it, and of their waits for a connection. It needs a pool
// that counts its statements.
type Stopwatch struct{ took, waited, asked atomic.Int64 }

type stopwatchKey struct{}

// WithStopwatch returns a context whose statements are measured with s.
func WithStopwatch(ctx context.Context, s *Stopwatch) context.Context {
	return context.WithValue(ctx, stopwatchKey{}, s)
}

func stopwatch(ctx context.Context) *Stopwatch {
	s, _ := ctx.Value(stopwatchKey{}).(*Stopwatch)
	return s
}

// Waiting begins to measure the wait for a connection, with the stopwatch of ctx if it has one. It ends when a
// statement begins, or else when the returned function is called: there was no connection, or it was for a transaction.
func Waiting(ctx context.Context) (end func()) {
	s := stopwatch(ctx)
	if s == nil {
		return func() {}
	}
	s.asked.Store(time.Now().UnixNano())
	return s.stopWaiting
}

func (s *Stopwatch) stopWaiting() { s.connected(time.Now()) }

// connected ends a wait.
func (s *Stopwatch) connected(at time.Time) {
	if asked := s.asked.Swap(0); asked != 0 {
		s.waited.Add(max(0, at.UnixNano()-asked))
	}
}

// Waited returns the time of the waits for a connection that have ended.
func (s *Stopwatch) Waited() time.Duration { return time.Duration(s.waited.Load()) }

// Took returns the time of the statements that have ended.
func (s *Stopwatch) Took() time.Duration { return time.Duration(s.took.Load()) }
