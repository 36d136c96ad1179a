package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// minMajor is the oldest version that has NULLS NOT DISTINCT, which the schema uses.
const minMajor = 15

// binaries is a folder with postgres and initdb.
type binaries struct {
	dir   string
	major int
}

// find returns the binaries to use: those in PG_BINDIR, or those on PATH, or the newest of the system's packages, or
// downloaded ones, in this order. With PG_BINDIR=fetch they are always downloaded ones.
func find(ctx context.Context, log func(string, ...any)) (binaries, error) {
	switch dir := os.Getenv("PG_BINDIR"); dir {
	case "":
	case "fetch":
		return fetched(ctx, log)
	default:
		bin, err := inspect(ctx, dir)
		if err != nil {
			return binaries{}, fmt.Errorf("PG_BINDIR: %w", err)
		}
		return bin, nil
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			if bin, err := inspect(ctx, filepath.Dir(path)); err == nil {
				return bin, nil
			}
		}
	}
	var found []binaries
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",          // Debian
		"/usr/pgsql-*/bin",                   // Red Hat
		"/opt/homebrew/opt/postgresql@*/bin", // Homebrew on Apple's processors
		"/usr/local/opt/postgresql@*/bin",    // Homebrew on Intel's
		"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
	} {
		dirs, _ := filepath.Glob(pattern)
		for _, dir := range dirs {
			if bin, err := inspect(ctx, dir); err == nil {
				found = append(found, bin)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return binaries{}, err // inspect failed because of it
	}
	if len(found) == 0 {
		return fetched(ctx, log)
	}
	return slices.MaxFunc(found, func(a, b binaries) int { return a.major - b.major }), nil
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspect returns the binaries in dir. It fails if they are incomplete or too old.
func inspect(ctx context.Context, dir string) (binaries, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return binaries{}, err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return binaries{}, fmt.Errorf("%s: %w", dir, err)
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return binaries{}, fmt.Errorf("%s: not PostgreSQL: %q", dir, out)
	}
	major, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return binaries{}, err
	}
	if major < minMajor {
		return binaries{}, fmt.Errorf("%s: PostgreSQL %d is too old, %d or newer is needed", dir, major, minMajor)
	}
	dir, err = filepath.Abs(dir)
	return binaries{dir, major}, err
}

func fetched(ctx context.Context, log func(string, ...any)) (binaries, error) {
	dir, err := fetch(ctx, log)
	if err == nil {
		var bin binaries
		if bin, err = inspect(ctx, dir); err == nil {
			return bin, nil
		}
	}
	advice := fmt.Errorf("install PostgreSQL %d or newer, or set PG_BINDIR to the folder of its postgres and initdb",
		minMajor)
	return binaries{}, errors.Join(fmt.Errorf("PostgreSQL is not installed, and the download failed: %w", err), advice)
}
