// Package upsert writes batches of users, clients or projects. Each item creates a record, or changes the one that it
// matches: the record with the same external id of a source, or with the same e-mail address or name.
//
// A batch is one transaction that locks the organization. Its items are written one after the other, as the rpcs for
// one record write them, with the same checks and events. Rules about several records hold at the end, so that the
// order of the items does not matter: what is unique and moves from one record to another is taken away from the first
// before anything is written. If one item is refused, the others are still tried, so that the error lists all bad
// items, and then nothing is written.
package upsert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
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
	// Changes are fields that only an upsert can change, because it does what other rpcs do with them.
	Changes []string
	// Read returns the records with these ids, in no order.
	Read func(ctx context.Context, ids []uuid.UUID) ([]M, error)
	// Permit returns an error if the caller may not create the record of an item, whose was is nil, or not change
	// fields of the record that the item matches. Without fields, it asks for the record as a whole. It only reads.
	Permit func(ctx context.Context, was, is M, fields []string) error
	// Person returns the id of the user whose managers may write a record. It is nil if managers have no such right.
	Person func(M) string
	// Create and Update write an item as the rpcs for one record do. Update writes only fields of it.
	Create func(context.Context, M) (M, error)
	Update func(ctx context.Context, id string, item M, fields []string) (M, error)
	// Check checks rules about several records for the record of an item, when all items are written. was is nil if the
	// item has created it. Create and Update leave these rules out. Check may be nil.
	Check func(ctx context.Context, was, record M) error
	// Park clears Field of records whose items have another value of it, so that other records can get the values that
	// these had. Until Update has written a record, it reads it as if Park had not run. Park is nil if several records
	// can have the same value.
	Park func(ctx context.Context, records []M) error
	// Delete deletes a record as the rpc for one record does. It is nil if batches cannot delete records. PermitDelete
	// returns an error if the caller may not delete a record.
	Delete       func(ctx context.Context, id string) error
	PermitDelete func(context.Context, M) error
}

// Batch is the batch of a request.
type Batch[M Record] interface {
	GetItems() []M
	GetMatch() string
}

// These are batches that can do more than others.
type (
	clearing interface{ GetClearFields() []string } // clear fields
	fixing   interface{ GetCreateOnly() string }    // say what happens to fields that only a new record can have
	deleting interface{ GetDeleted() []string }     // delete records
)

// keep is the value of createOnly with which such a field stays as it is.
const keep = "keep"

