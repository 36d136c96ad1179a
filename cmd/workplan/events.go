package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/journal"
)

type eventsCmd struct {
	Tail eventsTailCmd `cmd:"" help:"Print what changed in an organization, when and by whom."`
}

type eventsTailCmd struct {
	inOrganization
	Type   []string      `placeholder:"TYPE" help:"Only events of these types, such as client.updated; time_off.* is all that begin with time_off."`
	Record uuid.UUID     `placeholder:"ID" help:"Only events of the record with this id, from its creation on."`
	Since  time.Duration `placeholder:"TIME" help:"Only events of the last hours or minutes, such as 24h."`
	After  *int64        `placeholder:"N" help:"Only events after this number; 0 is all that are kept. By default the last 20, unless --record or --since is given."`
	Follow bool          `short:"f" help:"Wait for more events."`
}

// Help is the rest of the help text.
func (eventsTailCmd) Help() string {
	return `Each event is a line: its number, the time, the type, who wrote it, and the record with the changed fields
or the number of changed rows of hours. With --output json, each line is an event in JSON, as the API returns it.

Events get their numbers from the servers of the installation. Without a running server, new events are not printed.

Examples:

    workplan events tail --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 --follow
    workplan events tail --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 \
      --record 0199c1df-02c4-7d51-8f0a-53b1c2f0aa01
    workplan events tail --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 \
      --type 'key.*' --since 720h --output json`
}

const (
	// lastEvents is how many numbers the command looks back by default.
	lastEvents = 20
	// eventsPerPage is the largest page, and eventsWait the longest wait, in seconds.
	eventsPerPage = 200
	eventsWait    = 25
)

// Run prints the events.
func (c *eventsTailCmd) Run(ctx context.Context, std streams) error {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, client, err := c.confine(ctx, db)
	if err != nil {
		return err
	}
	service := journal.NewService(ctx, journal.NewHighWaterMarks(db))
	req := c.request()
	if err := c.start(ctx, std, service, req); err != nil {
		return err
	}
	write, found := c.writer(client, std), false
	for {
		resp, err := service.ListEvents(ctx, req)
		if err != nil {
			return err
		}
		page := resp.GetData()
		for _, e := range page.GetItems() {
			found = true
			if err := write(ctx, e); err != nil {
				return err
			}
		}
		if page.GetUpToDate() && !c.Follow {
			if !found {
				std.say("There are no such events.")
			}
			return nil
		}
		req.After = new(strconv.FormatInt(page.GetNextAfter(), 10))
	}
}

// request returns the request of the first page, without its beginning.
func (c *eventsTailCmd) request() *pb.ListEventsRequest {
	req := &pb.ListEventsRequest{Types: c.Type, Limit: new(int32(eventsPerPage))}
	if c.Record != uuid.Nil {
		req.RecordId = new(c.Record.String())
	}
	if c.Since > 0 {
		req.Since = timestamppb.New(time.Now().Add(-c.Since))
	}
	if c.Follow {
		req.Wait = new(int32(eventsWait))
	}
	return req
}

// start sets the number after which req begins.
func (c *eventsTailCmd) start(
	ctx context.Context, std streams, service *journal.Service, req *pb.ListEventsRequest,
) error {
	resp, err := service.ListEvents(ctx, &pb.ListEventsRequest{After: new("head"), Types: c.Type})
	var wrong *problem.Error
	if errors.As(err, &wrong) && len(wrong.Details) > 0 {
		return errors.New("--type " + wrong.Details[0].Message)
	}
	if err != nil {
		return err
	}
	head, removed := resp.GetData().GetHead(), resp.GetData().GetFirst()-1
	after := removed
	switch {
	case c.After != nil && *c.After < 0:
		return errors.New("--after must not be negative")
	case c.Since < 0:
		return errors.New("--since must not be negative")
	case c.After != nil && *c.After > head:
		return fmt.Errorf("--after must not be higher than %d, the number of the latest event", head)
	case c.After != nil:
		if after = max(*c.After, removed); after > *c.After {
			std.say("Events up to %d are no longer kept.", removed)
		}
	case c.Record == uuid.Nil && c.Since == 0:
		after = max(removed, head-lastEvents)
	}
	req.After = new(strconv.FormatInt(after, 10))
	return nil
}

// writer returns a function that prints an event.
func (c *eventsTailCmd) writer(client *ent.Client, std streams) func(context.Context, *pb.Event) error {
	if c.Output == "json" {
		return func(_ context.Context, e *pb.Event) error {
			line, err := strictjson.Append(nil, e)
			if err == nil {
				_, err = fmt.Fprintf(std.out, "%s\n", line)
			}
			return err
		}
	}
	emails := map[uuid.UUID]string{}
	return func(ctx context.Context, e *pb.Event) error {
		who := "operator"
		if e.ActorId != nil {
			id := uuid.MustParse(e.GetActorId())
			if emails[id] == "" {
				row, err := client.User.Query().Where(user.ID(id)).Only(ctx)
				if err != nil {
					return err
				}
				emails[id] = row.Email
			}
			who = emails[id]
		}
		line := fmt.Sprintf("%d  %s  %s  %s  %s", e.GetSeq(), timestamp(new(e.GetAt().AsTime())),
			e.GetType(), who, effect(e))
		_, err := fmt.Fprintln(std.out, visible(line))
		return err
	}
}

// effect describes what an event changed.
func effect(e *pb.Event) string {
	if e.GetRecord() == nil {
		return fmt.Sprintf("rows: %d", e.GetRowCount())
	}
	was, is := e.GetBefore().GetFields(), e.GetAfter().GetFields()
	text := e.GetRecord().GetId()
	if name := cmp.Or(is["companyName"], is["name"]); name != nil {
		text += " " + short(name)
	}
	if e.GetAfter() == nil {
		return text
	}
	for _, field := range slices.Sorted(maps.Keys(was)) {
		if field != "version" && field != "updatedAt" {
			text += fmt.Sprintf("  %s: %s → %s", field, short(was[field]), short(is[field]))
		}
	}
	return text
}

// longestValue is how many characters of a value are printed.
const longestValue = 60

// short returns the beginning of a value in JSON.
func short(v *structpb.Value) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v.AsInterface()) // values of JSON have a form in JSON
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > longestValue {
		return string(text[:longestValue]) + "…"
	}
	return string(text)
}
