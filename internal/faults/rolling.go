package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/process"
)

func init() {
	add(row{
		name: "rolling-restarts",
		done: "Two servers behind a balancer are restarted one after the other with SIGTERM, under reads and writes over kept HTTP and gRPC connections and upserts of 5,000 rows. " +
			"The balancer polls /readyz each second and sends nothing twice.",
		holds: "No request fails, and each server exits with 0 within 25 s.",
		run:   func(ctx context.Context, e *environment) ([]figure, error) { return rolling(ctx, e, "5s") },

		controlDone: "SHUTDOWN_DELAY=0",
		control:     func(ctx context.Context, e *environment) ([]figure, error) { return rolling(ctx, e, "0s") },
	})
}

// rolling restarts two servers in turn under load.
func rolling(ctx context.Context, e *environment, delay string) ([]figure, error) {
	restarts := 20
	if e.short {
		restarts = 2
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := &balancer{}
	for range 2 {
		s, err := e.serve(ctx, "SHUTDOWN_DELAY="+delay)
		if err != nil {
			return nil, err
		}
		b.add(s)
	}
	go b.poll(ctx)
	web, err := b.listen(func(s *process.Server) string { return s.HTTP })
	if err != nil {
		return nil, err
	}
	defer web.Close()
	rpc, err := b.listen(func(s *process.Server) string { return s.GRPC })
	if err != nil {
		return nil, err
	}
	defer rpc.Close()

	l := &load{}
	stop, err := l.start(ctx, e, web.addr(), rpc.addr())
	if err != nil {
		return nil, err
	}
	var longest time.Duration
	err = func() error {
		for n := range restarts {
			old := b.server(n % 2)
			began := time.Now()
			if err := old.Signal(syscall.SIGTERM); err != nil {
				return err
			}
			code := old.ExitCode()
			longest = max(longest, time.Since(began))
			if code != 0 {
				return broken("a server exits with %d: %s", code, old.Log())
			}
			s, err := e.serve(ctx, "SHUTDOWN_DELAY="+delay)
			if err != nil {
				return err
			}
			b.replace(n%2, s)
			time.Sleep(pollEvery + pollEvery/2) // the balancer has to see that it is ready
		}
		return nil
	}()
	stop()
	figures := []figure{
		count("restarts", restarts), count("requests", int(l.sent.Load())), count("failed requests", int(l.failed.Load())),
		count("upserts of 5,000 rows", int(l.large.Load())), milliseconds("longest stop", longest),
	}
	switch {
	case err != nil:
		return figures, err
	case l.failed.Load() > 0:
		return figures, broken("%d of %d requests failed, such as: %v", l.failed.Load(), l.sent.Load(), l.first)
	case longest > 25*time.Second:
		return figures, broken("a server stopped after %s", longest)
	case l.large.Load() == 0:
		return figures, errors.New("no upsert of 5,000 rows ended")
	}
	return figures, nil
}

const pollEvery = time.Second

// balancer sends each new connection to the next server that was ready at the last poll. It tries one server only.
type balancer struct {
	mu      sync.Mutex
	servers []*process.Server
	ready   map[*process.Server]bool
	next    int
}

func (b *balancer) add(s *process.Server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.servers = append(b.servers, s)
}

func (b *balancer) server(i int) *process.Server {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.servers[i]
}

func (b *balancer) replace(i int, s *process.Server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.servers[i] = s
}

// poll asks every second which servers are ready.
func (b *balancer) poll(ctx context.Context) {
	for ctx.Err() == nil {
		ready := map[*process.Server]bool{}
		for _, s := range []*process.Server{b.server(0), b.server(1)} {
			ready[s] = s.Ready()
		}
		b.mu.Lock()
		b.ready = ready
		b.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery):
		}
	}
}

// pick returns the next server that is ready.
func (b *balancer) pick() (*process.Server, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.servers {
		b.next++
		if s := b.servers[b.next%len(b.servers)]; b.ready[s] {
			return s, nil
		}
	}
	return nil, errors.New("no server is ready")
}

// listen balances connections to one of the addresses of the servers.
func (b *balancer) listen(address func(*process.Server) string) (*proxy, error) {
	return newProxyTo(func() (net.Conn, error) {
		s, err := b.pick()
		if err != nil {
			return nil, err
		}
		return net.Dial("tcp", address(s))
	})
}

// load is clients that never send a request twice, and the number of requests that failed.
type load struct {
	sent, failed, large atomic.Int64
	mu                  sync.Mutex
	first               error // of the failed requests
}

// start starts the clients. stop ends them after their last requests.
func (l *load) start(ctx context.Context, e *environment, web, rpc string) (stop func(), err error) {
	ending := make(chan struct{})
	var running sync.WaitGroup
	repeat := func(pause time.Duration, call func() error) {
		running.Go(func() {
			for {
				select {
				case <-ending:
					return
				case <-time.After(pause):
				}
				l.count(call())
			}
		})
	}
	overHTTP := func(o *organization, call func(*client) (*response, error)) func() error {
		c := newClient(web, o.key("admin"))
		e.atEnd(c.close)
		return func() error {
			resp, err := call(c)
			return want(http.StatusOK, resp, err)
		}
	}
	// The balancer has polled before the first request.
	time.Sleep(pollEvery / 2)
	for i, o := range []*organization{e.first, e.second} {
		conn, err := dialGRPC(rpc, o.key("admin"))
		if err != nil {
			return nil, err
		}
		e.atEnd(func() { conn.Close() })
		rows := o.items(10_000, 20, float64(1+i))
		repeat(20*time.Millisecond, overHTTP(o, func(c *client) (*response, error) {
			return c.call(ctx, http.MethodGet, "/api/v1/projects?limit=50", nil)
		}))
		repeat(20*time.Millisecond, overHTTP(o, func(c *client) (*response, error) { return c.upsert(ctx, rows) }))
		repeat(20*time.Millisecond, func() error { return listProjects(ctx, conn) })
		repeat(500*time.Millisecond, func() error { return renameClient(ctx, conn, o) })
	}
	hours := 0.0
	upsert := overHTTP(e.first, func(c *client) (*response, error) {
		hours = 1 + float64(int(hours)%8) // so that every row changes
		return c.upsert(ctx, e.first.items(0, 5_000, hours))
	})
	repeat(200*time.Millisecond, func() error {
		err := upsert()
		if err == nil {
			l.large.Add(1)
		}
		return err
	})
	return func() { close(ending); running.Wait() }, nil
}

func (l *load) count(err error) {
	l.sent.Add(1)
	if err == nil {
		return
	}
	l.failed.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == nil {
		l.first = err
	}
}

func listProjects(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := pb.NewProjectServiceClient(conn).ListProjects(ctx, &pb.ListProjectsRequest{})
	return err
}

func renameClient(ctx context.Context, conn *grpc.ClientConn, o *organization) error {
	name := fmt.Sprint("Client ", time.Now().UnixNano())
	_, err := pb.NewClientServiceClient(conn).UpdateClient(ctx, &pb.UpdateClientRequest{
		ClientId: o.Clients[0].ID, Client: &pb.Client{CompanyName: &name}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"company_name"}},
	})
	return err
}
