package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// share is how often the requests of a kind are made.
type share struct {
	weight int
	kind   string
	do     func(*worker, context.Context)
}

// mix are the requests. They are those of people with a calendar and of programs that import, export and follow.
var mix = []share{
	{20, "list", (*worker).list}, {8, "list over gRPC", (*worker).listGRPC},
	{5, "list of records", (*worker).listRecords},
	{14, "get", (*worker).read}, {14, "upsert of 1", func(w *worker, ctx context.Context) { w.upsert(ctx, 1) }},
	{5, "upsert of 100", func(w *worker, ctx context.Context) { w.upsert(ctx, 100) }},
	{3, "actual hours", (*worker).actual}, {3, "window", (*worker).window}, {2, "copy", (*worker).copy},
	{8, "patch", (*worker).patch},
	{3, "time off", (*worker).vacation}, {4, "delete", (*worker).expire}, {3, "capacity", (*worker).capacity},
	{1, "session", (*worker).session}, {1, "holidays", (*worker).holidays}, {3, "events", (*worker).history},
	{8, "ledger", (*worker).enter},
}

// exportsEvery is how many requests there are for each export of a whole window.
const exportsEvery = 400

// day returns a day of the window that leaves room for so many days after it.
func (w *worker) day(room int) int { return w.firstDay() + w.random.IntN(days-room) }

func (w *worker) hours() float64 { return float64(w.random.IntN(33)) / 4 }

func (w *worker) list(ctx context.Context) {
	from := w.day(14)
	path := fmt.Sprintf("assignments?user_id=%s&start_date=%s&end_date=%s", w.org.user(w.random.IntN(users)),
		date(from), date(from+13))
	if w.random.IntN(4) == 0 {
		path = fmt.Sprintf("assignments?project_id=%s&start_date=%s&limit=200",
			w.org.Projects[w.random.IntN(projects)].ID, date(from))
	}
	w.call(ctx, "list", http.MethodGet, path, nil)
}

func (w *worker) listGRPC(ctx context.Context) {
	if w.connect() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, w.client.Timeout)
	defer cancel()
	from, began := w.day(14), time.Now()
	_, err := pb.NewAssignmentServiceClient(w.grpc).ListAssignments(ctx, &pb.ListAssignmentsRequest{
		UserId: new(w.org.user(w.random.IntN(users))), StartDate: new(date(from)), EndDate: new(date(from + 13)),
	})
	const kind = "list over gRPC"
	code := status.Code(err)
	switch {
	case ctx.Err() != nil:
	case err == nil:
		w.counts.add(w.org, kind, "200", time.Since(began))
	case w.on.killed.Load():
		w.counts.add(w.org, kind, "no response", 0)
		_ = wait.For(ctx, 200*time.Millisecond)
	default:
		w.counts.add(w.org, kind, code.String(), 0)
		if code != codes.Unavailable && code != codes.ResourceExhausted {
			w.wrong(kind, err.Error())
		}
	}
}

func (w *worker) listRecords(ctx context.Context) {
	paths := []string{
		"users", "clients", "projects?expand=client", "time-off?status=approved", "holidays?countryCode=LI&year=2027", "webhooks",
	}
	w.call(ctx, "list of records", http.MethodGet, paths[w.random.IntN(len(paths))], nil)
}

func (w *worker) read(ctx context.Context) {
	paths := []string{
		"clients/" + w.org.Clients[w.random.IntN(clients)].ID, "projects/" + w.org.Projects[w.random.IntN(projects)].ID,
		"users/" + w.org.user(w.random.IntN(users)), "me",
	}
	w.call(ctx, "get", http.MethodGet, paths[w.random.IntN(len(paths))], nil)
}

