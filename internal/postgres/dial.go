package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// cancelGrace is how long a cancelled statement may still take to end and its cancel request to be delivered.
const cancelGrace = time.Second

// dialer makes the network connection of one database connection, and later those of its cancel requests.
type dialer struct {
	timeout time.Duration
	wire    *wire
	// stop ends the watch over the handshake's context; nil when nothing was dialled.
	stop  func() bool
	ready atomic.Bool
}

// Dial and DialTimeout are what lib/pq asks of a dialer; it uses DialContext where there is one.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d *dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if d.ready.Load() {
		// A dial after the handshake means that the statement's context has ended: lib/pq wants to send a cancel
		// request, and its caller waits both for that and for the statement's end.
		d.wire.hurry(cancelGrace)
		nd := net.Dialer{Timeout: cancelGrace}
		c, err := nd.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return c, c.SetDeadline(time.Now().Add(cancelGrace))
	}
	nd := net.Dialer{Timeout: d.timeout, KeepAlive: 15 * time.Second}
	c, err := nd.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: c}
	w.wait.Store(int64(d.timeout))
	if d.stop != nil {
		d.stop()
	}
	d.wire, d.stop = w, context.AfterFunc(ctx, func() { _ = c.Close() })
	return w, nil
}

// established ends the watch over the handshake. It is false when the context ended first and the network connection
// is closed.
func (d *dialer) established() bool {
	d.ready.Store(true)
	return d.stop == nil || d.stop()
}

// wire is a network connection that gives up a read or a write after a while. A deadline is set when a read begins, and
// lib/pq reads only while a request waits for its answer: an idle connection in the pool has no read under way.
type wire struct {
	net.Conn
	wait    atomic.Int64 // how long one read or write may take, a time.Duration
	written atomic.Int64 // bytes sent so far

	mu    sync.Mutex
	until time.Time // when set, the end of every read before the next write
	err   error     // the first failure
}

func (w *wire) Read(p []byte) (int, error) {
	w.mu.Lock()
	t := time.Now().Add(time.Duration(w.wait.Load()))
	if !w.until.IsZero() && w.until.Before(t) {
		t = w.until
	}
	err := w.Conn.SetReadDeadline(t)
	w.mu.Unlock()
	if err != nil {
		return 0, w.failed(err)
	}
	n, err := w.Conn.Read(p)
	return n, w.failed(err)
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	w.until = time.Time{}
	w.mu.Unlock()
	if err := w.Conn.SetWriteDeadline(time.Now().Add(time.Duration(w.wait.Load()))); err != nil {
		return 0, w.failed(err)
	}
	n, err := w.Conn.Write(p)
	w.written.Add(int64(n))
	return n, w.failed(err)
}

// hurry ends the reads of the request under way after d.
func (w *wire) hurry(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until = time.Now().Add(d)
	_ = w.Conn.SetReadDeadline(w.until)
}

func (w *wire) failed(err error) error {
	if err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.err == nil {
			w.err = err
		}
	}
	return err
}

func (w *wire) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// idle returns driver.ErrBadConn when the server has hung up or has said something unasked, which is nearly always that
// it is about to. Found out here, before a statement is sent, another connection can take its place; later nobody knows
// whether the statement ran.
func (w *wire) idle() error {
	if w.failure() != nil {
		return driver.ErrBadConn
	}
	sc, ok := w.Conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return driver.ErrBadConn
	}
	var peeked error
	err = raw.Control(func(fd uintptr) {
		var b [1]byte
		_, _, peeked = syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
	})
	if err != nil || !errors.Is(peeked, syscall.EAGAIN) {
		return driver.ErrBadConn
	}
	return nil
}
