package testbed

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Proxy forwards connections on a loopback port and can harm them.
type Proxy struct {
	net.Listener
	dial func() (net.Conn, error)

	Swallowing atomic.Bool  // bytes are read and thrown away, so that no side sees anything
	Rate       atomic.Int64 // bytes a second towards the client; 0: no limit

	// Rewrite, if not nil, changes the bytes of the client in place, before the first connection.
	Rewrite func([]byte)
	// Lose, if set, reports whether to cut the connection instead of forwarding a part of a response.
	Lose func(part []byte) bool

	mu    sync.Mutex
	conns map[net.Conn]bool
}

// NewProxy forwards to an address, such as "tcp", "127.0.0.1:80" or "unix" and the path of a socket.
func NewProxy(network, address string) (*Proxy, error) {
	return NewProxyTo(func() (net.Conn, error) { return net.Dial(network, address) })
}

// NewProxyTo forwards to the connections that dial makes.
func NewProxyTo(dial func() (net.Conn, error)) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{Listener: listener, conns: map[net.Conn]bool{}, dial: dial}
	go p.serve()
	return p, nil
}

func (p *Proxy) Address() string { return p.Addr().String() }

func (p *Proxy) serve() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		go func() {
			server, err := p.dial()
			if err != nil {
				reset(client)
				return
			}
			p.mu.Lock()
			p.conns[client], p.conns[server] = true, true
			p.mu.Unlock()
			go p.copy(server, client, false)
			p.copy(client, server, true)
		}()
	}
}

// copy forwards one direction until it ends, and then closes both connections.
func (p *Proxy) copy(to, from net.Conn, toClient bool) {
	defer p.forget(to, from)
	buffer := make([]byte, 32<<10)
	for {
		part := buffer
		if rate := p.Rate.Load(); toClient && rate > 0 {
			part = buffer[:max(1, min(rate/10, int64(len(buffer))))]
		}
		n, err := from.Read(part)
		if toClient && p.Lose != nil && p.Lose(part[:n]) {
			return
		}
		if n > 0 && !p.Swallowing.Load() {
			if rate := p.Rate.Load(); toClient && rate > 0 {
				time.Sleep(time.Duration(n) * time.Second / time.Duration(rate))
			}
			if p.Rewrite != nil && !toClient {
				p.Rewrite(part[:n])
			}
			if _, err := to.Write(part[:n]); err != nil {
				return
			}
		}
		if err != nil {
			if p.Swallowing.Load() && err == io.EOF {
				for p.Swallowing.Load() { // the other side must not see the end either
					time.Sleep(10 * time.Millisecond)
				}
			}
			return
		}
	}
}

func (p *Proxy) forget(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		delete(p.conns, c)
		_ = c.Close() // both directions call forget
	}
}

// Cut resets all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		reset(c)
	}
}

// Open is the number of connections, of which each has two ends.
func (p *Proxy) Open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.conns) / 2
}

// reset closes a connection with RST instead of FIN.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // it may be closed already
	}
	_ = c.Close()
}
