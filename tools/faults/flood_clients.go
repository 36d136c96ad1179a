package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// floodClients makes this program the clients of a flood. They are a process of their own that runs only when the
// processors are idle: in real life they are other machines, and do not take processors away from the server.
const floodClients = "flood-clients"

// floodOrder is what the clients read from their standard input. They stop when it ends, and write a flooded.
type floodOrder struct {
	Addr, Key string
	Requests  []request
}

// request is one request of a flood.
type request struct {
	Method, Path string
	Body         []byte
}

// flooded are the responses to a flood.
type flooded struct {
	Statuses map[int]int           // 0: no response
	Slowest  map[int]time.Duration // by status

	mu sync.Mutex
}

// startFlood starts the clients. They run until stop, which returns what they got.
func startFlood(ctx context.Context, order floodOrder) (stop func() (*flooded, error), err error) {
	end, err := startIdle(ctx, floodClients, order)
	if err != nil {
		return nil, err
	}
	return func() (*flooded, error) {
		f := &flooded{}
		printed, err := end()
		if err != nil {
			return f, err
		}
		return f, json.Unmarshal(printed, f)
	}, nil
}

// startIdle starts this program with an argument and an input, and lets it run only when the processors are idle. stop
// ends its input, and returns what it then prints.
func startIdle(ctx context.Context, arg string, input any) (stop func() (printed []byte, err error), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := []string{"chrt", "--idle", "0", self, arg}
	if _, err := exec.LookPath("chrt"); err != nil { // not Linux
		command = []string{"nice", "-n", "19", self, arg}
	}
	cmd, out := exec.CommandContext(ctx, command[0], command[1:]...), bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(in).Encode(input); err != nil {
		return nil, err
	}
	return func() ([]byte, error) {
		err := errors.Join(in.Close(), cmd.Wait())
		return out.Bytes(), err
	}, nil
}

// serveFlood is the process of the clients.
func serveFlood() error {
	decoder := json.NewDecoder(os.Stdin)
	var order floodOrder
	if err := decoder.Decode(&order); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &flooded{Statuses: map[int]int{}, Slowest: map[int]time.Duration{}}
	var running sync.WaitGroup
	for i := range floodConnections {
		running.Go(func() { f.send(ctx, order, i) })
	}
	_, err := io.Copy(io.Discard, os.Stdin)
	cancel()
	running.Wait()
	return errors.Join(err, json.NewEncoder(os.Stdout).Encode(f))
}

// send sends requests over one connection, one after the other without a pause.
func (f *flooded) send(ctx context.Context, order floodOrder, first int) {
	c := newClient(order.Addr, order.Key)
	defer c.Close()
	for i := first; ; i++ {
		r, began, status := order.Requests[i%len(order.Requests)], time.Now(), 0
		var body any
		if r.Body != nil {
			body = r.Body
		}
		resp, err := c.Call(ctx, r.Method, r.Path, body)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			status = resp.Status
		}
		f.mu.Lock()
		f.Statuses[status]++
		f.Slowest[status] = max(f.Slowest[status], time.Since(began))
		f.mu.Unlock()
	}
}

func (f *flooded) add(more *flooded) {
	if f.Statuses == nil {
		f.Statuses, f.Slowest = map[int]int{}, map[int]time.Duration{}
	}
	for status, n := range more.Statuses {
		f.Statuses[status] += n
		f.Slowest[status] = max(f.Slowest[status], more.Slowest[status])
	}
}

func (f *flooded) slowestRefusal() time.Duration {
	return max(f.Slowest[http.StatusTooManyRequests], f.Slowest[http.StatusServiceUnavailable])
}

// unexpected counts the responses that are neither a result nor a refusal.
func (f *flooded) unexpected() (n int) {
	for status, times := range f.Statuses {
		if !slices.Contains(
			[]int{http.StatusOK, http.StatusBadRequest, http.StatusTooManyRequests, http.StatusServiceUnavailable},
			status,
		) {
			n += times
		}
	}
	return n
}
