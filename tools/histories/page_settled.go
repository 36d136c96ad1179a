package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// callFigures are the figures of histories of settled days, of which each part is about one user, or of those of
// proposals, of which each is about one project.
type callFigures struct {
	parts, operations, unknown int
	calls                      map[string]int // with a known outcome, by the columns of the table
	longest                    time.Duration  // that a check of one part took
}

// figuresOf returns the figures of a part, whose check has taken some time. column names the column of a call, if any.
func figuresOf(ops []operation, took time.Duration, column func(*input, *output) string) callFigures {
	f := callFigures{parts: 1, operations: len(ops), calls: map[string]int{}, longest: took}
	for _, op := range ops {
		if op.Out.Unknown {
			f.unknown++
		}
		f.calls[column(op.In, op.Out)]++
	}
	return f
}

func (f *callFigures) add(other callFigures) {
	f.parts += other.parts
	f.operations += other.operations
	f.unknown += other.unknown
	f.longest = max(f.longest, other.longest)
	calls := maps.Clone(f.calls) // others have the map, too
	if calls == nil {
		calls = map[string]int{}
	}
	for name, n := range other.calls {
		calls[name] += n
	}
	f.calls = calls
}

// columns are the calls that the table counts.
var columns = []string{
	"writes", "refused", "timesheets", "approvals", "reopenings", "locks", "exceptions", "proofs",
}

// column returns the column that counts a call, if any.
func column(in *input, out *output) string {
	switch {
	case out.Code == daySettled || out.Code == periodLocked:
		return "refused"
	case out.Status != ok:
		return ""
	case in.isRewrite() || in.Kind == "upsert":
		return "writes"
	}
	return map[string]string{
		"submit": "timesheets", "approve": "approvals", "reopen": "reopenings", "lock": "locks", "except": "exceptions",
		"proof": "proofs", "past": "proofs",
	}[in.Kind]
}

const settledExplained = `
## Settled days

Beside the other calls, clients write and list the actual hours of two users on a few days, with upserts of one and of many rows,
windows, and deletions, as the user, the manager and an admin. They submit days, approve, reject, withdraw and reopen timesheets, make
and delete locks of one user and of all, and exceptions, over REST and gRPC. The history of a user is one model: hours, timesheets and
locks. So a write may be accepted only before its days were closed for its caller, whatever server has it, and may be refused with
~day_settled~ or ~period_locked~ only while they were closed. One that leaves the rows as they are is accepted always. The response to an
approval has the sum of the hours at that moment. After each approval and at the end of the history, two *proofs* are compared with what
was approved: ~GET /timesheets/{id}/hours~, and the actual hours as of ~approvedSeq~.

The columns from *writes* to *proofs* count calls that succeeded, and *refused* the writes of closed days. A lock for all is in the
history of each user.

`

// settledTable returns the section about settled days of a report.
func (p *page) settledTable() string {
	return p.callTable(settledExplained, "users", columns, func(o outcome) callFigures { return o.settled })
}

// callTable returns a text and the table of figures, whose parts have a name in the plural. It leaves out scenarios
// that make none of the calls of the columns, and is empty if that is all of them.
func (p *page) callTable(text, parts string, columns []string, of func(outcome) callFigures) string {
	made := slices.DeleteFunc(slices.Clone(scenarios), func(s scenario) bool {
		calls := of(p.outcomes[s.name]).calls
		return !slices.ContainsFunc(columns, func(name string) bool { return calls[name] > 0 })
	})
	if len(made) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(text, "~", "`"))
	b.WriteString("| what is done meanwhile | " + parts + " | operations | of unknown outcome | " +
		strings.Join(columns, " | ") + " | longest check, ms |\n|---" + strings.Repeat("|---:", len(columns)+4) + "|\n")
	for _, s := range made {
		f := of(p.outcomes[s.name])
		fmt.Fprintf(&b, "| %s | %d | %d | %d ", s.done, f.parts, f.operations, f.unknown)
		for _, name := range columns {
			fmt.Fprintf(&b, "| %d ", f.calls[name])
		}
		fmt.Fprintf(&b, "| %.0f |\n", 1000*f.longest.Seconds())
	}
	return b.String()
}
