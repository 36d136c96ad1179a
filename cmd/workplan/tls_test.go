package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/tlstest"
)

// secured is a running serve with TLS.
type secured struct {
	*running
	rest, grpc, ops string // addresses
	key             string // an API key
	authority       *tlstest.Authority
	certFile        string
	keyFile         string
}

var grpcListening = regexp.MustCompile(`"grpc":"([^"]+)"`)

// startSecured starts serve with a certificate of a new authority. If clientCA is not nil, clients
// of gRPC need one of its certificates.
func startSecured(t *testing.T, clientCA *tlstest.Authority, flags ...string) *secured {
	t.Helper()
	dir, dsn := t.TempDir(), apitest.NewDatabase(t)
	s := &secured{
		authority: tlstest.NewAuthority(t), certFile: filepath.Join(dir, "tls.crt"),
		keyFile: filepath.Join(dir, "tls.key"),
	}
	s.key = importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	s.rotate(t)
	tlstest.Write(t, s.caFile(), s.authority.PEM)
	args := []string{
		"serve", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0",
		"--shutdown-delay", "0s", "--database-url", dsn,
		"--tls-cert-file", s.certFile, "--tls-key-file", s.keyFile, "--rate-limit", "0",
	}
	if clientCA != nil {
		file := filepath.Join(dir, "client-ca.crt")
		tlstest.Write(t, file, clientCA.PEM)
		args = append(args, "--tls-client-ca-file", file)
	}
	s.running = start(t, append(args, flags...)...)
	// The line with the address for metrics comes first.
	eventually(t, "it listens", func() bool { return grpcListening.MatchString(s.out.String()) })
	s.rest, s.grpc, s.ops = listening.FindStringSubmatch(s.out.String())[1],
		grpcListening.FindStringSubmatch(s.out.String())[1], opsListening.FindStringSubmatch(s.out.String())[1]
	eventually(t, "it is ready", func() bool {
		return runCommand(t, "", "health", "--http-addr", s.rest, "--tls-cert-file", s.certFile).code == 0
	})
	return s
}

func (s *secured) caFile() string { return filepath.Join(filepath.Dir(s.certFile), "ca.crt") }

// rotate replaces the certificate by a new one of the same authority, and returns its text.
func (s *secured) rotate(t *testing.T) {
	t.Helper()
	cert, key := s.authority.Valid()
	tlstest.Write(t, s.keyFile, key)
	tlstest.Write(t, s.certFile, cert)
}

// serial returns the number of the certificate that a new connection to REST gets.
func (s *secured) serial(t *testing.T) string {
	t.Helper()
	conn, err := tls.Dial("tcp", s.rest, &tls.Config{RootCAs: s.authority.Pool()})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// errNoConnection is the error of me if no connection could be made, so that nothing was sent.
var errNoConnection = errors.New("no connection")

// me calls GET /me.
func (s *secured) me(client *http.Client) error {
	connected := false
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{
		GetConn: func(string) { connected = false }, // again, if the server has refused the request with GOAWAY
		GotConn: func(httptrace.GotConnInfo) { connected = true },
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+s.rest+"/api/v1/me", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	resp, err := client.Do(req)
	if err != nil && !connected {
		return fmt.Errorf("%w: %w", errNoConnection, err)
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d: %w: %s", resp.StatusCode, err, body)
	}
	return nil
}

// client returns a client of REST that trusts the authority.
func (s *secured) client(http2, keepAlive bool) *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: s.authority.Pool()}, ForceAttemptHTTP2: http2,
		DisableKeepAlives: !keepAlive,
	}}
}

// dial returns a gRPC connection that shows the certificates.
func (s *secured) dial(t *testing.T, certificates ...tls.Certificate) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(s.grpc, grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{
		RootCAs: s.authority.Pool(), Certificates: certificates,
	})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func (s *secured) context() context.Context {
	return metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+s.key)
}

func (s *secured) getMe(conn *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(s.context(), 20*time.Second)
	defer cancel()
	_, err := pb.NewMeServiceClient(conn).GetMe(ctx, &pb.GetMeRequest{})
	return err
}

