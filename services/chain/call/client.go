package call

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// Client calls rpcs with the chain of this process, for a request that arrived over another protocol. Each call is
// admitted, logged and counted as one from outside, with the id of the request. All of them run in the turn of the
// request, one after the other, and end when it ends. Client implements grpc.ClientConnInterface.
type Client struct {
	chain    *Chain
	request  context.Context
	protocol string
	sent     auth.Credentials
}

// Client returns a client for the calls of a request, which has its turn until its response is ready. protocol is what
// the log and the metrics call it. The calls are admitted with sent. It panics if the request has no turn: its calls
// would then be a way around the share of the organization.
func (c *Chain) Client(request context.Context, protocol string, sent auth.Credentials) *Client {
	if slot := FromContext(request).slot; slot == nil || slot.pause == nil {
		panic("call: a request that makes calls has no turn")
	}
	return &Client{c, request, protocol, sent}
}

// Invoke implements grpc.ClientConnInterface. It knows none of the options.
func (c *Client) Invoke(ctx context.Context, name string, req, resp any, _ ...grpc.CallOption) error {
	m := &message{req: req.(proto.Message), resp: resp.(proto.Message)}
	m.header, _ = metadata.FromOutgoingContext(ctx)
	return c.inside(ctx, name, func(r *Request) error {
		r.transport = m
		return c.chain.pass(r, serving)
	})
}

// NewStream implements grpc.ClientConnInterface. It always fails.
func (c *Client) NewStream(
	context.Context, *grpc.StreamDesc, string, ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "streams cannot be read inside of the process")
}

// Version is a request of an update, and the version that its record must have.
type Version struct {
	Request proto.Message
	IfMatch string
}

// Together calls an rpc that updates a record, once for each request, in one transaction: all records are changed, or
// none. It is one call for the log and for the quota. There must be at least one request.
func (c *Client) Together(ctx context.Context, name string, updates []Version) error {
	return c.inside(ctx, name, func(r *Request) error {
		if err := r.Recheck(r.ctx); err != nil {
			return err
		}
		r.KeepCaller()
		err := r.DB().Unit.Do(r.ctx, func() error {
			for _, u := range updates {
				r.transport = &message{req: u.Request, header: metadata.Pairs(IfMatch, u.IfMatch)}
				if err := c.chain.pass(r, serving); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			c.chain.Wake(tenant.Organization(r.ctx)) // the steps did it before the commit
		}
		return err
	})
}

// inside admits a call inside of the request, and then serves it in the turn of the request.
func (c *Client) inside(ctx context.Context, name string, serve func(*Request) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.request, cancel)()
	outer := FromContext(c.request)
	return c.chain.Observer.observe(ctx, outer.ID, c.protocol, name, func(ctx context.Context) error {
		r := FromContext(ctx)
		r.endpoint, r.step = c.chain.Endpoint(name), "admit"
		ctx, err := c.chain.Admit(ctx, r.endpoint.Method, c.sent, func(quota.Result) {}) // the client was told already
		if err != nil {
			return err
		}
		r.slot = outer.slot
		r.ctx = postgres.WithStopwatch(ctx, &outer.statements) // outer measures the turn, so also the statements in it
		return serve(r)
	})
}

// message is one call of an rpc by a Client, which has admitted it. It implements the rest of Transport.
type message struct {
	Transport
	header    metadata.MD
	req, resp proto.Message // resp is nil if nobody reads the response
}

func (m *message) Values(header string) []string { return m.header.Get(header) }

func (m *message) Decode(req proto.Message) ([]problem.Detail, error) {
	proto.Merge(req, m.req)
	return nil, nil
}

func (m *message) Send(_ context.Context, resp proto.Message) error {
	if m.resp != nil {
		proto.Merge(m.resp, resp)
	}
	return nil
}
