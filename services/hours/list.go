package hours

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/journal"
)

// inOrder is the order of the lists. Both tables have indexes in this order.
const inOrder = " ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST"

// deep is the smallest offset for which a statement first finds the ids of a page in an
// index and then reads only the rows of the page. This is ten times as fast at offset
// 1,000,000 and half as fast at offset 0. Both ways take the same time at offsets between
// 500 and 1,000.
const deep = 1_000

// noCapability is the value of the filter capability_id that selects rows without a
// capability.
const noCapability = "none"

// list returns the items of the requested page and sets the other fields of page. filters
// has the filters of req, whose type is that of one of the two tables.
func (t *table) list(
	ctx context.Context, req lists.Request, filters *pb.ListAssignmentsRequest, page proto.Message,
) (items []*pb.Assignment, err error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	if t.proposal != nil {
		if err := onlyNow(filters); err != nil {
			return nil, err
		}
	}
	if filters.AsOf != nil {
		return t.listAsOf(ctx, filters, w, page)
	}
	seen, err := t.seen(ctx, filters)
	if err != nil {
		return nil, err
	}
	if filters.UpdatedSince == nil {
		return t.query(seen).page(ctx, w, page)
	}
	err = call.DB(ctx).Unit.Snapshot(ctx, func() error {
		q := t.query(seen)
		rows, ok, err := journal.WrittenSince(ctx, call.DB(ctx), t.upserted, t.deleted,
			filters.GetUpdatedSince().AsTime())
		switch {
		case err != nil:
		case ok:
			items, err = q.pageOf(ctx, changedRows(rows, seen), w, page)
		default:
			items, err = q.page(ctx, w, page)
		}
		return err
	})
	return items, err
}

// onlyNow returns an error if a list of the rows as a proposal would make them is asked for another moment than now.
func onlyNow(filters *pb.ListAssignmentsRequest) error {
	const message = "does not go together with proposal, which is about now"
	var bad []problem.Detail
	if filters.AsOf != nil {
		bad = append(bad, problem.Invalid("as_of", message))
	}
	if filters.UpdatedSince != nil {
		bad = append(bad, problem.Invalid("updated_since", message))
	}
	return problem.List(bad)
}

// selection is the rows that filters select, and of these the ones that the caller may see.
type selection struct {
	*pb.ListAssignmentsRequest
	sight *permit.Sight // nil: all of them
}

// seen returns the selection of the filters of a request. Planned hours are never hidden. If actual hours are, seen
// reads whom the caller manages.
func (t *table) seen(ctx context.Context, filters *pb.ListAssignmentsRequest) (selection, error) {
	if isPlanned(t.name) {
		return selection{filters, nil}, nil
	}
	sight, err := permit.SightOf(ctx, auth.WorkedHours)
	if err != nil || !sight.Hides(auth.WorkedHours) || filters.UserId != nil &&
		sight.Of(auth.WorkedHours, protoconv.ID(filters.GetUserId())) {
		sight = nil
	}
	return selection{filters, sight}, err
}

// page returns the items of a page and sets the other fields of page.
func (q *query) page(ctx context.Context, w *lists.Window, page proto.Message) ([]*pb.Assignment, error) {
	rest := *q // without the rows before the cursor, which the total counts
	if w.After != nil {
		if err := rest.after(w.After); err != nil {
			return nil, err
		}
	}
	rows, err := rest.rows(ctx, w.Limit+1, int(w.Offset))
	if err != nil {
		return nil, err
	}
	return lists.Cut(ctx, w, page, rows, position, q.count)
}

// query selects rows. The text of its statements depends on which filters are set, but not
// on their values, so that the statements stay prepared.
type query struct {
	table string
	row   string // a row of t
	from  string // the table as t, and what it is joined with
	where string
	args  tenant.Args
	// indexed reports whether the indexes have all columns that the filters use.
	indexed bool
	// byValue reports whether a filter uses what changes: the hours, or whether a row is tentative.
	byValue bool
	// proposal is the parameter with the proposal whose wishes are over the rows, or empty.
	proposal string
}

// query returns the query of a selection.
func (t *table) query(req selection) *query {
	byValue := req.MinHours != nil || req.Tentative != nil
	q := &query{
		table: t.name, row: t.row, from: t.name + " t", where: " WHERE t.organization_id = $1",
		indexed: req.UpdatedSince == nil && !byValue, byValue: byValue,
	}
	if req.UserId != nil {
		q.filter("t.user_id = ?", req.GetUserId())
	}
	if req.ProjectId != nil {
		q.filter("t.project_id = ?", req.GetProjectId())
	}
	switch {
	case req.GetCapabilityId() == noCapability:
		q.filter("t.capability_id IS NULL")
	case req.CapabilityId != nil:
		q.filter("t.capability_id = ?", req.GetCapabilityId())
	}
	if req.StartDate != nil {
		q.filter("t.date >= ?", req.GetStartDate())
	}
	if req.EndDate != nil {
		q.filter("t.date <= ?", req.GetEndDate())
	}
	if req.MinHours != nil {
		q.filter("t.hours >= ?", req.GetMinHours())
	}
	switch {
	case req.Tentative == nil:
	case req.GetTentative():
		q.filter("t.tentative IS TRUE")
	default:
		q.filter("t.tentative IS NOT TRUE")
	}
	if req.UpdatedSince != nil {
		q.filter("t.updated_at >= ?", req.GetUpdatedSince().AsTime())
	}
	if req.sight != nil {
		q.onlySeen(req.sight.Users(), req.sight.Projects())
	}
	if t.proposal != nil {
		q.proposal, q.indexed = q.args.Add(*t.proposal), false
	}
	return q
}

