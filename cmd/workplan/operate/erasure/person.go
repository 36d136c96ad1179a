package erasure

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/calendarfeed"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/ent/userviews"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/users"
)

// address is the e-mail address of an erased user. No mail can be sent to .invalid.
func address(id uuid.UUID) string { return "erased-" + id.String() + "@erased.invalid" }

// Summary counts what an erasure has rewritten or deleted.
type Summary struct {
	TimeOff, Keys, Events, Quotes, Responses int
	// Known are the names, addresses and pictures that the user had, in the record and in the journal. There are none
	// if all of them were erased before.
	Known []string
}

// Person erases what identifies a user: name, e-mail address, picture and external ids, the reasons and external ids
// of their time off, the reasons of exceptions of locks for them, the notes and reasons of their timesheets, the
// texts of their proposals, the notes of their entries, what their hours cost, their saved views, and the names of
// the API keys that act as them, in the records, in the journal and in stored responses. The user becomes inactive.
// Hours, working patterns, capabilities and the days of time off stay. The journal gets the event user.erased.
//
// If it is interrupted, it can be called again. The events come last, because they tell what to look for.
func Person(ctx context.Context, db *sql.DB, organization, id uuid.UUID) (s Summary, err error) {
	client := tenant.Open(db).InUnit()
	ctx = call.As(ctx, auth.Operator(organization, uuid.Nil), client)
	row, err := client.User.Query().Where(user.ID(id)).Only(ctx)
	if err != nil {
		return s, err
	}
	if row.Kind != nil {
		return s, errors.New("the user is a placeholder, which stands for no person: change its name with PATCH /users/{id}")
	}
	known, err := identities(ctx, db, row, organization)
	if err != nil {
		return s, err
	}
	// The records first: what is written meanwhile has the new name.
	err = client.Unit.Do(ctx, func() (err error) {
		s, err = eraseRecords(ctx, client, id)
		return err
	})
	s.Known = known
	if err != nil {
		return s, err
	}
	if s.Quotes, err = eraseQuotes(ctx, db, organization, known); err != nil {
		return s, err
	}
	if s.Responses, err = eraseResponses(ctx, db, organization, id); err != nil {
		return s, err
	}
	s.Events, err = eraseEvents(ctx, db, organization, id)
	return s, err
}

func eraseRecords(ctx context.Context, db *ent.Client, id uuid.UUID) (s Summary, err error) {
	if err := tenant.Lock(ctx, db); err != nil {
		return s, err
	}
	row, err := db.User.Query().Where(user.ID(id)).Only(ctx)
	if err != nil {
		return s, err
	}
	last, err := users.IsLastAdmin(ctx, db, row)
	if err != nil {
		return s, err
	}
	if last {
		return s, errors.New("the user is the last active admin: make another user an admin first")
	}
	if row.Email != address(id) || len(row.ExternalIds) > 0 {
		if _, err := tenant.Exec(ctx, db,
			`DELETE FROM record_external_ids WHERE organization_id = $1 AND record = 'user' AND id = $2`, id); err != nil {
			return s, err
		}
		if err := db.Unit.Owe("user.erased", func() (int, error) {
			return db.User.Update().Where(user.ID(id)).SetName(journal.Erased).SetEmail(address(id)).
				ClearImage().SetExternalIds(pq.StringArray{}).SetIsActive(false).
				AddVersion(1).SetUpdatedAt(protoconv.Now()).Save(ctx)
		}); err != nil {
			return s, err
		}
		if row, err = db.User.Query().Where(user.ID(id)).Only(ctx); err != nil {
			return s, err
		}
		if err := journal.Write(ctx, db,
			[]journal.Change{{Type: "user.erased", After: users.ToProto(row)}}); err != nil {
			return s, err
		}
	}
	if err := eraseCosts(ctx, db, id); err != nil {
		return s, err
	}
	err = db.Unit.Silently(func() error { return s.eraseOthers(ctx, db, id) })
	return s, err
}

// eraseExceptions erases the reasons of the exceptions of locks for the user $2.
const eraseExceptions = `
UPDATE locks SET exceptions = (
  SELECT jsonb_agg(CASE WHEN e ->> 'userId' = $2 THEN e || '{"reason": "` + journal.Erased + `"}' ELSE e END ORDER BY n)
  FROM jsonb_array_elements(exceptions) WITH ORDINALITY AS list (e, n))
WHERE organization_id = $1 AND exceptions @> jsonb_build_array(jsonb_build_object('userId', $2::text))`

// eraseTimesheets erases what was written to and about the timesheets of the user $2.
const eraseTimesheets = `
UPDATE timesheets SET note = CASE WHEN note IS NOT NULL THEN '` + journal.Erased + `' END,
  rejection_reason = CASE WHEN rejection_reason IS NOT NULL THEN '` + journal.Erased + `' END,
  reopen_reason = CASE WHEN reopen_reason IS NOT NULL THEN '` + journal.Erased + `' END
WHERE organization_id = $1 AND user_id = $2`

