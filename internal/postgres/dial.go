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
	// Cancels the AfterFunc that closes the wire if the handshake's context ends; nil before the first dial.
	stop  func() bool
	ready atomic.Bool // the handshake is done
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
		// After the handshake, lib/pq dials only to send a cancel request, because the context of a statement has
		// ended. The caller waits for the request and for the end of the statement.
		d.wire.hurry(cancelGrace)
		nd := net.Dialer{Timeout: cancelGrace}
		c, err := nd.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return c, c.SetDeadline(time.Now().Add(cancelGrace))
	}
	began := time.Now()
	nd := net.Dialer{Timeout: d.timeout, KeepAlive: 15 * time.Second}
	c, err := nd.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: c, until: began.Add(d.timeout)}
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

// wire is a network connection with a deadline for each request and its response. A server that sends one byte at a
// time does not extend it. lib/pq reads only while it waits for the response to a request, so an idle connection in the
// pool does not run into the deadline.
type wire struct {
	net.Conn
	wait    atomic.Int64 // how long a request and its response may take, a time.Duration; 0 during the handshake
	written atomic.Int64 // bytes sent so far

	mu    sync.Mutex
	until time.Time // the deadline of the current request, or of the handshake
	err   error     // the first failure
}

func (w *wire) Read(p []byte) (int, error) {
	w.mu.Lock()
	err := w.Conn.SetReadDeadline(w.until)
	w.mu.Unlock()
	if err != nil {
		return 0, w.failed(err)
	}
	n, err := w.Conn.Read(p)
	return n, w.failed(err)
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	if wait := time.Duration(w.wait.Load()); wait > 0 {
		w.until = time.Now().Add(wait)
	}
	err := w.Conn.SetWriteDeadline(w.until)
	w.mu.Unlock()
	if err != nil {
		return 0, w.failed(err)
	}
	n, err := w.Conn.Write(p)
	w.written.Add(int64(n))
	return n, w.failed(err)
}

// hurry limits the current request to d from now.
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
