// Package backup writes dumps of the database of an installation, and restores them without a risk for the database
// that is there.
//
// A dump is what pg_dump writes in its custom format. Beside it is a file with its SHA-256, as sha256sum writes it: the
// format has no checksum of its own, so that a changed byte can become a changed value without an error.
//
// A restore makes a new database, checks it, and only then gives it the name of the old one, which gets another name
// and is kept. Whatever goes wrong before that, the old database serves on.
package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Database is the database of an installation.
type Database struct {
	// Maintenance is the name of another database of the server, from which databases are created and renamed.
	Maintenance string
	// Say is called with messages about what happens.
	Say func(format string, args ...any)

	dsn string
	cfg pq.Config
}

// New returns the database at an address. The role of the address owns the database, or is a superuser.
func New(dsn string, say func(format string, args ...any)) (*Database, error) {
	dsn = postgres.Hosts(dsn)
	cfg, err := postgres.ParseAddress(dsn)
	if err != nil {
		return nil, errors.New("the address of the database is malformed")
	}
	return &Database{Maintenance: "postgres", Say: say, dsn: dsn, cfg: cfg}, nil
}

// Name returns the name of the database.
func (d *Database) Name() string { return d.cfg.Database }

// At returns the address of a database of the server, with the role of d.
func (d *Database) At(name string) string { return addressOf(d.dsn, name) }

// open returns a pool on a database of the server.
func (d *Database) open(name string, opts postgres.Options) (*sql.DB, error) {
	return postgres.Open(d.At(name), opts)
}

// addressOf returns an address with the name of another database.
func addressOf(dsn, database string) string {
	if u, err := url.Parse(dsn); err == nil && strings.Contains(dsn, "://") {
		query := u.Query()
		query.Del("dbname")
		u.Path, u.RawPath, u.RawQuery = "/"+database, "", query.Encode()
		return u.String()
	}
	return dsn + " dbname='" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(database) + "'"
}

// DigestSuffix is the end of the name of the file with the SHA-256 of a dump.
const DigestSuffix = ".sha256"

// Create writes a dump of the database to a file, and its SHA-256 to a file beside it. It replaces no file. The dump
// gets its name when both are complete and on the disk.
func (d *Database) Create(ctx context.Context, file string) (err error) {
	for _, name := range []string{file, file + DigestSuffix} {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			return errors.Join(fmt.Errorf("%s exists: a backup replaces no file", name), err)
		}
	}
	db, err := d.open(d.Name(), postgres.Options{MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	dump, err := d.tool(ctx, db, "pg_dump")
	if err != nil {
		return err
	}
	without, err := d.without(ctx, db)
	if err != nil {
		return err
	}
	half, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part") // only its owner may read it
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(half.Name()))
		}
	}()
	if err := errors.Join(d.runTool(ctx, dump, d.Name(), append(without, "--format=custom", "--file="+half.Name())...),
		half.Sync(), half.Close()); err != nil {
		return err
	}
	digest, err := digestOf(half.Name())
	if err != nil {
		return err
	}
	if err := writeWhole(file+DigestSuffix, fmt.Sprintf("%s  %s\n", digest, filepath.Base(file))); err != nil {
		return err
	}
	return os.Rename(half.Name(), file)
}

// writeWhole writes a new file.
func writeWhole(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

func digestOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, bufio.NewReaderSize(f, 1<<20)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// checkDigest returns an error unless a dump has the SHA-256 of the file beside it.
func checkDigest(file string) error {
	text, err := os.ReadFile(file + DigestSuffix)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no %s%s, so nobody knows whether the dump is whole: take it from where the dump "+
			"is from, or, if you trust the dump, make it: sha256sum %[1]s >%[1]s%[2]s",
			file, DigestSuffix)
	}
	if err != nil {
		return err
	}
	want, _, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	digest, err := digestOf(file)
	if err == nil && digest != want {
		err = fmt.Errorf(
			"the dump %s is damaged: its SHA-256 is not that of %[1]s%s: copy it again, or take another backup", file,
			DigestSuffix,
		)
	}
	return err
}