// maxWarnings is the maximum number of warnings that a response lists.
const maxWarnings = 100

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
// minimal. Items that are wrong in themselves, or have no key or that of an earlier one, are refused (400) before
// anything is read. All that follows is in a transaction that locks the organization, see inLockedTransaction: Run
// reads the records that the items match, checks what a caller who is no admin may write (403), and then deletes and
// writes. An error lists all bad items and undoes all of it.
func (r Resource[M]) Run(
	ctx context.Context, req Request, b Batch[M],
) (records []M, _ *pb.WriteMeta, err error) {
	defer func() { call.FromContext(ctx).Manages = nil }()
	unread, parents, restore := r.parents(call.FromContext(ctx), b.GetItems())
	defer restore()
	sent := lists.Map(b.GetItems(), r.Value)
	bad := validate.Items(req, unread)
	keys, unmatched := r.keys(b)
	for _, u := range unmatched {
		// A key that is wrong in itself is named once.
		if !slices.ContainsFunc(bad, func(d problem.Detail) bool { return strings.HasPrefix(d.Field, u.Field) }) {
			bad = append(bad, u)
		}
	}
	if len(bad) > 0 {
		return nil, nil, problem.List(bad)
	}
	w := &writing[M]{Resource: r, match: b.GetMatch(), items: b.GetItems(), keys: keys, sent: sent, parents: parents}
	if c, ok := b.(clearing); ok {
		w.clears = slices.Compact(slices.Sorted(slices.Values(c.GetClearFields()))) // each once
	}
	if f, ok := b.(fixing); ok {
		w.keep = f.GetCreateOnly() == keep
	}
	if d, ok := b.(deleting); ok {
		w.deletes = d.GetDeleted()
	}
	check := func() error { return w.readAndPermit(ctx) }
	err = inLockedTransaction(ctx, req.GetDryRun(), check, func() error {
		if err := check(); err != nil {
			return err
		}
		records, err = w.writeAll(ctx)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	records, meta := forResponse(ctx, req, records, w.summary)
	if w.keep {
		if meta == nil {
			meta = &pb.WriteMeta{}
		}
		count := int32(len(w.kept))
		meta.Warnings, meta.WarningCount = &pb.WriteWarnings{Items: w.kept[:min(len(w.kept), maxWarnings)]}, &count
	}
	return records, meta, nil
}

// forResponse returns what the response to a request has of the records that were written, and of what was done.
func forResponse[M any](ctx context.Context, req Request, records []M, summary *pb.WriteSummary) ([]M, *pb.WriteMeta) {
	var meta *pb.WriteMeta
	if call.Minimal(ctx) || len(req.GetInclude()) > 0 {
		meta = &pb.WriteMeta{Summary: summary}
	}
	if call.Minimal(ctx) {
		records = nil
	}
	return records, meta
}

// inLockedTransaction calls write in a transaction that first locks the organization, so that two batches are written
// one after the other. It undoes the transaction after a dry run. For a caller who is no admin, it first calls check
// without the lock. check only reads, and returns what the caller may not write. So a caller who is refused does not
// delay others. Other errors of check may be about what changes meanwhile, so only those of write count.
func inLockedTransaction(ctx context.Context, dryRun bool, check, write func() error) error {
	if !call.Caller(ctx).IsAdmin() {
		if err := check(); problem.Denies(err) {
			return err
		}
	}
	db := call.DB(ctx)
	return db.Unit.Do(ctx, func() error {
		if err := tenant.Lock(ctx, db); err != nil {
			return err
		}
		if err := write(); err != nil || !dryRun {
			return err
		}
		return txn.ErrUndo
	})
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
		} else {
			key = idOf(item, source)
		}
		fault := ""
		if key == "" && byExternalID {
			fault = "must have an id of the source " + source
		} else if key == "" {
			fault = "is required"
		} else if before, is := first[key]; is {
			fault = fmt.Sprintf("matches the same %s as items[%d]", externalid.Noun(r.Name), before)
		}
		if fault != "" {
			bad = append(bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].%s", list, i, field), fault))
		}
		first[key] = i
		keys = append(keys, key)
	}
	return keys, bad
}

// findStored reads the records that exist, and returns them by their keys. sent are the keys as the client wrote them,
// which are not clean: a record that was stored before names were cleaned may have that one.
func (r Resource[M]) findStored(
	ctx context.Context, match string, keys, sent []string,
) (map[string]*known[M], error) {
	db := call.DB(ctx)
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
	maps.DeleteFunc(found, func(_ string, k *known[M]) bool { return k.stored.GetId() == "" }) // deleted since
	return found, err
}

// parents returns the index of the parent of each item whose parent is an item too: the client has named the parent by
// its external id or by its value of Field. That item counts, also if a stored record has the same id or value before
// the batch. unread are the errors of the request that are not about such a parent. restore sets the parents of the
// items as the client sent them: the transaction of an Idempotency-Key may run the request again.
func (r Resource[M]) parents(
	request *call.Request, items []M,
) (unread []problem.Detail, _ map[int]int, restore func()) {
	had := map[int]protoreflect.Value{} // by the index of the item
	restore = func() {
		for i, value := range had {
			item := items[i].ProtoReflect()
			item.Set(item.Descriptor().Fields().ByName(r.Parent), value)
		}
	}
	texts := request.References
	if r.Parent == "" || len(texts) == 0 {
		return request.Unread, nil, restore
	}
	named := map[string]int{}
	for i, item := range items { // which are not trimmed yet
		named[strings.TrimSpace(r.Value(item))] = i
		for _, id := range item.GetExternalIds() {
			named[strings.TrimSpace(id)] = i
		}
	}
	parents := map[int]int{}
	field := func(i int) string { return fmt.Sprintf("%s[%d].%s", list, i, r.Parent) }
	for i := range items {
		text, is := texts[field(i)]
		if !is {
			continue
		}
		at, is := named[text]
		if !is {
			at, is = named[address.Fold(text)]
		}
		if is {
			item := items[i].ProtoReflect()
			fd := item.Descriptor().Fields().ByName(r.Parent)
			parents[i], had[i] = at, item.Get(fd)
			item.Set(fd, protoreflect.ValueOfString(uuid.Max.String())) // until the parent has an id
		}
	}
	unread = slices.DeleteFunc(slices.Clone(request.Unread), func(d problem.Detail) bool {
		_, is := parents[d.Index]
		return is && d.Code == problem.UnknownReference && d.Field == field(d.Index)
	})
	return unread, parents, restore
}

