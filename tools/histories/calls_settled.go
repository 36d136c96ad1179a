package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
	// As upserts of planned hours.
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

// timesheet is a timesheet in JSON.
type timesheet struct {
	ID, Note, Status   string
	StartDate, EndDate string
	Hours              float64
	Version            number
	ApprovedSeq        *number
}

// record is the timesheet as its history has it.
func (t timesheet) record() record {
	return sheet{
		Status: strings.ToLower(strings.TrimPrefix(t.Status, "TIMESHEET_STATUS_")), Hours: int(t.Hours),
		Version: int64(t.Version),
	}.record()
}

// closing is the timesheet as clients remember it.
func (t timesheet) closing() closing {
	status := t.record().Value
	return closing{
		name: t.Note, id: t.ID, first: t.StartDate, last: t.EndDate, approvedSeq: t.ApprovedSeq,
		isOver: !strings.HasPrefix(status, "pending") && !strings.HasPrefix(status, "approved"),
	}
}

const sheetsPath, sheetsService = "/api/v1/timesheets", "TimesheetService/"

// randomSheet makes a timesheet, changes one, or reads what was approved.
func (w *worker) randomSheet(ctx context.Context, n int) error {
	sheets := &w.settlings[n].sheets
	kind := []string{
		"submit", "submit", "submit", "approve", "approve", "approve", "reject", "withdraw", "reopen", "reopen", "proof",
		"past",
	}[w.random.IntN(12)]
	t := sheets.pick(w.random)
	if kind == "submit" || t.id == "" {
		if !sheets.room(sheetsOfUser) {
			return nil
		}
		return w.submit(ctx, n)
	}
	if kind == "proof" || kind == "past" {
		return w.approved(ctx, n, t, kind)
	}
	return w.decide(ctx, n, t, kind)
}

// submit submits random days.
func (w *worker) submit(ctx context.Context, n int) error {
	in := w.randomDays(&input{Kind: "submit", Value: w.name("sheet")})
	body := object{
		"userId": w.userID(n), "startDate": w.settledDay(in.First), "endDate": w.settledDay(in.Last), "note": in.Value,
	}
	r := request{
		method: "POST", path: sheetsPath, body: body, rpc: sheetsService + "CreateTimesheet",
		message: object{"timesheet": body},
	}
	return w.change(ctx, n, in, r)
}

// change makes or changes a timesheet.
func (w *worker) change(ctx context.Context, n int, in *input, r request) error {
	if r.key == "" {
		r.key, in.Own = w.caller(n)
	}
	if w.random.IntN(2) == 0 { // the response to an approval then has no number
		w.once(&r)
	}
	var t timesheet
	out, err := w.ofSettled(ctx, n, in, r, func(a *answer, out *output) error {
		err := a.data(&t)
		now := t.record()
		out.Value, out.Version = now.Value, now.Version
		return err
	})
	if err != nil || out == nil || out.Status != ok {
		return err
	}
	w.settlings[n].sheets.learn(t.closing())
	if in.Kind != "approve" {
		return nil
	}
	for _, kind := range []string{"proof", "past"} {
		if err := w.approved(ctx, n, t.closing(), kind); err != nil {
			return err
		}
	}
	return nil
}

// decide approves, rejects, withdraws or reopens a timesheet.
func (w *worker) decide(ctx context.Context, n int, t closing, kind string) error {
	in := &input{Kind: kind, Value: t.name}
	r := request{
		method: "POST", path: sheetsPath + "/" + t.id + "/" + kind,
		rpc:     sheetsService + strings.ToUpper(kind[:1]) + kind[1:] + "Timesheet",
		message: object{"timesheetId": t.id},
	}
	switch kind {
	case "reject":
		r.body = object{"rejectionReason": "Again"}
		r.message["rejection"] = r.body
	case "reopen":
		r.body = object{"reason": "Again"}
		r.message["reopening"] = r.body
	}
	if kind != "withdraw" { // nobody decides the own timesheet
		r.key = w.organization.Keys[w.random.IntN(2)].Secret
	}
	return w.change(ctx, n, in, r)
}

// approved reads what was approved: with the kind proof from the timesheet, and past as of the event of the approval.
func (w *worker) approved(ctx context.Context, n int, t closing, kind string) error {
	in := &input{Kind: kind, Value: t.name}
	r := request{
		method: "GET", path: sheetsPath + "/" + t.id + "/hours", rpc: sheetsService + "GetTimesheetHours",
		message: object{"timesheetId": t.id},
	}
	if kind == "past" {
		if t.approvedSeq == nil {
			return nil
		}
		filter, query := w.filter(n, t.first, t.last)
		filter["asOf"] = fmt.Sprint(*t.approvedSeq)
		r = request{
			method: "GET", path: fmt.Sprint("/api/v1/actual-hours", query, "&asOf=", *t.approvedSeq),
			rpc: "ActualHoursService/ListActualHours", message: filter,
		}
	}
	_, err := w.ofSettled(ctx, n, in, r, w.readRows)
	return err
}

const locksPath, locksService = "/api/v1/locks", "LockService/"

// randomLock makes a lock or an exception of one, or deletes it.
func (w *worker) randomLock(ctx context.Context, n int) error {
	known := &w.settlings[n]
	l, e := known.locks.pick(w.random), known.exceptions.pick(w.random)
	switch kind := w.random.IntN(6); {
	case l.id == "" || kind < 1:
		if !known.locks.room(locksOfUser) {
			return nil
		}
		return w.lock(ctx, n)
	case kind < 4:
		return w.unlock(ctx, n, l)
	case e.id == "" || kind < 5:
		return w.except(ctx, n, l)
	default:
		return w.unexcept(ctx, n, e)
	}
}