// eraseProposals erases what was written in and about the proposals that the user $2 has made.
const eraseProposals = `
UPDATE proposals SET title = '` + journal.Erased + `', note = CASE WHEN note IS NOT NULL THEN '` + journal.Erased + `' END,
  rejection_reason = CASE WHEN rejection_reason IS NOT NULL THEN '` + journal.Erased + `' END
WHERE organization_id = $1 AND creator_id = $2`

// eraseEntries erases the notes of the entries of the user $2.
const eraseEntries = `
UPDATE actual_hours_entries SET note = '` + journal.Erased + `' WHERE organization_id = $1 AND user_id = $2 AND note IS NOT NULL`

// eraseCosts removes what hours of a user cost, with an event for each list, which says nothing of before. What they
// are worth stays, like the hours: it is the price of what was sold.
func eraseCosts(ctx context.Context, db *ent.Client, id uuid.UUID) error {
	lists, err := db.Rates.Query().All(ctx)
	if err != nil {
		return err
	}
	for _, read := range lists {
		row := *read
		row.Items = slices.DeleteFunc(slices.Clone(read.Items), func(r rate.Rate) bool {
			return r.Kind == rate.Cost && (read.ID == id || r.UserID != nil && *r.UserID == id)
		})
		if len(row.Items) == len(read.Items) {
			continue
		}
		row.Version, row.UpdatedAt = row.Version+1, protoconv.Now()
		event := journal.Change{Type: eventtype.CostsUpdated, After: money.ToProto(&row)}
		if _, err := journal.Update(ctx, db, event, read, &row); err != nil {
			return err
		}
	}
	return nil
}

// eraseOthers erases what other records have of a user. It leaves no events, so their versions stay.
func (s *Summary) eraseOthers(ctx context.Context, db *ent.Client, id uuid.UUID) (err error) {
	if _, err := tenant.Exec(ctx, db, `DELETE FROM record_external_ids e USING time_off_requests t
		WHERE e.organization_id = $1 AND e.record = 'time_off' AND t.organization_id = $1 AND t.id = e.id AND t.user_id = $2`,
		id); err != nil {
		return err
	}
	if s.TimeOff, err = db.TimeOffRequest.Update().Where(timeoffrequest.UserID(id)).
		SetReason(journal.Erased).SetExternalIds(pq.StringArray{}).Save(ctx); err != nil {
		return err
	}
	if _, err = db.TimeOffRequest.Update().Where(timeoffrequest.UserID(id), timeoffrequest.RejectionReasonNotNil()).
		SetRejectionReason(journal.Erased).Save(ctx); err != nil {
		return err
	}
	if _, err = tenant.Exec(ctx, db, eraseExceptions, id.String()); err != nil {
		return err
	}
	if _, err = tenant.Exec(ctx, db, eraseTimesheets, id); err != nil {
		return err
	}
	if _, err = tenant.Exec(ctx, db, eraseProposals, id); err != nil {
		return err
	}
	if _, err = tenant.Exec(ctx, db, eraseEntries, id); err != nil {
		return err
	}
	if s.Keys, err = db.APIKey.Update().Where(apikey.ActorUserID(id)).SetName(journal.Erased).Save(ctx); err != nil {
		return err
	}
	if _, err = sessions.Unbind(ctx, db, id); err != nil {
		return err
	}
	if _, err = sessions.EndOf(ctx, db, id); err != nil {
		return err
	}
	if _, err = db.CalendarFeed.Delete().Where(calendarfeed.ID(id)).Exec(ctx); err != nil {
		return err
	}
	if _, err = tenant.Exec(ctx, db, `DELETE FROM scim_names WHERE organization_id = $1 AND id = $2`, id); err != nil {
		return err
	}
	_, err = db.UserViews.Delete().Where(userviews.ID(id)).Exec(ctx)
	return err
}

// eraseResponses deletes the stored responses of Idempotency-Keys that have the id of the user, or of a key that acts
// as the user: the response to the revocation of another key has the names of the keys that it has made, and not their
// users. It returns their number. It also deletes those of all rejections of time off: they have the reason and not the
// user. The same rejection again changes nothing, with the key or without.
func eraseResponses(ctx context.Context, db *sql.DB, organization, id uuid.UUID) (deleted int, err error) {
	ids, err := postgres.Column[string](ctx, db,
		`SELECT id FROM api_keys WHERE organization_id = $1 AND actor_user_id = $2`, organization, id)
	if err != nil {
		return 0, err
	}
	err = unlimited(ctx, db, func(db *sql.Tx) error {
		result, err := db.ExecContext(ctx, `
DELETE FROM idempotency_keys WHERE organization_id = $1 AND (rpc = $3
  OR EXISTS (SELECT FROM unnest($2::text[]) n WHERE position(convert_to(n, 'UTF8') IN response) > 0))`,
			organization, pq.StringArray(append(ids, id.String())), pb.TimeOffService_RejectTimeOff_FullMethodName)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		deleted = int(n)
		return err
	})
	return deleted, err
}
