package acceptance_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// poolOf returns a pool of so many connections on the database of a.
func poolOf(t *testing.T, a *apitest.API, conns int) *sql.DB {
	t.Helper()
	db, err := postgres.Open(a.DSN, postgres.Options{MaxConns: conns, Inspect: apitest.Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// 24 of these calls froze every organization for 8 to 10 seconds, when the permission was
// looked up with a second connection.
func TestForbiddenChangesDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var running sync.WaitGroup
	for range 24 {
		running.Go(func() {
			if ans := inQueue(t, func() *apitest.Answer {
				return a.REST(t, "peer", "PATCH /api/v1/users/$worker", `{"reportsToId": "$peer"}`, nil)
			}); ans.Status != 403 {
				t.Errorf("status %d: %s", ans.Status, ans.Raw)
			}
		})
	}
	began := time.Now()
	if ans := a.REST(t, "other_admin", "GET /api/v1/users", "", nil); ans.Status != 200 ||
		time.Since(began) > 3*time.Second {
		t.Errorf("the other organization got %d after %s", ans.Status, time.Since(began))
	}
	running.Wait()
}

// holdUsers locks the rows of the users of both organizations until release.
func holdUsers(t *testing.T, a *apitest.API) (release func()) {
	t.Helper()
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, organization := range []uuid.UUID{a.Organization, a.Other} {
		if _, err := tx.ExecContext(t.Context(),
			"SELECT 1 FROM users WHERE organization_id = $1 FOR UPDATE", organization); err != nil {
			t.Fatal(err)
		}
	}
	return sync.OnceFunc(func() { _ = tx.Rollback() })
}

func TestShareOfRequests(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	shared, _ := a.Start(services.Config{DB: poolOf(t, a, 10)}) // 8 requests at a time, 2 of an organization
	for _, as := range []string{"admin", "worker", "other_admin"} {
		shared.REST(t, as, "GET /api/v1/me", "", nil)
	}
	release := holdUsers(t, a)
	defer release()
	var slow sync.WaitGroup
	var ended atomic.Int32
	defer slow.Wait()
	for range 2 {
		slow.Go(func() { // they wait for the lock
			defer ended.Add(1)
			began := time.Now()
			ans := shared.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, nil)
			if took := time.Since(began); ans.Status != 503 || ans.Header.Get("Retry-After") != "1" ||
				took < 900*time.Millisecond || took > 4*time.Second {
				t.Errorf("a request that waits for a lock got %d after %s", ans.Status, took)
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	var refused sync.WaitGroup
	refused.Go(func() {
		began := time.Now()
		resp, body := send(t, shared, "GET /api/v1/users", nil, nil)
		failed(t, resp, body, http.StatusTooManyRequests, "too_many_concurrent")
		if took := time.Since(began); resp.Header.Get("Retry-After") != "1" ||
			took < 450*time.Millisecond || took > 3*time.Second {
			t.Errorf("refused after %s, retry after %q", took, resp.Header.Get("Retry-After"))
		}
	})
	refused.Go(func() {
		_, err := pb.NewUserServiceClient(shared.Conn).ListUsers(shared.Context(t.Context(), "worker"),
			&pb.ListUsersRequest{})
		st := status.Convert(err)
		var retry *errdetails.RetryInfo
		for _, d := range st.Details() {
			if info, ok := d.(*errdetails.RetryInfo); ok {
				retry = info
			}
		}
		if st.Code() != codes.ResourceExhausted || retry.GetRetryDelay().AsDuration() != time.Second {
			t.Errorf("over gRPC: %v", st)
		}
	})
	for range 3 { // six more may run
		if ans := shared.REST(t, "other_admin", "GET /api/v1/users", "", nil); ans.Status != 200 {
			t.Errorf("the other organization got %d: %s", ans.Status, ans.Raw)
		}
	}
	if ended.Load() > 0 {
		t.Error("the other organization waited for the slow requests")
	}
	refused.Wait()
	slow.Wait()
	release()
	if ans := shared.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 200 {
		t.Errorf("after all have ended: %d", ans.Status)
	}
}

// upload begins to send a batch of size bytes as a key and stops after a few bytes.
func upload(t *testing.T, a *apitest.API, as string, size int) *slowUpload {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	const start = `{"items": [`
	fmt.Fprintf(conn,
		"POST /api/v1/assignments HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		a.Secret(as), size, start)
	return &slowUpload{conn, size - len(start)}
}

type slowUpload struct {
	net.Conn
	left int
}

// sendAll sends the rest in parts, in the given time. It is white space and the end of the JSON.
func (u *slowUpload) sendAll(within time.Duration) {
	const parts = 50
	for range parts {
		time.Sleep(within / parts)
		n := (u.left - 2) / parts
		_, _ = io.WriteString(u, strings.Repeat(" ", n)) // what arrived shows in the response
		u.left -= n
	}
	_, _ = io.WriteString(u, strings.Repeat(" ", u.left-2)+"]}")
}

// status returns the status of the response and its body.
func (u *slowUpload) status(t *testing.T) (int, string) {
	t.Helper()
	_ = u.SetReadDeadline(time.Now().Add(40 * time.Second))
	resp, err := http.ReadResponse(bufio.NewReader(u), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestUploads(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	t.Run("a slow one has time", func(t *testing.T) {
		t.Parallel()
		u := upload(t, a, "admin", 4<<20)
		u.sendAll(20 * time.Second) // longer than a request may take, and than the server waits for a small one
		if status, body := u.status(t); status != 200 {
			t.Errorf("status %d: %s", status, body)
		}
	})
	t.Run("its time has an end", func(t *testing.T) {
		t.Parallel()
		short, _ := a.Start(services.Config{UploadTimeout: time.Second})
		u := upload(t, short, "admin", 4<<20)
		began := time.Now()
		status, body := u.status(t)
		if took := time.Since(began); status != 408 || !strings.Contains(body, `"request_timeout"`) ||
			took > 5*time.Second {
			t.Errorf("status %d after %s: %s", status, took, body)
		}
	})
	t.Run("share the memory", func(t *testing.T) {
		t.Parallel()
		small, _ := a.Start(services.Config{Limits: services.Limits{BodyBytes: 1 << 20}})
		first, second := upload(t, small, "admin", 256<<10), upload(t, small, "admin", 256<<10)
		time.Sleep(time.Second) // they have their memory, also on a busy machine
		began := time.Now()
		third := upload(t, small, "worker", 256<<10) // of the same organization
		status, body := third.status(t)
		if took := time.Since(began); status != 429 || !strings.Contains(body, `"too_many_concurrent"`) ||
			took < 350*time.Millisecond || took > 3*time.Second {
			t.Errorf("status %d after %s: %s", status, took, body)
		}
		other := upload(t, small, "other_admin", 256<<10)
		other.sendAll(0)
		if status, body := other.status(t); status != 200 {
			t.Errorf("the other organization got %d: %s", status, body)
		}
		if ans := small.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, nil); ans.Status != 200 {
			t.Errorf("a small body got %d", ans.Status)
		}
		for _, u := range []*slowUpload{first, second} {
			u.sendAll(0)
			if status, body := u.status(t); status != 200 {
				t.Errorf("status %d: %s", status, body)
			}
		}
	})
	t.Run("that are refused keep their connection", func(t *testing.T) {
		t.Parallel()
		small, _ := a.Start(services.Config{Limits: services.Limits{BodyBytes: 1 << 20}})
		held := upload(t, small, "admin", 512<<10)
		time.Sleep(time.Second) // it has its memory, also on a busy machine
		u := upload(t, small, "admin", 512<<10)
		u.sendAll(0)
		if status, body := u.status(t); status != 429 {
			t.Errorf("status %d: %s", status, body)
		}
		fmt.Fprintf(u, "GET /api/v1/me HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\n\r\n",
			small.Secret("admin"))
		if status, body := u.status(t); status != 200 {
			t.Errorf("the next request got %d: %s", status, body)
		}
		held.sendAll(0)
		held.status(t)
	})
	t.Run("of no known length share it too", func(t *testing.T) {
		t.Parallel()
		small, _ := a.Start(services.Config{Limits: services.Limits{BodyBytes: 8 << 20}})
		upload(t, small, "admin", 4<<20)
		time.Sleep(300 * time.Millisecond)
		read, write := io.Pipe()
		defer write.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, small.URL+"/api/v1/assignments", read)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+small.Secret("admin"))
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests {
			t.Errorf("status %d", resp.StatusCode)
		}
	})
}
