package hours

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// maxWarnings is the maximum number of warnings that a response lists.
const maxWarnings = 100

// Overloads returns for each pair of a person and a date by how many hours the planned hours of the
// person on that date are above the availability, or 0. If proposal is not nil, they are those that it would make.
type Overloads func(ctx context.Context, users, dates []string, proposal *uuid.UUID) ([]float64, error)

// availabilityScopes are the scopes that read availability otherwise.
var availabilityScopes = []string{"read:users", "read:assignments", "read:time_off"}

// extras are the words of include: what a response has beside its rows. With minimal, it has no rows, and always a
// summary.
type extras struct{ warnings, summary, availability, minimal bool }

// extrasOf returns the words of include, which are valid, and whether the response has rows.
func extrasOf(ctx context.Context, include []string) (x extras, err error) {
	x.minimal = call.Minimal(ctx)
	x.summary = x.minimal
	for _, word := range include {
		switch word {
		case "warnings":
			x.warnings = true
		case "summary":
			x.summary = true
		case "availability":
			x.availability = true
		}
	}
	if x.availability && !x.warnings {
		return x, problem.Field(problem.ValidationFailed, "include", "must have warnings with availability")
	}
	for _, scope := range availabilityScopes {
		if x.availability && !call.Caller(ctx).Has(scope) {
			return x, problem.Field(problem.ScopeMissing, "include", "needs the scope "+scope+" for availability")
		}
	}
	return x, nil
}

// items returns the rows for the response: none if it is to be minimal.
func (x extras) items(rows []*pb.Assignment) []*pb.Assignment {
	if x.minimal {
		return nil
	}
	return rows
}

// meta returns what the response has beside its rows, or nil.
func (x extras) meta(done outcome, found *warnings) *pb.WriteMeta {
	if !x.warnings && !x.summary {
		return nil
	}
	meta := &pb.WriteMeta{}
	if x.warnings {
		meta.Warnings, meta.WarningCount = &pb.WriteWarnings{Items: found.listed}, &found.count
	}
	if x.summary {
		meta.Summary = done.summary()
	}
	return meta
}

// warnings are the warnings about the items of a batch.
type warnings struct {
	path   string
	listed []*pb.WriteWarning
	count  int32
}

func (w *warnings) add(i int, field string, code pb.WarningCode, message string) {
	if w.count++; w.count <= maxWarnings {
		w.listed = append(w.listed, &pb.WriteWarning{
			Index: int32(i), Field: fmt.Sprintf("%s[%d].%s", w.path, i, field), Code: code, Message: message,
		})
	}
}

// unusual selects the users and the projects of a batch, with a first and a last day, and whether users are active.
const unusual = `
SELECT id, start_date, end_date, is_active FROM users WHERE organization_id = $1 AND id = ANY ($2)
  AND (NOT is_active OR start_date IS NOT NULL OR end_date IS NOT NULL)
UNION ALL
SELECT id, start_date, end_date, true FROM projects WHERE organization_id = $1 AND id = ANY ($3)`

