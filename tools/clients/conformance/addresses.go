package main

import (
	"fmt"
	"net"
	"net/http"
	"syscall"

	"google.golang.org/grpc"
)

// service responds to any call, over REST and over gRPC. serveGRPC is a
// grpc.StreamHandler whose messages are *[]byte.
type service interface {
	http.Handler
	serveGRPC(srv any, stream grpc.ServerStream) error
}

// address is the address of a service over both protocols.
type address struct{ url, grpc string }

// addresses are the faulty servers of a run, see clients/README.md.
type addresses struct {
	env         []string // the variables that name them
	busy, lossy *gate
	stops       []func()
}

// openAddresses opens the addresses of one run. server is behind the busy and the lossy one.
func openAddresses(server *proxy) (_ *addresses, err error) {
	a := &addresses{
		busy:  &gate{refusals: []service{rateLimited, unavailable}, behind: server},
		lossy: &gate{refusals: []service{loss{server, unavailable}, server, loss{server, unavailable}}, behind: server},
	}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	for _, at := range []struct {
		name string
		open func() (address, error)
	}{
		{"BUSY", func() (address, error) { return a.serve(a.busy) }},
		{"LOSSY", func() (address, error) { return a.serve(a.lossy) }},
		{"BROKEN", func() (address, error) { return a.serve(broken{}) }},
		{"STRANGER", a.serveStranger},
		{"DEAD", a.reserve},
	} {
		opened, err := at.open()
		if err != nil {
			return nil, fmt.Errorf("the address %s: %w", at.name, err)
		}
		a.env = append(a.env, "WORKPLAN_"+at.name+"_URL="+opened.url, "WORKPLAN_"+at.name+"_GRPC="+opened.grpc)
	}
	return a, nil
}

func (a *addresses) close() {
	for _, stop := range a.stops {
		stop()
	}
}

// serve serves s over both protocols.
func (a *addresses) serve(s service) (at address, err error) {
	if at.url, err = a.serveHTTP(s); err != nil {
		return at, err
	}
	l, err := listen()
	if err != nil {
		return at, err
	}
	server := grpc.NewServer(grpc.UnknownServiceHandler(s.serveGRPC), grpc.ForceServerCodec(bytesCodec{}))
	go func() { _ = server.Serve(l) }() // until it is stopped
	a.stops = append(a.stops, server.Stop)
	at.grpc = l.Addr().String()
	return at, nil
}

func (a *addresses) serveHTTP(handler http.Handler) (url string, err error) {
	l, err := listen()
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(l) }() // until it is closed
	a.stops = append(a.stops, func() { _ = server.Close() })
	return "http://" + l.Addr().String(), nil
}

func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

// serveStranger serves a web page over HTTP/1.1, also at the address for gRPC.
func (a *addresses) serveStranger() (address, error) {
	url, err := a.serveHTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, "<!DOCTYPE html>\n<title>Welcome</title>\n<h1>It works</h1>\n") // the client may be gone
	}))
	return address{url, url[len("http://"):]}, err
}

// reserve binds a port without listening, so that no other process can use it.
func (a *addresses) reserve() (at address, err error) {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		return at, err
	}
	a.stops = append(a.stops, func() { _ = syscall.Close(socket) })
	syscall.CloseOnExec(socket)
	if err := syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return at, err
	}
	name, err := syscall.Getsockname(socket)
	if err != nil {
		return at, err
	}
	host := fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	return address{"http://" + host, host}, nil
}

// broken is a service whose responses are incomplete.
type broken struct{}

func (broken) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set(requestIDHeader, newRequestID())
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", "400")
	// The server closes the connection because the body is shorter than announced.
	_, _ = fmt.Fprint(w, `{"data":{"keyId":"01890000-0000-7000-8000-0`)
}

func (broken) serveGRPC(_ any, stream grpc.ServerStream) error {
	if err := stream.RecvMsg(new([]byte)); err != nil {
		return err
	}
	// The first field should have 100 bytes and has two.
	return stream.SendMsg(&[]byte{1<<3 | 2, 100, 1<<3 | 2, 36})
}
