package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/workplan-api/workplan/ent"
)

var anyKey = MasterKeys{[]byte("a master key")}

// canary is a server that must not be reached.
type canary struct {
	*httptest.Server
	port string
	hits atomic.Int32
}

func newCanary(t *testing.T) *canary {
	c := &canary{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c.hits.Add(1) }))
	t.Cleanup(c.Close)
	_, c.port, _ = net.SplitHostPort(c.Listener.Addr().String())
	return c
}

func ping(t *testing.T, s *Sender, url string) *attempt {
	t.Helper()
	row := &ent.Webhook{URL: url, SecretGeneration: 1}
	return s.send(t.Context(), row, pingMessage(row.ID, time.Now()), pingType, nil)
}

func allow(prefixes ...string) Config {
	cfg := Config{Keys: anyKey, AllowHTTP: true}
	for _, p := range prefixes {
		cfg.AllowCIDRs = append(cfg.AllowCIDRs, netip.MustParsePrefix(p))
	}
	return cfg
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	c := newCanary(t)
	var address atomic.Value
	address.Store([4]byte{127, 0, 0, 1}) // what has the form of a name
	resolveTo(t, &address)
	s := NewSender(allow(), nil)
	s.unreachableTime = 0 // there are many
	for _, host := range []string{
		"127.0.0.1", "localhost", "127.0.0.2", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1",
		"100.64.0.1", "169.254.169.254",
		"224.0.0.1", "255.255.255.255",
		"[fd00::1]", "[fe80::1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[ff02::1]",
	} {
		t.Run(host, func(t *testing.T) {
			if a := ping(t, s, "http://"+host+":"+c.port+"/"); !errors.Is(a.err, errUnreachable) {
				t.Errorf("status %d, error %v", a.status, a.err)
			}
		})
	}
	if n := c.hits.Load(); n > 0 {
		t.Errorf("the canary was reached %d times", n)
	}
	t.Run("an address that the operator allows is reached", func(t *testing.T) {
		if a := ping(t, NewSender(allow("127.0.0.0/8"), nil), c.URL); a.err != nil || c.hits.Load() != 1 {
			t.Errorf("error %v", a.err)
		}
	})
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	c := newCanary(t)
	door := httptest.NewServer(http.RedirectHandler(c.URL, http.StatusTemporaryRedirect))
	defer door.Close()
	a := ping(t, NewSender(allow("127.0.0.0/8"), nil), door.URL)
	if a.status != http.StatusTemporaryRedirect || a.verdict() != outage || c.hits.Load() != 0 {
		t.Errorf("status %d, error %v, %d hits", a.status, a.err, c.hits.Load())
	}
}

// TestANameThatResolvesToAnotherAddressLater lets a name resolve to an address that is
// allowed, and then to one that is not.
func TestANameThatResolvesToAnotherAddressLater(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this machine has only one loopback address")
	}
	allowed := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
	})}
	go allowed.Serve(listener)
	defer allowed.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	private, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Skip("the port is used")
	}
	defer private.Close()
	var address atomic.Value
	resolveTo(t, &address)
	s := NewSender(allow("127.0.0.2/32"), nil)

	address.Store([4]byte{127, 0, 0, 2})
	if a := ping(t, s, "http://rebind.example:"+port); a.err != nil {
		t.Fatalf("the first address: %v", a.err)
	}
	address.Store([4]byte{127, 0, 0, 1})
	if a := ping(t, s, "http://rebind.example:"+port); !errors.Is(a.err, errUnreachable) {
		t.Errorf("the second address: status %d, error %v", a.status, a.err)
	}
}

// resolveTo replaces the resolver of this process by one for which each name has the address.
func resolveTo(t *testing.T, address *atomic.Value) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		buffer := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class},
					Body:   &dnsmessage.AResource{A: address.Load().([4]byte)},
				}}
			}
			reply, err := m.Pack()
			if err != nil {
				return
			}
			_, _ = server.WriteTo(reply, from)
		}
	}()
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() { net.DefaultResolver = before; server.Close() })
}

