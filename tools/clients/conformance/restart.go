package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// restartDelay is the time between a call and the restart. A follower waits for an event by
// then.
const restartDelay = time.Second

// restart restarts the server a moment after a GET, and then creates a client.
type restart struct {
	ctx    context.Context
	server *server
	key    string // of an admin

	running sync.WaitGroup
	mu      sync.Mutex
	calls   int
	err     error
}

func (r *restart) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	r.running.Go(func() {
		time.Sleep(restartDelay)
		err := r.server.restart(r.ctx)
		if err == nil {
			err = r.create()
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.calls++
		r.err = errors.Join(r.err, err)
	})
	w.WriteHeader(http.StatusOK)
}

func (r *restart) create() error {
	req, err := http.NewRequestWithContext(r.ctx, http.MethodPost, r.server.at.url+"/api/v1/clients",
		strings.NewReader(`{"companyName": "After the restart"}`))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body) // for the message
		return fmt.Errorf("the client was not created: %s: %s", resp.Status, text)
	}
	return nil
}

// result waits for the restart. It returns an error unless there was exactly one.
func (r *restart) result() error {
	r.running.Wait()
	if r.calls != 1 {
		return errors.Join(r.err, fmt.Errorf("got %d calls, want 1", r.calls))
	}
	return r.err
}

// value returns the value of a variable.
func value(env []string, name string) string {
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}
