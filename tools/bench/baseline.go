package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// baselineCommand makes this program the baseline server, which serves the requests of the benchmark
// and nothing else: net/http, the pool and the statements of workplan with the look-ups for a
// manager, JSON written by hand. It has no validation, quotas, metrics, log, links or retries.
const baselineCommand = "serve-baseline"

type baseline struct {
	organization
	db      *sql.DB
	manager string // the id of the user
}

// serveBaseline serves an organization, given as JSON, in the database DATABASE_URL.
func serveBaseline(config string) error {
	debug.SetGCPercent(400) // as workplan serve
	t := &baseline{}
	if err := json.Unmarshal([]byte(config), &t.organization); err != nil {
		return err
	}
	t.manager = t.Users[users+1].ID
	var err error
	if t.db, err = postgres.Open(os.Getenv("DATABASE_URL"), postgres.Options{}); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	slog.New(slog.NewJSONHandler(os.Stderr, nil)).Info("listening", "http", listener.Addr().String())
	return http.Serve(listener, t)
}

func (t *baseline) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	admin := key == t.key("admin")
	if !admin && key != t.key("manager") {
		return // GET /readyz
	}
	body, err := io.ReadAll(r.Body)
	var response []byte
	switch {
	case err != nil:
	case r.Method == http.MethodGet:
		response, err = t.list(r.Context(), r.URL.Query())
	case r.Method == http.MethodPost:
		response, err = t.upsert(r.Context(), string(body), admin)
	default:
		response, err = t.patch(r.Context(), r.URL.Path, body)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header()["Content-Type"] = []string{"application/json"}
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(response))}
	_, _ = w.Write(response) // the client may be gone
}

// listText is the statement of a page. $1 is the organization, and the last two parameters are the number of rows and
// the offset.
func listText(conditions ...string) string {
	text := "SELECT string_agg(" + binaryRow + ", '') FROM (SELECT t.* FROM assignments t WHERE t.organization_id = $1"
	for i, condition := range conditions {
		text += fmt.Sprintf(" AND t.%s $%d", condition, i+2)
	}
	return text +
		fmt.Sprintf(" ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST LIMIT $%d OFFSET $%d) t",
			len(conditions)+2, len(conditions)+3)
}

// listFilters are the filters of lists: the names of REST and the conditions.
var listFilters = [][2]string{{"user_id", "user_id ="}, {"project_id", "project_id ="},
	{"start_date", "date >="}, {"end_date", "date <="}}

// rows returns the rows of a page and one more, if there is one.
func (t *baseline) rows(ctx context.Context, query url.Values) (rows []byte, limit, offset int, err error) {
	limit, err = strconv.Atoi(query.Get("limit"))
	if text := query.Get("offset"); err == nil && text != "" {
		offset, err = strconv.Atoi(text)
	}
	if err != nil {
		return nil, 0, 0, err
	}
	args, conditions := []any{t.Organization.ID}, []string{}
	for _, filter := range listFilters {
		if value := query.Get(filter[0]); value != "" {
			args, conditions = append(args, value), append(conditions, filter[1])
		}
	}
	rows, err = collect(t.db.QueryContext(ctx, listText(conditions...), append(args, limit+1, offset)...))
	return rows, limit, offset, err
}

func (t *baseline) list(ctx context.Context, query url.Values) ([]byte, error) {
	rows, limit, offset, err := t.rows(ctx, query)
	if err != nil {
		return nil, err
	}
	page := rows[:min(len(rows), limit*rowSize)]
	b := appendRows([]byte(`{"data":{"items":`), page)
	return fmt.Appendf(b, `,"total":null,"limit":%d,"offset":%d,"hasMore":%t}}`, limit,
		offset, len(rows) > len(page)), nil
}

const largestInsert = 250

var inserts = map[int]string{1: insertText(1), 100: insertText(100), largestInsert: insertText(largestInsert)}

func insertText(n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO assignments AS t (organization_id, id, version, created_at, updated_at, user_id, " +
		"project_id, capability_id, date, hours) VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		p := 3 + 6*i
		fmt.Fprintf(&b, "($1,$%d,1,$2,$2,$%d,$%d,$%d,$%d,$%d)", p, p+1, p+2, p+3, p+4, p+5)
	}
	b.WriteString(` ON CONFLICT (organization_id, user_id, project_id, capability_id, date)
DO UPDATE SET hours = excluded.hours, updated_at = greatest(t.updated_at, excluded.updated_at), version = t.version + 1
WHERE t.hours <> excluded.hours RETURNING ` + binaryRow)
	return b.String()
}