func TestCheckURL(t *testing.T) {
	strict, loose := NewSender(Config{}, nil), NewSender(Config{AllowHTTP: true}, nil)
	for url, want := range map[string]string{
		"https://example.com/hook?a=b": "", "https://example.com:8443": "", "HTTPS://example.com": "",
		"http://example.com": "https://", "ftp://example.com": "https://",
		"example.com": "absolute", "/hook": "absolute", "https://": "absolute", "https://:443/": "absolute",
		"https://user:pass@example.com": "password", "https://example.com/#a": "fragment",
		"https://exa mple.com": "absolute",
	} {
		if got := strict.checkURL(url); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", url, got)
		}
	}
	for url, want := range map[string]string{
		"http://example.com": "", "https://example.com": "", "ftp://example.com": "must begin with https:// or http://",
	} {
		if got := loose.checkURL(url); got != want {
			t.Errorf("%s, if http is allowed: %q", url, got)
		}
	}
}

// TestReceivers sends to receivers that behave badly.
func TestReceivers(t *testing.T) {
	s := NewSender(allow("127.0.0.0/8"), nil)
	for _, test := range []struct {
		name    string
		respond http.HandlerFunc
		want    verdict
		check   func(a *attempt) bool
	}{
		{"a success", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok\x00\xff") }, delivered,
			func(a *attempt) bool { return a.status == 200 && a.response == "ok\uFFFD\uFFFD" }},
		{"no content", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, delivered, nil},
		{"a large body", func(w http.ResponseWriter, _ *http.Request) {
			for range 10 << 10 {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					return
				}
			}
		}, delivered, func(a *attempt) bool { return len(a.response) <= 3*maxKept }},
		{"an error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, outage, nil},
		{"busy",
			func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "120"); w.WriteHeader(429) },
			outage,
			func(a *attempt) bool { return a.retryAfter == 2*time.Minute }},
		{"a false Retry-After", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "-99999999999999999999")
			w.WriteHeader(503)
		}, outage,
			func(a *attempt) bool { return a.retryAfter == 0 }},
		{"a time-out of the receiver",
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(408) }, outage, nil},
		{"a refusal", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) }, refused, nil},
		{"gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(410) }, gone, nil},
		{"a reset", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, outage,
			func(a *attempt) bool { return a.status == 0 }},
		{"a large header",
			func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
			outage, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			receiver := httptest.NewServer(test.respond)
			defer receiver.Close()
			a := ping(t, s, receiver.URL+"/?token=confidential")
			if a.verdict() != test.want || test.check != nil && !test.check(a) {
				t.Errorf("%+v", a)
			}
			if a.err != nil && strings.Contains(a.err.Error(), "confidential") {
				t.Errorf("the error shows the address: %v", a.err)
			}
		})
	}
	t.Run("a receiver that does not respond, and one that is slow", func(t *testing.T) {
		release := make(chan struct{})
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				_ = http.NewResponseController(w).Flush()
			}
			<-release
		}))
		defer receiver.Close()
		defer close(release)
		for path, want := range map[string]verdict{"/hang": outage, "/slow": delivered} {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // in place of requestTimeout
			row := &ent.Webhook{URL: receiver.URL + path, SecretGeneration: 1}
			a := s.send(ctx, row, pingMessage(row.ID, time.Now()), pingType, nil)
			cancel()
			if a.verdict() != want || a.took > 5*time.Second {
				t.Errorf("%s: %+v", path, a)
			}
		}
	})
}

// TestErrorsHaveNoAddresses: an admin of an organization must not see the addresses of our network,
// and an address of an endpoint may contain a password of its receiver.
func TestErrorsHaveNoAddresses(t *testing.T) {
	resetting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}))
	defer resetting.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	s := NewSender(allow("127.0.0.0/8"), nil)
	for _, address := range []string{resetting.URL, closed.URL} {
		a := ping(t, s, address+"/?token=canary")
		if a.err == nil || strings.Contains(a.err.Error(), "127.0.0.1") || strings.Contains(a.err.Error(), "canary") {
			t.Errorf("the error is %v", a.err)
		}
	}
}

func TestDelay(t *testing.T) {
	for tries, want := range map[int32]time.Duration{
		1: 5 * time.Second, 2: 30 * time.Second, 4: 10 * time.Minute, 7: 2 * time.Hour, 60: 2 * time.Hour,
	} {
		for range 100 {
			if got := delay(tries, 0); got < want*8/10 || got > want*12/10 {
				t.Fatalf("after %d tries: %s", tries, got)
			}
		}
	}
	for asked, want := range map[time.Duration]time.Duration{
		time.Second: 5 * time.Second, time.Minute: time.Minute, 24 * time.Hour: time.Hour,
	} {
		if got := delay(3, asked); got != want {
			t.Errorf("Retry-After %s: %s", asked, got)
		}
	}
}
