// Package upsert writes batches of users, clients or projects. Each item creates a record, or changes the one that it
// matches: the record with the same external id of a source, or with the same e-mail address or name.
//
// A batch is one transaction. Its items are written one after the other, as the rpcs for one record write them, with the
// same checks and events. Rules about several records are checked at the end, so that the order of the items does not
// matter. If one is refused, the others are still tried, so that the error lists all bad items, and then nothing is
// written.
package upsert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/call"
	"github.com/workplan-api/workplan/services/internal/among"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

const (
	// list is the field of a request that has the items.
	list = "batch.items"
	// externalIDs is what match begins with if it names a source.
	externalIDs = "externalId:"
)

// Record is the message of a record.
type Record interface {
	proto.Message
	GetId() string
	GetExternalIds() []string
	GetVersion() int64
}

// Resource is how the records of a resource are matched and written.
type Resource[M Record] struct {
	// Name is the name of the resource in errors, such as user, and Table its table.
	Name, Table string
	// Field is the field by which items are matched without an external id, such as email. Value returns what is
	// compared, and Column is the same of a row t of the table, in SQL.
	Field, Column string
	Value         func(M) string
	// Parent is the field of an item with the id of another record of the resource, or empty.
	Parent protoreflect.Name
	// Read returns the records with these ids, in no order.
	Read func(ctx context.Context, ids []uuid.UUID) ([]M, error)
	// Create and Update write an item as the rpcs for one record do. Update writes only fields of it.
	Create func(context.Context, M) (M, error)
	Update func(ctx context.Context, id string, item M, fields []string) (M, error)
	// Check checks rules about several records for the record of an item, when all items are written. was is nil if the
	// item has created it. Create and Update leave these rules out if Within says so. Check may be nil.
	Check func(ctx context.Context, was, record M) error
}

// within is the key of the contexts of batches.
type within struct{}

// Within reports whether a record is written as one of a batch, whose other items may come later.
func Within(ctx context.Context) bool { return ctx.Value(within{}) != nil }

// Batch is the batch of a request.
type Batch[M Record] interface {
	GetItems() []M
	GetMatch() string
	GetClearFields() []string
}

// Request is a request with a batch.
type Request interface {
	proto.Message
	GetDryRun() bool
	GetInclude() []string
}

// known is a record that an item matches.
type known[M Record] struct {
	id      uuid.UUID
	several bool // there is another one
	stored  M
}

// Run writes the items of a request, and returns one record for each, in their order, unless the response is to be
// minimal. It locks the organization, so two batches are written one after the other. Whoever may not write an item is
// refused without the lock, and so does not delay others: Run first tries the batch of a caller who is no admin.
func (r Resource[M]) Run(
	ctx context.Context, db *ent.Client, req Request, b Batch[M],
) (records []M, _ *pb.WriteMeta, err error) {
	ctx, parents, restore := r.parents(ctx, b.GetItems())
	defer restore()
	sent := lists.Map(b.GetItems(), r.Value)
	bad := validate.Items(ctx, req)
	keys, unmatched := r.keys(b)
	for _, u := range unmatched {
		if !slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Field == u.Field }) {
			bad = append(bad, u)
		}
	}
	if len(bad) > 0 {
		return nil, nil, problem.List(bad)
	}
	summary := &pb.WriteSummary{}
	write := func(tries bool) error {
		return txn.Bulk(call.WithoutVersions(ctx), db, func(ctx context.Context, tx *ent.Tx) error {
			if !tries {
				if err := tenant.Lock(ctx, tx); err != nil {
					return err
				}
			}
			found, err := r.find(ctx, db, b.GetMatch(), keys, sent)
			if err != nil {
				return err
			}
			summary.Reset() // of an attempt before
			w := writing[M]{
				Resource: r, items: b.GetItems(), clears: b.GetClearFields(), keys: keys, parents: parents, found: found, summary: summary,
				records: make([]M, len(keys)), began: make([]bool, len(keys)),
			}
			if records, err = w.all(context.WithValue(ctx, within{}, true)); err == nil && (tries || req.GetDryRun()) {
				err = txn.ErrUndo
			}
			return err
		})
	}
	if !auth.FromContext(ctx).IsAdmin() {
		if err := write(true); problem.Denies(err) {
			return nil, nil, err
		}
	}
	err = write(false)
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

