package conns

import (
	"context"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc/peer"
)

func TestRoom(t *testing.T) {
	r := NewRoom(3)
	var away []string
	enter := func(host, name string) *Guest {
		return r.Enter(host, func() { away = append(away, name) })
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
	quiet.Leave()
	quiet.Leave()
	enter("other", "other")
	if len(away) != 1 || r.Len() != 3 {
		t.Errorf("%q made room, %d guests", away, r.Len())
	}
}

// TestPace reads more than the burst. Without an admitted call that takes a second.
func TestPace(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	paced := Paced(l, NewRoom(2))
	read := func(use func(ctx context.Context, read func() time.Duration) time.Duration) time.Duration {
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		server, err := paced.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
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
	if took := read(func(_ context.Context, read func() time.Duration) time.Duration { return read() }); took < 900*time.Millisecond {
		t.Errorf("a connection without a key was read in %s", took)
	}
	if took := read(func(ctx context.Context, read func() time.Duration) (took time.Duration) {
		_, _ = Admitted(ctx, nil, nil, func(context.Context, any) (any, error) {
			took = read()
			return nil, nil
		})
		return took
	}); took > 500*time.Millisecond {
		t.Errorf("a connection with a key was read in %s", took)
	}
}
