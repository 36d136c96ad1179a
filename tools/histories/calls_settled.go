package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

const (
	usersSettled = 2 // of those with hours
	// The clients close no more days of a user in a history that is long: one page of a list has all of these.
	sheetsOfUser, locksOfUser = 150, 30
)

// closing is a timesheet, a lock or an exception of a lock.
type closing struct {
	name, id string
	isOver   bool // it closes no day any more, or is gone

	first, last string  // the days of a timesheet
	approvedSeq *number // of a timesheet, if it is known
	ofAll       bool    // a lock for all users
	lock, of    string  // the name and the id of the lock of an exception
}

// closings are those of one user and kind that the clients of a history know, oldest first.
type closings struct {
	mu   sync.Mutex
	made int
	list []closing
}

// room reports whether another one may be made.
func (c *closings) room(most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	return c.made <= most
}

// learn adds what a response has told.
func (c *closings) learn(now closing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.list, func(k closing) bool { return k.name == now.name })
	if at < 0 {
		c.list = append(c.list, now)
		return
	}
	was := &c.list[at]
	if now.isOver = now.isOver || was.isOver; now.approvedSeq == nil {
		now.approvedSeq = was.approvedSeq
	}
	*was = now
}

// pick returns one that is not over, and sometimes another one. Its id is empty if there is none.
func (c *closings) pick(random *rand.Rand) closing {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := slices.DeleteFunc(slices.Clone(c.list), func(k closing) bool { return k.isOver })
	if len(from) == 0 || random.IntN(10) == 0 {
		from = c.list
	}
	if len(from) == 0 {
		return closing{}
	}
	return from[random.IntN(len(from))]
}

// settling is what clients know of the closed days of a user.
type settling struct{ sheets, locks, exceptions closings }

// settledDay is the day of a cell.
func (r *run) settledDay(i int) string {
	day := time.Date(2026, 1, 1+r.number*settledDays+i/projectsOfHours, 0, 0, 0, 0, time.UTC)
	return day.Format(time.DateOnly)
}

// settledCells returns the cells of rows of actual hours.
func (r *run) settledCells(rows []row) map[int]cell {
	found := map[int]cell{}
	for i := range cells {
		for _, row := range rows {
			if row.Date == r.settledDay(i) && row.ProjectID == r.organization.Projects[i%projectsOfHours].ID {
				found[i] = cell{Hours: int(row.Hours), Version: int64(row.Version)}
			}
		}
	}
	return found
}

// caller returns the key of somebody who may write the hours of a user: the user, the manager, or an admin. isUser
// reports whether it is the user.
func (w *worker) caller(n int) (key string, isUser bool) {
	keys := w.organization.Keys
	at := []int{0, 1, 2 + n}[w.random.IntN(3)] // as documentOf has them
	return keys[at].Secret, at == 2+n
}

// settle makes a random call about the settled days of a user.
func (w *worker) settle(ctx context.Context, n int) error {
	switch kind := w.random.IntN(20); {
	case kind < 10:
		return w.actual(ctx, n, w.randomActual())
	case kind < 12:
		return w.actual(ctx, n, &input{Kind: "list"})
	case kind < 16:
		return w.randomSheet(ctx, n)
	case kind < 18:
		return w.randomLock(ctx, n)
	case kind < 19:
		return w.listSheets(ctx, n)
	}
	return w.listLocks(ctx, n)
}

// randomDays sets the cells of a call to those of random days.
func (w *worker) randomDays(in *input) *input {
	first := w.random.IntN(settledDays)
	last := first + w.random.IntN(settledDays-first)
	in.First, in.Last = first*projectsOfHours, (last+1)*projectsOfHours-1
	return in
}

// randomActual returns a write of actual hours. Many leave a row as it is, because there are few values.
func (w *worker) randomActual() *input {
	in := &input{Kind: []string{"upsert", "upsert", "upsert", "replace", "delete", "remove"}[w.random.IntN(6)]}
	in.Rows = map[int]cell{}
	from := w.random.Perm(cells)[:[]int{1, 1, 2, 4, 11, 12}[w.random.IntN(6)]]
	if in.Kind == "replace" || in.Kind == "delete" {
		w.randomDays(in)
		from = w.random.Perm(in.Last + 1)[:w.random.IntN(in.Last+2)]
	}
	for _, i := range from {
		if i >= in.First && in.Kind != "delete" {
			in.Rows[i] = cell{Hours: 1 + w.random.IntN(2)}
		}
	}
	if in.Kind == "remove" {
		for i := range in.Rows {
			in.Rows[i] = cell{}
		}
	}
	return in
}

