package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"time"
)

// dev is a running workplan dev, as the READMEs use it.
type dev struct {
	*program
	key string // of its demo organization
}

// devURL is the address of workplan dev that the READMEs call.
const devURL = "http://127.0.0.1:8080"

var secretText = regexp.MustCompile(`wpk_[0-9A-Za-z]+`)

// startDev builds workplan, and starts its command dev with its data in the folder dir.
func startDev(ctx context.Context, root, dir, logs string) (_ *dev, err error) {
	binary := filepath.Join(dir, "workplan")
	if out, err := runProgram(ctx, buildTimeout, logs, "workplan-build", nil, "go", "build", "-C", root, "-o", binary,
		"./cmd/workplan"); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out.stderr)
	}
	// Not ctx, which would kill it: it has to stop its PostgreSQL.
	p, err := startProgram(context.WithoutCancel(ctx), logs, "workplan-dev", nil, binary, "dev",
		"--data-dir", filepath.Join(dir, "dev"))
	if err != nil {
		return nil, err
	}
	d := &dev{program: p}
	if err := d.wait(ctx); err != nil {
		p.stop()
		out, readErr := p.printed()
		return nil, errors.Join(fmt.Errorf("workplan dev: %w\n%s", err, out.stderr), readErr)
	}
	return d, nil
}

// wait waits for the key and then for the server. dev prints the key after it has opened
// its ports, so no other server can respond.
func (d *dev) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, devTimeout)
	defer cancel()
	for {
		out, err := d.printed()
		if err != nil {
			return err
		}
		if d.key = secretText.FindString(string(out.stdout)); d.key != "" && ready(ctx) {
			return nil
		}
		select {
		case <-d.exited:
			return errors.Join(errors.New("it ended by itself"), d.err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func ready(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, devURL+"/readyz", nil)
	if err != nil {
		panic(err) // the address above is wrong
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
