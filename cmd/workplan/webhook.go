package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/wait"
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
	Secret  string   `env:"WORKPLAN_WEBHOOK_SECRET" secret:"" placeholder:"whsec_…" help:"The secret that signs the requests. By default a new one, which is printed."`
}

// Help is the rest of the help text.
func (webhookListenCmd) Help() string {
	return `The command follows the events with an API key and signs them itself, as the server signs those to a
webhook. So you can develop a receiver that the server cannot reach. An event that the receiver does not accept with a
2xx status is sent again after 1 s, 2 s and so on, up to 10 s, until it is accepted.

Example:

    export WORKPLAN_KEY=wpk_…
    workplan webhook listen --forward http://127.0.0.1:3000/workplan`
}

const (
	// forwardWithin is how long the receiver may take, as for the server.
	forwardWithin = 15 * time.Second
	// The waits between tries double from firstWait to longestWait.
	firstWait   = time.Second
	longestWait = 10 * time.Second
)

// Run forwards events until ctx ends.
func (c *webhookListenCmd) Run(ctx context.Context, std streams) (err error) {
	if u, err := url.Parse(c.Forward); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("--forward must be a URL such as http://127.0.0.1:3000/workplan")
	}
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
	std.say("Sending events to %s, signed with %s. Ctrl-C stops.", f.url, f.secret.Reveal())
	for delay := firstWait; ; delay = min(2*delay, longestWait) {
		before := f.after
		err := f.follow(ctx, pb.NewEventServiceClient(conn), c.Types)
		if code := status.Code(err); ctx.Err() == nil && code != codes.Unavailable && code != codes.ResourceExhausted {
			return c.explain(err)
		}
		if f.after != before {
			delay = firstWait
		}
		if wait.For(ctx, delay) != nil {
			return nil
		}
		std.say("Lost the server, connecting again: %s", status.Convert(err).Message())
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

// forward sends an event until the receiver accepts it, and prints what it responds.
func (f *forwarder) forward(ctx context.Context, e *pb.Event) error {
	m, err := webhooks.EventMessage(f.organization, e)
	if err != nil {
		return err
	}
	for delay := firstWait; ; delay = min(2*delay, longestWait) {
		began := time.Now()
		result, accepted := f.send(ctx, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !accepted {
			result += fmt.Sprintf(", again in %s", delay)
		}
		if _, err := fmt.Fprintf(f.std.out, "%d %s (%d ms): %s\n", e.Seq, e.Type, time.Since(began).Milliseconds(),
			visible(result)); err != nil || accepted {
			return err
		}
		if wait.For(ctx, delay) != nil {
			return ctx.Err()
		}
	}
}

// receivers does not follow redirects, as the server does not.
var receivers = http.Client{Timeout: forwardWithin, CheckRedirect: func(*http.Request, []*http.Request) error {
	return http.ErrUseLastResponse
}}

// send sends a message once. It returns the status or the error, and reports whether the
// receiver has accepted the message.
func (f *forwarder) send(ctx context.Context, m webhooks.Message) (result string, accepted bool) {
	req, err := m.Request(ctx, f.url, time.Now(), f.secret)
	if err != nil {
		return err.Error(), false
	}
	resp, err := receivers.Do(req)
	if err != nil {
		var inner *url.Error
		if errors.As(err, &inner) {
			err = inner.Err // without the address, which is known
		}
		return err.Error(), false
	}
	resp.Body.Close()
	return resp.Status, resp.StatusCode/100 == 2
}
