package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// A dump also has what others made in the database: extensions, such as pg_stat_statements, and tables and views of
// people. The role that restores may often not make these. So what is Workplan's is restored first, and must succeed,
// and then the rest, as far as the role may.

// entry is an entry of a dump, as pg_restore --list has it.
type entry struct {
	line, id, kind, schema, name, owner string
	dependsOn                           []string
}

var (
	entryPattern = regexp.MustCompile(`^(\d+); \d+ \d+ (TABLE DATA|TABLE|FUNCTION|EXTENSION|FK CONSTRAINT|` +
		`CHECK CONSTRAINT|CONSTRAINT|INDEX|DEFAULT|ACL|COMMENT|SEQUENCE OWNED BY|SEQUENCE SET|SEQUENCE|.+?) (\S+) (.*) (\S*)$`)
	// partKinds are kinds of entries that belong to a table, or to what it depends on.
	partKinds = []string{"TABLE DATA", "CONSTRAINT", "FK CONSTRAINT", "CHECK CONSTRAINT", "INDEX", "DEFAULT", "ACL",
		"COMMENT"}
)

// parse reads what pg_restore --list --verbose writes.
func parse(list string) (all []entry) {
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if m := entryPattern.FindStringSubmatch(line); m != nil {
			all = append(all, entry{line: line, id: m[1], kind: m[2], schema: m[3], name: m[4], owner: m[5]})
		} else if ids, ok := strings.CutPrefix(line, ";\tdepends on:"); ok && len(all) > 0 {
			all[len(all)-1].dependsOn = strings.Fields(ids)
		}
	}
	return all
}

// divide divides the entries of a dump into those of Workplan and the others. Workplan's are its tables and its
// function, what they depend on, and their parts that depend on nothing else. A table of the same owner is like them:
// a newer program may have made it.
func divide(all []entry) (own, others []entry) {
	at, known := map[string]int{}, map[string]bool{}
	for i, e := range all {
		at[e.id] = i
	}
	var need func(id string)
	need = func(id string) {
		if i, ok := at[id]; ok && !known[id] {
			known[id] = true
			for _, d := range all[i].dependsOn {
				need(d)
			}
		}
	}
	var schema, owner string
	for _, e := range all {
		if e.kind == "TABLE" && e.name == "schema_revisions" && (schema == "" || e.schema == "public") {
			schema, owner = e.schema, e.owner
		}
	}
	names := catalog.Names(migrations.Structure)
	beside := func(e entry) bool { return e.schema == schema && e.owner == owner }
	for _, e := range all {
		if beside(e) && (e.kind == "TABLE" && slices.Contains(names, e.name) ||
			e.kind == "FUNCTION" && strings.HasPrefix(e.name, "remove_events(")) {
			need(e.id)
		}
	}
	for before := -1; before < len(known); {
		before = len(known)
		for _, e := range all {
			here := slices.DeleteFunc(slices.Clone(e.dependsOn), func(id string) bool { _, ok := at[id]; return !ok })
			if (e.kind == "TABLE" && beside(e) || slices.Contains(partKinds, e.kind) && len(here) > 0) &&
				!slices.ContainsFunc(here, func(id string) bool { return !known[id] }) {
				known[e.id] = true
			}
		}
	}
	for _, e := range all {
		if known[e.id] {
			own = append(own, e)
		} else {
			others = append(others, e)
		}
	}
	return own, others
}

// restore restores a dump into the new database with pg_restore.
func (d *Database) restore(ctx context.Context, program, file string) error {
	list, err := exec.CommandContext(ctx, program, "--list", "--verbose", file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pg_restore failed: %w: %s", err, list)
	}
	own, others := divide(parse(string(list)))
	if slices.ContainsFunc(others, func(e entry) bool { return e.kind == "EXTENSION" && e.name == "citus" }) {
		return errCitus
	}
	if err := d.restoreEntries(ctx, program, file, own, "--exit-on-error"); err != nil {
		return err
	}
	err = d.restoreEntries(ctx, program, file, others)
	var failed *failure
	if errors.As(err, &failed) {
		d.Say("What others made in the database, such as extensions, is not whole, because this role may not make all of "+
			"it. Workplan does not need it. A superuser can make it again: %s", failed.causes())
		return nil
	}
	return err
}

// restoreEntries restores some entries of a dump.
func (d *Database) restoreEntries(ctx context.Context, program, file string, entries []entry, args ...string) error {
	list, err := os.CreateTemp("", "workplan-restore-*.list")
	if err != nil {
		return err
	}
	defer os.Remove(list.Name())
	for _, e := range entries {
		_, err = fmt.Fprintln(list, e.line)
		if err != nil {
			break
		}
	}
	if err := errors.Join(err, list.Close()); err != nil {
		return err
	}
	return d.runTool(ctx, program, d.Restored(), append(args, "--use-list="+list.Name(), file)...)
}

// selectUnreadable are tables and sequences that the role may not read, as patterns of pg_dump, which would fail at
// them.
var selectUnreadable = `
SELECT format('"%s"."%s"', replace(n.nspname, '"', '""'), replace(c.relname, '"', '""'))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'S') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND NOT` +
	catalog.Own("c") + ` AND NOT` + catalog.OfExtension("c") + `
  AND NOT (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))
ORDER BY 1`

// without returns arguments of pg_dump that leave out tables that are not Workplan's and that the role may not read.
func (d *Database) without(ctx context.Context, db postgres.Querier) (args []string, err error) {
	var exists bool
	if err := postgres.Each(ctx, db, func(scan postgres.Scan) error { return scan(&exists) },
		`SELECT to_regclass('organizations') IS NOT NULL`); err != nil || !exists {
		return nil, err
	}
	names, err := postgres.Column[string](ctx, db, selectUnreadable)
	for _, name := range names {
		args = append(args, "--exclude-table="+name)
	}
	if len(names) > 0 {
		d.Say("Left out, because this role may not read them and they are not tables of Workplan: %s.",
			strings.Join(names, ", "))
	}
	return args, err
}
