package acceptance_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestAStopFinishesAcceptedRequests stops a server that handles requests of both protocols.
// It reports not ready, finishes these requests, and refuses new connections.
func TestAStopFinishesAcceptedRequests(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var inside atomic.Int64
	hold := make(chan struct{})
	release := sync.OnceFunc(func() { close(hold) })
	pool, err := postgres.Open(a.DSN,
		postgres.Options{StatementCache: -1, MaxConns: 40, Inspect: func(query string) error {
			if strings.Contains(query, `FROM "clients"`) {
				inside.Add(1)
				<-hold
			}
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	defer release() // also if the test fails: pool.Close waits for the statements
	b, stop := a.Start(services.Config{DB: pool})
	waitFor(t, "the server is ready", func() bool {
		resp, _ := send(t, b, "GET /readyz", nil, nil)
		return resp.StatusCode == 200
	})

	const each = 4 // together the half of the requests that one organization may run
	var wg sync.WaitGroup
	failures := make(chan error, 2*each)
	for range each {
		wg.Go(func() { failures <- list(t, b) })
		wg.Go(func() {
			_, err := pb.NewClientServiceClient(b.Conn).ListClients(b.Context(context.Background(), "admin"),
				&pb.ListClientsRequest{})
			failures <- err
		})
	}
	waitFor(t, "all requests are under way", func() bool { return inside.Load() == 2*each })

	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	waitFor(t, "new connections are refused", func() bool {
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := client.Get(b.URL + "/readyz")
		if err == nil {
			defer resp.Body.Close()
			// While it responds, it reports that it is stopping.
			if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 503 && resp.StatusCode != 200 {
				t.Errorf("/readyz: %d %s", resp.StatusCode, body)
			}
			return false
		}
		return errors.Is(err, syscall.ECONNREFUSED)
	})
	// The listeners close one after the other. Until then calls succeed.
	waitFor(t, "new calls are refused", func() bool {
		_, err := pb.NewMeServiceClient(b.Conn).GetMe(b.Context(t.Context(), "admin"), &pb.GetMeRequest{})
		if err != nil && status.Code(err) != codes.Unavailable {
			t.Errorf("a new call after the stop: %v", err)
		}
		return err != nil
	})
	select {
	case err := <-stopped:
		t.Fatalf("it stopped with requests under way: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	release()
	wg.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			t.Errorf("a request that was accepted: %v", err)
		}
	}
	if err := <-stopped; err != nil {
		t.Errorf("Run: %v", err)
	}
}

// TestAStopUnderLoadFailsNothing stops a server while clients call it without a pause: each
// call gets its whole response, or its connection is refused.
func TestAStopUnderLoadFailsNothing(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, stop := a.Start(services.Config{})
	var wg sync.WaitGroup
	var answered atomic.Int64
	var stopping, stopped atomic.Bool
	for range 4 {
		wg.Go(func() {
			for !stopped.Load() {
				switch err := list(t, b); {
				case err == nil:
					answered.Add(1)
				case errors.Is(err, syscall.ECONNREFUSED),
					stopping.Load() && (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)):
					return // not accepted by the server
				default:
					t.Errorf("after %d answers: %v", answered.Load(), err)
					return
				}
			}
		})
	}
	waitFor(t, "there is load", func() bool { return answered.Load() > 50 })
	stopping.Store(true)
	if err := stop(); err != nil {
		t.Error(err)
	}
	stopped.Store(true)
	wg.Wait()
}

// TestAStopDoesNotWaitForASlowUpload stops a server to which a client sends a body too slowly. After 20 s the server
// cuts it off, and its stop is no failure.
func TestAStopDoesNotWaitForASlowUpload(t *testing.T) {
	t.Parallel()
	b, stop := apitest.NewIsolated(t).Start(services.Config{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/v1/clients HTTP/1.1\r\nHost: workplan\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{", b.Secret("admin"))
	time.Sleep(200 * time.Millisecond) // until the request has begun
	began := time.Now()
	if err, took := stop(), time.Since(began); err != nil || took < 19*time.Second || took > 25*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the connection is still there: %v", err)
	}
}

// TestAStopLeavesNoGoroutine compares the goroutines before a server with those after its
// stop. It is not parallel, so all that it finds are those of this server.
func TestAStopLeavesNoGoroutine(t *testing.T) {
	a := apitest.NewIsolated(t)
	pool := apitest.Open(t, a.DSN)
	if err := errors.Join(list(t, a), pool.PingContext(t.Context())); err != nil {
		// The first server and the pool have begun.
		t.Fatal(err)
	}
	before := goleak.IgnoreCurrent()
	b, stop := a.Start(services.Config{DB: pool})
	if err := list(t, b); err != nil {
		t.Error(err)
	}
	if _, err := pb.NewMeServiceClient(b.Conn).GetMe(b.Context(t.Context(), "admin"), &pb.GetMeRequest{}); err != nil {
		t.Error(err)
	}
	if _, err := healthpb.NewHealthClient(b.Conn).Watch(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
		t.Error(err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	b.Conn.Close()
	goleak.VerifyNone(t, before)
}

// TestAStopServesOnForTheDelay stops a server with a delay. Load balancers see at once that
// it is not ready. Until the delay has passed, it serves everything that they still send.
func TestAStopServesOnForTheDelay(t *testing.T) {
	t.Parallel()
	const delay = 2 * time.Second
	b, stop := apitest.NewIsolated(t).Start(services.Config{ShutdownDelay: delay})
	kept := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	get := func(client *http.Client, path string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(t.Context(), "GET", b.URL+path, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+b.Secret("admin"))
		resp, err := client.Do(req)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		return resp, err
	}
	waitFor(t, "the server is ready", func() bool {
		resp, err := get(kept, "/readyz")
		return err == nil && resp.StatusCode == 200
	})
	if resp, err := get(kept, "/api/v1/clients"); err != nil || resp.StatusCode != 200 || resp.Close {
		t.Fatalf("before the stop: %v %v", resp, err)
	}
	watch, err := healthpb.NewHealthClient(b.Conn).Watch(t.Context(), &healthpb.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watch.Recv(); err != nil {
		t.Fatal(err)
	}

	began := time.Now()
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	if update, err := watch.Recv(); err != nil || update.GetStatus() != healthpb.HealthCheckResponse_NOT_SERVING {
		t.Errorf("the health service: %v %v", update, err)
	}
	if resp, err := get(kept, "/readyz"); err != nil || resp.StatusCode != 503 {
		t.Errorf("/readyz: %v %v", resp, err)
	}
	if took := time.Since(began); took > delay/2 {
		t.Errorf("it was ready for %s after the stop", took)
	}
	for time.Since(began) < delay*3/4 {
		resp, err := get(kept, "/api/v1/clients")
		if err != nil || resp.StatusCode != 200 || !resp.Close {
			t.Fatalf("after %s: %v %v, which should have Connection: close", time.Since(began), resp, err)
		}
		if err := list(t, b); err != nil {
			t.Fatalf("over a new connection, after %s: %v", time.Since(began), err)
		}
		if _, err := pb.NewMeServiceClient(b.Conn).
			GetMe(b.Context(t.Context(), "admin"), &pb.GetMeRequest{}); err != nil {
			t.Fatalf("over gRPC, after %s: %v", time.Since(began), err)
		}
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	// The stream of Watch has to end: otherwise the stop takes 20 s more.
	if took := time.Since(began); took < delay || took > delay+10*time.Second {
		t.Errorf("the stop took %s", took)
	}
}

// list lists the clients over a new connection. A request on an idle connection can cross
// its close, which no server can avoid.
func list(t *testing.T, a *apitest.API) error {
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+"/api/v1/clients", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != 200 || !strings.HasSuffix(string(body), "}}\n")) {
		err = errors.New(resp.Status + " " + string(body))
	}
	return err
}
