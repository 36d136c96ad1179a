package connlimit

import (
	"context"
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"google.golang.org/grpc/peer"
)

func TestLimiter(t *testing.T) {
	r := NewLimiter(3)
	var away []string
	enter := func(host, name string) *Slot {
		return r.Acquire(host, func() { away = append(away, name) })
	}
	quiet := enter("quiet", "quiet")
	first := enter("greedy", "first")
	enter("greedy", "second")
	time.Sleep(time.Millisecond)
	first.Touch()
	enter("greedy", "third")
	if len(away) != 1 || away[0] != "second" {
		t.Errorf("%q made room, want the most silent guest of the host with the most", away)
	}
	quiet.Release()
	quiet.Release()
	enter("other", "other")
	if len(away) != 1 || r.Len() != 3 {
		t.Errorf("%q made room, %d guests", away, r.Len())
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// connect returns both ends of a new connection to l.
func connect(t *testing.T, l net.Listener) (client, server net.Conn) {
	t.Helper()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return client, server
}

// TestPace reads more than the burst. Without an admitted call that takes a second.
func TestPace(t *testing.T) {
	paced := Paced(listen(t), NewLimiter(2))
	read := func(use func(ctx context.Context, read func() time.Duration) time.Duration) time.Duration {
		client, server := connect(t, paced)
		go func() { _, _ = client.Write(make([]byte, burst+rate+1000)) }() // the read below fails too
		return use(peer.NewContext(t.Context(), &peer.Peer{Addr: server.RemoteAddr()}), func() time.Duration {
			began := time.Now()
			for left := burst + rate + 1000; left > 0; {
				n, err := server.Read(make([]byte, min(left, 1000)))
				if err != nil {
					t.Fatal(err)
				}
				left -= n
			}
			return time.Since(began)
		})
	}
	if took := read(func(_ context.Context, read func() time.Duration) time.Duration {
		return read()
	}); took < 900*time.Millisecond {
		t.Errorf("a connection without a key was read in %s", took)
	}
	if took := read(func(ctx context.Context, read func() time.Duration) time.Duration {
		defer Admit(ctx)()
		return read()
	}); took > 500*time.Millisecond {
		t.Errorf("a connection with a key was read in %s", took)
	}
}

// TestAnInterruptedReadIsSilence interrupts a read, as net/http does after each response. A
// connection does not become active by it.
func TestAnInterruptedReadIsSilence(t *testing.T) {
	limited := Limit(listen(t), NewLimiter(2))
	_, first := connect(t, limited)
	_, second := connect(t, limited)
	if err := first.SetReadDeadline(time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	connect(t, limited)
	for c, want := range map[net.Conn]error{first: net.ErrClosed, second: os.ErrDeadlineExceeded} {
		_ = c.SetReadDeadline(time.Now()) // fails if c is closed
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, want) {
			t.Errorf("a read fails with %v, want %v", err, want)
		}
	}
}
