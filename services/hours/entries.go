package hours

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lib/pq"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/actualhoursentry"
	"github.com/workplan-api/workplan/ent/predicate"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// Entries implements pb.ActualHoursEntryServiceServer. Rows of actual hours are the sums of its entries.
type Entries struct {
	pb.UnimplementedActualHoursEntryServiceServer
	table *table
}

// NewEntries returns the service of the entries of actual hours.
func NewEntries(actual *ActualHours) *Entries { return &Entries{table: &actual.table} }

// ListActualHoursEntries returns a page of the entries whose rows the caller may see, oldest first. If actual hours are
// hidden from the caller, it first reads whom the caller manages.
func (s *Entries) ListActualHoursEntries(
	ctx context.Context, req *pb.ListActualHoursEntriesRequest,
) (*pb.ListActualHoursEntriesResponse, error) {
	if err := lists.CheckDates(req); err != nil {
		return nil, err
	}
	q := call.DB(ctx).ActualHoursEntry.Query()
	lists.Filter(q, req.EntryId, actualhoursentry.EntryID)
	lists.Filter(q, protoconv.OptionalID(req.UserId), actualhoursentry.UserID)
	lists.Filter(q, protoconv.OptionalID(req.ProjectId), actualhoursentry.ProjectID)
	lists.Filter(q, protoconv.OptionalDate(req.StartDate), actualhoursentry.DateGTE)
	lists.Filter(q, protoconv.OptionalDate(req.EndDate), actualhoursentry.DateLTE)
	lists.Filter(q, req.MinHours, actualhoursentry.HoursGTE)
	switch {
	case req.GetCapabilityId() == noCapability:
		q.Where(actualhoursentry.CapabilityIDIsNil())
	case req.CapabilityId != nil:
		q.Where(actualhoursentry.CapabilityID(protoconv.ID(*req.CapabilityId)))
	}
	seen, err := s.table.seen(ctx, &pb.ListAssignmentsRequest{UserId: req.UserId})
	if err != nil {
		return nil, err
	}
	if seen.sight != nil {
		q.Where(actualhoursentry.Or(
			among.In[predicate.ActualHoursEntry](actualhoursentry.FieldUserID, seen.sight.Users()),
			among.In[predicate.ActualHoursEntry](actualhoursentry.FieldProjectID, seen.sight.Projects())))
	}
	page := &pb.ActualHoursEntryPage{}
	return &pb.ListActualHoursEntriesResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(entryMessage))
}

// UpsertActualHoursEntries writes entries and makes their rows the sums of them, in a transaction that locks the
// organization, with the events of the rows that it writes and of those that it deletes: table.rewrite. Before, it
// checks all items (400), and which of their rows the caller may write (403): table.check.
func (s *Entries) UpsertActualHoursEntries(
	ctx context.Context, req *pb.UpsertActualHoursEntriesRequest,
) (*pb.UpsertActualHoursEntriesResponse, error) {
	x, err := extrasOf(ctx, req.GetInclude())
	if err != nil {
		return nil, err
	}
	items := req.GetBatch().GetItems()
	b := newBatch(req, "batch.items", lists.Map(items, rowOfEntry))
	if err := s.table.check(ctx, b); err != nil {
		return nil, err
	}
	b.entryIDs = lists.Map(items, (*pb.ActualHoursEntry).GetEntryId) // which are trimmed now
	w := &entryWrite{table: s.table, batch: b, wanted: items}
	if len(items) == 0 {
		return w.response(x, &warnings{})
	}
	var resp *pb.UpsertActualHoursEntriesResponse
	_, err = s.table.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) { return w.decide(ctx) },
		func(*rewriting) error {
			err := w.store(ctx)
			found := &warnings{}
			if err == nil && x.warnings {
				found, err = s.table.warn(ctx, x, b)
			}
			if err == nil {
				resp, err = w.response(x, found)
			}
			return err
		})
	if err != nil {
		return nil, s.table.explain(ctx, b, err)
	}
	return resp, nil
}

