package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
)

// client is one HTTP connection that carries one request at a time. It never sends a request twice, unlike net/http. A
// request that fails closes the connection, and the next one opens another.
type client struct {
	addr, key string
	timeout   time.Duration
	header    http.Header // sent with every request

	conn   net.Conn
	reader *bufio.Reader
}

func newClient(addr, key string) *client {
	return &client{addr: addr, key: key, timeout: 30 * time.Second, header: http.Header{}}
}

// response is a response whose body has been read.
type response struct {
	status int
	header http.Header
	body   []byte
}

// data decodes the member data of the response.
func (r *response) data(into any) error {
	return r.decode(&struct {
		Data any `json:"data"`
	}{into})
}

// decode decodes the whole response.
func (r *response) decode(into any) error { return json.Unmarshal(r.body, into) }

// call sends a request. body is sent as JSON unless it is nil or a []byte. err is not nil if there is no whole
// response.
func (c *client) call(ctx context.Context, method, path string, body any) (_ *response, err error) {
	payload, isBytes := body.([]byte)
	if body != nil && !isBytes {
		if payload, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	deadline := time.Now().Add(c.timeout)
	if c.conn == nil {
		dialer := net.Dialer{Deadline: deadline}
		if c.conn, err = dialer.DialContext(ctx, "tcp", c.addr); err != nil {
			return nil, err
		}
		c.reader = bufio.NewReader(c.conn)
	}
	if err := c.conn.SetDeadline(deadline); err != nil {
		return nil, err
	}
	conn := c.conn
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	request, err := http.NewRequest(method, "http://"+c.addr+path, bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	if c.key != "" {
		request.Header.Set("Authorization", "Bearer "+c.key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if err := request.Write(conn); err != nil {
		return nil, err
	}
	resp, err := http.ReadResponse(c.reader, request)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.Close {
		c.close()
	}
	return &response{resp.StatusCode, resp.Header, text}, nil
}

func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close() // it is not used again
		c.conn = nil
	}
}

// upsert writes planned hours.
func (c *client) upsert(ctx context.Context, items []item) (*response, error) {
	return c.call(ctx, http.MethodPost, "/api/v1/assignments", object{"items": items})
}

// dialGRPC connects to a gRPC server. Calls carry the key. The service config cannot switch retries on.
func dialGRPC(addr, key string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDisableRetry(),
		grpc.WithUnaryInterceptor(func(
			ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, next grpc.UnaryInvoker,
			opts ...grpc.CallOption,
		) error {
			return next(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key),
				method, req, reply, conn, opts...)
		}))
}

// want returns an error unless a setup request has this status.
func want(status int, resp *response, err error) error {
	if err == nil && resp.status != status {
		err = fmt.Errorf("status %d instead of %d: %.300s", resp.status, status, resp.body)
	}
	return err
}
