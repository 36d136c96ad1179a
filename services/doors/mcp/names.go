package mcp

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
)

// named is a record with its name.
type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

const (
	// pageSize is the number of records that the tools read at a time, and list.
	pageSize = 200
	// maxCandidates is how many records are listed that a name may mean.
	maxCandidates = 10
)

// choose returns the record that a text means: the one of that name, else the one whose name has other accents, else
// the only one whose name contains it. found has all records whose names contain it: of those on a first page only, the
// one of that name may not be the only one.
func choose(field, what, text string, found []named) (named, error) {
	for _, form := range []func(string) string{caseless, naming.Fold} {
		wanted := form(text)
		exact := slices.DeleteFunc(slices.Clone(found), func(r named) bool { return form(r.Name) != wanted })
		if len(exact) > 0 {
			found = exact
			break
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return named{}, bad(problem.UnknownReference, field, "is the name of no "+what)
	}
	f := bad(problem.ValidationFailed, field, "may mean several records: give the id of one")
	f.Candidates = found[:min(len(found), maxCandidates)]
	return named{}, f
}

// isID reports whether a text is the id of a record, and not a name.
func isID(text string) bool { return uuid.Validate(text) == nil && len(text) == 36 }

// isReference reports whether a text is what the API takes in place of the id of a record, such as hr:4711. It can be a
// name, too.
func isReference(text string) bool { return strings.ContainsAny(text, ":@") }

// referred returns the record that an id, an external id or an e-mail address means, which the API finds. It returns
// nil if the text must be a name.
func referred(text, field, what string, get func(reference string) (named, error)) (*named, error) {
	if !isID(text) && !isReference(text) {
		return nil, nil
	}
	found, err := get(text)
	f := (*failure)(nil)
	switch {
	case err == nil:
		return &found, nil
	case errors.As(missing(err, field, what), &f) && !isID(text) &&
		(f.Code == problem.UnknownReference || f.Code == problem.ValidationFailed):
		return nil, nil
	}
	return nil, missing(err, field, what)
}

// person returns the person or placeholder that a text means: an id, an external id, an e-mail address or a name.
func (b *toolbox) person(ctx context.Context, field, text string) (named, error) {
	const what = "person"
	if text = strings.TrimSpace(text); text == "" {
		return named{}, bad(problem.ValidationFailed, field, "is required")
	}
	if found, err := referred(text, field, what, func(reference string) (named, error) {
		resp, err := b.users.GetUser(ctx, &pb.GetUserRequest{UserId: reference})
		return userName(resp.GetData()), err
	}); found != nil || err != nil {
		return orNone(found), err
	}
	req := &pb.ListUsersRequest{
		Name: &text, Limit: new(int32(pageSize)), Kind: pb.UserKindFilter_USER_KIND_FILTER_ALL.Enum(),
	}
	var found []named
	if err := pages(func(cursor *string) (*string, error) {
		req.Cursor = cursor
		resp, err := b.users.ListUsers(ctx, req)
		found = append(found, each(resp.GetData().GetItems(), userName)...)
		return next(resp.GetData().GetNextCursor()), err
	}); err != nil {
		return named{}, explain(err, func(string) string { return field })
	}
	return choose(field, what, text, found)
}

// project returns the project that a text means: an id, an external id or a name.
func (b *toolbox) project(ctx context.Context, field, text string) (named, error) {
	const what = "project"
	if text = strings.TrimSpace(text); text == "" {
		return named{}, bad(problem.ValidationFailed, field, "is required")
	}
	if found, err := referred(text, field, what, func(reference string) (named, error) {
		resp, err := b.projects.GetProject(ctx, &pb.GetProjectRequest{ProjectId: reference})
		return projectName(resp.GetData()), err
	}); found != nil || err != nil {
		return orNone(found), err
	}
	var found []named
	if err := pages(func(cursor *string) (*string, error) {
		resp, err := b.projects.ListProjects(ctx,
			&pb.ListProjectsRequest{Name: &text, Limit: new(int32(pageSize)), Cursor: cursor})
		found = append(found, each(resp.GetData().GetItems(), projectName)...)
		return next(resp.GetData().GetNextCursor()), err
	}); err != nil {
		return named{}, explain(err, func(string) string { return field })
	}
	return choose(field, what, text, found)
}

func orNone(found *named) named {
	if found == nil {
		return named{}
	}
	return *found
}

// skill returns the capability that a text means: an id or a name.
func (b *toolbox) skill(ctx context.Context, field, text string) (named, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return named{}, bad(problem.ValidationFailed, field, "is required")
	}
	all, err := b.skills(ctx)
	if err != nil {
		return named{}, err
	}
	finds := naming.Finds(text)
	return choose(field, "skill", text,
		slices.DeleteFunc(all, func(c named) bool { return c.ID != text && !finds(c.Name) }))
}

