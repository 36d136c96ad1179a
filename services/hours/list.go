package hours

import (
	"context"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// inOrder is the order of the lists, which the indexes of both tables have.
const inOrder = " ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST"

// deep is the offset from which a page is found in an index alone and only its own
// rows are fetched. A million rows down the list that is ten times as fast, at its
// start it takes twice as long; they meet between 500 and 1,000.
const deep = 1_000

// query is a list of rows. Its text depends on which filters there are and not on
// their values, so that each stays prepared.
type query struct {
	db     *ent.Client
	table  string
	where  string
	args   []any
	limit  int
	offset int
	// indexed says that the indexes hold all columns of the filters.
	indexed bool
}

var _ lists.Query[*query, *pb.Assignment] = (*query)(nil)

// query returns the list that the filters of a request describe.
func (t *table) query(ctx context.Context, req *pb.ListAssignmentsRequest) *query {
	q := &query{db: t.db, table: t.name, indexed: req.UpdatedSince == nil}
	q.filter("organization_id =", tenant.Organization(ctx))
	if req.UserId != nil {
		q.filter("user_id =", req.GetUserId())
	}
	if req.ProjectId != nil {
		q.filter("project_id =", req.GetProjectId())
	}
	if req.CapabilityId != nil {
		q.filter("capability_id =", req.GetCapabilityId())
	}
	if req.StartDate != nil {
		q.filter("date >=", req.GetStartDate())
	}
	if req.EndDate != nil {
		q.filter("date <=", req.GetEndDate())
	}
	if req.UpdatedSince != nil {
		q.filter("updated_at >=", req.GetUpdatedSince().AsTime())
	}
	return q
}

func (q *query) filter(condition string, arg any) {
	if q.where == "" {
		q.where = " WHERE "
	} else {
		q.where += " AND "
	}
	q.args = append(q.args, arg)
	q.where += "t." + condition + " $" + strconv.Itoa(len(q.args))
}

// Clone implements lists.Query.
func (q *query) Clone() *query {
	c := *q
	return &c
}

// Limit implements lists.Query.
func (q *query) Limit(n int) *query {
	q.limit = n
	return q
}

// Offset implements lists.Query.
func (q *query) Offset(n int) *query {
	q.offset = n
	return q
}

// All implements lists.Query.
func (q *query) All(ctx context.Context) ([]*pb.Assignment, error) {
	rows, err := q.db.QueryContext(ctx, q.page(), append(q.args[:len(q.args):len(q.args)], q.limit, q.offset)...)
	if err != nil {
		return nil, err
	}
	return read(rows, 0)
}

// page is the statement of a page. Its rows come as one value, in the order in which
// the innermost SELECT gives them, since nothing is done to them in between.
func (q *query) page() string {
	limit, offset := strconv.Itoa(len(q.args)+1), strconv.Itoa(len(q.args)+2)
	bounds := " FROM " + q.table + " t" + q.where + inOrder + " LIMIT $" + limit + " OFFSET $" + offset
	var b strings.Builder
	b.WriteString("SELECT string_agg(" + binaryRow + ", '') FROM (SELECT t.*")
	if q.offset >= deep && q.indexed {
		b.WriteString(" FROM (SELECT t.id" + bounds + ") page JOIN " + q.table + " t ON t.organization_id = $1 AND t.id = page.id" + inOrder)
	} else {
		b.WriteString(bounds)
	}
	b.WriteString(") t")
	return b.String()
}

// Count implements lists.Query.
func (q *query) Count(ctx context.Context) (n int, err error) {
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
