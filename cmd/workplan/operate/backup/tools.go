package backup

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Folders with the programs of a version of PostgreSQL: Debian, Red Hat. An empty name means PATH.
var folders = []string{"/usr/lib/postgresql/%d/bin", "/usr/pgsql-%d/bin", ""}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// tool returns the path of pg_dump or pg_restore: that of the version of the server if it is installed, or else that on
// PATH. Only the folder PG_BINDIR is used if that variable is set.
func (d *Database) tool(ctx context.Context, db *sql.DB, name string) (string, error) {
	var server int
	if err := db.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int / 10000").
		Scan(&server); err != nil {
		return "", err
	}
	all := folders
	if dir := os.Getenv("PG_BINDIR"); dir != "" && dir != "fetch" {
		all = []string{dir}
	}
	var errs []error
	for _, folder := range all {
		path, err := exec.LookPath(filepath.Join(strings.ReplaceAll(folder, "%d", strconv.Itoa(server)), name))
		if err == nil {
			err = fits(ctx, path, name, server)
		}
		if err == nil {
			return path, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return "", errors.Join(append(errs, fmt.Errorf(
		"no %s for PostgreSQL %d: install the client programs of that version, or set PG_BINDIR to their folder",
		name, server,
	))...)
}

// fits returns an error if a program cannot work with a server. pg_dump reads from servers of its version and older
// ones, and pg_restore writes what servers of its version and newer ones understand.
func fits(ctx context.Context, path, name string, server int) error {
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return fmt.Errorf("%s does not say its version: %q", path, out)
	}
	own, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return err
	}
	if name == "pg_dump" && own < server || name == "pg_restore" && own > server {
		return fmt.Errorf("%s has version %d, and the server is PostgreSQL %d", path, own, server)
	}
	return nil
}

// maxOutput is how much of what a program says an error has.
const maxOutput = 2000

// runTool runs a program of PostgreSQL on a database.
func (d *Database) runTool(ctx context.Context, path, database string, args ...string) error {
	cmd := exec.CommandContext(ctx, path, append([]string{"--no-password", "--dbname=" + database}, args...)...)
	cmd.Env = d.environment()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &failure{err, filepath.Base(path), strings.TrimSpace(said.String())}
	}
	return nil
}

// failure is the error of a program of PostgreSQL, and what it said.
type failure struct {
	error
	program, said string
}

// Error implements error.
func (f *failure) Error() string {
	return fmt.Sprintf("%s failed: %v: %s", f.program, f.error, f.said[max(0, len(f.said)-maxOutput):])
}

// Unwrap returns the error of the process.
func (f *failure) Unwrap() error { return f.error }

var causePattern = regexp.MustCompile(`(?m)ERROR: +(.*)$`)

// causes returns the errors of PostgreSQL that the program has said, in one line.
func (f *failure) causes() string {
	var texts []string
	for _, m := range causePattern.FindAllStringSubmatch(f.said, -1) {
		texts = append(texts, m[1])
	}
	if len(texts) == 0 {
		return f.Error()
	}
	text := strings.Join(texts, "; ")
	return text[:min(len(text), maxOutput)]
}

// environment returns the address of the server as variables of libpq, because every user of the machine sees the
// arguments of a process.
func (d *Database) environment() []string {
	c := d.cfg
	hosts, ports := []string{c.Host}, []string{strconv.Itoa(int(c.Port))}
	for _, m := range c.Multi {
		hosts, ports = append(hosts, m.Host), append(ports, strconv.Itoa(int(m.Port)))
	}
	options := []string{c.Options}
	for _, name := range slices.Sorted(maps.Keys(c.Runtime)) {
		options = append(options, "-c "+name+"="+strings.NewReplacer(`\`, `\\`, " ", `\ `).Replace(c.Runtime[name]))
	}
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") })
	for name, value := range map[string]string{
		"PGHOST": strings.Join(hosts, ","), "PGPORT": strings.Join(ports, ","), "PGUSER": c.User,
		"PGPASSWORD": c.Password, "PGPASSFILE": c.Passfile, "PGOPTIONS": strings.TrimSpace(strings.Join(options, " ")),
		"PGAPPNAME": "workplan backup",
		"PGSSLMODE": string(c.SSLMode), "PGSSLCERT": c.SSLCert, "PGSSLKEY": c.SSLKey,
		"PGSSLROOTCERT": c.SSLRootCert, "PGTARGETSESSIONATTRS": string(c.TargetSessionAttrs),
	} {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}