// DeleteActualHoursEntries deletes entries and makes their rows the sums of the others, as UpsertActualHoursEntries
// does. An entry whose row the caller may not see is one that does not exist.
func (s *Entries) DeleteActualHoursEntries(
	ctx context.Context, req *pb.DeleteActualHoursEntriesRequest,
) (*pb.DeleteActualHoursEntriesResponse, error) {
	if bad := validate.Items(req, call.FromContext(ctx).Unread); len(bad) > 0 {
		return nil, problem.List(bad)
	}
	items := req.GetEntries().GetItems()
	w := &entryWrite{table: s.table, batch: &batch{
		req: req, path: "entries.items", entryIDs: lists.Map(items, (*pb.ActualHoursEntryKey).GetEntryId),
	}}
	_, err := s.table.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) { return w.decide(ctx) },
		func(*rewriting) error { return w.store(ctx) })
	if err != nil {
		return nil, err
	}
	return &pb.DeleteActualHoursEntriesResponse{Data: &pb.DeletedEntries{Deleted: int32(len(w.remove))}}, nil
}

// maxEntries is how many entries a row can have. A write reads them all.
const maxEntries = 1000

// maxResponse is the largest response that clients of gRPC take by default, 4 MiB, less room for its frame.
const maxResponse = 4<<20 - 1<<10

// entryWrite writes or deletes entries.
type entryWrite struct {
	*table
	batch  *batch
	wanted []*pb.ActualHoursEntry // of the items, nil to delete the entries
	// before are the entries that exist, by their entryId, and after what is to be of them.
	before, after map[string]*ent.ActualHoursEntry
	write, remove []*ent.ActualHoursEntry
	done          outcome
}

// decide reads the entries and their rows, and finds out what to write. The organization is locked, so no other request
// writes entries.
func (w *entryWrite) decide(ctx context.Context) (*rewriting, error) {
	if err := w.readBefore(ctx); err != nil {
		return nil, err
	}
	w.plan()
	if err := w.permitBefore(ctx); err != nil {
		return nil, err
	}
	r := &rewriting{
		read: map[key]*pb.Assignment{}, items: w.batch, takesSums: true, sums: map[key]bool{}, places: w.places(),
		means: func(key) string { return w.batch.path },
	}
	r.entryKeys = slices.SortedFunc(maps.Keys(r.places), compareKeys)
	if err := w.readToo(ctx, r, r.entryKeys); err != nil {
		return nil, err
	}
	return r, w.addUp(ctx, r)
}

// places returns the fields of the items whose entries change, by the keys of the rows that they are of and come to.
func (w *entryWrite) places() map[key][]place {
	places, repeated := map[key][]place{}, w.batch.repeated()
	for i, id := range w.batch.entryIDs {
		old, e := w.before[id], w.after[id]
		if repeated[i] || old == e {
			continue
		}
		if e != nil {
			k := keyOfEntry(e)
			places[k] = append(places[k], place{i, w.batch.field(i, "date")})
		}
		if old != nil && (e == nil || keyOfEntry(old) != keyOfEntry(e)) {
			k := keyOfEntry(old)
			places[k] = append(places[k], place{i, w.batch.field(i, "entry_id")})
		}
	}
	return places
}

// sumOfEntries is the entries of a row.
type sumOfEntries struct {
	existing, count int // as they are now, and as they are to be
	hours           *big.Rat
}

