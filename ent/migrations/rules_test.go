package migrations_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/test/apitest"
)

// firstByTheRules is the first migration that the rules below apply to. Those before it landed earlier.
const firstByTheRules = "0007"

// These expressions match statements that statements has simplified.
var (
	textOrComment  = regexp.MustCompile(`'(?:[^']|'')*'|--[^\n]*|/\*(?s:.*?)\*/`)
	createdTable   = regexp.MustCompile(`^create (?:unlogged )?table (?:if not exists )?(\S+)`)
	alteredTable   = regexp.MustCompile(`^alter table (?:if exists )?(?:only )?(\S+)`)
	createdIndex   = regexp.MustCompile(`^create (?:unique )?index (concurrently )?.*?\bon (?:only )?([^\s(]+)`)
	droppedIndex   = regexp.MustCompile(`^drop index (concurrently )?`)
	addedColumn    = regexp.MustCompile(`^add (?:column )?(?:if not exists )?(\S+) (.*)$`)
	unnamedCheck   = regexp.MustCompile(`\bcheck ?\(`)
	namedCheck     = regexp.MustCompile(`\bconstraint \S+ check ?\(`)
	defaultCall    = regexp.MustCompile(`\bdefault \(?([a-z_][a-z0-9_.]*) ?\(`)
	rewritingTypes = regexp.MustCompile(`\b(?:small|big)?serial\b|\bgenerated\b`)
	scanned        = regexp.MustCompile(`^add constraint \S+ (?:check|foreign key)\b`)
	builtIndex     = regexp.MustCompile(`^add (?:constraint \S+ )?(?:unique|primary key|exclude)\b`)
	breaking       = regexp.MustCompile(
		`^drop table\b|^truncate\b|^rename\b|^drop (?:column )?(?:if exists )?\w+(?: cascade)?$|` +
			`^alter (?:column )?\S+ (?:set not null|drop default|(?:set data )?type)\b`,
	)
)

// stable are functions that PostgreSQL calls once for a new column, and not once for each row.
var stable = []string{"now", "transaction_timestamp", "statement_timestamp"}

// statements returns the statements of a migration in lower case, without comments, and with one space between words.
func statements(text string) (all []string) {
	for statement := range strings.SplitSeq(textOrComment.ReplaceAllStringFunc(text, func(s string) string {
		if strings.HasPrefix(s, "'") {
			return "''"
		}
		return " "
	}), ";") {
		if statement = strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(statement, `"`, ""))),
			" "); statement != "" {
			all = append(all, statement)
		}
	}
	return all
}

// actions returns the parts of an ALTER TABLE, which are separated by commas.
func actions(statement string) (parts []string) {
	statement = strings.TrimSpace(alteredTable.ReplaceAllString(statement, ""))
	depth, start := 0, 0
	for i, c := range statement {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts, start = append(parts, strings.TrimSpace(statement[start:i])), i+1
			}
		}
	}
	return append(parts, strings.TrimSpace(statement[start:]))
}