func certificate(t *testing.T, a *tlstest.Authority) tls.Certificate {
	t.Helper()
	c, err := tls.X509KeyPair(a.Valid())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestACertificateIsRotatedUnderLoad replaces the certificate while clients of both protocols send
// requests, over connections that are kept and over new ones.
func TestACertificateIsRotatedUnderLoad(t *testing.T) {
	t.Parallel()
	s := startSecured(t, nil)
	stop, total := make(chan struct{}), atomic.Int64{}
	var clients sync.WaitGroup
	repeat := func(name string, call func() error) {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
				}
				if err := call(); err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				total.Add(1)
			}
		})
	}
	kept, fresh := s.client(true, true), s.client(false, false)
	repeat("HTTP/2, one connection", func() error { return s.me(kept) })
	repeat("HTTP/1.1, new connections", func() error { return s.me(fresh) })
	conn := s.dial(t)
	repeat("gRPC, one connection", func() error { return s.getMe(conn) })
	repeat("gRPC, new connections", func() error {
		conn, err := grpc.NewClient(s.grpc,
			grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{RootCAs: s.authority.Pool()})))
		if err != nil {
			return err
		}
		defer conn.Close()
		return s.getMe(conn)
	})
	for range 3 {
		before := s.serial(t)
		s.rotate(t)
		eventually(t, "new connections get the new certificate", func() bool { return s.serial(t) != before })
	}
	good := s.serial(t)
	if err := os.WriteFile(s.certFile, []byte("-----BEGIN CERTIFICATE-----\nMIIB"), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the log warns", func() bool { return strings.Contains(s.out.String(), "the old certificate stays") })
	if s.serial(t) != good {
		t.Error("the good certificate is gone")
	}
	close(stop)
	clients.Wait()
	if strings.Contains(s.out.String(), `"level":"ERROR"`) || total.Load() < 100 {
		t.Errorf("%d requests: %s", total.Load(), s.out)
	}
	t.Logf("%d requests, none failed", total.Load())

	resp, err := http.Get("http://" + s.ops + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	metrics, _ := io.ReadAll(resp.Body)
	var expiry float64
	if _, line, ok := strings.Cut(string(metrics), "\nworkplan_tls_certificate_expiry_timestamp_seconds "); ok {
		_, _ = fmt.Sscan(line, &expiry)
	}
	if left := time.Until(time.Unix(int64(expiry), 0)); left < 50*time.Minute || left > time.Hour {
		t.Errorf("the metric says that %s are left", left)
	}
}

// TestAStopOverTLSLosesNoRequest stops the server while clients send requests. They get responses
// until they can make no connection.
func TestAStopOverTLSLosesNoRequest(t *testing.T) {
	t.Parallel()
	s := startSecured(t, nil, "--shutdown-delay", "500ms")
	var clients sync.WaitGroup
	var total atomic.Int64
	repeat := func(name string, call func() error, ended func(error) bool) {
		clients.Go(func() {
			for {
				err := call()
				if ended(err) {
					return
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				total.Add(1)
			}
		})
	}
	refused := func(err error) bool { return errors.Is(err, errNoConnection) }
	for name, client := range map[string]*http.Client{
		"HTTP/2": s.client(true, true), "HTTP/1.1": s.client(false, true), "new connections": s.client(false, false),
	} {
		repeat(name, func() error { return s.me(client) }, refused)
	}
	conn := s.dial(t)
	repeat("gRPC", func() error { return s.getMe(conn) }, func(err error) bool {
		return err != nil && strings.Contains(err.Error(), "connection error: desc") // it could not be made
	})
	eventually(t, "requests succeed", func() bool { return total.Load() > 50 })
	s.cancel()
	if code := <-s.done; code != 0 {
		t.Errorf("exit %d: %s", code, s.out)
	}
	clients.Wait()
	t.Logf("%d requests", total.Load())
}

func TestProtocolsOverTLS(t *testing.T) {
	t.Parallel()
	s := startSecured(t, nil)
	for _, tc := range []struct {
		name     string
		http2    bool
		protocol string
	}{{"HTTP/1.1", false, "HTTP/1.1"}, {"HTTP/2", true, "HTTP/2.0"}} {
		t.Run(tc.name, func(t *testing.T) {
			resp, err := s.client(tc.http2, true).Get("https://" + s.rest + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.Proto != tc.protocol || resp.StatusCode != http.StatusOK ||
				resp.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
				t.Errorf("%s %s, Strict-Transport-Security %q", resp.Proto, resp.Status,
					resp.Header.Get("Strict-Transport-Security"))
			}
		})
	}
	t.Run("a body over HTTP/2 that is too large", func(t *testing.T) {
		req, err := http.NewRequest(http.MethodPost, "https://"+s.rest+"/api/v1/clients",
			strings.NewReader(strings.Repeat(" ", 6<<20)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := s.client(true, true).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %.300s", resp.Status, body)
		}
	})
	t.Run("a large body over HTTP/2", func(t *testing.T) {
		req, err := http.NewRequest(http.MethodPost, "https://"+s.rest+"/api/v1/clients",
			strings.NewReader(`{"companyName": "`+strings.Repeat("x", 3<<20)+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := s.client(true, true).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusBadRequest ||
			!strings.Contains(string(body), "companyName") && !strings.Contains(string(body), "company_name") {
			t.Errorf("%s: %.300s", resp.Status, body)
		}
	})
	t.Run("server-sent events over HTTP/2", func(t *testing.T) {
		req, err := http.NewRequest(http.MethodGet, "https://"+s.rest+"/api/v1/events/stream?after=0", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		resp, err := s.client(true, true).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		line, err := bufio.NewReader(resp.Body).ReadString('\n')
		if err != nil || resp.Proto != "HTTP/2.0" || !strings.HasPrefix(line, "id: ") {
			t.Errorf("%s %s %q %v", resp.Proto, resp.Status, line, err)
		}
	})
	t.Run("TLS 1.1 is refused", func(t *testing.T) {
		for _, addr := range []string{s.rest, s.grpc} {
			conn, err := tls.Dial("tcp", addr,
				&tls.Config{RootCAs: s.authority.Pool(), MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})
			if err == nil {
				conn.Close()
				t.Errorf("%s accepts it", addr)
			}
		}
	})
	t.Run("plaintext HTTP is told to use TLS", func(t *testing.T) {
		resp, err := http.Get("http://" + s.rest + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusBadRequest ||
			!strings.Contains(string(body), "HTTP request to an HTTPS server") {
			t.Errorf("%s: %s", resp.Status, body)
		}
	})
	t.Run("plaintext gRPC ends at once", func(t *testing.T) {
		began := time.Now()
		mustFail(t, "", "if the server speaks TLS, add --tls", "call", "MeService/GetMe",
			"--addr", s.grpc, "--key", s.key)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
	t.Run("handshakes that fail are no warnings", func(t *testing.T) {
		for _, addr := range []string{s.rest, s.grpc} { // as the TCP check of a load balancer
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			conn.Close()
		}
		s.cancel()
		<-s.done
		if strings.Contains(s.out.String(), "handshake") {
			t.Error(s.out)
		}
	})
}

func TestCallOverTLS(t *testing.T) {
	clientCA := tlstest.NewAuthority(t)
	s := startSecured(t, clientCA)
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "client.crt"), filepath.Join(dir, "client.key")
	cert, key := clientCA.Valid()
	tlstest.Write(t, certFile, cert)
	tlstest.Write(t, keyFile, key)
	t.Setenv("WORKPLAN_KEY", s.key)
	call := func(addr string, flags ...string) []string {
		return append([]string{"call", "MeService/GetMe", "--addr", addr}, flags...)
	}
	pair := []string{"--cert-file", certFile, "--cert-key-file", keyFile}
	ca := []string{"--ca-file", s.caFile()}
	for _, addr := range []string{s.grpc, "https://" + s.grpc} {
		if out := mustRun(t, "", call(addr, append(ca, pair...)...)...); !strings.Contains(out, "organizationId") {
			t.Error(out)
		}
	}
	mustFail(t, "", "set --cert-file and --cert-key-file", call(s.grpc, ca...)...)
	mustFail(t, "", "name it with --ca-file", call("https://"+s.grpc, pair...)...)
	mustFail(t, "", "this is the port of REST: give that of gRPC", call("https://"+s.rest, ca...)...)
	mustFail(t, "", "need each other", call(s.grpc, "--cert-file", certFile)...)
	mustFail(t, "", "WORKPLAN_CA_FILE: open /nowhere", call(s.grpc, "--ca-file", "/nowhere")...)
	t.Setenv("WORKPLAN_CA_FILE", s.caFile())
	t.Setenv("WORKPLAN_CERT_FILE", certFile)
	t.Setenv("WORKPLAN_CERT_KEY_FILE", keyFile)
	mustRun(t, "", call(s.grpc)...)
	listen := start(t, "webhook", "listen", "--addr", s.grpc, "--forward", "http://127.0.0.1:1/")
	eventually(t, "webhook listen follows the events",
		func() bool { return strings.Contains(listen.out.String(), "Sending events") })
	listen.cancel()
	if code := <-listen.done; code != 0 {
		t.Errorf("exit %d: %s", code, listen.out)
	}
}

// TestClientsOfGRPCNeedACertificate has a control: without a client CA, the same client is served.
func TestClientsOfGRPCNeedACertificate(t *testing.T) {
	t.Parallel()
	clientCA := tlstest.NewAuthority(t)
	s := startSecured(t, clientCA)
	if err := s.getMe(s.dial(t, certificate(t, clientCA))); err != nil {
		t.Error(err)
	}
	refused := map[string][]tls.Certificate{
		"without a certificate":                          nil,
		"with a certificate of another authority":        {certificate(t, tlstest.NewAuthority(t))},
		"with a certificate of the server's authority":   {certificate(t, s.authority)},
		"with an expired certificate of the client's CA": {expired(t, clientCA)},
	}
	for name, certificates := range refused {
		if err := s.getMe(s.dial(t, certificates...)); status.Code(err) != codes.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.me(s.client(true, true)); err != nil {
		t.Errorf("REST: %v", err)
	}
	open := startSecured(t, nil)
	if err := open.getMe(open.dial(t)); err != nil {
		t.Errorf("without a client CA: %v", err)
	}
}

func expired(t *testing.T, a *tlstest.Authority) tls.Certificate {
	t.Helper()
	c, err := tls.X509KeyPair(a.Issue(time.Now().Add(-2*time.Hour), time.Now().Add(-time.Hour)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestARemovedClientAuthorityIsRefused replaces the file of the authorities.
func TestARemovedClientAuthorityIsRefused(t *testing.T) {
	t.Parallel()
	old, next := tlstest.NewAuthority(t), tlstest.NewAuthority(t)
	s := startSecured(t, old)
	tlstest.Write(t, filepath.Join(filepath.Dir(s.certFile), "client-ca.crt"), next.PEM)
	eventually(t, "clients of the new authority are served",
		func() bool { return s.getMe(s.dial(t, certificate(t, next))) == nil })
	if err := s.getMe(s.dial(t, certificate(t, old))); status.Code(err) != codes.Unavailable {
		t.Error(err)
	}
}

// TestSessionsAreNotResumedWithClientCertificates connects twice. A resumed session would skip the
// check of the client's certificate.
func TestSessionsAreNotResumedWithClientCertificates(t *testing.T) {
	clientCA := tlstest.NewAuthority(t)
	s := startSecured(t, clientCA)
	cfg := &tls.Config{
		RootCAs: s.authority.Pool(), Certificates: []tls.Certificate{certificate(t, clientCA)},
		ClientSessionCache: tls.NewLRUClientSessionCache(1), NextProtos: []string{"h2"},
	}
	for range 2 {
		conn, err := tls.Dial("tcp", s.grpc, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil { // a ticket comes after the handshake
			t.Error(err)
		}
		if conn.ConnectionState().DidResume {
			t.Error("the session is resumed")
		}
		conn.Close()
	}
}

// TestHandshakesHaveLimits opens connections that say nothing. They count against the maximum of the
// port, and they end.
func TestHandshakesHaveLimits(t *testing.T) {
	t.Parallel()
	s := startSecured(t, nil, "--max-connections", "3")
	silent := func(addr string) net.Conn {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	ended := func(conn net.Conn, within time.Duration) error {
		_ = conn.SetReadDeadline(time.Now().Add(within))
		_, err := bufio.NewReader(conn).ReadByte()
		return err
	}
	for name, addr := range map[string]string{"REST": s.rest, "gRPC": s.grpc} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var conns []net.Conn
			for range 4 {
				conns = append(conns, silent(addr))
				time.Sleep(10 * time.Millisecond) // so that it is known which is the oldest
			}
			if err := ended(conns[0], 2*time.Second); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("a fourth connection does not replace the first")
			}
			if err := ended(conns[3], 100*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the fourth connection: %v", err)
			}
			if err := ended(conns[3], 15*time.Second); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("a handshake may take more than 15 s")
			}
		})
	}
}

// rawMessage is a message that is encoded already.
type rawMessage []byte

type rawCodec struct{}

func (rawCodec) Name() string                       { return "proto" }
func (rawCodec) Marshal(v any) ([]byte, error)      { return *v.(*rawMessage), nil }
func (rawCodec) Unmarshal(data []byte, v any) error { *v.(*rawMessage) = data; return nil }

// TestAConnectionWithAKeyIsReadAtFullSpeed sends 256 KiB. Without a valid key that would take 15 s.
func TestAConnectionWithAKeyIsReadAtFullSpeed(t *testing.T) {
	s := startSecured(t, nil)
	conn := s.dial(t)
	big := rawMessage(protowire.AppendBytes(protowire.AppendTag(nil, 1000, protowire.BytesType), make([]byte, 256<<10)))
	began := time.Now()
	err := conn.Invoke(s.context(), pb.MeService_GetMe_FullMethodName, &big, new(rawMessage),
		grpc.ForceCodec(rawCodec{}))
	if code := status.Code(err); code != codes.OK && code != codes.InvalidArgument {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestHealth(t *testing.T) {
	plain := startServe(t, apitest.NewDatabase(t))
	at := func(addr string, more ...string) []string {
		return append([]string{"health", "--http-addr", addr}, more...)
	}
	addr := strings.TrimPrefix(plain.url(t), "http://")
	eventually(t, "it is ready", func() bool { return runCommand(t, "", at(addr)...).code == 0 })
	if out := mustRun(t, "", at(addr)...); out != "ready\n" {
		t.Errorf("%q", out)
	}
	_, port, _ := net.SplitHostPort(addr)
	mustRun(t, "", at(":"+port)...)
	mustRun(t, "", at("0.0.0.0:"+port)...)

	down := startServe(t, "host=127.0.0.1 port=1 sslmode=disable")
	addr = strings.TrimPrefix(down.url(t), "http://")
	eventually(t, "it says why", func() bool {
		r := runCommand(t, "", at(addr)...)
		return r.code == 1 && strings.Contains(r.err, "not ready: the database cannot be reached")
	})
	if out := mustRun(t, "", at(addr, "--live")...); out != "ok\n" {
		t.Errorf("%q", out)
	}

	s := startSecured(t, nil)
	mustFail(t, "", "set TLS_CERT_FILE as for serve", at(s.rest)...)
	t.Run("over TLS", func(t *testing.T) {
		t.Setenv("TLS_CERT_FILE", s.certFile)
		mustRun(t, "", at(s.rest)...)
	})
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mustFail(t, "", "did not respond within 300ms", at(mute.Addr().String(), "--timeout", "300ms")...)
	mute.Close()
	mustFail(t, "", "does the server run there?", at(mute.Addr().String())...)
	mustFail(t, "", "HTTP_ADDR", at("nonsense")...)
}

// TestSystemdIsNotified reads the datagrams that a service of Type=notify sends.
func TestSystemdIsNotified(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	next := func(within time.Duration) string {
		_ = socket.SetReadDeadline(time.Now().Add(within))
		buf := make([]byte, 1000)
		n, _, err := socket.ReadFromUnix(buf)
		if err != nil {
			return err.Error()
		}
		return string(buf[:n])
	}
	t.Setenv("NOTIFY_SOCKET", path)
	down := startServe(t, "host=127.0.0.1 port=1 sslmode=disable")
	down.url(t)
	if got := next(1500 * time.Millisecond); !strings.Contains(got, "timeout") {
		t.Errorf("a server without a database sends %q", got)
	}
	down.cancel()
	if got := next(10 * time.Second); got != "STOPPING=1" {
		t.Errorf("%q", got)
	}
	<-down.done
	r := startServe(t, apitest.NewDatabase(t))
	if got := next(time.Minute); got != "READY=1" {
		t.Errorf("%q", got)
	}
	r.cancel()
	if got := next(10 * time.Second); got != "STOPPING=1" {
		t.Errorf("%q", got)
	}
	if code := <-r.done; code != 0 {
		t.Errorf("exit %d: %s", code, r.out)
	}
	for line := range strings.Lines(r.out.String()) {
		var entry struct{ Level string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Level == "WARN" && strings.Contains(line, "systemd") {
			t.Error(line)
		}
	}
}
