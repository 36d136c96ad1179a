package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// client is a connection that carries one call at a time. send writes the response as JSON to
// out. If out is io.Discard, send does as little as a client can and does not decode.
type client interface {
	send(ctx context.Context, c *call, out io.Writer) error
	Close() error
}

// callTimeout limits how long a client waits for a response.
const callTimeout = time.Minute

// errRefused means that the server has too much to do.
var errRefused = errors.New("refused")

type httpClient struct {
	net.Conn
	key    string
	reader *bufio.Reader
	buffer []byte
}

type grpcClient struct {
	*grpc.ClientConn
	key string
}

// dialGRPC connects a client that speaks gRPC.
func (s *server) dialGRPC(key string) (client, error) {
	conn, err := grpc.NewClient(s.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err == nil {
		conn.Connect()
	}
	return grpcClient{conn, key}, err
}

// dialHTTP connects a client that speaks HTTP.
func (s *server) dialHTTP(key string) (client, error) {
	conn, err := net.Dial("tcp", s.HTTP)
	return &httpClient{conn, key, bufio.NewReader(conn), nil}, err
}

func (h *httpClient) send(_ context.Context, c *call, out io.Writer) error {
	if err := h.SetDeadline(time.Now().Add(callTimeout)); err != nil {
		return err
	}
	h.buffer = fmt.Appendf(h.buffer[:0],
		"%s %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\n\r\n%s",
		c.method, c.path, h.key, len(c.body), c.body)
	if _, err := h.Write(h.buffer); err != nil {
		return err
	}
	resp, err := http.ReadResponse(h.reader, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(resp.Body)
		err := fmt.Errorf("%s %s: %s: %.500s", c.method, c.path, resp.Status, body)
		if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable {
			err = errors.Join(errRefused, err)
		}
		return err
	}
	_, err = io.Copy(out, resp.Body)
	return err
}

func (g grpcClient) send(ctx context.Context, c *call, out io.Writer) error {
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+g.key),
		callTimeout)
	defer cancel()
	if out == io.Discard {
		err := g.Invoke(ctx, c.rpc, c.message, &emptypb.Empty{}) // keeps the bytes of the fields
		if code := status.Code(err); code == codes.ResourceExhausted || code == codes.Unavailable {
			err = errors.Join(errRefused, err)
		}
		return err
	}
	reply := proto.Clone(c.reply)
	if err := g.Invoke(ctx, c.rpc, c.message, reply); err != nil {
		return err
	}
	body, err := strictjson.Append(nil, reply)
	if err != nil {
		return err
	}
	_, err = out.Write(body)
	return err
}
