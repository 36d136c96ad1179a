// Package connlimit limits what connections cost before their clients have shown a key.
//
// A listener has a maximum number of connections. If all are taken, a new connection
// replaces the one that has been silent longest, of the address with the most connections.
// So a client with many idle connections cannot keep others out.
//
// A paced connection is read at full speed only while it has calls with a valid key. Else
// it has a small number of bytes, and then a slow rate. So a flood of calls without a key,
// of resets or of any other frames needs little processor time.
package connlimit

import (
	"context"
	"math"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"google.golang.org/grpc/peer"

	"github.com/workplan-api/workplan/internal/clientaddr"
)

// A paced connection is read at full speed for the first burst bytes without a valid key,
// and then with rate bytes per second.
const (
	burst = 16 << 10
	rate  = 16 << 10
)

// Listener accepts a limited number of connections.
type Listener struct {
	net.Listener
	limiter *Limiter
	paced   bool
}

// Limit returns a listener whose connections take slots of limiter. A limiter may have only one listener.
func Limit(l net.Listener, limiter *Limiter) *Listener {
	return &Listener{Listener: l, limiter: limiter}
}

// Paced returns a listener whose connections are also paced. See Admit.
func Paced(l net.Listener, limiter *Limiter) *Listener {
	return &Listener{Listener: l, limiter: limiter, paced: true}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: accepted, paced: l.paced, wake: make(chan struct{}, 1)}
	c.addr = &addr{accepted.RemoteAddr(), c, accepted.RemoteAddr().String()}
	c.slot = l.limiter.Acquire(hostOf(c.addr), func() { c.Close() })
	return c, nil
}

// conn is a connection of a Listener.
type conn struct {
	net.Conn
	addr  *addr
	slot  *Slot
	paced bool

	// admitted counts the running calls with a valid key. wake ends a wait of Read.
	admitted atomic.Int32
	wake     chan struct{}

	mu sync.Mutex
	// paid is the time at which the bytes that were read are paid for at rate.
	paid time.Time
}

// addr is the remote address of a connection. gRPC hands it to calls, so they find their
// connection by it.
type addr struct {
	net.Addr
	conn *conn
	text string
}

// String implements net.Addr. Every call asks for it.
func (a *addr) String() string { return a.text }

// RemoteAddr implements net.Conn.
func (c *conn) RemoteAddr() net.Addr { return c.addr }

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	if c.paced {
		c.wait()
	}
	n, err := c.Conn.Read(p)
	if n > 0 { // net/http also interrupts a read after it has sent a response
		c.slot.Touch()
	}
	if c.paced {
		c.pay(n)
	}
	return n, err
}

// Write implements net.Conn.
func (c *conn) Write(p []byte) (int, error) {
	c.slot.Touch()
	return c.Conn.Write(p)
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.slot.Release()
	c.awake()
	return c.Conn.Close()
}

// CloseWrite ends the sending side. net/http calls it before it closes a connection whose
// request it has not read to the end. Else the client would get a reset instead of the
// response.
func (c *conn) CloseWrite() error {
	if sender, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return sender.CloseWrite()
	}
	return nil
}

// wait returns when the connection may be read.
func (c *conn) wait() {
	c.mu.Lock()
	debt := time.Until(c.paid.Add(-burst * time.Second / rate))
	c.mu.Unlock()
	if debt <= 0 || c.admitted.Load() > 0 {
		return
	}
	timer := time.NewTimer(debt)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.wake:
	}
}

func (c *conn) pay(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); c.paid.Before(now) {
		c.paid = now
	}
	c.paid = c.paid.Add(time.Duration(bytes) * time.Second / rate)
}

func (c *conn) awake() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Admit has the connection of an admitted call read at full speed, until the call releases it.
func Admit(ctx context.Context) (release func()) {
	c := connOf(ctx)
	if c == nil {
		return func() {}
	}
	c.admitted.Add(1)
	c.awake()
	return func() {
		c.mu.Lock()
		c.paid = time.Time{}
		c.mu.Unlock()
		c.admitted.Add(-1)
	}
}

// connOf returns the connection of a gRPC call, or nil if its listener is not a Listener.
func connOf(ctx context.Context) *conn {
	if p, ok := peer.FromContext(ctx); ok {
		if a, ok := p.Addr.(*addr); ok {
			return a.conn
		}
	}
	return nil
}

// Host returns the host of the client of a gRPC call, for Limiter.Acquire.
func Host(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok {
		return hostOf(p.Addr)
	}
	return ""
}

// hostOf returns what one client has of the address space, or the address itself if that is
// no IP address.
func hostOf(a net.Addr) string {
	ip, ok := clientaddr.Parse(a.String())
	if !ok {
		return a.String()
	}
	return clientaddr.Range(ip).String()
}

// Max returns how many connections a listener may have at most: want, or less if the
// process may not open enough files for two such listeners and its own needs.
func Max(want int) int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return want
	}
	const others = 100 // the database, the log
	return max(1, min(want, int(min(files.Cur, math.MaxInt32)-others)/2))
}