// ofSettled makes a call about the settled days of a user.
func (w *worker) ofSettled(
	ctx context.Context, n int, in *input, r request, read func(*answer, *output) error,
) (*output, error) {
	return w.do(ctx, fmt.Sprint("settled ", n), in, r, read)
}

// filter is a filter by the user and by days, for gRPC and for REST.
func (w *worker) filter(n int, first, last string) (filter object, query string) {
	user := w.userID(n)
	return object{"user_id": user, "start_date": first, "end_date": last},
		fmt.Sprintf("?user_id=%s&start_date=%s&end_date=%s", user, first, last)
}

func (w *worker) userID(n int) string { return w.organization.Users[1+n].ID }

// readRows reads rows of actual hours, which are the members items, or the data itself: over REST, those of an upsert.
func (w *worker) readRows(a *answer, out *output) error {
	var list struct{ Items []row }
	err := a.data(&list)
	if err != nil {
		err = a.data(&list.Items)
	}
	out.Rows = w.settledCells(list.Items)
	return err
}

func readCounts(a *answer, out *output) error {
	out.Counts = &counts{}
	return a.data(out.Counts)
}

// actual writes or lists actual hours.
func (w *worker) actual(ctx context.Context, n int, in *input) error {
	items := []object{}
	for i, c := range in.Rows {
		item := object{
			"userId": w.userID(n), "projectId": w.organization.Projects[i%projectsOfHours].ID, "date": w.settledDay(i),
		}
		if in.Kind != "remove" {
			item["hours"] = c.Hours
		}
		items = append(items, item)
	}
	w.random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	first, last := w.settledDay(in.First), w.settledDay(in.Last)
	if in.Kind == "list" {
		last = w.settledDay(cells - 1)
	}
	filter, query := w.filter(n, first, last)
	const path, service = "/api/v1/actual-hours", "ActualHoursService/"
	var r request
	read := w.readRows
	switch in.Kind {
	case "upsert":
		r = request{method: "POST", path: path, body: object{"items": items}, rpc: service + "UpsertActualHours"}
		r.message = object{"batch": r.body}
	case "replace":
		r = request{method: "PUT", path: path + "/window", rpc: service + "ReplaceActualHoursWindow", body: object{
			"userId": w.userID(n), "startDate": first, "endDate": last, "items": items,
		}}
		r.message, read = object{"window": r.body}, readCounts
	case "delete":
		r = request{method: "DELETE", path: path + query, rpc: service + "DeleteActualHours", message: filter}
		read = readCounts
	case "remove":
		r = request{method: "POST", path: path + "/delete", body: object{"items": items}}
		r.rpc, r.message = service+"DeleteActualHoursRows", object{"rows": r.body}
		read = readCounts
	case "list":
		r = request{method: "GET", path: path + query, rpc: service + "ListActualHours", message: filter}
	}
	r.key, in.Own = w.caller(n)
	// An upsert of a few rows whose response is lost needs an Idempotency-Key, as that of planned hours does.
	few := in.Kind == "upsert" && len(in.Rows) > 1 && len(in.Rows) <= 10
	if few || in.Kind != "list" && w.random.IntN(2) == 0 {
		w.once(&r)
	}
	_, err := w.ofSettled(ctx, n, in, r, read)
	return err
}

// once gives a request an Idempotency-Key, so that it is sent again until there is a response.
func (w *worker) once(r *request) { r.once, r.whole = w.name("once"), true }

// name returns a name that nothing else has.
func (w *worker) name(kind string) string {
	return fmt.Sprintf("%s-%d-%d-%x", kind, w.number, w.n, w.random.Uint64())
}

// readSettled reads everything about the settled days of a user.
func (w *worker) readSettled(ctx context.Context, n int) error {
	calls := []func() error{
		func() error { return w.actual(ctx, n, &input{Kind: "list"}) },
		func() error { return w.listSheets(ctx, n) },
		func() error { return w.listLocks(ctx, n) },
	}
	for _, call := range calls {
		if err := w.surely(ctx, call); err != nil {
			return err
		}
	}
	for _, t := range w.settlings[n].sheets.list {
		if t.approvedSeq == nil {
			continue
		}
		for _, kind := range []string{"proof", "past"} {
			if err := w.surely(ctx, func() error { return w.approved(ctx, n, t, kind) }); err != nil {
				return err
			}
		}
	}
	return nil
}