// violations returns what a migration does that can stop or break running servers. Tables that it creates itself are
// empty and used by nobody, so they may change in any way.
func violations(text string) (found []string) {
	refuse := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	comment, _, _ := strings.Cut(text+"\n", "\n\n")
	outside, contract := strings.Contains(comment, "-- workplan:outside-transaction"),
		strings.Contains(comment, "-- workplan:contract ")
	all := statements(text)
	var created []string
	for _, s := range all {
		if m := createdTable.FindStringSubmatch(s); m != nil {
			created = append(created, m[1])
		}
	}
	if outside && len(all) != 1 {
		refuse("a file outside a transaction has %d statements instead of one", len(all))
	}
	if strings.Contains(text, "$$") {
		refuse("functions and DO blocks are not allowed")
	}
	notValid, validated := false, false
	for _, s := range all {
		if m := createdIndex.FindStringSubmatch(s); m != nil && !slices.Contains(created, m[2]) &&
			(m[1] == "" || !outside) {
			refuse("an index on the existing table %s is not built CONCURRENTLY in a file with the "+
				"marker outside-transaction", m[2])
		}
		if m := droppedIndex.FindStringSubmatch(s); m != nil && (m[1] == "" || !outside) {
			refuse("an index is not dropped CONCURRENTLY in a file with the marker outside-transaction")
		}
		if breaking.MatchString(s) && !contract {
			refuse("%q breaks older programs, and the file has no marker contract", s)
		}
		m := alteredTable.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		all := actions(s)
		isConstraint := func(action string) bool { return strings.HasPrefix(action, "add constraint ") }
		if len(all) > 1 && slices.ContainsFunc(all, isConstraint) && !slices.Contains(created, m[1]) {
			refuse("ADD CONSTRAINT and other changes of %s are in one statement, and Citus refuses it", m[1])
		}
		for _, action := range all {
			if column := addedColumn.FindStringSubmatch(action); column != nil &&
				!strings.HasPrefix(action, "add constraint") {
				definition := column[2]
				if len(unnamedCheck.FindAllString(definition, -1)) != len(namedCheck.FindAllString(definition, -1)) {
					refuse("the CHECK of the new column %s has no name, and Citus refuses it", column[1])
				}
				if call := defaultCall.FindStringSubmatch(definition); call != nil &&
					!slices.Contains(stable, call[1]) || rewritingTypes.MatchString(definition) {
					refuse("the default of the new column %s is computed for each row, which rewrites the table",
						column[1])
				}
				if strings.Contains(definition, "not null") && !strings.Contains(definition, "default") &&
					!slices.Contains(created, m[1]) {
					refuse("the new column %s is NOT NULL without a default, so older programs cannot insert rows",
						column[1])
				}
			}
			if slices.Contains(created, m[1]) {
				continue
			}
			if breaking.MatchString(action) && !contract {
				refuse("%q breaks older programs, and the file has no marker contract", action)
			}
			if scanned.MatchString(action) && !strings.HasSuffix(action, "not valid") {
				refuse("%q reads the whole table under a lock: add it NOT VALID, and VALIDATE it in the next file",
					action)
			}
			if builtIndex.MatchString(action) && !strings.Contains(action, "using index") {
				refuse("%q builds an index under a lock: build it CONCURRENTLY in a file before, and add the "+
					"constraint USING INDEX", action)
			}
			notValid = notValid || strings.HasSuffix(action, "not valid")
			validated = validated || strings.HasPrefix(action, "validate constraint")
		}
	}
	if notValid && validated {
		refuse("NOT VALID and VALIDATE are in one file, so the lock of the first is held " +
			"while the second reads the table")
	}
	return found
}

