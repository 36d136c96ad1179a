package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// control is a mistake in the product, which the histories must find.
type control struct {
	name, done string
	scenario   string // that the mistake is looked for in
	finds      string // a part of what is found
}

var controls = []control{
	{"version", "PATCH does not compare If-Match with the version", "nothing", "record"},
	{"event", "the event of a record is written after its transaction", "nothing", "event"},
	{"key", "no Idempotency-Key is stored", "connections-reset", "create"},
	{"settled", "a write looks at the closed days before its transaction, and not in it", settled, ": settled "},
	{"unshared", "a write compares the version of the closed days, and does not share their lock", settled, ": settled "},
	{"base", "an applied proposal does not compare its rows with the live ones", proposed, ": proposals "},
	{"again", "a proposal only compares the versions of rows, and not their values", proposed, ": proposals "},
	{"move", "a move closes the organization after the last round instead of before", moved, ""},
	{"place", "a placement loses planned hours, and does not look", placed, "assignment"},
}

// mistake is the variable with the name of the control whose mistake a server makes.
const mistake = "WORKPLAN_MISTAKE"

// mistakes are the edits of the source that make a server with all mistakes, each of which the variable switches on.
var mistakes = []testbed.Edit{
	{
		File: "services/chain/call/ifmatch.go", Old: "\tif len(values) == 0 {\n",
		New: "\tif len(values) == 0 || os.Getenv(\"" + mistake + "\") == \"version\" {\n",
	},
	{File: "services/chain/call/ifmatch.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "services/journal/write.go", Old: "\tdefault:\n\t\tn, err = exec(",
		New: "\tcase os.Getenv(\"" + mistake + "\") == \"event\":\n" +
			"\t\tif n, err = exec(ctx, db, effect); err == nil && n > 0 {\n" +
			"\t\t\ttime.Sleep(rand.N(100 * time.Millisecond))\n" +
			"\t\t\t_, err = exec(ctx, db, sql.Raw(\"INSERT INTO events \"+recordColumns+\" VALUES (\"), event, sql.Raw(\")\"))\n\t\t}\n" +
			"\tdefault:\n\t\tn, err = exec(",
	},
	{File: "services/journal/write.go", Old: "import (\n", New: "import (\n\t\"math/rand/v2\"\n\t\"os\"\n\t\"time\"\n"},
	{
		File: "services/chain/call/steps.go", Old: "\tcase try || key == \"\":\n",
		New: "\tcase try || key == \"\" || os.Getenv(\"" + mistake + "\") == \"key\":\n",
	},
	{File: "services/chain/call/steps.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "services/internal/settled/settled.go", Old: "\tdays, is := c.known.Get(organization)\n",
		New: "\tdays, is := c.known.Get(organization)\n" +
			"\tis = is && os.Getenv(\"" + mistake + "\") != \"settled\" // so it looks right before the transaction\n",
	},
	{File: "services/internal/settled/settled.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "services/journal/closed.go",
		Old:  "\"EXISTS (SELECT FROM closed_days WHERE organization_id = $1 AND version = $%d AND %s AND %s)\"",
		New: "cmp.Or(map[string]string{\n" +
			"\t\t\"settled\":  \"$%d::bigint > 0 AND %s %.0s\",\n" +
			"\t\t\"unshared\": \"EXISTS (SELECT FROM closed_days WHERE organization_id = $1 AND version = $%d AND %s) %.0s\",\n" +
			"\t}[os.Getenv(\"" + mistake + "\")],\n" +
			"\t\t\"EXISTS (SELECT FROM closed_days WHERE organization_id = $1 AND version = $%d AND %s AND %s)\")",
	},
	{
		File: "services/journal/closed.go", Old: "\tnow, err := share(ctx, db, \"SELECT pg_try_advisory",
		New: "\tif os.Getenv(\"" + mistake + "\") == \"settled\" {\n\t\treturn CheckOpen(ctx, db)\n\t}\n" +
			"\tshare := share\n\tif os.Getenv(\"" + mistake + "\") == \"unshared\" {\n" +
			"\t\tshare = func(ctx context.Context, db *ent.Client, _, _ string) (int64, error) { return closedVersion(ctx, db, \"\") }\n" +
			"\t}\n\tnow, err := share(ctx, db, \"SELECT pg_try_advisory",
	},
	{File: "services/journal/closed.go", Old: "import (\n", New: "import (\n\t\"cmp\"\n\t\"os\"\n"},
	{
		File: "services/journal/write.go", Old: "\t\tif o.settled != nil {\n",
		New: "\t\tif o.settled != nil && os.Getenv(\"" + mistake + "\") != \"settled\" {\n",
	},
	{
		File: "services/hours/proposal.go", Old: "\t\tswitch changed := !w.base.isOf(row); {\n",
		New: "\t\tswitch changed := !w.base.isOf(row) && os.Getenv(\"" + mistake + "\") != \"base\"; {\n",
	},
	{File: "services/hours/proposal.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "services/hours/wishes.go", Old: "\treturn row.GetVersion() == s.version && ",
		New: "\tif os.Getenv(\"" + mistake + "\") == \"again\" {\n\t\treturn row.GetVersion() == s.version\n\t}\n" +
			"\treturn row.GetVersion() == s.version && ",
	},
	{File: "services/hours/wishes.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "cmd/workplan/operate/move/close.go",
		Old: "\tif err := both(limited, m.Source, closeSource, holdWebhooks, []any{m.Organization, m.id},\n" +
			"\t\tm.Organization); err != nil {\n\t\treturn err\n\t}\n",
		New: "\tclosing := func() error {\n\t\treturn both(limited, m.Source, closeSource, holdWebhooks, []any{m.Organization, m.id}, " +
			"m.Organization)\n\t}\n\tif os.Getenv(\"" + mistake +
			"\") != \"move\" {\n\t\tif err := closing(); err != nil {\n\t\t\t" +
			"return err\n\t\t}\n\t}\n",
	},
	{
		File: "cmd/workplan/operate/move/close.go",
		Old:  "\thandedOver = true\n",
		New: "\thandedOver = true\n\tif os.Getenv(\"" + mistake +
			"\") == \"move\" {\n\t\tif err := closing(); err != nil {\n\t\t\t" +
			"return err\n\t\t}\n\t}\n",
	},
	{File: "cmd/workplan/operate/move/close.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "internal/postgres/citus/place.go", Old: "\tafter, err := count(ctx, conn, organization)\n",
		New: "\tif os.Getenv(\"" + mistake + "\") == \"place\" {\n" +
			"\t\t_, err = conn.ExecContext(ctx, `DELETE FROM assignments WHERE organization_id = $1`, organization)\n" +
			"\t\tif err != nil {\n\t\t\treturn from, rows, err\n\t\t}\n\t}\n" +
			"\tafter, err := count(ctx, conn, organization)\n",
	},
	{File: "internal/postgres/citus/place.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
	{
		File: "cmd/workplan/organization_place.go", Old: "\t\tif err == nil && !r.OK {\n",
		New: "\t\tif err == nil && !r.OK && os.Getenv(\"" + mistake + "\") != \"place\" {\n",
	},
	{File: "cmd/workplan/organization_place.go", Old: "import (\n", New: "import (\n\t\"os\"\n"},
}

// buildMistakes compiles workplan with the mistakes.
func (l *laboratory) buildMistakes(ctx context.Context) (err error) {
	log.Print("Building workplan with the mistakes of the controls …")
	l.harmed, err = testbed.BuildEdited(ctx, l.Dir, "workplan-with-mistakes", mistakes)
	return err
}

// seen makes histories of a server with the mistake until one is refused, and returns how many and why.
func (c control) seen(ctx context.Context, l *laboratory, set settings, seed uint64) (n int, found string, err error) {
	set.keep = ""
	s := scenarioOf(c.scenario)
	in, err := l.install(ctx, s, l.harmed, mistake+"="+c.name)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = in.close() }() // the servers are killed
	if s.moves {
		if in.target, err = l.there(ctx, l.harmed); err != nil {
			return 0, "", err
		}
	}
	for n = range 5 {
		_, err := s.make(ctx, in, set, n, seed+uint64(n)) // other Idempotency-Keys
		switch {
		case isBroken(err) && strings.Contains(err.Error(), c.finds):
			line, _, _ := strings.Cut(err.Error(), "\n")
			return n + 1, line, nil
		case err != nil:
			return n + 1, "", fmt.Errorf("the control %s is not seen, but: %w", c.name, err)
		}
	}
	return n + 1, "", fmt.Errorf("the control %s is not seen: %s", c.name, c.done)
}
