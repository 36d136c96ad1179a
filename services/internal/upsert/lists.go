package upsert

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/call"
)

// UserList is the message of a record that has the id of a user, such as the working patterns of the user. It is replaced
// as a whole.
type UserList interface {
	proto.Message
	GetVersion() int64
}

// OfUser is an item of a batch of such records.
type OfUser interface{ GetUserId() string }

// UserLists writes the items of a request, and returns one record for each, in their order, unless the response is to be
// minimal. replace writes an item as the rpc for one record does, and returns the record and the version that it had
// before. Its errors are about fields of record. Like Run, it writes all items or none, and its error lists all bad ones.
func UserLists[Item OfUser, M UserList](
	ctx context.Context, db *ent.Client, req Request, record string, items []Item,
	replace func(context.Context, Item) (after M, was int64, err error),
) (records []M, _ *pb.WriteMeta, err error) {
	bad, first := validate.Items(ctx, req), map[string]int{}
	for i, item := range items {
		id := strings.ToLower(item.GetUserId())
		if before, is := first[id]; is && !slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			bad = append(bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].user_id", list, i),
				fmt.Sprintf("is the same user as in items[%d]", before)))
			continue
		}
		first[id] = i
	}
	if len(bad) > 0 {
		return nil, nil, problem.List(bad)
	}
	summary := &pb.WriteSummary{}
	err = bulk(ctx, db, req.GetDryRun(), func(ctx context.Context) error {
		records, bad = nil, nil // of an attempt before
		summary.Reset()
		for i, item := range items {
			after, was, err := replace(ctx, item)
			if err != nil {
				if bad, err = refusedItem(bad, i, record, err); err != nil {
					return err
				}
				continue
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
		}
		return problem.List(bad)
	})
	if err != nil {
		return nil, nil, err
	}
	var meta *pb.WriteMeta
	if call.Minimal(ctx) || len(req.GetInclude()) > 0 {
		meta = &pb.WriteMeta{Summary: summary}
	}
	if call.Minimal(ctx) {
		records = nil
	}
	return records, meta, nil
}

// refusedItem adds the error about item i to bad. The fields of the error are those of the record with that name, or of
// the request for it. It returns an error that is not about the item.
func refusedItem(bad []problem.Detail, i int, record string, err error) ([]problem.Detail, error) {
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
	return refused(bad, i, at, record, p), nil
}