// addUp makes each row whose entries change the sum of its entries, or deletes it if there are none any more.
func (w *entryWrite) addUp(ctx context.Context, r *rewriting) error {
	sums, err := w.readSumsOfOthers(ctx, r.entryKeys)
	if err != nil {
		return err
	}
	for _, e := range w.write {
		sum := sums[keyOfEntry(e)]
		sum.count++
		sum.hours.Add(sum.hours, decimal(e.Hours))
	}
	var bad, direct []problem.Detail // the first are 400, the others 409
	detailsOf := func(k key, code problem.Code, message string) []problem.Detail {
		return lists.Map(r.places[k], func(p place) problem.Detail {
			return problem.Detail{Field: p.field, Index: p.index, Code: code, Message: message}
		})
	}
	for _, k := range r.entryKeys {
		row, sum := r.read[k], sums[k]
		r.sums[k] = sum.existing > 0
		isDirect := row != nil && !r.sums[k]
		switch {
		case sum.count == 0 && row != nil && !isDirect:
			r.remove = append(r.remove, k)
		case sum.count == 0:
		case isDirect && row.GetHours() != 0:
			direct = append(direct, detailsOf(k, problem.HasEntries,
				"has hours of the user, project and capability that were written directly: "+
					"delete these first, or go on writing them without entries")...)
		case sum.count > maxEntries:
			bad = append(bad, detailsOf(k, problem.ValidationFailed,
				fmt.Sprintf("leads to %d entries of the row: at most %d are possible", sum.count, maxEntries))...)
		case sum.hours.Cmp(mostHours) > 0:
			bad = append(bad, detailsOf(k, problem.ValidationFailed, fmt.Sprintf(
				"leads to %s hours of the row: at most %d are possible", sum.hours.FloatString(2), maxHours))...)
		default:
			hours, _ := sum.hours.Float64()
			e := entry{key: k, hours: hours, origin: summed}
			if row == nil || isDirect || !e.is(row) {
				r.write = append(r.write, e)
			}
		}
	}
	return cmp.Or(problem.List(bad), problem.List(direct))
}

var mostHours = big.NewRat(maxHours, 1)

// decimal returns the decimal number that the client has sent, which the binary one is only near.
func decimal(hours float64) *big.Rat {
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(hours, 'g', -1, 64))
	return exact
}

// plan finds out which entries to write and to delete. Of items with the same entryId the last one counts.
func (w *entryWrite) plan() {
	w.after, w.write, w.remove = maps.Clone(w.before), nil, nil
	if w.wanted == nil {
		w.after, w.remove = nil, slices.SortedFunc(maps.Values(w.before), compareEntries)
		return
	}
	repeated, total, created, now := w.batch.repeated(), 0, 0, protoconv.Now()
	for i, m := range w.wanted { // in their order, which the ids of new ones have, too
		if repeated[i] {
			continue
		}
		total++
		old, e := w.before[m.EntryId], newEntry(m, now)
		switch {
		case old == nil:
			created++
		case isSame(old, e):
			continue
		default:
			e.ID, e.Version, e.CreatedAt = old.ID, old.Version+1, old.CreatedAt
		}
		w.after[m.EntryId], w.write = e, append(w.write, e)
	}
	slices.SortFunc(w.write, compareEntries)
	w.done = outcome{total: total, created: created, updated: len(w.write) - created}
}