// fewUsers is for how many users it is faster to look up the rows of each than to walk through those of all.
const fewUsers = 20

// onlySeen adds the condition that rows are of one of these users or projects. Most people see only their own: then the
// condition is one that an index has. With many, the two subqueries are hashed.
func (q *query) onlySeen(users, projects pq.StringArray) {
	switch {
	case len(projects) > 0 || len(users) > fewUsers:
		q.filter(permit.HoursCondition("?", "?"), users, projects)
	case len(users) > 1:
		q.filter("t.user_id = ANY (?)", users)
	default:
		q.filter("t.user_id = ?", users[0])
	}
}

// filter adds a condition. Each ? in it is replaced by the parameter of the next argument.
func (q *query) filter(condition string, args ...any) {
	q.where += " AND "
	for i, text := range strings.Split(condition, "?") {
		if i > 0 {
			q.where += q.args.Add(args[i-1])
		}
		q.where += text
	}
}

// among adds the condition that rows are among these.
func (q *query) among(found []changedRow) {
	q.from = among.Rows(q.table,
		q.args.Add(pq.StringArray(lists.Map(found, func(r changedRow) string { return r.id.String() }))))
}

// position returns the sort key of a row in the list: its date, user, project and
// capability.
func position(m *pb.Assignment) []byte {
	p := []byte(m.Date)
	for _, id := range []string{m.UserId, m.ProjectId, m.GetCapabilityId()} {
		id := protoconv.ID(id)
		p = append(p, id[:]...)
	}
	return p
}

// positionSize is the size of a position.
const positionSize = dateText + 3*len(uuid.UUID{})

func isPosition(b []byte) bool {
	return len(b) == positionSize && protoconv.ValidDate(string(b[:dateText]))
}

// after adds the condition that rows come after a position. An index can find the first
// row by the first part of the condition. A position without a capability has the zero
// UUID, which is less than all others.
func (q *query) after(position []byte) error {
	if !isPosition(position) {
		return lists.ForeignCursor()
	}
	date, ids := string(position[:dateText]), position[dateText:]
	user, project, capability := uuid.UUID(ids[:16]), uuid.UUID(ids[16:32]), uuid.UUID(ids[32:])
	q.filter("(t.date, t.user_id, t.project_id) >= (?, ?, ?)", date, user, project)
	q.filter("((t.date, t.user_id, t.project_id) > (?, ?, ?) OR t.capability_id > ?)", date, user, project, capability)
	return nil
}

// rows skips offset rows and returns up to limit rows after them.
func (q *query) rows(ctx context.Context, limit, offset int) ([]*pb.Assignment, error) {
	db := call.DB(ctx)
	citus, err := db.Engine.IsCitus(ctx, db)
	if err != nil {
		return nil, err
	}
	text, expected := q.text(offset), 0 // rows in one value, whose size tells how many
	if citus {
		text, expected = q.plainText(), limit
	}
	rows, err := tenant.Query(ctx, call.DB(ctx), text, append(q.args[:len(q.args):len(q.args)], limit, offset)...)
	if err != nil {
		return nil, err
	}
	return read(rows, expected)
}

// text returns the statement that reads a page. The statement returns all rows of the page
// as one value. string_agg keeps the order of its subquery. A deep page is planned by itself,
// because it is MATERIALIZED. PostgreSQL expects it to be a tenth of the organization, and would
// otherwise read it in the way that suits so many look-ups.
func (q *query) text(offset int) string {
	rows := "SELECT string_agg(" + q.row + ", '') FROM (SELECT t.*"
	if offset >= deep && q.indexed {
		return "WITH page AS MATERIALIZED (SELECT t.id" + q.bounds() + ") " + rows +
			" FROM page CROSS JOIN " + among.Row("*", q.table, "page.id") + " t" + inOrder + ") t"
	}
	return rows + q.bounds() + ") t"
}

// plainText returns the statement that reads a page on Citus, with a value for each row.
// Citus plans a statement without subqueries in a hundredth of the time.
func (q *query) plainText() string { return "SELECT " + q.row + q.bounds() }

// bounds is the end of a statement that reads a page.
func (q *query) bounds() string {
	limit, skip := "$"+strconv.Itoa(len(q.args)+2), "$"+strconv.Itoa(len(q.args)+3)
	end := " LIMIT " + limit + " OFFSET " + skip
	if q.proposal == "" {
		return " FROM " + q.from + q.where + inOrder + end
	}
	first := inOrder + " LIMIT " + limit + "::bigint + " + skip + "::bigint"
	return " FROM " + q.withWishes(proposed.UnwishedOnPage(q.proposal), first) + inOrder + end
}

// withWishes returns the rows of the list as a proposal would make them, as t. unwished is the condition of live rows,
// and end is what follows each of the two parts. With the order and a limit there, PostgreSQL reads the first rows of
// each part in the order of an index.
func (q *query) withWishes(unwished, end string) string {
	columns := "(SELECT " + proposed.Of("t") + " FROM "
	return "(" + columns + q.from + q.where + " AND " + unwished + end + ") UNION ALL " +
		columns + "proposal_rows t" + q.where + " AND " + proposed.Wished(q.proposal) + end + ")) t"
}

// count returns the number of rows.
func (q *query) count(ctx context.Context) (n int, err error) {
	from := q.from + q.where
	if q.proposal != "" {
		from = q.withWishes(proposed.Unwished(q.proposal), "")
	}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&n) },
		"SELECT count(*) FROM "+from, q.args...)
	return n, err
}