func TestRules(t *testing.T) {
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name < firstByTheRules {
			continue
		}
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, violation := range violations(string(text)) {
			t.Errorf("%s: %s", name, violation)
		}
	}

	const outside, contract = "-- workplan:outside-transaction\n", "-- workplan:contract 0008\n"
	for _, tc := range []struct{ text, want string }{
		{`CREATE INDEX users_name_idx ON users (organization_id, name);`,
			"an index on the existing table users is not built CONCURRENTLY"},
		{`CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_idx ON users (organization_id, name);`,
			"an index on the existing table users is not built CONCURRENTLY"},
		{outside + `CREATE UNIQUE INDEX users_name_idx ON users (organization_id, name);`,
			"an index on the existing table users is not built CONCURRENTLY"},
		{`DROP INDEX users_email_key;`, "an index is not dropped CONCURRENTLY"},
		{outside + "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (organization_id);\nSELECT 1;",
			"has 2 statements instead of one"},
		{`ALTER TABLE users ADD COLUMN tax text CHECK (char_length(tax) < 50);`,
			"the CHECK of the new column tax has no name"},
		{`ALTER TABLE users ADD a int, ADD CONSTRAINT x CHECK (a > 0) NOT VALID;`,
			"ADD CONSTRAINT and other changes of users are in one statement"},
		{`ALTER TABLE users ADD a int, ADD tax text CONSTRAINT x CHECK (tax <> '') CHECK (tax <> ' ');`,
			"the CHECK of the new column tax has no name"},
		{`ALTER TABLE users ADD COLUMN token uuid DEFAULT gen_random_uuid();`,
			"the default of the new column token is computed for each row"},
		{`ALTER TABLE users ADD COLUMN at timestamptz DEFAULT clock_timestamp();`,
			"the default of the new column at is computed for each row"},
		{`ALTER TABLE users ADD COLUMN number bigserial;`,
			"the default of the new column number is computed for each row"},
		{`ALTER TABLE users ADD COLUMN lower_name text GENERATED ALWAYS AS (lower(name)) STORED;`,
			"the default of the new column lower_name is computed for each row"},
		{`ALTER TABLE users ADD COLUMN color text NOT NULL;`, "the new column color is NOT NULL without a default"},
		{`ALTER TABLE users ADD CONSTRAINT users_name_check CHECK (name <> '');`, "reads the whole table under a lock"},
		{`ALTER TABLE users ADD CONSTRAINT users_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id);`,
			"reads the whole table under a lock"},
		{`ALTER TABLE users ADD CONSTRAINT users_name_key UNIQUE (organization_id, name);`,
			"builds an index under a lock"},
		{"ALTER TABLE users ADD CONSTRAINT c CHECK (name <> '') NOT VALID;\nALTER TABLE users VALIDATE CONSTRAINT c;",
			"NOT VALID and VALIDATE are in one file"},
		{`ALTER TABLE users DROP COLUMN image;`, "breaks older programs"},
		{`ALTER TABLE users DROP image;`, "breaks older programs"},
		{`ALTER TABLE users RENAME COLUMN name TO full_name;`, "breaks older programs"},
		{`ALTER TABLE users RENAME TO people;`, "breaks older programs"},
		{`ALTER TABLE users ALTER COLUMN image SET NOT NULL;`, "breaks older programs"},
		{`ALTER TABLE users ALTER image DROP DEFAULT;`, "breaks older programs"},
		{`ALTER TABLE users ALTER COLUMN version TYPE numeric;`, "breaks older programs"},
		{`DROP TABLE calendar_feeds;`, "breaks older programs"},
		{`TRUNCATE sessions;`, "breaks older programs"},
		{`DO $$ BEGIN DROP TABLE users; END $$;`, "DO blocks are not allowed"},
	} {
		t.Run("refused: "+tc.text, func(t *testing.T) {
			if got := violations(tc.text); len(got) != 1 || !strings.Contains(got[0], tc.want) {
				if !strings.Contains(tc.want, "DO blocks") || !strings.Contains(strings.Join(got, "\n"), tc.want) {
					t.Errorf("got %q, want %q", got, tc.want)
				}
			}
		})
	}
	for _, text := range []string{
		"CREATE TABLE teams (organization_id uuid NOT NULL, id uuid NOT NULL, name text CHECK (name <> ''));\n" +
			"CREATE INDEX teams_name_idx ON teams (organization_id, name);\n" +
			"ALTER TABLE teams ADD CONSTRAINT teams_key UNIQUE (organization_id, name), ADD b int NOT NULL;",
		outside + "CREATE INDEX CONCURRENTLY IF NOT EXISTS users_name_idx ON users (organization_id, name);",
		outside + "DROP INDEX CONCURRENTLY IF EXISTS users_name_idx;",
		"ALTER TABLE users ADD COLUMN tax text CONSTRAINT users_tax_check CHECK (char_length(tax) BETWEEN 1 AND 50), " +
			"ADD at timestamptz NOT NULL DEFAULT now(), ADD color text NOT NULL DEFAULT 'red; -- x';",
		"ALTER TABLE users ADD CONSTRAINT c CHECK (name <> '') NOT VALID;",
		"ALTER TABLE users VALIDATE CONSTRAINT c;",
		"ALTER TABLE users ADD CONSTRAINT users_name_key UNIQUE USING INDEX users_name_idx;",
		"ALTER TABLE users DROP CONSTRAINT users_name_key;",
		contract + "ALTER TABLE users DROP COLUMN image;",
	} {
		t.Run("allowed: "+text, func(t *testing.T) {
			if got := violations(text); len(got) > 0 {
				t.Errorf("got %q", got)
			}
		})
	}
}

// example matches a migration in docs/operate/upgrading.md.
var example = regexp.MustCompile("(?s)\n```sql ([0-9]{4}_\\w+\\.sql)\n(.*?)```")

// TestExamples applies the migrations of docs/operate/upgrading.md, in their order, after those that exist.
func TestExamples(t *testing.T) {
	page, err := os.ReadFile("../../docs/operate/upgrading.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, migrations.Files); err != nil {
		t.Fatal(err)
	}
	existing, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	last, err := strconv.Atoi(existing[len(existing)-1][:4])
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, m := range example.FindAllStringSubmatch(string(page), -1) {
		for _, violation := range violations(m[2]) {
			t.Errorf("%s: %s", m[1], violation)
		}
		// The page numbers its examples from 0008 on, whatever exists.
		number := func(old int) string { return fmt.Sprintf("%04d", old-8+last+1) }
		name := number(8+i) + m[1][4:]
		text := strings.Replace(m[2], "contract 0008", "contract "+number(8), 1)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want = append(want, name)
	}
	db, err := postgres.Open(apitest.NewDatabase(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	applied, err := migrate.Up(t.Context(), db, os.DirFS(dir), migrate.Options{ServersStopped: true})
	if err != nil || !slices.Equal(applied, want) || len(want) < 5 {
		t.Errorf("applied %q, %v; want %q", applied, err, want)
	}
}