// permitBefore returns an error if the caller may not write the row of an entry as it is now.
func (w *entryWrite) permitBefore(ctx context.Context) error {
	var keys []key
	var indexes []int
	for i, id := range w.batch.entryIDs {
		if e := w.before[id]; e != nil {
			keys, indexes = append(keys, keyOfEntry(e)), append(indexes, i)
		}
	}
	refused, err := w.refusedKeys(ctx, keys)
	if err != nil || len(refused) == 0 {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	for _, i := range refused {
		denied.Add(problem.Detail{Field: w.batch.field(indexes[i], "entry_id"), Index: indexes[i],
			Message: "is an entry that is not the caller's to write"})
	}
	return denied
}

// response returns the response to an upsert, or an error if it is too large.
func (w *entryWrite) response(x extras, found *warnings) (*pb.UpsertActualHoursEntriesResponse, error) {
	resp := &pb.UpsertActualHoursEntriesResponse{Data: &pb.ActualHoursEntryBatch{}, Meta: x.meta(w.done, found)}
	if !x.minimal {
		resp.Data.Items = lists.Map(w.batch.entryIDs,
			func(id string) *pb.ActualHoursEntry { return entryMessage(w.after[id]) })
	}
	if proto.Size(resp) > maxResponse {
		return nil, problem.Field(problem.ValidationFailed, w.batch.path,
			"are too large for one response: send fewer items, or ask for no entries with Prefer: return=minimal")
	}
	return resp, nil
}

const (
	selectEntries = `
SELECT t.id, t.version, t.created_at, t.updated_at, t.entry_id, t.user_id, t.project_id, t.capability_id, t.date, t.hours, t.note
FROM ` + eachEntryID
	eachEntryID = `unnest((SELECT $2::text[])) AS k (entry_id) CROSS JOIN LATERAL (SELECT * FROM actual_hours_entries
  WHERE organization_id = $1 AND entry_id = k.entry_id OFFSET 0) t`

	deleteEntries = `
DELETE FROM actual_hours_entries WHERE organization_id = $1 AND id IN (SELECT t.id FROM ` + eachEntryID + ")"
)

// upsertEntries has the statement that writes entries, by their number.
var upsertEntries = tenant.BySize(sizes, func(size int) string {
	return `INSERT INTO actual_hours_entries
(organization_id, id, version, created_at, updated_at, entry_id, user_id, project_id, capability_id, date, hours, note) VALUES ` +
		tenant.Values(size, "uuid", "bigint", "timestamptz", "timestamptz", "text", "uuid", "uuid", "uuid", "date",
			"float8", "text") + `
ON CONFLICT (organization_id, entry_id) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at,
  user_id = excluded.user_id, project_id = excluded.project_id, capability_id = excluded.capability_id,
  date = excluded.date, hours = excluded.hours, note = excluded.note`
})

// readBefore reads the entries that exist. Those that are to be deleted and whose rows the caller may not see do not.
func (w *entryWrite) readBefore(ctx context.Context) (err error) {
	w.before = map[string]*ent.ActualHoursEntry{}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		e := &ent.ActualHoursEntry{}
		err := scan(&e.ID, &e.Version, &e.CreatedAt, &e.UpdatedAt, &e.EntryID, &e.UserID, &e.ProjectID, &e.CapabilityID,
			&e.Date, &e.Hours, &e.Note)
		w.before[e.EntryID] = e
		return err
	}, selectEntries, pq.StringArray(w.batch.entryIDs))
	if err != nil || w.wanted != nil {
		return err
	}
	seen, err := w.seen(ctx, &pb.ListAssignmentsRequest{})
	maps.DeleteFunc(w.before, func(_ string, e *ent.ActualHoursEntry) bool {
		return seen.sight != nil && !seen.sight.OfHours(e.UserID, e.ProjectID)
	})
	return err
}

// selectSumsOfOthers counts the entries of rows, and adds up those of them that are not in $6. The text of a number is
// what the client has sent.
var selectSumsOfOthers = `
SELECT t.user_id, t.project_id, coalesce(t.capability_id::text, ''), t.date, count(*), count(*) FILTER (WHERE o.is),
  coalesce(sum(t.hours::text::numeric) FILTER (WHERE o.is), 0)::text
FROM ` + eachKey(actualhoursentry.Table, "", "") + `
CROSS JOIN LATERAL (SELECT t.entry_id NOT IN (SELECT unnest($6::text[])) AS is) o
GROUP BY t.user_id, t.project_id, t.capability_id, t.date`

