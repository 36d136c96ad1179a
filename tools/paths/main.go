// Command paths counts what a reader must hold in the head to follow a request: for a PATCH, an upsert and a list, the
// functions that run, their packages, and the frames between the socket and the database.
//
//	go -C tools run ./paths --write
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

const description = `Count the functions, packages and frames of a PATCH, an upsert of one row and a list of 50 rows, and the
private keys of contexts. Code that is generated does not count.

It needs Go and a PostgreSQL that is installed or else fetched, and takes some two minutes: it builds workplan with counters,
sends requests, and reads the counters and a profile of the processor.`

const (
	module = "github.com/workplan-api/workplan/"
	page   = "docs/architecture.md"
	// The table is between these lines of the page.
	begin, end = "<!-- go -C tools run ./paths --write -->\n", "<!-- end -->\n"
)

func main() {
	log.SetFlags(log.Ltime)
	if err := checkout.Enter(); err != nil {
		log.Fatal("paths: ", err)
	}
	var opts struct {
		Write bool `help:"Also write the table into docs/architecture.md."`
	}
	kong.Parse(&opts, kong.Description(description))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	table, err := count(ctx)
	if err == nil {
		fmt.Print(table)
	}
	if err == nil && opts.Write {
		err = write(table)
	}
	if err != nil {
		log.Fatal("paths: ", err)
	}
}

// write replaces the table of the page.
func write(table string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no place for the table", page)
	}
	return os.WriteFile(page, []byte(before+begin+"\n"+table+"\n"+end+after), 0o644)
}

// count returns the table.
func count(ctx context.Context) (_ string, err error) {
	site, err := testbed.NewSite(ctx, "workplan-paths-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	log.Print("Building workplan with counters …")
	counting := filepath.Join(site.Dir, "counting")
	if _, err := process.Output(ctx, "go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"...",
		"-o", counting, "./cmd/workplan"); err != nil {
		return "", err
	}
	if err := site.Create(ctx, site.Workplan, "paths"); err != nil {
		return "", err
	}
	var made organization
	if err := site.Import(ctx, site.Workplan, site.Postgres.DSN("paths"), document(), &made); err != nil {
		return "", err
	}
	declared, err := functions()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| path | frames from the socket to the database | functions | packages |\n|---|---:|---:|---:|\n")
	for _, p := range requests(&made) {
		log.Printf("%s …", p.name)
		ran, err := executed(ctx, site, counting, p, declared)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.name, err)
		}
		frames, err := deepest(ctx, site, p)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.name, err)
		}
		packages := map[string]bool{}
		for name := range ran {
			packages[filepath.Dir(name.file)] = true
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", p.name, len(frames), len(ran), len(packages))
		log.Printf("%s:\n\t%s", p.name, strings.Join(frames, "\n\t"))
	}
	keys, err := contextKeys()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "\nPrivate keys of contexts: %d (%s).\n", len(keys), strings.Join(keys, ", "))
	return b.String(), nil
}