// lock locks random days of a user or of all, and reads the hours of the user.
func (w *worker) lock(ctx context.Context, n int) error {
	in := w.randomDays(&input{Kind: "lock", Value: w.name("lock")})
	made := closing{name: in.Value, ofAll: w.random.IntN(4) == 0}
	body := object{
		"startDate": w.settledDay(in.First), "endDate": w.settledDay(in.Last), "kinds": []string{"actual_hours"},
		"userIds": []string{w.userID(n)}, "reason": in.Value,
	}
	if made.ofAll {
		body["userIds"] = []string{}
	}
	r := request{
		method: "POST", path: locksPath, body: body, rpc: locksService + "CreateLock", message: object{"lock": body},
	}
	w.once(&r)
	out, err := w.do(ctx, made.about(n), in, r, func(a *answer, _ *output) error {
		var l entry
		err := a.data(&l)
		made.id = l.ID
		return err
	})
	if err != nil || out == nil || out.Unknown {
		return err
	}
	w.learnLock(n, made)
	return w.actual(ctx, n, &input{Kind: "list"})
}

// about is what the calls that make and delete a lock are about.
func (c closing) about(n int) string {
	if !c.ofAll {
		return fmt.Sprint("settled ", n)
	}
	all := ""
	for n := range usersSettled {
		all += fmt.Sprint(", settled ", n)
	}
	return strings.TrimPrefix(all, ", ")
}

func (w *worker) learnLock(n int, l closing) {
	for user := range w.settlings {
		if l.ofAll || user == n {
			w.settlings[user].locks.learn(l)
		}
	}
}

// unlock deletes a lock.
func (w *worker) unlock(ctx context.Context, n int, l closing) error {
	r := request{
		method: "DELETE", path: locksPath + "/" + l.id, rpc: locksService + "DeleteLock", message: object{"lockId": l.id},
	}
	w.once(&r)
	out, err := w.do(ctx, l.about(n), &input{Kind: "unlock", Value: l.name}, r, nil)
	if out != nil && !out.Unknown {
		l.isOver = true
		w.learnLock(n, l)
	}
	return err
}

// except makes an exception of a lock for the user.
func (w *worker) except(ctx context.Context, n int, l closing) error {
	in := &input{Kind: "except", Value: l.name, Exception: w.name("exception")}
	body := object{
		"userId": w.userID(n), "until": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "reason": in.Exception,
	}
	r := request{
		method: "POST", path: locksPath + "/" + l.id + "/exceptions", body: body,
		rpc: locksService + "CreateLockException", message: object{"lockId": l.id, "exception": body},
	}
	w.once(&r)
	var made entry
	out, err := w.ofSettled(ctx, n, in, r, func(a *answer, _ *output) error { return a.data(&made) })
	if out != nil && out.Status == ok {
		w.settlings[n].exceptions.learn(closing{name: in.Exception, id: made.ID, lock: l.name, of: l.id})
	}
	return err
}

// unexcept deletes an exception.
func (w *worker) unexcept(ctx context.Context, n int, e closing) error {
	r := request{
		method: "DELETE", path: locksPath + "/" + e.of + "/exceptions/" + e.id, rpc: locksService + "DeleteLockException",
		message: object{"lockId": e.of, "exceptionId": e.id},
	}
	w.once(&r)
	out, err := w.ofSettled(ctx, n, &input{Kind: "unexcept", Value: e.lock, Exception: e.name}, r, nil)
	if out != nil && !out.Unknown {
		e.isOver = true
		w.settlings[n].exceptions.learn(e)
	}
	return err
}

// listSheets lists the timesheets of the user in the history.
func (w *worker) listSheets(ctx context.Context, n int) error {
	filter, query := w.filter(n, w.settledDay(0), w.settledDay(cells-1))
	filter["limit"] = 200
	r := request{
		method: "GET", path: sheetsPath + query + "&limit=200", rpc: sheetsService + "ListTimesheets", message: filter,
	}
	_, err := w.ofSettled(ctx, n, &input{Kind: "sheets"}, r, func(a *answer, out *output) error {
		var list struct{ Items []timesheet }
		err := a.data(&list)
		out.Records = map[string]record{}
		for _, t := range list.Items {
			out.Records[t.Note] = t.record()
			w.settlings[n].sheets.learn(t.closing())
		}
		return err
	})
	return err
}

// listLocks lists the locks of the history that are about the user.
func (w *worker) listLocks(ctx context.Context, n int) error {
	r := request{
		method: "GET", path: locksPath + "?limit=200", rpc: locksService + "ListLocks", message: object{"limit": 200},
	}
	_, err := w.ofSettled(ctx, n, &input{Kind: "locks"}, r, func(a *answer, out *output) error {
		var list struct {
			Items []struct {
				ID, Reason string
				UserIDs    []string
				Exceptions []struct{ ID, UserID, Reason string }
			}
		}
		err := a.data(&list)
		out.Records = map[string]record{}
		for _, l := range list.Items {
			ofAll := len(l.UserIDs) == 0
			if !strings.HasPrefix(l.Reason, fmt.Sprintf("lock-%d-", w.number)) ||
				!ofAll && !slices.Contains(l.UserIDs, w.userID(n)) {
				continue
			}
			w.learnLock(n, closing{name: l.Reason, id: l.ID, ofAll: ofAll})
			var names []string
			for _, e := range l.Exceptions {
				if e.UserID == w.userID(n) {
					names = append(names, e.Reason)
					w.settlings[n].exceptions.learn(closing{name: e.Reason, id: e.ID, lock: l.Reason, of: l.ID})
				}
			}
			out.Records[l.Reason] = record{Value: namesOf(names)}
		}
		return err
	})
	return err
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