func (t *baseline) upsert(ctx context.Context, body string, admin bool) ([]byte, error) {
	items, err := readItems(body)
	if err != nil {
		return nil, err
	}
	if !admin {
		if err := t.check(ctx, items); err != nil {
			return nil, err
		}
	}
	rows, err := t.write(ctx, items)
	if err == nil && len(rows) == 0 { // a request of the benchmark changes all rows or none
		rows, err = t.unchanged(ctx, items)
	}
	if err != nil {
		return nil, err
	}
	return append(appendRows([]byte(`{"data":`), rows), '}'), nil
}

// write writes the items in their order. Workplan sorts them against deadlocks, but no two
// requests of the benchmark have a row in common.
func (t *baseline) write(ctx context.Context, items []item) (written []byte, err error) {
	if inserts[len(items)] != "" {
		return collect(t.db.QueryContext(ctx, inserts[len(items)], t.values(items)...))
	}
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	for chunk := range slices.Chunk(items, largestInsert) {
		rows, err := collect(tx.QueryContext(ctx, inserts[len(chunk)], t.values(chunk)...))
		if err != nil {
			return nil, err
		}
		written = append(written, rows...)
	}
	return written, tx.Commit()
}

// values returns the arguments of an insert.
func (t *baseline) values(items []item) []any {
	args := append(make([]any, 0, 2+6*len(items)), t.Organization.ID, time.Now().UTC())
	for i := range items {
		it := &items[i]
		args = append(args, uuid.Must(uuid.NewV7()).String(), it.User, it.Project, it.Capability, it.Date, it.Hours)
	}
	return args
}

const unchangedText = "SELECT " + binaryRow + `
FROM unnest((SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::date[])) WITH ORDINALITY
  AS k (user_id, project_id, capability_id, date, nth)
JOIN assignments t ON t.organization_id = $1 AND t.user_id = k.user_id AND t.date = k.date AND t.project_id = k.project_id
  AND coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000') = k.capability_id
ORDER BY nth`

func (t *baseline) unchanged(ctx context.Context, items []item) ([]byte, error) {
	var users, projects, capabilities, dates pq.StringArray
	for i := range items {
		it := &items[i]
		users, projects, dates = append(users, it.User), append(projects, it.Project), append(dates, it.Date)
		capability := it.Capability
		if capability == nil {
			capability = new(uuid.Nil.String())
		}
		capabilities = append(capabilities, *capability)
	}
	return collect(t.db.QueryContext(ctx, unchangedText, t.Organization.ID, users, projects, capabilities, dates))
}

// managedText returns those of some users and projects that a user manages.
const managedText = `
WITH RECURSIVE line (user_id, manager_id) AS (
  SELECT id, id FROM unnest((SELECT $2::uuid[])) id
  UNION
  SELECT user_id, (SELECT u.reports_to_id FROM users u WHERE u.organization_id = $1 AND u.id = line.manager_id)
  FROM line WHERE manager_id <> $4
)
SELECT uuid_send(user_id) FROM line WHERE manager_id = $4 AND user_id <> $4
UNION ALL
SELECT uuid_send(id) FROM projects WHERE organization_id = $1 AND id = ANY ((SELECT $3::uuid[])::uuid[]) AND project_manager_id = $4`

// check fails if the manager does not manage all users of the items.
func (t *baseline) check(ctx context.Context, items []item) error {
	users, projects := map[string]bool{}, map[string]bool{}
	for i := range items {
		users[items[i].User], projects[items[i].Project] = true, true
	}
	ids := func(set map[string]bool) pq.StringArray { return slices.Collect(maps.Keys(set)) }
	managed, err := collect(t.db.QueryContext(ctx, managedText, t.Organization.ID,
		ids(users), ids(projects), t.manager))
	if err == nil && len(managed) != len(uuid.UUID{})*len(users) {
		err = errors.New("a user of an item is not managed by the caller")
	}
	return err
}

// patchText changes the website of a client and makes the response.
const patchText = `
WITH changed AS (
  UPDATE clients SET website = $3, version = version + 1, updated_at = $4 WHERE organization_id = $1 AND id = $2 RETURNING *
)
SELECT row_to_json(response) FROM (SELECT (SELECT row_to_json(data) FROM (
  SELECT id, company_name AS "companyName", email, image, country_code AS "countryCode", website, is_active AS "isActive",
    client_priority AS "clientPriority", categories, account_manager_id AS "accountManagerId", version,
    to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
    to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "updatedAt", external_ids AS "externalIds", currency
  FROM changed) data) AS data) response`

func (t *baseline) patch(ctx context.Context, path string, body []byte) (response []byte, err error) {
	var change struct{ Website string }
	if err := json.Unmarshal(body, &change); err != nil {
		return nil, err
	}
	id := path[strings.LastIndexByte(path, '/')+1:]
	err = t.db.QueryRowContext(ctx, patchText, t.Organization.ID, id, change.Website, time.Now()).Scan(&response)
	return response, err
}
