package acceptance_test

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/test/apitest"
)

// open begins a call and sends no message.
func open(t *testing.T, a *apitest.API, key string) grpc.ClientStream {
	t.Helper()
	ctx := t.Context()
	if key != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key)
	}
	s, err := a.Conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true},
		pb.MeService_GetMe_FullMethodName)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// errorOf waits for the error of a call that has sent no message.
func errorOf(t *testing.T, s grpc.ClientStream) error {
	t.Helper()
	got := make(chan error, 1)
	go func() { got <- s.RecvMsg(&pb.GetMeResponse{}) }()
	select {
	case err := <-got:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the server waits for the message")
		return nil
	}
}

func TestACallIsRefusedBeforeItsMessageIsRead(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	valid := a.Secret("admin")
	for name, key := range map[string]string{
		"without a key":       "",
		"with a mistyped key": valid[:len(valid)-1] + "!",
		"with an unknown key": auth.NewKey(a.Organization).Reveal(),
	} {
		s := open(t, a, key)
		if err := errorOf(t, s); status.Code(err) != codes.Unauthenticated || len(status.Convert(err).Details()) != 2 {
			t.Errorf("%s: %v %v", name, err, status.Convert(err).Details())
		}
		if header, _ := s.Header(); len(header.Get("x-request-id")) != 1 {
			t.Errorf("%s: headers %v", name, header)
		}
	}
}

func TestAMessageMustArriveInTime(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{UploadTimeout: 200 * time.Millisecond})
	if err := errorOf(t, open(t, b, b.Secret("admin"))); status.Code(err) != codes.DeadlineExceeded {
		t.Error(err)
	}
}

func TestMessagesWithoutAKeyAreSmall(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	_, err := healthpb.NewHealthClient(a.Conn).Check(t.Context(),
		&healthpb.HealthCheckRequest{Service: strings.Repeat("x", 5000)})
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("Check: %v", err)
	}
	w, err := healthpb.NewHealthClient(a.Conn).Watch(t.Context(),
		&healthpb.HealthCheckRequest{Service: strings.Repeat("x", 5000)})
	if err == nil {
		_, err = w.Recv()
	}
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("Watch: %v", err)
	}
}

// At most 500 calls without a key run at the same time. One more ends another one.
func TestCallsWithoutAKeyAreLimited(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	const most, streams = 500, 100 // streams is the limit of a connection
	ended := make(chan error, most+1)
	for n := 0; n <= most; {
		conn, err := grpc.NewClient(a.Conn.Target(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for range min(streams, most+1-n) {
			w, err := healthpb.NewHealthClient(conn).Watch(t.Context(),
				&healthpb.HealthCheckRequest{}, grpc.WaitForReady(true))
			if err == nil {
				_, err = w.Recv()
			}
			if err != nil {
				t.Fatalf("call %d: %v", n+1, err)
			}
			n++
			go func() {
				_, err := w.Recv()
				ended <- err
			}()
		}
	}
	select {
	case err := <-ended:
		if status.Code(err) != codes.ResourceExhausted {
			t.Errorf("a call ends with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("no call ends")
	}
	select {
	case err := <-ended:
		t.Errorf("another call ends with %v", err)
	case <-time.After(200 * time.Millisecond):
	}
}

func TestANewConnectionReplacesTheMostSilentOne(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{MaxConnections: 2})
	addr := strings.TrimPrefix(b.URL, "http://")
	var conns []net.Conn
	for range 3 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if !healthy(c) {
			t.Error("a new connection is refused")
		}
		conns = append(conns, c)
	}
	if healthy(conns[0]) {
		t.Error("three connections are open")
	}
	if !healthy(conns[1]) || !healthy(conns[2]) {
		t.Error("another connection is closed")
	}
}

func healthy(c net.Conn) bool {
	_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") // the read below fails if c is closed
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	return err == nil && resp.StatusCode == http.StatusOK
}

func TestAChunkedRequestClosesItsConnection(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	c, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	_, _ = io.WriteString(c, "POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"+
		"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+smuggled)
	all, _ := io.ReadAll(c)
	if n := bytes.Count(all, []byte("HTTP/1.1 ")); n != 1 {
		t.Errorf("%d responses:\n%s", n, all)
	}
}

// TestAKeyInTheWrongPlaceIsNotShown sends a key as everything but Authorization.
func TestAKeyInTheWrongPlaceIsNotShown(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var log buffer
	b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	key := a.Secret("worker")
	shown := key[:40] // errors shorten long names
	for _, call := range []string{
		"GET /api/v1/users?" + key + "=1", "GET /api/v1/users?name=" + key, "GET /api/v1/" + key, "GET /" + key,
		"PATCH /api/v1/users/" + key,
	} {
		resp, body := send(t, b, call, nil,
			http.Header{"X-Request-Id": {key}, "X-Api-Key": {key}, "Origin": {key}, "If-Match": {key}})
		var header bytes.Buffer
		_ = resp.Header.Write(&header)
		if strings.Contains(body+header.String(), shown) {
			t.Errorf("%s:\n%s\n%s", strings.ReplaceAll(call, key, "KEY"), header.String(), body)
		}
	}
	_, body := send(t, b, "PATCH /api/v1/clients/$acme", strings.NewReader(`{"`+key+`": 1}`),
		http.Header{"Content-Type": {"application/json"}})
	if strings.Contains(body, shown) || !strings.Contains(body, "unknown_field") {
		t.Error(body)
	}
	if strings.Contains(log.String(), shown) {
		t.Error("the log has the key")
	}
	if apitest.OnCitus() {
		return // its nodes are durable
	}
	waitFor(t, "the log warns that the database of the tests is not durable",
		func() bool { return strings.Contains(log.String(), "synchronous_commit") })
}