// keys returns what each item is matched by, and what is wrong with items that have no key, or that of an earlier item.
func (r Resource[M]) keys(b Batch[M]) (keys []string, bad []problem.Detail) {
	source, byExternalID := strings.CutPrefix(b.GetMatch(), externalIDs)
	field, first := r.Field, map[string]int{}
	if byExternalID {
		field = externalid.Field
	}
	for i, item := range b.GetItems() {
		key := ""
		if !byExternalID {
			key = r.Value(item)
		} else if at := slices.IndexFunc(item.GetExternalIds(), func(id string) bool {
			return strings.HasPrefix(id, source+":")
		}); at >= 0 {
			key = item.GetExternalIds()[at]
		}
		fault := ""
		if key == "" && byExternalID {
			fault = "must have an id of the source " + source
		} else if key == "" {
			fault = "is required"
		} else if before, is := first[key]; is {
			fault = fmt.Sprintf("matches the same %s as items[%d]", r.Name, before)
		}
		if fault != "" {
			bad = append(bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].%s", list, i, field), fault))
		}
		first[key] = i
		keys = append(keys, key)
	}
	return keys, bad
}

// find returns the records that exist, by their keys. sent are the keys as the client wrote them, which are not clean: a
// record that was stored before names were cleaned may have that one.
func (r Resource[M]) find(
	ctx context.Context, db *ent.Client, match string, keys, sent []string,
) (map[string]*known[M], error) {
	found, ids, byID := map[string]*known[M]{}, []uuid.UUID{}, map[string]*known[M]{}
	add := func(key string, id uuid.UUID, several bool) {
		k := &known[M]{id: id, several: several}
		found[key], byID[id.String()], ids = k, k, append(ids, id)
	}
	if strings.HasPrefix(match, externalIDs) {
		holders, err := externalid.Find(ctx, db, r.Name, keys)
		if err != nil {
			return nil, err
		}
		for key, id := range holders {
			add(key, id, false)
		}
	} else {
		forms, texts, holders := make([][]string, len(keys)), []string{}, map[string][]uuid.UUID{}
		for i, key := range keys {
			if forms[i] = naming.Forms(key); sent[i] != key {
				forms[i] = append(forms[i], strings.TrimSpace(sent[i]))
			}
			texts = append(texts, forms[i]...)
		}
		if err := among.ByText(ctx, db, r.Table, r.Column, slices.Compact(slices.Sorted(slices.Values(texts))),
			func(text string, id uuid.UUID) { holders[text] = append(holders[text], id) }); err != nil {
			return nil, err
		}
		for i, key := range keys {
			for _, form := range forms[i] {
				if of := holders[form]; len(of) > 0 {
					add(key, of[0], len(of) > 1)
					break
				}
			}
		}
	}
	stored, err := r.Read(ctx, ids)
	for _, record := range stored {
		byID[record.GetId()].stored = record
	}
	return found, err
}

