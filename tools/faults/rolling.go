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
	"github.com/workplan-api/workplan/test/process"
)

func init() {
	add(row{
		name: "rolling-restarts",
		done: "Two servers behind a balancer are restarted one after the other with SIGTERM, under reads and writes " +
			"over kept HTTP and gRPC connections and upserts of 5,000 rows. The balancer polls /readyz each " +
			"second and sends nothing twice.",
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
	serve := func() (*process.Server, error) { return e.serve(ctx, "SHUTDOWN_DELAY="+delay) }
	r, err := startRollout(ctx, e, serve)
	if err != nil {
		return nil, err
	}
	r.startLarge(ctx, e, r.web.Address())
	for range restarts {
		if err = r.roll(serve); err != nil {
			break
		}
	}
	figures, err := r.end(err)
	if err == nil && r.large.Load() == 0 {
		err = errors.New("no upsert of 5,000 rows ended")
	}
	return append(figures, count("upserts of 5,000 rows", int(r.large.Load()))), err
}

// rollout is two servers behind a balancer, under load, that are replaced one after the other.
type rollout struct {
	*balancer
	*load
	web, rpc *proxy
	replaced int
	longest  time.Duration // in which a server stopped
}

// startRollout starts two servers, the balancer and the load.
func startRollout(ctx context.Context, e *environment, serve func() (*process.Server, error)) (_ *rollout, err error) {
	r := &rollout{balancer: &balancer{}, load: &load{}}
	for range 2 {
		s, err := serve()
		if err != nil {
			return nil, err
		}
		r.add(s)
	}
	ctx, cancel := context.WithCancel(ctx)
	e.atEnd(cancel)
	go r.poll(ctx)
	if r.web, err = r.listen(func(s *process.Server) string { return s.HTTP }); err != nil {
		return nil, err
	}
	e.atEnd(func() { r.web.Close() })
	if r.rpc, err = r.listen(func(s *process.Server) string { return s.GRPC }); err != nil {
		return nil, err
	}
	e.atEnd(func() { r.rpc.Close() })
	return r, r.start(ctx, e, r.web.Address(), r.rpc.Address())
}

// roll stops the server that has run longest and starts another one.
func (r *rollout) roll(serve func() (*process.Server, error)) error {
	at := r.replaced % 2
	old := r.server(at)
	began := time.Now()
	if err := old.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	code := old.ExitCode()
	r.longest = max(r.longest, time.Since(began))
	if code != 0 {
		return broken("a server exits with %d: %s", code, old.Log())
	}
	s, err := serve()
	if err != nil {
		return err
	}
	r.replace(at, s)
	r.replaced++
	time.Sleep(pollEvery + pollEvery/2) // the balancer has to see that it is ready
	return nil
}

// end ends the load and returns the figures. err is why the rollout ended early.
func (r *rollout) end(err error) ([]figure, error) {
	r.load.end()
	figures := []figure{count("requests", int(r.sent.Load())), count("failed requests", int(r.failed.Load()))}
	if r.replaced > 0 {
		figures = append(figures, count("restarts", r.replaced), milliseconds("longest stop", r.longest))
	}
	switch {
	case err != nil:
		return figures, err
	case r.failed.Load() > 0:
		return figures, broken("%d of %d requests failed, such as: %v", r.failed.Load(), r.sent.Load(), r.first)
	case r.longest > 25*time.Second:
		return figures, broken("a server stopped after %s", r.longest)
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
	ending              chan struct{}
	running             sync.WaitGroup
}

// start starts the clients. end ends them after their last requests.
func (l *load) start(ctx context.Context, e *environment, web, rpc string) error {
	l.ending = make(chan struct{})
	// The balancer has polled before the first request.
	time.Sleep(pollEvery / 2)
	for i, o := range []*organization{e.first, e.second} {
		conn, err := dialGRPC(rpc, o.key("admin"))
		if err != nil {
			return err
		}
		e.atEnd(func() { conn.Close() })
		rows := o.items(10_000, 20, float64(1+i))
		l.repeat(20*time.Millisecond, overHTTP(e, web, o, func(c *client) (*response, error) {
			return c.Call(ctx, http.MethodGet, "/api/v1/projects?limit=50", nil)
		}))
		l.repeat(20*time.Millisecond,
			overHTTP(e, web, o, func(c *client) (*response, error) { return c.Upsert(ctx, rows) }))
		l.repeat(20*time.Millisecond, func() error { return listProjects(ctx, conn) })
		l.repeat(500*time.Millisecond, func() error { return renameClient(ctx, conn, o) })
	}
	return nil
}

// startLarge starts another client of the first organization, which upserts 5,000 rows at a time.
func (l *load) startLarge(ctx context.Context, e *environment, web string) {
	hours := 0.0
	upsert := overHTTP(e, web, e.first, func(c *client) (*response, error) {
		hours = 1 + float64(int(hours)%8) // so that every row changes
		return c.Upsert(ctx, e.first.items(0, 5_000, hours))
	})
	l.repeat(200*time.Millisecond, func() error {
		err := upsert()
		if err == nil {
			l.large.Add(1)
		}
		return err
	})
}

// repeat calls again and again, with a pause before each call.
func (l *load) repeat(pause time.Duration, call func() error) {
	l.running.Go(func() {
		for {
			select {
			case <-l.ending:
				return
			case <-time.After(pause):
			}
			l.count(call())
		}
	})
}

func (l *load) end() {
	close(l.ending)
	l.running.Wait()
}

// overHTTP returns a call over one kept connection. A status other than 200 is an error.
func overHTTP(e *environment, web string, o *organization, call func(*client) (*response, error)) func() error {
	c := newClient(web, o.key("admin"))
	e.atEnd(c.Close)
	return func() error {
		resp, err := call(c)
		return want(http.StatusOK, resp, err)
	}
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
		ClientId: o.Clients[0].ID, Client: &pb.Client{CompanyName: &name},
		UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"company_name"}},
	})
	return err
}
