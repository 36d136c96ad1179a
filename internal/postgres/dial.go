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

// cancelGrace is the time limit for sending a cancel request, and for the canceled statement to end.
const cancelGrace = time.Second

// dialer makes the network connection of one database connection, and later those of its cancel requests.
type dialer struct {
	timeout time.Duration
	wire    *wire
	stop    func() bool // cancels the AfterFunc that closes the wire if the handshake's context ends; nil before the first dial
	ready   atomic.Bool // the handshake is done
}

// Dial and DialTimeout are part of lib/pq's interface for dialers. lib/pq prefers DialContext.
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
		// After the handshake, lib/pq dials only to send a cancel request, because the context of a statement has ended.
		// The caller waits for the request and for the end of the statement.
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

// established ends the handshake. It returns false if the context ended first and has closed the network connection.
func (d *dialer) established() bool {
	d.ready.Store(true)
	return d.stop == nil || d.stop()
}

// wire is a network connection that bounds every read and write. lib/pq reads only while it waits for the response to a
// request, so an idle connection in the pool does not run into the bound.
type wire struct {
	net.Conn
	wait    atomic.Int64 // how long one read or write may take, a time.Duration
	written atomic.Int64 // bytes sent so far

	mu    sync.Mutex
	until time.Time // if set, the deadline of every read before the next write
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

// hurry limits all reads of the current request to d from now.
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

// idle returns driver.ErrBadConn if the server has closed the connection or has sent a message without a request. Such
// a message nearly always means that the server is about to close the connection. Before a statement is sent,
// database/sql can take another connection. After that, nobody knows whether the statement ran.
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