// writing is a batch while it is written.
type writing[M Record] struct {
	Resource[M]
	match   string
	items   []M
	clears  []string // the fields that an item without a value clears, as in JSON
	keep    bool     // fields that cannot be changed stay as they are
	kept    []*pb.WriteWarning
	deletes []string // the ids of the records to delete
	keys    []string
	sent    []string // the keys as the client wrote them
	parents map[int]int
	found   map[string]*known[M]
	doomed  map[string]M // the records of deletes that exist, by their ids
	summary *pb.WriteSummary
	records []M
	began   []bool
	bad     []problem.Detail
}

// readAndPermit reads the records that exist, and forgets what an attempt before has done. It returns an error that
// names what a caller who is no admin may not write. No error before it shows anything of the records.
func (w *writing[M]) readAndPermit(ctx context.Context) (err error) {
	w.summary, w.bad, w.kept, w.doomed = &pb.WriteSummary{}, nil, nil, map[string]M{}
	w.records, w.began = make([]M, len(w.keys)), make([]bool, len(w.keys))
	if w.found, err = w.findStored(ctx, w.match, w.keys, w.sent); err != nil {
		return err
	}
	for i, parent := range w.parents {
		if found := w.found[w.keys[parent]]; found != nil {
			w.setParent(i, found.id.String())
		}
	}
	if w.Delete != nil {
		w.summary.Deleted = new(int32)
		doomed, err := w.Read(ctx, lists.Map(w.deletes, protoconv.ID))
		if err != nil {
			return err
		}
		for _, record := range doomed {
			w.doomed[record.GetId()] = record
		}
	}
	if call.Caller(ctx).IsAdmin() {
		return nil
	}
	if err := w.lookUpManaged(ctx); err != nil {
		return err
	}
	return w.permit(ctx)
}

// lookUpManaged looks up with one statement whose records the caller may write.
func (w *writing[M]) lookUpManaged(ctx context.Context) error {
	if w.Person == nil {
		return nil
	}
	var people []uuid.UUID
	add := func(record M) {
		if id := w.Person(record); id != "" {
			people = append(people, protoconv.ID(id))
		}
	}
	for i, item := range w.items {
		if found := w.found[w.keys[i]]; found != nil {
			item = found.stored
		}
		add(item)
	}
	for _, record := range w.doomed {
		add(record)
	}
	return permit.LookUpManaged(ctx, people)
}

// permit returns an error that names all items and deleted records that the caller may not write.
func (w *writing[M]) permit(ctx context.Context) (err error) {
	var bad []problem.Detail
	for i, item := range w.items {
		var was M
		is, fields := item, patch.Fields(item)
		if found := w.found[w.keys[i]]; found != nil {
			was, is, fields = found.stored, found.stored, nil
			if !found.several {
				is, fields = w.after(item, was)
			}
		}
		if err := w.Permit(ctx, was, is, fields); err != nil {
			if bad, err = w.addRefused(bad, i, w.alike(ctx, err)); err != nil {
				return err
			}
		}
	}
	for i, id := range w.deletes {
		record, exists := w.doomed[strings.ToLower(id)]
		if !exists {
			continue
		}
		if bad, err = addRefusedDelete(bad, i, w.PermitDelete(ctx, record)); err != nil {
			return err
		}
	}
	return problem.List(bad)
}