// readSumsOfOthers returns the sums of the entries of rows without those that are written or deleted.
func (w *entryWrite) readSumsOfOthers(ctx context.Context, keys []key) (map[key]*sumOfEntries, error) {
	sums := make(map[key]*sumOfEntries, len(keys))
	for _, k := range keys {
		sums[k] = &sumOfEntries{hours: new(big.Rat)}
	}
	changing := lists.Map(slices.Concat(w.write, w.remove), func(e *ent.ActualHoursEntry) string { return e.EntryID })
	return sums, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var k key
		var date time.Time
		var sum sumOfEntries
		var hours string
		if err := scan(&k.user, &k.project, &k.capability, &date, &sum.existing, &sum.count, &hours); err != nil {
			return err
		}
		sum.hours, _ = new(big.Rat).SetString(hours)
		k.date = protoconv.DateString(date)
		sums[k] = &sum
		return nil
	}, selectSumsOfOthers, append(keyArgs(keys), pq.StringArray(changing))...)
}

// store writes and deletes the entries.
func (w *entryWrite) store(ctx context.Context) error {
	db := call.DB(ctx)
	if len(w.remove) > 0 {
		ids := lists.Map(w.remove, func(e *ent.ActualHoursEntry) string { return e.EntryID })
		if _, err := tenant.Exec(ctx, db, deleteEntries, pq.StringArray(ids)); err != nil {
			return err
		}
	}
	for _, chunk := range tenant.Chunks(w.write, sizes) {
		var args []any
		for _, e := range chunk {
			args = append(args, e.ID, e.Version, e.CreatedAt, e.UpdatedAt, e.EntryID, e.UserID, e.ProjectID,
				e.CapabilityID, protoconv.DateString(e.Date), e.Hours, e.Note)
		}
		if _, err := tenant.Exec(ctx, db, upsertEntries[len(chunk)], args...); err != nil {
			return err
		}
	}
	return nil
}

// newEntry returns the entry of an item, as a new one.
func newEntry(m *pb.ActualHoursEntry, now time.Time) *ent.ActualHoursEntry {
	return &ent.ActualHoursEntry{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, EntryID: m.GetEntryId(),
		UserID: protoconv.ID(m.GetUserId()), ProjectID: protoconv.ID(m.GetProjectId()),
		CapabilityID: protoconv.OptionalID(m.CapabilityId), Date: protoconv.Date(m.GetDate()), Hours: m.GetHours(),
		Note: m.Note,
	}
}

// isSame reports whether an entry already has the values of another.
func isSame(a, b *ent.ActualHoursEntry) bool {
	return keyOfEntry(a) == keyOfEntry(b) && a.Hours == b.Hours && (a.Note == nil) == (b.Note == nil) &&
		(a.Note == nil || *a.Note == *b.Note)
}

func compareEntries(a, b *ent.ActualHoursEntry) int { return strings.Compare(a.EntryID, b.EntryID) }

// keyOfEntry returns the key of the row of an entry.
func keyOfEntry(e *ent.ActualHoursEntry) key {
	k := key{user: e.UserID.String(), project: e.ProjectID.String(), date: protoconv.DateString(e.Date)}
	if e.CapabilityID != nil {
		k.capability = e.CapabilityID.String()
	}
	return k
}

// rowOfEntry returns the item of an upsert of entries as one of an upsert of hours.
func rowOfEntry(m *pb.ActualHoursEntry) *pb.Assignment {
	return &pb.Assignment{
		UserId: m.GetUserId(), ProjectId: m.GetProjectId(), CapabilityId: m.CapabilityId, Date: m.GetDate(),
		Hours: m.Hours,
	}
}

func entryMessage(e *ent.ActualHoursEntry) *pb.ActualHoursEntry {
	return &pb.ActualHoursEntry{
		Id: e.ID.String(), EntryId: e.EntryID, UserId: e.UserID.String(), ProjectId: e.ProjectID.String(),
		CapabilityId: protoconv.OptionalIDString(e.CapabilityID), Date: protoconv.DateString(e.Date), Hours: &e.Hours,
		Note: e.Note, Version: e.Version,
		CreatedAt: timestamppb.New(e.CreatedAt), UpdatedAt: timestamppb.New(e.UpdatedAt),
	}
}
