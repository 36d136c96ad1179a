package mcp

import (
	"context"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

func eventTools() []tool {
	return []tool{
		define("explain_change", "Explain a change",
			"Lists from the journal who changed what, and when, oldest first: the values before and after, or the rows of hours.",
			reads, []string{pb.EventService_ListEvents_FullMethodName, pb.UserService_ListUsers_FullMethodName},
			(*toolbox).explainChange),
	}
}

type explainArguments struct {
	RecordID  string   `json:"recordId,omitempty" jsonschema:"Only changes of the record with this id. Hours are not found by it: use types."`
	ChangedBy string   `json:"changedBy,omitempty" jsonschema:"Only changes by this person: name, e-mail address, external id or id."`
	Types     []string `json:"types,omitempty" jsonschema:"Only events of these types, such as assignments.upserted, project.updated or time_off.*"`
	Since     string   `json:"since,omitempty" jsonschema:"Only changes at this time or later, in RFC 3339. The last seven days by default."`
	After     string   `json:"after,omitempty" jsonschema:"The nextAfter of the result before, to continue."`
}

type explainResult struct {
	Since    string        `json:"since" jsonschema:"The changes are those since this time, until now."`
	Items    []changeEvent `json:"items"`
	Complete bool          `json:"complete" jsonschema:"Whether no event follows."`
	// NextAfter continues the list, also if it is complete now.
	NextAfter string `json:"nextAfter"`
}

type changeEvent struct {
	Number    int64           `json:"number"`
	Type      string          `json:"type"`
	At        time.Time       `json:"at"`
	By        *named          `json:"by" jsonschema:"Who made the change, null for the command line."`
	KeyID     *string         `json:"keyId"`
	RecordID  *string         `json:"recordId"`
	Before    *map[string]any `json:"before" jsonschema:"The fields that changed, before the change."`
	After     *map[string]any `json:"after" jsonschema:"The record after the change."`
	Rows      []eventRow      `json:"rows" jsonschema:"The first 20 rows of hours."`
	RowCount  int32           `json:"rowCount"`
	FirstDate *string         `json:"firstDate"`
	LastDate  *string         `json:"lastDate"`
}

type eventRow struct {
	UserID        string   `json:"userId"`
	ProjectID     string   `json:"projectId"`
	Date          string   `json:"date"`
	Hours         float64  `json:"hours"`
	PreviousHours *float64 `json:"previousHours"`
}

const (
	maxEvents    = 50
	maxEventRows = 20
	week         = 7 * 24 * time.Hour
)

func (b *toolbox) explainChange(ctx context.Context, in explainArguments) (out explainResult, err error) {
	out.Items = []changeEvent{}
	since := b.now().Add(-week).UTC().Truncate(time.Second)
	if in.Since != "" {
		if since, err = time.Parse(time.RFC3339, in.Since); err != nil {
			return out, bad(problem.ValidationFailed, "since",
				"must be a time in RFC 3339, such as 2027-03-01T08:00:00Z")
		}
	}
	out.Since = since.Format(time.RFC3339)
	req := &pb.ListEventsRequest{Types: in.Types, Since: timestamppb.New(since), Limit: new(int32(maxEvents))}
	if in.RecordID != "" {
		req.RecordId = &in.RecordID
	}
	if in.After != "" {
		req.After = &in.After
	}
	if in.ChangedBy != "" {
		by, err := b.person(ctx, "changedBy", in.ChangedBy)
		if err != nil {
			return out, err
		}
		req.ActorId = &by.ID
	}
	resp, err := b.events.ListEvents(ctx, req)
	if err != nil {
		return out, err
	}
	page, people := resp.GetData(), names{}
	for _, e := range page.GetItems() {
		if e.ActorId != nil {
			people.want(e.GetActorId())
		}
	}
	if err := b.nameUsers(ctx, people); err != nil {
		return out, err
	}
	for _, e := range page.GetItems() {
		out.Items = append(out.Items, described(e, people))
	}
	out.Complete, out.NextAfter = page.GetUpToDate(), strconv.FormatInt(page.GetNextAfter(), 10)
	return out, nil
}

func described(e *pb.Event, people names) changeEvent {
	c := changeEvent{
		Number: e.GetSeq(), Type: e.GetType(), At: e.GetAt().AsTime(), KeyID: e.KeyId,
		Before: object(e.GetBefore()), After: object(e.GetAfter()), Rows: []eventRow{},
		RowCount: e.GetRowCount(), FirstDate: e.FirstDate, LastDate: e.LastDate,
	}
	if e.ActorId != nil {
		c.By = new(people.of(e.GetActorId()))
	}
	if e.Record != nil {
		c.RecordID = new(e.GetRecord().GetId())
	}
	for _, row := range e.GetRows()[:min(len(e.GetRows()), maxEventRows)] {
		c.Rows = append(c.Rows,
			eventRow{row.GetUserId(), row.GetProjectId(), row.GetDate(), row.GetHours(), row.PreviousHours})
	}
	return c
}

// object returns a JSON object or null. A pointer, because the schema of a map does not allow null.
func object(s *structpb.Struct) *map[string]any {
	if s == nil {
		return nil
	}
	return new(s.AsMap())
}
