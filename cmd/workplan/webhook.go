package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/webhooks"
)

type webhookCmd struct {
	Listen webhookListenCmd `cmd:"" help:"Send the events of a running server to a receiver on this machine."`
}

type webhookListenCmd struct {
	server
	Forward string   `required:"" placeholder:"URL" help:"The address of the receiver, such as http://127.0.0.1:3000/workplan."`
	Types   []string `help:"Only events of these types, comma-separated, such as client.updated or time_off.*."`
	After   string   `default:"head" help:"The number of the event after which to begin; 0 is all events that are kept, head is from now on."`
	Secret  string   `env:"WORKPLAN_WEBHOOK_SECRET" placeholder:"whsec_…" help:"The secret that signs the requests. By default a new one, which is printed."`
}

// Help is the rest of the help text.
func (webhookListenCmd) Help() string {
	return `The command follows the events with an API key and signs them itself, as the server signs those to a webhook. So a receiver that nobody on the internet can reach can be developed. An event that the receiver does not accept is not sent again.

Example:

    WORKPLAN_KEY=wpk_… workplan webhook listen --forward http://127.0.0.1:3000/workplan`
}

const (
	// forwardWithin is how long the receiver may take, as for the server.
	forwardWithin  = 15 * time.Second
	reconnectAfter = time.Second
)

// Run forwards events until ctx ends.
func (c *webhookListenCmd) Run(ctx context.Context, std streams) (err error) {
	f := forwarder{url: c.Forward, secret: webhooks.NewSecret(), after: c.After, std: std}
	if c.Secret != "" {
		if f.secret, err = webhooks.ParseSecret(c.Secret); err != nil {
			return fmt.Errorf("--secret: %w", err)
		}
	}
	conn, ctx, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	me, err := pb.NewMeServiceClient(conn).GetMe(ctx, &pb.GetMeRequest{})
	if err != nil {
		return c.explain(err)
	}
	if f.organization, err = uuid.Parse(me.GetData().GetOrganizationId()); err != nil {
		return err
	}
	std.say("Sending events to %s, signed with %s. Ctrl-C stops.", c.Forward, f.secret.Reveal())
	for {
		err := f.follow(ctx, pb.NewEventServiceClient(conn), c.Types)
		if ctx.Err() != nil {
			return nil
		}
		if status.Code(err) != codes.Unavailable {
			return c.explain(err)
		}
		std.say("Lost the server, connecting again …")
		time.Sleep(reconnectAfter)
	}
}

// forwarder sends events to a receiver.
type forwarder struct {
	organization uuid.UUID
	url          string
	secret       webhooks.Secret
	after        string
	std          streams
}

// follow sends the events of one stream, until it ends.
func (f *forwarder) follow(ctx context.Context, client pb.EventServiceClient, types []string) error {
	stream, err := client.WatchEvents(ctx, &pb.WatchEventsRequest{After: &f.after, Types: types})
	if err != nil {
		return err
	}
	for {
		next, err := stream.Recv()
		if err != nil {
			return err
		}
		if next.Event != nil {
			if err := f.forward(ctx, next.Event); err != nil {
				return err
			}
		}
		f.after = strconv.FormatInt(next.Seq, 10)
	}
}

// forward sends an event and prints what the receiver has responded.
func (f *forwarder) forward(ctx context.Context, e *pb.Event) error {
	m, err := webhooks.EventMessage(f.organization, e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, forwardWithin)
	defer cancel()
	began := time.Now()
	req, err := m.Request(ctx, f.url, began, f.secret)
	if err != nil {
		return err
	}
	result := ""
	if resp, err := http.DefaultClient.Do(req); err != nil {
		result = err.Error()
	} else {
		result = resp.Status
		resp.Body.Close()
	}
	_, err = fmt.Fprintf(f.std.out, "%d %s: %s (%d ms)\n", e.Seq, e.Type, result, time.Since(began).Milliseconds())
	return err
}
