package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/test/process"
)

// The bar of attacks without a key: less memory than of a flood with a key.
const (
	maxKeylessMemory = 150 << 20
	unprotected      = "without limits of connections"
)

func init() {
	variants[unprotected] = func(s *settings) { s.without = append(s.without, without.Limits) }
	add(
		keyless("keyless-messages",
			"8 gRPC connections each hold 100 calls with an unfinished message of 4 MiB: without a key, with a "+
				"mistyped, an unknown and a valid key.", 0,
			func(ctx context.Context, e *environment, s *process.Server) {
				valid := e.first.key("admin")
				var running sync.WaitGroup
				for _, key := range []string{"", valid[:len(valid)-1] + "!",
					auth.NewKey(uuid.MustParse(e.first.Organization.ID)).Reveal(), valid} {
					for range 2 {
						running.Go(func() { redial(ctx, s.GRPC, func(c net.Conn) { unfinished(ctx, c, key) }) })
					}
				}
				running.Wait()
			}),
		keyless("keyless-idle", "2,000 idle connections on each port of a server that may open 1,500 files.", 1500,
			func(ctx context.Context, _ *environment, s *process.Server) {
				many(ctx, 2000, s.HTTP, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "")
				many(ctx, 2000, s.GRPC, greeting, "")
				<-ctx.Done()
			}),
		keyless("keyless-slow",
			"500 connections on each port of a server that may open 600 files send a byte each second: "+
				"headers, bodies and frames.", 600,
			func(ctx context.Context, _ *environment, s *process.Server) {
				many(ctx, 250, s.HTTP, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x")
				many(ctx, 250, s.HTTP,
					"POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+
						"Content-Length: 100000\r\n\r\n", " ")
				many(ctx, 250, s.GRPC, greeting[:10], "x")
				many(ctx, 250, s.GRPC, greeting, "\x00")
				<-ctx.Done()
			}),
		keyless("keyless-resets", "4 gRPC connections without a key open and reset streams as fast as they can.", 0,
			func(ctx context.Context, _ *environment, s *process.Server) {
				var running sync.WaitGroup
				for range 4 {
					running.Go(func() { redial(ctx, s.GRPC, func(c net.Conn) { resets(ctx, c) }) })
				}
				running.Wait()
			}),
	)
}

// keyless returns the row of an attack that lasts until its context ends. files limits the
// open files of the server, unless it is 0.
func keyless(name, done string, files int, attack func(context.Context, *environment, *process.Server)) row {
	trial := func(start func(*environment, context.Context) (*process.Server, error)) trial {
		return func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := start(e, ctx)
			if err != nil {
				return nil, err
			}
			return e.besiege(ctx, s, attack)
		}
	}
	return row{
		timed: true,
		name:  name, done: done,
		holds: fmt.Sprintf("The p99 of a neighbour that sends 20 requests a second is at most %d times its p99 alone "+
			"on busy processors, all its responses are 200; /readyz is 200 throughout; the server stays below %d MiB.",
			maxSlowdown, maxKeylessMemory>>20),
		run: trial(func(e *environment, ctx context.Context) (*process.Server, error) {
			return e.serveFiles(ctx, files, "")
		}),
		controlDone: "no limits of connections, and messages are read before the key",
		control: trial(func(e *environment, ctx context.Context) (*process.Server, error) {
			return e.serveFiles(ctx, files, unprotected)
		}),
	}
}

// besiege measures the neighbour alone, and then during the attack.
func (e *environment) besiege(
	ctx context.Context, s *process.Server, attack func(context.Context, *environment, *process.Server),
) ([]figure, error) {
	setup := newClient(s.HTTP, e.second.key("admin"))
	defer setup.Close()
	resp, err := setup.Upsert(ctx, e.second.items(0, 1000, 8))
	if err := want(200, resp, err); err != nil {
		return nil, err
	}
	harmed, err := e.harm(ctx, s, func() (stop func() error, err error) {
		attacking, cancel := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() { attack(attacking, e, s); close(ended) }()
		time.Sleep(6 * time.Second) // until all connections are open: the neighbour needs new ones
		return func() error { cancel(); <-ended; return nil }, nil
	})
	if err != nil {
		return nil, err
	}
	return harmed.figures(), harmed.check(maxKeylessMemory)
}

// serveFiles starts a server, or a variant of it, that may open that many files. 0 means no
// limit.
func (e *environment) serveFiles(ctx context.Context, files int, variant string) (*process.Server, error) {
	args := []string{e.Workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0"}
	if variant != "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		args = []string{self, serveWith, variant}
	}
	if files > 0 {
		args = append([]string{"/bin/sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$@"`, files), "sh"}, args...)
	}
	return e.start(ctx, nil, args...)
}

// redial attacks over one connection after the other. The attacker has another address than
// the neighbour.
func redial(ctx context.Context, addr string, attack func(net.Conn)) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	for ctx.Err() == nil {
		if c, err := dialer.DialContext(ctx, "tcp", addr); err == nil {
			stop := context.AfterFunc(ctx, func() { c.Close() })
			attack(c)
			stop()
			c.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// many opens n connections. Each sends start, and then drip each second, until the server
// closes it. Ten seconds later it opens another one.
func many(ctx context.Context, n int, addr, start, drip string) {
	for range n {
		time.Sleep(time.Millisecond) // to open connections is not the attack
		go redial(ctx, addr, func(c net.Conn) {
			if _, err := io.WriteString(c, start); err != nil {
				return
			}
			if drip != "" {
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				go func() {
					for ctx.Err() == nil {
						time.Sleep(time.Second)
						_, _ = io.WriteString(c, drip) // the copy below sees the end
					}
				}()
			}
			_, _ = io.Copy(io.Discard, c)
			select {
			case <-ctx.Done():
			case <-time.After(10 * time.Second):
			}
		})
	}
}