// caseless returns the form of a name in which those with the same accents are the same, in any case of their letters.
func caseless(name string) string { return strings.ToLower(strings.ToUpper(naming.Clean(name))) }

// skills returns all capabilities.
func (b *toolbox) skills(ctx context.Context) (all []named, err error) {
	err = pages(func(cursor *string) (*string, error) {
		resp, err := b.capabilities.ListCapabilities(ctx,
			&pb.ListCapabilitiesRequest{Limit: new(int32(pageSize)), Cursor: cursor})
		all = append(all, each(resp.GetData().GetItems(), skillName)...)
		return next(resp.GetData().GetNextCursor()), err
	})
	return all, err
}

// missing returns the error for an argument that is the id of a record that does not exist, and other errors as they
// are.
func missing(err error, field, what string) error {
	if err == nil {
		return nil
	}
	f := explain(err, func(string) string { return field })
	if f.Code == problem.NotFound {
		return bad(problem.UnknownReference, field, "is the id of no "+what)
	}
	return f
}

// pages reads all pages of a list. read returns the cursor of the next one.
func pages(read func(cursor *string) (next *string, err error)) error {
	var cursor *string
	for {
		next, err := read(cursor)
		if err != nil || next == nil {
			return err
		}
		cursor = next
	}
}

func each[T any](items []T, f func(T) named) []named {
	all := make([]named, len(items))
	for i, item := range items {
		all[i] = f(item)
	}
	return all
}

func userName(u *pb.User) named        { return named{u.GetId(), u.GetName()} }
func projectName(p *pb.Project) named  { return named{p.GetId(), p.GetName()} }
func skillName(c *pb.Capability) named { return named{c.GetId(), c.GetName()} }

// names has the names of records by id.
type names map[string]string

func (n names) of(id string) named { return named{id, n[id]} }

// want adds an id whose name is not known yet.
func (n names) want(id string) {
	if _, ok := n[id]; !ok {
		n[id] = ""
	}
}

// readUnknown reads the names that are not known, a page at a time. Ids of records that are gone stay without one.
func (n names) readUnknown(read func(ids []string) ([]named, error)) error {
	var unknown []string
	for id, name := range n {
		if name == "" {
			unknown = append(unknown, id)
		}
	}
	for ids := range slices.Chunk(unknown, pageSize) {
		found, err := read(ids)
		if err != nil {
			return err
		}
		for _, r := range found {
			n[r.ID] = r.Name
		}
	}
	return nil
}

// nameUsers finds the names of users that are not known.
func (b *toolbox) nameUsers(ctx context.Context, n names) error {
	return n.readUnknown(func(ids []string) ([]named, error) {
		resp, err := b.users.ListUsers(ctx, &pb.ListUsersRequest{
			Ids: ids, Limit: new(int32(pageSize)), Kind: pb.UserKindFilter_USER_KIND_FILTER_ALL.Enum(),
		})
		return each(resp.GetData().GetItems(), userName), err
	})
}

// nameProjects finds the names of projects that are not known.
func (b *toolbox) nameProjects(ctx context.Context, n names) error {
	return n.readUnknown(func(ids []string) ([]named, error) {
		resp, err := b.projects.ListProjects(ctx, &pb.ListProjectsRequest{Ids: ids, Limit: new(int32(pageSize))})
		return each(resp.GetData().GetItems(), projectName), err
	})
}

// nameSkills finds the names of capabilities that are not known.
func (b *toolbox) nameSkills(ctx context.Context, n names) error {
	return n.readUnknown(func(ids []string) ([]named, error) {
		resp, err := b.capabilities.ListCapabilities(ctx,
			&pb.ListCapabilitiesRequest{Ids: ids, Limit: new(int32(pageSize))})
		return each(resp.GetData().GetItems(), skillName), err
	})
}

// next returns the cursor of the next page, or nil after the last one.
func next(cursor string) *string {
	if cursor == "" {
		return nil
	}
	return &cursor
}