// parents returns for each item the index of the item that is its parent, if the client has named it by an external id or
// by the field of the resource and it does not exist yet. Such a parent is written first. The context that it returns does
// not count it as unknown any more. restore gives the items back what the client wrote: the transaction of an
// Idempotency-Key may run the request again.
func (r Resource[M]) parents(ctx context.Context, items []M) (_ context.Context, _ map[int]int, restore func()) {
	written := map[int]protoreflect.Value{} // by the client, by the index of the item
	restore = func() {
		for i, text := range written {
			item := items[i].ProtoReflect()
			item.Set(item.Descriptor().Fields().ByName(r.Parent), text)
		}
	}
	if r.Parent == "" || len(validate.Unread(ctx)) == 0 {
		return ctx, nil, restore
	}
	named := map[string]int{}
	for i, item := range items { // which are not trimmed yet
		named[strings.TrimSpace(r.Value(item))] = i
		for _, id := range item.GetExternalIds() {
			named[strings.TrimSpace(id)] = i
		}
	}
	parents := map[int]int{}
	unknown := slices.DeleteFunc(slices.Clone(validate.Unread(ctx)), func(d problem.Detail) bool {
		if d.Code != problem.UnknownReference || d.Field != fmt.Sprintf("%s[%d].%s", list, d.Index, r.Parent) {
			return false
		}
		item := items[d.Index].ProtoReflect()
		fd := item.Descriptor().Fields().ByName(r.Parent)
		text := item.Get(fd).String()
		at, is := named[text]
		if !is {
			at, is = named[address.Fold(text)]
		}
		if is {
			parents[d.Index], written[d.Index] = at, item.Get(fd)
			item.Set(fd, protoreflect.ValueOfString(uuid.Max.String())) // until the parent has an id
		}
		return is
	})
	return validate.WithUnread(ctx, unknown), parents, restore
}

// writing is a batch while it is written.
type writing[M Record] struct {
	Resource[M]
	items   []M
	clears  []string // the fields that an item without a value clears, as in JSON
	keys    []string
	parents map[int]int
	found   map[string]*known[M]
	summary *pb.WriteSummary
	records []M
	began   []bool
	bad     []problem.Detail
}

// all writes the items, and returns their records.
func (w *writing[M]) all(ctx context.Context) ([]M, error) {
	for i := range w.items {
		if err := w.item(ctx, i); err != nil {
			return nil, err
		}
	}
	if w.Check != nil && len(w.bad) == 0 {
		if err := w.check(ctx); err != nil {
			return nil, err
		}
	}
	return w.records, problem.List(w.bad)
}

