package testbed

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

// Client is one HTTP connection that carries one request at a time. It never sends a request twice, unlike net/http. A
// request that fails closes the connection, and the next one opens another.
type Client struct {
	addr, key string
	Timeout   time.Duration
	Header    http.Header // sent with every request

	conn   net.Conn
	reader *bufio.Reader
}

func NewClient(addr, key string) *Client {
	return &Client{addr: addr, key: key, Timeout: 30 * time.Second, Header: http.Header{}}
}

// Response is a response whose body has been read.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Data decodes the member data of the response.
func (r *Response) Data(into any) error {
	return r.Decode(&struct {
		Data any `json:"data"`
	}{into})
}

// Decode decodes the whole response.
func (r *Response) Decode(into any) error { return json.Unmarshal(r.Body, into) }

// Call sends a request. body is sent as JSON unless it is nil or a []byte. err is not nil if there is no whole
// response.
func (c *Client) Call(ctx context.Context, method, path string, body any) (_ *Response, err error) {
	payload, isBytes := body.([]byte)
	if body != nil && !isBytes {
		if payload, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	deadline := time.Now().Add(c.Timeout)
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
	for name, values := range c.Header {
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
		c.Close()
	}
	return &Response{resp.StatusCode, resp.Header, text}, nil
}

func (c *Client) Close() {
	if c.conn != nil {
		_ = c.conn.Close() // it is not used again
		c.conn = nil
	}
}

// Upsert writes planned hours. items are sent as JSON.
func (c *Client) Upsert(ctx context.Context, items any) (*Response, error) {
	return c.Call(ctx, http.MethodPost, "/api/v1/assignments", map[string]any{"items": items})
}

// DialGRPC connects to a gRPC server. Calls carry the key, unless it is "". The service config cannot switch retries
// on.
func DialGRPC(addr, key string) (*grpc.ClientConn, error) {
	options := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDisableRetry()}
	if key != "" {
		options = append(options, grpc.WithUnaryInterceptor(func(
			ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, next grpc.UnaryInvoker,
			opts ...grpc.CallOption,
		) error {
			return next(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key),
				method, req, reply, conn, opts...)
		}))
	}
	return grpc.NewClient(addr, options...)
}

// Want returns an error unless a setup request has this status.
func Want(status int, resp *Response, err error) error {
	if err == nil && resp.Status != status {
		err = fmt.Errorf("status %d instead of %d: %.300s", resp.Status, status, resp.Body)
	}
	return err
}
