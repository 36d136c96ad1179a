package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
)

// arm is one way to have requests answered.
type arm struct {
	name string
	// server is the process whose CPU is counted, our own where it is 0.
	server int
	// dial makes one client, who sends one request after the other.
	dial func(ctx context.Context) (client caller, err error)
}

// caller sends requests and waits for their answers.
type caller interface {
	do(ctx context.Context, c *call) error
	close()
}

// roundLimit ends a round whose answers do not come.
const roundLimit = 2 * time.Minute

// httpCaller is a connection that does as little as a client can: it writes bytes
// made before, and reads the head of the answer and as many bytes as that announces.
type httpCaller struct {
	conn    net.Conn
	r       *bufio.Reader
	forsake func() bool
}

func overHTTP(address string) func(context.Context) (caller, error) {
	return func(ctx context.Context) (caller, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err != nil {
			return nil, err
		}
		if err := conn.SetDeadline(time.Now().Add(roundLimit)); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		forsake := context.AfterFunc(ctx, func() { conn.Close() })
		return &httpCaller{conn, bufio.NewReaderSize(conn, 64<<10), forsake}, nil
	}
}

func (h *httpCaller) close() {
	h.forsake()
	h.conn.Close()
}

var contentLength = []byte("Content-Length: ")

func (h *httpCaller) do(_ context.Context, c *call) error {
	if _, err := h.conn.Write(c.http); err != nil {
		return err
	}
	line, err := h.r.ReadSlice('\n')
	if err != nil {
		return err
	}
	ok := bytes.HasPrefix(line, []byte("HTTP/1.1 200 "))
	status, length := string(line), -1
	if ok {
		status = ""
	}
	for {
		if line, err = h.r.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if value, found := bytes.CutPrefix(line, contentLength); found {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
	}
	if !ok || length < 0 {
		body, _ := io.ReadAll(io.LimitReader(h.r, int64(max(length, 0))))
		return fmt.Errorf("%s %.80s: answer %q, length %d: %.500s", c.verb, c.path, status, length, body)
	}
	_, err = h.r.Discard(length)
	return err
}

// grpcCaller is a connection that sends messages encoded before, and does not decode
// the answers.
type grpcCaller struct {
	conn *grpc.ClientConn
	key  string
}

func overGRPC(address, key string) func(context.Context) (caller, error) {
	return func(ctx context.Context) (caller, error) {
		conn, err := grpc.NewClient(address,
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithDefaultCallOptions(grpc.ForceCodecV2(bytesCodec{})))
		if err != nil {
			return nil, err
		}
		conn.Connect()
		for state := conn.GetState(); state.String() != "READY"; state = conn.GetState() {
			if !conn.WaitForStateChange(ctx, state) {
				conn.Close()
				return nil, ctx.Err()
			}
		}
		return &grpcCaller{conn, "Bearer " + key}, nil
	}
}

func (g *grpcCaller) close() { g.conn.Close() }

func (g *grpcCaller) do(ctx context.Context, c *call) error {
	var length int
	return g.invoke(ctx, c, &length)
}

// fetch is do that returns the encoded answer.
func (g *grpcCaller) fetch(ctx context.Context, c *call) (encoded []byte, err error) {
	err = g.invoke(ctx, c, &encoded)
	return encoded, err
}

func (g *grpcCaller) invoke(ctx context.Context, c *call, reply any) error {
	return g.conn.Invoke(metadata.AppendToOutgoingContext(ctx, "authorization", g.key), c.rpc, c.message, reply)
}

// bytesCodec passes encoded messages on: []byte is sent, and received into *[]byte, or
// only its length into *int.
type bytesCodec struct{}

var _ encoding.CodecV2 = bytesCodec{}

// Name implements encoding.CodecV2.
func (bytesCodec) Name() string { return "proto" }

// Marshal implements encoding.CodecV2.
func (bytesCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(v.([]byte))}, nil
}

// Unmarshal implements encoding.CodecV2.
func (bytesCodec) Unmarshal(data mem.BufferSlice, v any) error {
	switch v := v.(type) {
	case *int:
		*v = data.Len()
	case *[]byte:
		*v = data.Materialize()
	}
	return nil
}

// rawCaller runs statements on a connection of the pool.
type rawCaller struct{ pool *pool }

func (r rawCaller) do(ctx context.Context, c *call) error {
	return r.pool.with(func(s *session) error { return c.raw(ctx, s) })
}

func (rawCaller) close() {}