// warn returns the warnings about the items, in their order. It is called in the transaction that
// has written them.
func (t *table) warn(ctx context.Context, x extras, b *batch) (*warnings, error) {
	inactive, spans, err := readUnusual(ctx, b.keys)
	if err != nil {
		return nil, err
	}
	over := map[int]bool{}
	if x.availability {
		if over, err = t.overloaded(ctx, b); err != nil {
			return nil, err
		}
	}
	found, repeated, already := &warnings{path: b.path}, b.repeated(), "has these hours already"
	if b.entryIDs != nil {
		already = "is like this already"
	}
	for i, k := range b.keys {
		switch {
		case !repeated[i]:
		case b.entryIDs != nil:
			found.add(i, "entry_id", pb.WarningCode_WARNING_CODE_REPEATED_KEY,
				"is in a later item again: that item counts")
		default:
			found.add(i, "date", pb.WarningCode_WARNING_CODE_REPEATED_KEY,
				"is in a later item again, with the same user, project and capability: that item counts")
		}
		if inactive[k.user] {
			found.add(i, "user_id", pb.WarningCode_WARNING_CODE_INACTIVE_USER, "is inactive")
		}
		if spans[k.user].excludes(k.date) {
			found.add(i, "date", pb.WarningCode_WARNING_CODE_OUTSIDE_EMPLOYMENT,
				"is outside of the employment of the user")
		}
		if spans[k.project].excludes(k.date) {
			found.add(i, "date", pb.WarningCode_WARNING_CODE_OUTSIDE_PROJECT_DATES,
				"is outside of the dates of the project")
		}
		if closed := b.closed[k]; closed != nil && !repeated[i] {
			found.add(i, "date", pb.WarningCode_WARNING_CODE_SETTLED_UNCHANGED,
				already+", and "+closed.Item(ctx, i, "date").Message)
		}
		if over[i] {
			found.add(i, "hours", pb.WarningCode_WARNING_CODE_OVER_AVAILABILITY,
				"lead to more planned hours than availability of the user on this day")
		}
	}
	return found, nil
}

// repeated reports for each item whether a later one is the same: it has the same key, or of entries, the same id.
func (b *batch) repeated() []bool {
	if b.entryIDs == nil {
		repeated := make([]bool, len(b.keys))
		for i, k := range b.keys {
			repeated[i] = b.last()[k] != i
		}
		return repeated
	}
	repeated, later := make([]bool, len(b.entryIDs)), map[string]bool{}
	for i, id := range slices.Backward(b.entryIDs) {
		repeated[i], later[id] = later[id], true
	}
	return repeated
}

// span is the first and the last date of a record. An empty one has no end.
type span struct{ first, last string }

func (s span) excludes(date string) bool {
	return s.first != "" && date < s.first || s.last != "" && date > s.last
}

// readUnusual returns the inactive users of a batch, and the spans of its users and projects.
func readUnusual(
	ctx context.Context, keys []key,
) (inactive map[string]bool, spans map[string]span, err error) {
	inactive, spans = map[string]bool{}, map[string]span{}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id string
		var first, last sql.NullTime
		var active bool
		if err := scan(&id, &first, &last, &active); err != nil {
			return err
		}
		inactive[id] = !active
		spans[id] = span{dateOf(first), dateOf(last)}
		return nil
	}, unusual, each(keys, func(k key) string { return k.user }), each(keys, func(k key) string { return k.project }))
	return inactive, spans, err
}

func dateOf(t sql.NullTime) string {
	if !t.Valid {
		return ""
	}
	return protoconv.DateString(t.Time)
}

// each returns the different values of a part of keys, as an argument of a statement.
func each(keys []key, part func(key) string) pq.StringArray {
	seen := map[string]bool{}
	values := pq.StringArray{}
	for _, k := range keys {
		if v := part(k); !seen[v] {
			seen[v] = true
			values = append(values, v)
		}
	}
	return values
}

// overloaded returns for each user and day that is overloaded the first item with hours.
func (t *table) overloaded(ctx context.Context, b *batch) (map[int]bool, error) {
	type day struct{ user, date string }
	seen := map[day]bool{}
	var users, dates []string
	var indexes []int
	for i, k := range b.keys {
		if d := (day{k.user, k.date}); b.items[i].GetHours() > 0 && !seen[d] && !placeholder.IsText(k.user) {
			seen[d] = true
			users, dates, indexes = append(users, k.user), append(dates, k.date), append(indexes, i)
		}
	}
	over, err := t.overloads(ctx, users, dates, t.proposal)
	if err != nil {
		return nil, err
	}
	found := map[int]bool{}
	for i, index := range indexes {
		if over[i] > 0 {
			found[index] = true
		}
	}
	return found, nil
}
