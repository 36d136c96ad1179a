package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// page is the report.
type page struct {
	options
	began, histories time.Time
	outcomes         map[string]outcome
	controls         []string // rows
	failed           int
}

const explained = `In each history, clients call over REST and gRPC about a few things that they share: upserts, windows, copies, moves,
deletions and lists of planned hours, tentative ones too; changes of clients and users with and without ~If-Match~, which also
archive users; creates with an ~Idempotency-Key~ that are sent again; decisions and deletions of time off; keys that are
revoked while others use them; actual hours whose days are closed meanwhile; planned hours that proposals change. For each of these things,
[porcupine](https://github.com/anishathalye/porcupine) finds an order of the calls, each at once and within its time, that explains
all responses. A call without a response may have happened at any time after it began, or never. If it has an ~Idempotency-Key~, it
is sent again until there is a response, and has happened once. A key may be accepted for a second after it was revoked.

Two columns count such things instead of histories. *With skew* are those for which an order is found only with this exception: a
window, copy or move may not see an upsert of another row that commits just before it, and another call may read that row and not yet
the window. *Undecided* are those for which porcupine did not end within 20 s, with the exception and without it, because many outcomes
are unknown or many orders are possible.

A follower, which begins at a random number, and the receiver of a webhook, which fails at random, keep copies of the clients,
the users, the keys, the time off, the proposals and the planned hours from events alone. The numbers of their events have no gap, each
event follows from those before, and in the end both copies are equal to the tables.

`

// escaped makes a text one cell of a table.
func escaped(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func (p *page) text(ctx context.Context) string {
	var b strings.Builder
	title, arguments, file := "Histories", "", "histories.md"
	for only, of := range map[string][2]string{
		moved: {"Moves", "moves.md"}, placed: {"Placements", "placements.md"},
		settled + "," + settledKilled:   {"Settled days", "settled.md"},
		proposed + "," + proposedKilled: {"Proposals", "proposals.md"},
	} {
		if strings.Join(p.Only, ",") == only {
			title, arguments, file = of[0], "--only "+only+" ", of[1]
		}
	}
	if p.Rows > 0 {
		arguments += fmt.Sprintf("--rows %d ", p.Rows)
	}
	fmt.Fprintf(&b,
		"# %s\n\nWritten by `go -C tools run ./histories %s--minutes %d --write docs/reports/%s`, %s, commit `%s`.\n\n",
		title, arguments, p.Minutes, file, time.Now().UTC().Format(time.DateOnly), checkout.Commit())
	fmt.Fprintf(&b, "%d clients, seed %d, %d processors, %s, %.0f minutes. ", p.Clients, p.Seed, runtime.NumCPU(),
		runtime.Version(),
		time.Since(p.began).Minutes())
	if p.failed == 0 {
		b.WriteString("Every history was accepted.\n\n")
	} else {
		fmt.Fprintf(&b, "**%d runs failed.**\n\n", p.failed)
	}
	b.WriteString(strings.ReplaceAll(explained, "~", "`"))
	b.WriteString("| what is done meanwhile | histories | operations | of unknown outcome | with skew | undecided | faults " +
		"| events followed | failures of the receiver | sent again |\n|---" + strings.Repeat("|---:", 9) + "|\n")
	for _, s := range scenarios {
		if o := p.outcomes[s.name]; o.histories > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
				s.done, o.histories, o.operations, o.unknown, o.skewed, o.undecided, o.faults, o.events, o.failures,
				o.again)
		}
	}
	b.WriteString(p.settledTable())
	b.WriteString(p.proposalsTable())
	if o := p.outcomes[moved]; len(o.moves) > 0 {
		b.WriteString(o.movesTable())
	}
	if o := p.outcomes[placed]; len(o.placements) > 0 {
		b.WriteString(o.placementsTable())
	}
	if len(p.controls) > 0 {
		b.WriteString("\nA control is a server with a mistake. The same checks must refuse its histories.\n\n" +
			"| mistake | what is done meanwhile | refused in history | seconds | found |\n|---|---|---:|---:|---|\n" +
			strings.Join(p.controls, "\n") + "\n")
	}
	return b.String()
}