// rows returns n rows of a user, on one day after the other.
func (w *worker) rows(n int) (items []item) {
	user, from := w.random.IntN(users), w.day(min(days-1, (n+projectsOfUser-1)/projectsOfUser))
	for i := range n {
		items = append(items,
			item{w.org.user(user), w.org.project(user, i%projectsOfUser), date(from + i/projectsOfUser), w.hours()})
	}
	if n == 1 {
		items[0].Project = w.org.project(user, w.random.IntN(projectsOfUser))
	}
	return items
}

func (w *worker) once() []string {
	return []string{"Idempotency-Key", fmt.Sprintf("soak-%d-%x", w.number, w.random.Uint64())}
}

func (w *worker) upsert(ctx context.Context, n int) {
	var header []string
	if w.random.IntN(3) == 0 {
		header = w.once()
	}
	w.call(ctx, fmt.Sprint("upsert of ", n), http.MethodPost, "assignments", object{"items": w.rows(n)}, header...)
}

func (w *worker) actual(ctx context.Context) {
	w.call(ctx, "actual hours", http.MethodPost, "actual-hours", object{"items": w.rows(20)})
}

func (w *worker) window(ctx context.Context) {
	user, from := w.random.IntN(users), w.day(14)
	id, project := w.org.user(user), w.org.project(user, w.random.IntN(projectsOfUser))
	var items []item
	for i := range 14 {
		if w.random.IntN(5) > 0 {
			items = append(items, item{id, project, date(from + i), w.hours()})
		}
	}
	w.call(ctx, "window", http.MethodPut, "assignments/window", object{
		"userId": id, "projectId": project, "startDate": date(from), "endDate": date(from + 13), "items": items,
	}, w.once()...)
}

func (w *worker) copy(ctx context.Context) {
	from := w.day(14)
	w.call(ctx, "copy", http.MethodPost, "assignments/copy", object{
		"source": object{"userId": w.org.user(w.random.IntN(users)), "startDate": date(from),
			"endDate": date(from + 6)},
		"target":     object{"startDate": date(from + 7)},
		"onExisting": []string{"replace", "skip"}[w.random.IntN(2)], "move": w.random.IntN(4) == 0,
	}, w.once()...)
}

func (w *worker) patch(ctx context.Context) {
	path, body := "users/"+w.org.user(w.random.IntN(users)), object{"defaultAvailability": 20 + w.random.IntN(21)}
	switch w.random.IntN(3) {
	case 0:
		path, body = "clients/"+w.org.Clients[w.random.IntN(clients)].ID, object{"countryCode": fmt.Sprint(w.random.IntN(100))}
	case 1:
		path = "projects/" + w.org.Projects[w.random.IntN(projects)].ID
		body = object{"objective": fmt.Sprint("Objective ", w.random.Uint32())}
	}
	var header []string
	if w.random.IntN(4) == 0 {
		header = []string{"If-Match", fmt.Sprintf(`"%d"`, 1+w.random.IntN(50))} // most are refused
	}
	w.call(ctx, "patch", http.MethodPatch, path, body, header...)
}

// requests are the time off requests of an organization, the oldest first.
type requests struct {
	mu  sync.Mutex
	ids []string
}

// keptRequests is how many time off requests an organization keeps.
const keptRequests = 60

// vacation asks for time off, decides or changes the request, and deletes the oldest one if there are many.
func (w *worker) vacation(ctx context.Context) {
	from := w.day(10)
	resp := w.call(ctx, "time off", http.MethodPost, "time-off", object{
		"userId": w.org.user(w.random.IntN(users)), "timeOffTypeId": w.org.TimeOffTypes[0].ID,
		"startDate": date(from), "endDate": date(from + w.random.IntN(10)), "availability": 0, "reason": "Rest",
	}, w.once()...)
	var made entry
	if resp == nil || resp.Data(&made) != nil {
		return
	}
	path := "time-off/" + made.ID
	switch w.random.IntN(4) {
	case 0, 1:
		w.call(ctx, "time off", http.MethodPost, path+"/approve", nil)
	case 2:
		w.call(ctx, "time off", http.MethodPost, path+"/reject", object{"rejectionReason": "Release"})
	case 3:
		w.call(ctx, "time off", http.MethodPatch, path, object{"reason": "Travel"})
	}
	r := w.timeOff[w.org]
	r.mu.Lock()
	r.ids = append(r.ids, made.ID)
	var over []string
	if n := len(r.ids) - keptRequests; n > 0 {
		over, r.ids = slices.Clone(r.ids[:n]), slices.Delete(r.ids, 0, n)
	}
	r.mu.Unlock()
	for _, id := range over {
		// again if it is refused, or rows are left
		w.call(ctx, "time off", http.MethodDelete, "time-off/"+id, nil, w.once()...)
	}
}