// check checks the records of all items. Like item, it only returns errors that are not about an item.
func (w *writing[M]) check(ctx context.Context) (err error) {
	for i, record := range w.records {
		var was M
		if found := w.found[w.keys[i]]; found != nil {
			was = found.stored
		}
		if err := w.Check(ctx, was, record); err != nil {
			if w.bad, err = w.refused(w.bad, i, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// item writes an item, unless it is written already, and its parent before. It only returns errors that are not about an
// item.
func (w *writing[M]) item(ctx context.Context, i int) error {
	if w.began[i] {
		return nil
	}
	w.began[i] = true
	if parent, is := w.parents[i]; is {
		if err := w.item(ctx, parent); err != nil {
			return err
		}
		id := w.records[parent].GetId()
		if id == "" {
			message := fmt.Sprintf("is items[%d], which is refused, or leads back to this one", parent)
			if parent == i {
				message = "must be another " + w.Name
			}
			w.bad = append(w.bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].%s", list, i, w.Parent), message))
			return nil
		}
		item := w.items[i].ProtoReflect()
		item.Set(item.Descriptor().Fields().ByName(w.Parent), protoreflect.ValueOfString(id))
	}
	was, item := w.found[w.keys[i]], w.items[i]
	record, err := w.write(ctx, was, item)
	if err != nil {
		w.bad, err = w.refused(w.bad, i, err)
		return err
	}
	switch {
	case was == nil:
		w.summary.Created++
	case record.GetVersion() != was.stored.GetVersion():
		w.summary.Updated++
	default:
		w.summary.Unchanged++
	}
	w.records[i] = record
	return nil
}

// write creates the record of an item, or updates the one that it matches.
func (w *writing[M]) write(ctx context.Context, was *known[M], item M) (M, error) {
	switch {
	case was == nil:
		return w.Create(ctx, item)
	case was.several:
		return item, problem.Field(problem.InvalidState, w.Name+"."+w.Field,
			"is that of several "+w.Name+"s: match an external id")
	}
	return w.update(ctx, was.stored, item)
}

// update writes the fields in which an item differs from the record, and clears those of w.clears that it does not have. A
// field that cannot be changed must not differ.
func (w *writing[M]) update(ctx context.Context, stored, item M) (record M, err error) {
	item = withOthers(item, stored.GetExternalIds())
	var bad []problem.Detail
	var fields []string
	if n := len(item.GetExternalIds()); n > externalid.Most {
		bad = append(bad, problem.Invalid(w.Name+"."+externalid.Field, fmt.Sprintf(
			"and those that the %s has of other sources are %d: at most %d are possible", w.Name, n, externalid.Most)))
	}
	fds := item.ProtoReflect().Descriptor().Fields()
	for _, name := range w.clears {
		fd := fds.ByJSONName(name)
		if stored.ProtoReflect().Has(fd) && !item.ProtoReflect().Has(fd) && !slices.Contains(fields, string(fd.Name())) {
			fields = append(fields, string(fd.Name()))
		}
	}
	for _, field := range patch.Fields(item) {
		fd := fds.ByName(protoreflect.Name(field))
		if same(fd, item.ProtoReflect().Get(fd), stored.ProtoReflect().Get(fd)) {
			continue
		}
		fields = append(fields, field)
		if validate.HasBehavior(fd, annotations.FieldBehavior_IMMUTABLE) {
			bad = append(bad, problem.Invalid(w.Name+"."+field, "cannot be changed"))
		}
	}
	if len(bad) > 0 {
		return record, problem.List(bad)
	}
	return w.Update(ctx, stored.GetId(), item, fields) // also without fields: the caller has to be one who may
}

// withOthers returns an item that has the external ids of the record of other sources than its own, too: they belong to
// other programs. Its own come first, so that errors count them as the client does.
func withOthers[M Record](item M, stored []string) M {
	own := item.GetExternalIds()
	if len(own) == 0 {
		return item
	}
	others := slices.DeleteFunc(slices.Clone(stored), func(id string) bool {
		return slices.ContainsFunc(own, func(o string) bool { return externalid.Source(o) == externalid.Source(id) })
	})
	if len(others) == 0 {
		return item
	}
	item = proto.Clone(item).(M)
	list := item.ProtoReflect().Mutable(item.ProtoReflect().Descriptor().Fields().ByName(externalid.Field)).List()
	for _, id := range others {
		list.Append(protoreflect.ValueOfString(id))
	}
	return item
}

// same compares two values of a field. Ids may be in capitals, and external ids in any order.
func same(fd protoreflect.FieldDescriptor, a, b protoreflect.Value) bool {
	if fd.Name() == externalid.Field {
		return slices.Equal(sorted(a.List()), sorted(b.List()))
	}
	if of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string); of != "" {
		return strings.EqualFold(a.String(), b.String())
	}
	return a.Equal(b)
}

// refused adds the error about an item to bad. It returns an error that is not about the item.
func (r Resource[M]) refused(bad []problem.Detail, i int, err error) ([]problem.Detail, error) {
	var p *problem.Error
	if !errors.As(err, &p) || p.HTTPStatus() >= 500 {
		return nil, err
	}
	at := fmt.Sprintf("%s[%d]", list, i)
	if len(p.Details) == 0 {
		return append(bad, problem.Detail{Field: at, Message: p.Message, Index: i, Code: p.Code}), nil
	}
	for _, d := range p.Details {
		bad = append(bad, problem.Detail{
			Field: at + strings.TrimPrefix(d.Field, r.Name), Message: d.Message, Index: i, Code: cmp.Or(d.Code, p.Code),
		})
	}
	return bad, nil
}

func sorted(list protoreflect.List) []string {
	texts := make([]string, list.Len())
	for i := range texts {
		texts[i] = list.Get(i).String()
	}
	return externalid.Sorted(texts)
}
