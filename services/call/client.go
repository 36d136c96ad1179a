package call

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/quota"
)

// Client calls rpcs with the chain of this process, for a request that arrived over another protocol. Each call is
// admitted, logged and counted as one from outside, with the id of the request. It implements grpc.ClientConnInterface.
type Client struct {
	Chain *Chain
	// Request is the context of the request. Its calls end when it ends.
	Request context.Context
	// Protocol is what the log and the metrics call it.
	Protocol string
	// Sent is what the calls are admitted with.
	Sent auth.Credentials
}

// Invoke implements grpc.ClientConnInterface. Of the options it knows grpc.Header, which gets the ReplayedHeader.
func (c *Client) Invoke(ctx context.Context, name string, req, resp any, opts ...grpc.CallOption) error {
	m := &message{sent: c.Sent, req: req.(proto.Message), resp: resp.(proto.Message)}
	m.header, _ = metadata.FromOutgoingContext(ctx)
	return c.inside(ctx, name, func(ctx context.Context) error {
		err := c.Chain.Serve(ctx, c.Chain.Endpoint(name), m)
		for _, opt := range opts {
			if h, ok := opt.(grpc.HeaderCallOption); ok && FromContext(ctx).Replayed {
				*h.HeaderAddr = metadata.Pairs(ReplayedHeader, "true")
			}
		}
		return err
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

// Together calls an rpc that updates a record, once for each request, in one turn and in one transaction of db: all
// records are changed, or none. It is one call for the log and for the quota. There must be at least one request.
func (c *Client) Together(ctx context.Context, db *ent.Client, name string, updates []Version) error {
	e := c.Chain.Endpoint(name)
	return c.inside(ctx, name, func(ctx context.Context) error {
		ctx, err := c.Chain.Admit(ctx, e.Method, c.Sent, func(quota.Result) {})
		if err != nil {
			return err
		}
		slot := c.Chain.Scheduler.Begin(ctx)
		defer slot.End()
		ctx, cancel := WithTimeout(ctx)
		defer cancel()
		if err := slot.Start(ctx, 0); err != nil {
			return err
		}
		if c.Chain.Prepare != nil {
			ctx = c.Chain.Prepare(ctx)
		}
		if ctx, err = auth.Recheck(ctx); err != nil {
			return err
		}
		ctx = auth.Settled(ctx)
		err = txn.Within(ctx, db, func(ctx context.Context) error {
			for _, u := range updates {
				m := &message{sent: c.Sent, req: u.Request, header: metadata.Pairs(IfMatch, u.IfMatch)}
				if err := c.Chain.run(ctx, e, m); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			c.Chain.Written(tenant.Organization(ctx)) // run did it before the commit
		}
		return err
	})
}

// inside calls serve as a call inside of the request.
func (c *Client) inside(ctx context.Context, name string, serve func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.Request, cancel)()
	return c.Chain.Observer.observe(ctx, FromContext(ctx).RequestID, c.Protocol, name, serve)
}

// message is one call of an rpc by a Client. It implements Transport.
type message struct {
	sent      auth.Credentials
	header    metadata.MD
	req, resp proto.Message // resp is nil if nobody reads the response
}

func (m *message) Credentials() (auth.Credentials, error) { return m.sent, nil }

// Tell implements Transport. The client was told when its request was admitted.
func (m *message) Tell(quota.Result) {}

func (m *message) Values(header string) []string { return m.header.Get(header) }

// Read implements Transport. The request is in memory already.
func (m *message) Read(context.Context, *Slot) (int, error) { return proto.Size(m.req), nil }

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