// expire deletes the days of a user that are before the window, and a few rows of it.
func (w *worker) expire(ctx context.Context) {
	filter := fmt.Sprintf("?user_id=%s&start_date=2027-01-01&end_date=%s", w.org.user(w.random.IntN(users)),
		date(w.firstDay()-1))
	switch n := w.random.IntN(5); {
	case n == 0:
		var keys []object
		for _, it := range w.rows(10) {
			keys = append(keys, object{"userId": it.User, "projectId": it.Project, "date": it.Date})
		}
		w.call(ctx, "delete", http.MethodPost, "assignments/delete", object{"items": keys})
	case w.firstDay() == 0:
	case n < 3:
		w.call(ctx, "delete", http.MethodDelete, "assignments"+filter, nil)
	default:
		w.call(ctx, "delete", http.MethodDelete, "actual-hours"+filter, nil)
	}
}

func (w *worker) capacity(ctx context.Context) {
	from, group := w.day(28), []string{"user", "project", "organization"}[w.random.IntN(3)]
	w.call(ctx, "capacity", http.MethodGet,
		fmt.Sprintf("capacity?start_date=%s&end_date=%s&bucket=week&group_by=%s", date(from), date(from+27), group),
		nil)
}

// session signs in with the key as the console does, reads, and signs out.
func (w *worker) session(ctx context.Context) {
	if w.connect() != nil {
		return
	}
	browser, began := testbed.NewClient(w.on.HTTP, ""), time.Now()
	defer browser.Close()
	browser.Header.Set("Origin", "http://"+w.on.HTTP)
	for _, step := range []struct {
		method, path string
		body         any
	}{{"POST", "/session", object{"key": w.org.key("admin")}}, {"GET", "/api/v1/me", nil}, {"DELETE", "/session", nil}} {
		resp, err := browser.Call(ctx, step.method, step.path, step.body)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && w.on.killed.Load():
			w.counts.add(w.org, "session", "no response", 0)
			return
		case err == nil && slices.Contains(allowed, resp.Status):
			w.counts.add(w.org, "session", strconv.Itoa(resp.Status), 0)
			return
		case err != nil || resp.Status/100 != 2:
			w.wrong("session", fmt.Sprint(step.method, " ", step.path, ": ", testbed.Want(http.StatusOK, resp, err)))
			return
		}
		for _, c := range (&http.Response{Header: resp.Header}).Cookies() {
			browser.Header.Set("Cookie", c.Name+"="+c.Value)
		}
	}
	w.counts.add(w.org, "session", "200", time.Since(began))
}

func (w *worker) holidays(ctx context.Context) {
	w.call(ctx, "holidays", http.MethodPut, "holidays", object{"items": []object{{
		"countryCode": "LI", "date": date(w.random.IntN(20)), "name": fmt.Sprint("Holiday ", w.random.Uint32()),
	}}})
}

// history reads what became of a client.
func (w *worker) history(ctx context.Context) {
	w.call(ctx, "events", http.MethodGet, "events?recordId="+w.org.Clients[w.random.IntN(clients)].ID, nil)
}

func (w *worker) export(ctx context.Context) {
	w.call(ctx, "export", http.MethodGet, "assignments?start_date="+date(w.firstDay()), nil, "Accept",
		"application/x-ndjson")
}
