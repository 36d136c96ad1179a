package upsert

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// UserList is the message of a record that has the id of a user, such as the working patterns of the user. It is
// replaced as a whole.
type UserList interface {
	proto.Message
	GetVersion() int64
}

// OfUser is an item of a batch of such records.
type OfUser interface{ GetUserId() string }

// Reading reads a list of a user.
type Reading[Element any] func(context.Context) (*patch.UserList[Element], error)

// UserLists is how the records of one kind are written. Element is what their column items has.
type UserLists[Element any, Item OfUser, M UserList] struct {
	// Name is the name of a record in errors, and Table the table.
	Name, Table string
	// Permit returns an error if the caller may not write the record of a user.
	Permit func(ctx context.Context, user uuid.UUID) error
	// Begin is called before the first Replace of each attempt, unless it is nil. What Replace knows from an earlier
	// attempt may have changed.
	Begin func()
	// Replace writes an item as the rpc for one record does, and reads the record with read. It returns the record and
	// the version that it had before. Its errors are about fields of the record.
	Replace func(ctx context.Context, item Item, read Reading[Element]) (after M, was int64, err error)
}

// Run writes the items of a request, and returns one record for each, in their order, unless the response is to be
// minimal. Like that of Resource, it writes all items or none, in a transaction that locks the organization, and its
// error lists all bad ones. It reads all records at once, so that those without a difference cost no statement.
func (u UserLists[Element, Item, M]) Run(
	ctx context.Context, req Request, items []Item,
) (records []M, _ *pb.WriteMeta, err error) {
	defer func() { call.FromContext(ctx).Manages = nil }()
	bad, first := validate.Items(req, call.FromContext(ctx).Unread), map[string]int{}
	for i, item := range items {
		id := strings.ToLower(item.GetUserId())
		if before, is := first[id]; is &&
			!slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			bad = append(bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].user_id", list, i),
				fmt.Sprintf("is the same user as in items[%d]", before)))
			continue
		}
		first[id] = i
	}
	if len(bad) > 0 {
		return nil, nil, problem.List(bad)
	}
	users := lists.Map(items, func(item Item) uuid.UUID { return protoconv.ID(item.GetUserId()) })
	summary := &pb.WriteSummary{}
	// each reads the records of all users, and calls f for each item that the caller may write, with its record.
	each := func(f func(i int, row *patch.UserList[Element]) error) error {
		bad = nil // of an attempt before
		found, err := patch.ReadUserLists[Element](ctx, call.DB(ctx), u.Table, users)
		if err != nil {
			return err
		}
		if err := permit.LookUpManaged(ctx, users); err != nil {
			return err
		}
		for i := range items {
			row := found[users[i]]
			var err error = problem.Missing("user")
			if row != nil {
				err = u.Permit(ctx, users[i])
			}
			if err == nil {
				err = f(i, row)
			}
			if err == nil {
				continue
			}
			if bad, err = u.addRefused(bad, i, err); err != nil {
				return err
			}
		}
		return problem.List(bad)
	}
	replace := func(i int, row *patch.UserList[Element]) error {
		after, was, err := u.Replace(ctx, items[i], u.reading(row))
		if err != nil {
			return err
		}
		records = append(records, after)
		switch {
		case after.GetVersion() == was:
			summary.Unchanged++
		case was == 0:
			summary.Created++
		default:
			summary.Updated++
		}
		return nil
	}
	check := func() error { return each(func(int, *patch.UserList[Element]) error { return nil }) }
	err = inLockedTransaction(ctx, req.GetDryRun(), check, func() error {
		records = nil // of an attempt before
		summary.Reset()
		if u.Begin != nil {
			u.Begin()
		}
		return each(replace)
	})
	if err != nil {
		return nil, nil, err
	}
	records, meta := forResponse(ctx, req, records, summary)
	return records, meta, nil
}

// reading returns found, and if another request writes the record meanwhile, what is stored then.
func (u UserLists[Element, Item, M]) reading(found *patch.UserList[Element]) Reading[Element] {
	again := false
	return func(ctx context.Context) (*patch.UserList[Element], error) {
		if again {
			return patch.ReadUserList[Element](ctx, call.DB(ctx), u.Table, found.UserID)
		}
		again = true
		return found, nil
	}
}

// addRefused adds the error about item i to bad. The fields of the error are those of the record, or of the request for
// it. It returns an error that is not about the item.
func (u UserLists[Element, Item, M]) addRefused(bad []problem.Detail, i int, err error) ([]problem.Detail, error) {
	var p *problem.Error
	if !errors.As(err, &p) || p.HTTPStatus() >= 500 {
		return nil, err
	}
	at := fmt.Sprintf("%s[%d]", list, i)
	if p.Code == problem.NotFound { // a path has the user of such a request
		return append(bad, problem.Detail{
			Field: at + ".user_id", Message: "does not exist", Index: i, Code: problem.UnknownReference,
		}), nil
	}
	return addDetails(bad, i, at, u.Name, p), nil
}