// alike returns an error that is the same for new and for stored records if the caller may not read records. Otherwise
// the caller would learn which exist.
func (w *writing[M]) alike(ctx context.Context, err error) error {
	var p *problem.Error
	if permit.Reads(ctx, w.Name) || !errors.As(err, &p) || p.Code != problem.PermissionDenied || len(p.Details) > 0 {
		return err
	}
	return problem.New(problem.PermissionDenied, "the acting user may not write this %s", externalid.Noun(w.Name))
}

// after returns what the record of an item is after an update, and the fields that the update writes.
func (w *writing[M]) after(item, stored M) (M, []string) {
	item = withOthers(item, stored.GetExternalIds())
	fields, _ := w.differing(item, stored)
	is := proto.Clone(stored).(M)
	from, to := item.ProtoReflect(), is.ProtoReflect()
	for _, field := range fields {
		if fd := from.Descriptor().Fields().ByName(protoreflect.Name(field)); from.Has(fd) {
			to.Set(fd, from.Get(fd))
		} else {
			to.Clear(fd)
		}
	}
	return is, fields
}

// addRefusedDelete adds the error about record i of those to delete to bad, if there is one. It returns an error that
// is not about the record.
func addRefusedDelete(bad []problem.Detail, i int, err error) ([]problem.Detail, error) {
	var p *problem.Error
	switch {
	case err == nil:
		return bad, nil
	case !errors.As(err, &p) || p.HTTPStatus() >= 500:
		return bad, err
	}
	return append(bad, problem.Detail{
		Field: fmt.Sprintf("batch.deleted[%d]", i), Message: p.Message, Index: -1, Code: p.Code, IsSentence: true,
	}), nil
}

// delete deletes the records that the batch names. Those that do not exist are left out. Like writeItem, it only
// returns errors that are not about what the client has sent.
func (w *writing[M]) delete(ctx context.Context) error {
	deleted := map[string]bool{}
	for i, id := range w.deletes {
		id = strings.ToLower(id)
		if _, exists := w.doomed[id]; !exists || deleted[id] {
			continue
		}
		deleted[id] = true
		var p *problem.Error
		err := w.Delete(ctx, id)
		if err == nil {
			*w.summary.Deleted++
		} else if errors.As(err, &p) && p.Code == problem.NotFound { // deleted since
			continue
		}
		if w.bad, err = addRefusedDelete(w.bad, i, err); err != nil {
			return err
		}
	}
	for i, key := range w.keys {
		if found := w.found[key]; found != nil && deleted[found.id.String()] {
			w.began[i] = true
			w.bad = append(w.bad, problem.InvalidItem(i, fmt.Sprintf("%s[%d].%s", list, i, externalid.Field),
				"is that of a "+externalid.Noun(w.Name)+" that the batch deletes"))
		}
	}
	return nil
}

// writeAll deletes and writes what the batch has, and returns the records of its items.
func (w *writing[M]) writeAll(ctx context.Context) ([]M, error) {
	if err := w.delete(ctx); err != nil {
		return nil, err
	}
	if err := w.release(ctx); err != nil {
		return nil, err
	}
	for i := range w.items {
		if err := w.writeItem(ctx, i); err != nil {
			return nil, err
		}
	}
	if w.Check != nil && len(w.bad) == 0 {
		if err := w.checkAll(ctx); err != nil {
			return nil, err
		}
	}
	if err := w.nameHolders(ctx); err != nil {
		return nil, err
	}
	return w.records, problem.List(w.bad)
}

// release frees the external ids and e-mail addresses that move from one record of the batch to another.
func (w *writing[M]) release(ctx context.Context) error {
	wanted := map[string]bool{}
	for _, item := range w.items {
		wanted[w.Value(item)] = true
		for _, id := range item.GetExternalIds() {
			wanted[id] = true
		}
	}
	var ids []string
	var parked []M
	for i, item := range w.items {
		was := w.found[w.keys[i]]
		if was == nil || was.several {
			continue
		}
		kept := withOthers(item, was.stored.GetExternalIds()).GetExternalIds()
		for _, id := range was.stored.GetExternalIds() {
			if len(item.GetExternalIds()) > 0 && wanted[id] && !slices.Contains(kept, id) {
				ids = append(ids, id)
			}
		}
		if value := w.Value(was.stored); value != "" && wanted[value] && w.Value(item) != "" && w.Value(item) != value {
			parked = append(parked, was.stored)
		}
	}
	if err := externalid.Release(ctx, call.DB(ctx), w.Name, ids); err != nil || w.Park == nil || len(parked) == 0 {
		return err
	}
	return w.Park(ctx, parked)
}

