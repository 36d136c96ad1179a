package main

import (
	"context"
	"fmt"
	"net/url"
	"time"
)

// row is a row of hours in JSON.
type row struct {
	ID           string  `json:"id,omitempty"`
	UserID       string  `json:"userId"`
	ProjectID    string  `json:"projectId"`
	CapabilityID *string `json:"capabilityId,omitempty"`
	Date         string  `json:"date"`
	Hours        float64 `json:"hours"`
	Tentative    bool    `json:"tentative"`
	Version      number  `json:"version,omitempty"`
}

// day is a day of the grids of a history.
func (r *run) day(i int) string {
	return time.Date(2027, 1, 1+r.number*cells+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func (r *run) cellsOf(rows []row) map[int]cell {
	found := map[int]cell{}
	first, _ := time.Parse(time.DateOnly, r.day(0))
	for _, row := range rows {
		day, _ := time.Parse(time.DateOnly, row.Date)
		found[int(day.Sub(first)/(24*time.Hour))] = cell{int(row.Hours), row.Tentative, int64(row.Version)}
	}
	return found
}

// randomHours returns a call about a grid. The source of a copy leaves room for the days by which it moves.
func (w *worker) randomHours() *input {
	in := &input{Kind: []string{"upsert", "upsert", "upsert", "list", "list", "replace", "delete", "copy",
		"move"}[w.random.IntN(9)]}
	row := func() cell { return cell{Hours: w.random.IntN(9), Tentative: w.random.IntN(3) == 0} }
	switch in.Kind {
	case "upsert":
		in.Rows = map[int]cell{}
		for _, i := range w.random.Perm(cells)[:[]int{1, 1, 1, 4, 11, 12}[w.random.IntN(6)]] {
			in.Rows[i] = row()
		}
	case "replace", "delete", "copy", "move":
		in.First = w.random.IntN(cells / 2)
		in.Last = max(1, in.First+w.random.IntN(cells/2-in.First))
		if in.Kind == "copy" || in.Kind == "move" {
			in.Shift = 1 + w.random.IntN(cells/2)
		}
		if in.Kind == "replace" {
			in.Rows = map[int]cell{}
			for i := in.First; i <= in.Last; i++ {
				if w.random.IntN(2) == 0 {
					in.Rows[i] = row()
				}
			}
		}
	}
	return in
}

// hours makes a call about a grid.
func (w *worker) hours(ctx context.Context, n int, in *input) error {
	user, project := w.organization.Users[1+n%usersWithHours].ID, w.organization.Projects[n/usersWithHours].ID
	items := []row{}
	for i, c := range in.Rows {
		items = append(items,
			row{UserID: user, ProjectID: project, Date: w.day(i), Hours: float64(c.Hours), Tentative: c.Tentative})
	}
	w.random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	window := object{"userId": user, "projectId": project, "startDate": w.day(in.First), "endDate": w.day(in.Last)}
	if in.Kind == "list" {
		window["endDate"] = w.day(cells - 1)
	}
	filter := object{"user_id": user, "project_id": project, "start_date": window["startDate"],
		"end_date": window["endDate"]}
	query := url.Values{}
	for name, value := range filter {
		query.Set(name, value.(string))
	}
	const path = "/api/v1/assignments"
	changed := func(a *answer, out *output) error {
		out.Counts = &counts{}
		return a.data(out.Counts)
	}
	var r request
	read := changed
	switch in.Kind {
	case "upsert":
		r = request{
			method: "POST", path: path, body: object{"items": items},
			rpc: "AssignmentService/UpsertAssignments", message: object{"batch": object{"items": items}},
		}
		read = func(a *answer, out *output) error {
			var rows []row
			err := a.data(&rows)
			out.Rows = w.cellsOf(rows)
			return err
		}
	case "replace":
		window["items"] = items
		r = request{
			method: "PUT", path: path + "/window", body: window,
			rpc: "AssignmentService/ReplaceAssignmentsWindow", message: object{"window": window},
		}
	case "delete":
		r = request{method: "DELETE", path: path + "?" + query.Encode(), rpc: "AssignmentService/DeleteAssignments",
			message: filter}
	case "copy", "move":
		c := object{
			"source": window, "target": object{"startDate": w.day(in.First + in.Shift)}, "onExisting": "replace",
			"move": in.Kind == "move",
		}
		r = request{method: "POST", path: path + "/copy", body: c, rpc: "AssignmentService/CopyAssignments"}
		r.message = object{"copy": object{
			"source": window, "target": c["target"], "onExisting": "ON_EXISTING_REPLACE", "move": c["move"],
		}}
	case "list":
		r = request{method: "GET", path: path + "?" + query.Encode(), rpc: "AssignmentService/ListAssignments",
			message: filter}
		read = func(a *answer, out *output) error {
			var list struct{ Items []row }
			err := a.data(&list)
			out.Rows = w.cellsOf(list.Items)
			return err
		}
	}
	// An upsert of a few rows may be made in two steps, if somebody changes a row that it has found as it should be,
	// unless it has an Idempotency-Key.
	few := in.Kind == "upsert" && len(in.Rows) > 1 && len(in.Rows) <= 10
	if few || in.Kind != "list" && w.random.IntN(3) > 0 {
		r.once, r.whole = fmt.Sprintf("hours-%d-%x", w.n, w.random.Uint64()), true
	}
	_, err := w.do(ctx, fmt.Sprint("hours ", n), in, r, read)
	return err
}
