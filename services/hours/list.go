package hours

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// inOrder is the order of the lists, which the indexes of both tables have.
const inOrder = " ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST"

// deep is the offset from which a statement finds a page in an index alone and fetches
// only the rows of the page. That is ten times as fast at an offset of a million, half as
// fast at 0, and equal between 500 and 1,000.
const deep = 1_000

// noCapability is the value of the filter capability_id for rows without one.
const noCapability = "none"

// list returns the items of the page that a request asks for and sets the other fields
// of the page. filters is the request as the message of planned hours.
func (t *table) list(ctx context.Context, req lists.Request, filters *pb.ListAssignmentsRequest, page proto.Message) ([]*pb.Assignment, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	all := t.query(ctx, filters)
	rest := *all
	if w.After != nil {
		if err := rest.after(w.After); err != nil {
			return nil, err
		}
	}
	rows, err := rest.rows(ctx, w.Limit+1, int(w.Offset))
	if err != nil {
		return nil, err
	}
	n := min(len(rows), w.Limit)
	var last []byte
	if n < len(rows) {
		last = position(rows[n-1])
	}
	return rows[:n], w.Fill(ctx, page, n, last, all.count)
}

// query is a list of rows. Its text depends on which filters there are and not on
// their values, so that each stays prepared.
type query struct {
	db    *ent.Client
	table string
	where string
	args  []any
	// indexed reports whether the indexes hold all columns of the filters.
	indexed bool
}

// query returns the list that the filters of a request describe.
func (t *table) query(ctx context.Context, req *pb.ListAssignmentsRequest) *query {
	q := &query{db: t.db, table: t.name, indexed: req.UpdatedSince == nil && req.MinHours == nil}
	q.filter("t.organization_id = ?", tenant.Organization(ctx))
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
	if req.UpdatedSince != nil {
		q.filter("t.updated_at >= ?", req.GetUpdatedSince().AsTime())
	}
	return q
}

// filter adds a condition, in which each ? is the next argument.
func (q *query) filter(condition string, args ...any) {
	before := " WHERE "
	if q.where != "" {
		before = " AND "
	}
	q.where += before
	for i, text := range strings.Split(condition, "?") {
		if i > 0 {
			q.args = append(q.args, args[i-1])
			q.where += "$" + strconv.Itoa(len(q.args))
		}
		q.where += text
	}
}

// position returns the place of a row in the order of the list.
func position(m *pb.Assignment) []byte {
	p := []byte(m.Date)
	for _, id := range []string{m.UserId, m.ProjectId, m.GetCapabilityId()} {
		id := protoconv.ID(id)
		p = append(p, id[:]...)
	}
	return p
}

// after adds the condition that rows follow a position. Its first part finds the first
// row in an index. In a position, no capability is the zero UUID, which is less than all
// others.
func (q *query) after(position []byte) error {
	if len(position) != dateText+3*len(uuid.UUID{}) || !protoconv.ValidDate(string(position[:dateText])) {
		return lists.ForeignCursor()
	}
	date, ids := string(position[:dateText]), position[dateText:]
	user, project, capability := uuid.UUID(ids[:16]), uuid.UUID(ids[16:32]), uuid.UUID(ids[32:])
	q.filter("(t.date, t.user_id, t.project_id) >= (?, ?, ?)", date, user, project)
	q.filter("((t.date, t.user_id, t.project_id) > (?, ?, ?) OR t.capability_id > ?)", date, user, project, capability)
	return nil
}

// rows returns up to limit rows after the first offset ones.
func (q *query) rows(ctx context.Context, limit, offset int) ([]*pb.Assignment, error) {
	rows, err := q.db.QueryContext(ctx, q.text(offset), append(q.args[:len(q.args):len(q.args)], limit, offset)...)
	if err != nil {
		return nil, err
	}
	return read(rows, 0)
}

// text is the statement of a page. Its rows come as one value, in the order in which
// the innermost SELECT returns them.
func (q *query) text(offset int) string {
	limit, skip := strconv.Itoa(len(q.args)+1), strconv.Itoa(len(q.args)+2)
	bounds := " FROM " + q.table + " t" + q.where + inOrder + " LIMIT $" + limit + " OFFSET $" + skip
	var b strings.Builder
	b.WriteString("SELECT string_agg(" + binaryRow + ", '') FROM (SELECT t.*")
	if offset >= deep && q.indexed {
		b.WriteString(" FROM (SELECT t.id" + bounds + ") page JOIN " + q.table + " t ON t.organization_id = $1 AND t.id = page.id" + inOrder)
	} else {
		b.WriteString(bounds)
	}
	b.WriteString(") t")
	return b.String()
}

// count returns the number of rows.
func (q *query) count(ctx context.Context) (n int, err error) {
	rows, err := q.db.QueryContext(ctx, "SELECT count(*) FROM "+q.table+" t"+q.where, q.args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&n)
	}
	if err != nil {
		return 0, err
	}
	return n, rows.Err()
}