// checkAll checks the records of all items. Like writeItem, it only returns errors that are not about an item.
func (w *writing[M]) checkAll(ctx context.Context) (err error) {
	for i, record := range w.records {
		var was M
		if found := w.found[w.keys[i]]; found != nil {
			was = found.stored
		}
		if err := w.Check(ctx, was, record); err != nil {
			if w.bad, err = w.addRefused(w.bad, i, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeItem writes an item, unless it is written already, and its parent before. It only returns errors that are not
// about an item.
func (w *writing[M]) writeItem(ctx context.Context, i int) error {
	if w.began[i] {
		return nil
	}
	w.began[i] = true
	if parent, is := w.parents[i]; is && w.found[w.keys[parent]] == nil {
		if err := w.writeItem(ctx, parent); err != nil {
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
		w.setParent(i, id)
	}
	was := w.found[w.keys[i]]
	record, err := w.createOrUpdate(ctx, i, was)
	if err != nil {
		w.bad, err = w.addRefused(w.bad, i, err)
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

// setParent makes the record with an id the parent of item i.
func (w *writing[M]) setParent(i int, id string) {
	item := w.items[i].ProtoReflect()
	item.Set(item.Descriptor().Fields().ByName(w.Parent), protoreflect.ValueOfString(id))
}

// createOrUpdate creates the record of item i, or updates the one that it matches.
func (w *writing[M]) createOrUpdate(ctx context.Context, i int, was *known[M]) (M, error) {
	switch {
	case was == nil:
		return w.Create(ctx, w.items[i])
	case was.several:
		return w.items[i], problem.Field(problem.InvalidState, w.Name+"."+w.Field,
			"is that of several "+w.Name+"s: match an external id")
	}
	return w.updateDiffering(ctx, i, was.stored)
}

// nameHolders reads the records that have what items want, and names them as the client knows them. An item of the
// batch has its index: the record that it creates is gone with the batch. Another record has its external id of the
// source that the batch matches, and if it has none, the error says how to give it one.
func (w *writing[M]) nameHolders(ctx context.Context) error {
	var ids []uuid.UUID
	for _, d := range w.bad {
		if d.Taken != nil {
			ids = append(ids, uuid.MustParse(d.Taken.Holder))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	holders, err := w.Read(ctx, ids)
	if err != nil {
		return err
	}
	source, byExternalID := strings.CutPrefix(w.match, externalIDs)
	for i := range w.bad {
		d := &w.bad[i]
		at := slices.IndexFunc(holders,
			func(holder M) bool { return d.Taken != nil && holder.GetId() == d.Taken.Holder })
		if at < 0 {
			continue
		}
		item := slices.IndexFunc(w.records, func(record M) bool { return record.GetId() == d.Taken.Holder })
		switch id := idOf(holders[at], source); {
		case item >= 0 && w.wants(item, d.Taken.Value):
			d.Message = fmt.Sprintf("%s items[%d] too", d.Taken.Is, item)
		case !byExternalID:
		case id != "":
			d.Message = fmt.Sprintf("%s the %s %s", d.Taken.Is, d.Taken.Kind, id)
		case d.Field == fmt.Sprintf("%s[%d].%s", list, d.Index, w.Field):
			d.Message += fmt.Sprintf(`, who has no external id of the source %s: a batch with match: %q gives it one`,
				source, w.Field)
		}
	}
	return nil
}

// wants reports whether item i has a value of what is unique.
func (w *writing[M]) wants(i int, value string) bool {
	return w.Value(w.items[i]) == value || slices.Contains(w.items[i].GetExternalIds(), value)
}

// idOf returns the external id of a source that a record has, or an empty text.
func idOf[M Record](record M, source string) string {
	ids := record.GetExternalIds()
	if at := slices.IndexFunc(ids, func(id string) bool { return externalid.Source(id) == source }); at >= 0 {
		return ids[at]
	}
	return ""
}

// updateDiffering writes the fields in which item i differs from the record. A field that cannot be changed must not
// differ, or stays as it is.
func (w *writing[M]) updateDiffering(ctx context.Context, i int, stored M) (record M, err error) {
	item := withOthers(w.items[i], stored.GetExternalIds())
	var bad []problem.Detail
	if n := len(item.GetExternalIds()); n > externalid.Most {
		bad = append(bad, problem.Invalid(w.Name+"."+externalid.Field, fmt.Sprintf(
			"and those that the %s has of other sources are %d: at most %d are possible", externalid.Noun(w.Name), n, externalid.Most)))
	}
	fields, fixed := w.differing(item, stored)
	for _, field := range fixed {
		if w.keep {
			w.kept = append(w.kept, &pb.WriteWarning{
				Index: int32(i), Field: fmt.Sprintf("%s[%d].%s", list, i, field),
				Code:    pb.WarningCode_WARNING_CODE_CREATE_ONLY,
				Message: "can only be set when the " + externalid.Noun(w.Name) + " is created, and stays as it is",
			})
		} else {
			bad = append(bad,
				problem.Invalid(w.Name+"."+field, "cannot be changed; createOnly: \"keep\" leaves it as it is"))
		}
	}
	if len(bad) > 0 {
		return record, problem.List(bad)
	}
	return w.Update(ctx, stored.GetId(), item, fields) // also without fields: the caller has to be one who may
}

// differing returns the fields that an update writes: those in which an item differs from the record, and those of
// w.clears that it does not have. fixed are the fields that differ and cannot be changed.
func (w *writing[M]) differing(item, stored M) (fields, fixed []string) {
	fds := item.ProtoReflect().Descriptor().Fields()
	for _, name := range w.clears {
		fd := fds.ByJSONName(name)
		if stored.ProtoReflect().Has(fd) && !item.ProtoReflect().Has(fd) {
			fields = append(fields, string(fd.Name()))
		}
	}
	for _, field := range patch.Fields(item) {
		fd := fds.ByName(protoreflect.Name(field))
		switch {
		case same(fd, item.ProtoReflect().Get(fd), stored.ProtoReflect().Get(fd)):
		case validate.HasBehavior(fd, annotations.FieldBehavior_IMMUTABLE) && !slices.Contains(w.Changes, field):
			fixed = append(fixed, field)
		default:
			fields = append(fields, field)
		}
	}
	return fields, fixed
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

// same compares two values of a field. Ids may be in capitals. A list is a set: its order and what it has twice do not
// count.
func same(fd protoreflect.FieldDescriptor, a, b protoreflect.Value) bool {
	if fd.IsList() && fd.Kind() == protoreflect.StringKind {
		return slices.Equal(set(a.List()), set(b.List()))
	}
	if of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string); of != "" {
		return strings.EqualFold(a.String(), b.String())
	}
	return a.Equal(b)
}

// addRefused adds the error about an item to bad. It returns an error that is not about the item.
func (r Resource[M]) addRefused(bad []problem.Detail, i int, err error) ([]problem.Detail, error) {
	var p *problem.Error
	if !errors.As(err, &p) || p.HTTPStatus() >= 500 {
		return nil, err
	}
	return addDetails(bad, i, fmt.Sprintf("%s[%d]", list, i), r.Name, p), nil
}

// addDetails adds the details of an error about the record of item i to bad. at is the path of the item.
func addDetails(bad []problem.Detail, i int, at, record string, p *problem.Error) []problem.Detail {
	if len(p.Details) == 0 {
		return append(bad, problem.Detail{Field: at, Message: p.Message, Index: i, Code: p.Code, IsSentence: true})
	}
	for _, d := range p.Details {
		d.Field, d.Index, d.Code = at+"."+strings.TrimPrefix(d.Field, record+"."), i, cmp.Or(d.Code, p.Code)
		bad = append(bad, d)
	}
	return bad
}

func set(list protoreflect.List) []string {
	texts := make([]string, list.Len())
	for i := range texts {
		texts[i] = list.Get(i).String()
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}
