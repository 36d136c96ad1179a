package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/workplan-api/workplan/test/process"
)

func init() {
	add(row{
		name: "windows-linearizable", runs: 3,
		done: "Five clients of two servers upsert, replace, copy, move and delete the same 36 cells of hours, and fill a " +
			"placeholder that has a third of them, in many short histories. In each, one of the servers is killed and another " +
			"one takes its place.",
		holds: "Porcupine finds an order of the calls, each of them at once and within its time, that explains all responses and " +
			"the rows at the end.",
		run: func(ctx context.Context, e *environment) ([]figure, error) {
			return checkHistories(ctx, e, false)
		},
		controlDone: "a client replaces a window with two calls, a deletion and an upsert",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			return checkHistories(ctx, e, true)
		},
	}, row{
		name: "windows-crossing", runs: 3,
		done: "16 clients of two servers make 1,000 calls and more that cross: upserts, windows, copies, moves, fills and " +
			"deletions of the same rows.",
		holds:       "PostgreSQL counts no deadlock, and each response is 200, 409 for too many hours, or asks to wait.",
		run:         crossWindows,
		controlDone: "upserts with the rows of each statement in random order", controls: 3,
		control: unsorted,
	})
}

// The cells of a history: hours of two persons and a placeholder on two projects on six days.
const (
	cellPersons, cellProjects, cellDays = 2, 2, 6
	vacancy                             = cellPersons // the placeholder is the last of the users
	cellUsers                           = cellPersons + 1
	cells                               = cellUsers * cellProjects * cellDays
)

// grid is the hours of each cell, plus one; 0 is no row.
type grid [cells]int8

func cellOf(i int) (user, project, day int) {
	return i / (cellProjects * cellDays), i / cellDays % cellProjects, i % cellDays
}

// change is a call. Its rows are cells with hours, and its window those of a user, if that is not -1, and of a project,
// from a first to a last day.
type change struct {
	kind                       string // upsert, replace, delete, copy, fill, read
	rows                       map[int]int8
	user, project, first, last int
	shift                      int
	existing                   string
	move                       bool
}

// outcome is a response. Nothing is known if there is none. It has no counts if it is of two calls.
type outcome struct {
	unknown, uncounted, tooManyHours     bool
	Created, Updated, Unchanged, Deleted int
	Moved, Merged                        int // of a fill
	rows                                 grid
}

func (c *change) covers(i int) bool {
	user, project, day := cellOf(i)
	return (c.user < 0 || user == c.user) && (c.project < 0 || project == c.project) && day >= c.first && day <= c.last
}

// model says what each call does. It is written for these tests alone.
var model = porcupine.Model{
	Init: func() any { return grid{} },
	Step: func(state, input, output any) (bool, any) {
		before, c, out := state.(grid), input.(*change), output.(*outcome)
		after, want := c.apply(before)
		if out.unknown || out.uncounted {
			return true, after
		}
		return want == *out, after
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
}

// apply returns what a call does to the rows, and its response.
func (c *change) apply(before grid) (after grid, out outcome) {
	after = before
	set := func(i int, value int8) {
		switch {
		case before[i] == 0:
			out.Created++
		case before[i] != value:
			out.Updated++
		default:
			out.Unchanged++
		}
		after[i] = value
	}
	switch c.kind {
	case "read":
		out.rows = before
	case "upsert", "replace":
		for i, value := range c.rows {
			set(i, value)
		}
		for i, value := range before {
			if _, kept := c.rows[i]; c.kind == "replace" && c.covers(i) && value != 0 && !kept {
				after[i] = 0
				out.Deleted++
			}
		}
	case "delete":
		for i, value := range before {
			if c.covers(i) && value != 0 {
				after[i] = 0
				out.Deleted++
			}
		}
	case "copy":
		return c.copied(before)
	case "fill":
		return c.filled(before)
	}
	return after, out
}

// filled moves the cells of the placeholder on the days of c to the user of c.
func (c *change) filled(before grid) (after grid, out outcome) {
	after = before
	for i, value := range before {
		user, project, day := cellOf(i)
		if user != vacancy || day < c.first || day > c.last || value == 0 {
			continue
		}
		to := (c.user*cellProjects+project)*cellDays + day
		out.Moved++
		if before[to] != 0 {
			out.Merged++
			value += before[to] - 1
		}
		if value > 24+1 {
			return before, outcome{tooManyHours: true}
		}
		after[i], after[to] = 0, value
	}
	return after, out
}

func (c *change) copied(before grid) (after grid, out outcome) {
	goes := map[int]bool{} // the sources that are copied and, in a move, go away
	for i, value := range before {
		if c.covers(i) && value != 0 {
			goes[i] = true
		}
	}
	all := len(goes)
	leaves := func(i int) bool { return c.move && goes[i] }
	for again := c.existing == "skip"; again; {
		again = false
		for i := range goes {
			if before[i+c.shift] != 0 && !leaves(i+c.shift) {
				delete(goes, i)
				again = true
			}
		}
	}
	after = before
	written := map[int]bool{}
	for i := range goes {
		to, value := i+c.shift, before[i]
		if c.existing == "add" && before[to] != 0 && !leaves(to) {
			value += before[to] - 1
		}
		if value > 24+1 {
			return before, outcome{tooManyHours: true}
		}
		switch {
		case before[to] == 0:
			out.Created++
		case before[to] != value:
			out.Updated++
		}
		after[to], written[to] = value, true
	}
	for i := range goes {
		if c.move && !written[i] {
			after[i] = 0
			out.Deleted++
		}
	}
	out.Unchanged = all - out.Created - out.Updated
	return after, out
}

// randomChange returns a call. Copies move by one or two days, and their source leaves room for that.
func randomChange() *change {
	c := &change{user: rand.IntN(cellUsers), project: -1, first: rand.IntN(3), rows: map[int]int8{}}
	c.last = c.first + rand.IntN(4-c.first)
	if rand.IntN(2) == 0 {
		c.user, c.project = c.user-1, rand.IntN(cellProjects)
	}
	switch rand.IntN(7) {
	case 0, 1:
		c.kind = "upsert"
		// One row, or more than ten: an upsert of a few rows is made again if somebody changes a row that it has found
		// as it should be, and others may see its first attempt.
		for _, i := range rand.Perm(cells)[:[]int{1, 11, 12, 13}[rand.IntN(4)]] {
			c.rows[i] = int8(1 + rand.IntN(9))
		}
	case 2, 3:
		c.kind = "replace"
		for i := range cells {
			if c.covers(i) && rand.IntN(2) == 0 {
				c.rows[i] = int8(1 + rand.IntN(9))
			}
		}
	case 4:
		c.kind = "delete"
	case 5:
		c.kind, c.shift, c.move = "copy", 1+rand.IntN(2), rand.IntN(2) == 0
		c.existing = []string{"replace", "add", "skip"}[rand.IntN(3)]
	case 6:
		c.kind, c.user, c.project = "fill", rand.IntN(cellPersons), -1
	}
	return c
}

// send makes the call for the days from offset on. In halves, a replacement is two calls.
func (c *change) send(ctx context.Context, cl *client, o *organization, offset int, halves bool) (*outcome, error) {
	items := []item{}
	for i, value := range c.rows {
		user, project, day := cellOf(i)
		items = append(items, item{o.cellUser(user), o.Projects[project].ID, date(offset + day), float64(value - 1)})
	}
	rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	window := object{"startDate": date(offset + c.first), "endDate": date(offset + c.last)}
	query := "?start_date=" + date(offset+c.first) + "&end_date=" + date(offset+c.last)
	if c.user >= 0 {
		window["userId"], query = o.cellUser(c.user), query+"&user_id="+o.cellUser(c.user)
	}
	if c.project >= 0 {
		window["projectId"], query = o.Projects[c.project].ID, query+"&project_id="+o.Projects[c.project].ID
	}
	const path = "/api/v1/assignments"
	post := func(ctx context.Context, out *outcome) error {
		var body struct{ Meta struct{ Summary *outcome } }
		body.Meta.Summary = out
		return c.made(ctx, cl, http.MethodPost, path+"?include=summary", object{"items": items}, out, &body)
	}
	out := &outcome{}
	data := &struct{ Data *outcome }{out}
	switch {
	case c.kind == "upsert":
		return out, post(ctx, out)
	case c.kind == "replace" && !halves:
		window["items"] = items
		return out, c.made(ctx, cl, http.MethodPut, path+"/window", window, out, data)
	case c.kind == "replace":
		if err := c.made(ctx, cl, http.MethodDelete, path+query, nil, out, data); err != nil || out.unknown {
			return out, err
		}
		if err := post(ctx, out); err != nil || out.unknown {
			return &outcome{unknown: true}, err
		}
		return &outcome{uncounted: true}, nil
	case c.kind == "delete":
		return out, c.made(ctx, cl, http.MethodDelete, path+query, nil, out, data)
	case c.kind == "copy":
		return out, c.made(ctx, cl, http.MethodPost, path+"/copy", object{
			"source": window, "target": object{"startDate": date(offset + c.first + c.shift)}, "onExisting": c.existing,
			"move": c.move,
		}, out, data)
	case c.kind == "fill":
		return out, c.made(ctx, cl, http.MethodPost, "/api/v1/users/"+o.placeholder+"/fill", window, out, data)
	}
	var list struct{ Data struct{ Items []item } }
	err := c.made(ctx, cl, http.MethodGet,
		path+"?limit=200&start_date="+date(offset)+"&end_date="+date(offset+cellDays-1), nil, out, &list)
	for _, it := range list.Data.Items {
		for i := range cells {
			user, project, day := cellOf(i)
			if it.User == o.cellUser(user) && it.Project == o.Projects[project].ID && it.Date == date(offset+day) {
				out.rows[i] = int8(it.Hours) + 1
			}
		}
	}
	return out, err
}

// cellUser returns the id of a user of the cells.
func (o *organization) cellUser(i int) string {
	if i == vacancy {
		return o.placeholder
	}
	return o.user(i)
}

// makePlaceholder makes the placeholder of the cells.
func (e *environment) makePlaceholder(ctx context.Context, servers []*process.Server) error {
	cl := newClient(servers[0].HTTP, e.first.key("admin"))
	defer cl.Close()
	resp, err := cl.Call(ctx, http.MethodPost, "/api/v1/users", object{"kind": "placeholder", "name": "Vacancy"})
	if err != nil {
		return err
	}
	var made struct{ Data record }
	err = resp.Decode(&made)
	e.first.placeholder = made.Data.ID
	return err
}

// errRefused means that a call has certainly done nothing.
var errRefused = errors.New("the call was refused")

// made makes a request, and reads its response into body. Without a response the outcome is unknown.
func (c *change) made(ctx context.Context, cl *client, method, path string, request any, out *outcome, body any) error {
	resp, err := cl.Call(ctx, method, path, request)
	var network *net.OpError
	switch {
	case errors.As(err, &network) && network.Op == "dial":
		return errRefused
	case err != nil || resp.Status >= 500:
		*out = outcome{unknown: true}
		return nil
	case resp.Status == http.StatusConflict:
		*out = outcome{tooManyHours: true}
		return nil
	case resp.Status == http.StatusTooManyRequests:
		return errRefused
	case resp.Status != http.StatusOK:
		return broken("%s %s: status %d: %.300s", method, path, resp.Status, resp.Body)
	}
	return resp.Decode(body)
}

// checkHistories makes histories and checks each of them.
func checkHistories(ctx context.Context, e *environment, halves bool) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	if err := e.makePlaceholder(ctx, servers); err != nil {
		return nil, err
	}
	histories, calls, unknown := 60, 0, 0
	if e.short {
		histories = 12
	}
	for n := range histories {
		history, err := e.makeHistory(ctx, servers, n*cellDays, halves)
		if err != nil {
			return nil, err
		}
		calls += len(history)
		for _, op := range history {
			if op.Output.(*outcome).unknown {
				unknown++
			}
		}
		switch result, info := porcupine.CheckOperationsVerbose(model, history, time.Minute); result {
		case porcupine.Illegal:
			if !halves {
				show(history, info)
			}
			return nil, broken("history %d of %d has no order that explains it", n+1, histories)
		case porcupine.Unknown:
			return nil, fmt.Errorf("history %d was not decided within a minute", n+1)
		}
	}
	figures := []figure{count("histories", histories), count("calls", calls),
		count("calls without a known outcome", unknown)}
	if unknown == 0 {
		return figures, errors.New("no call was interrupted")
	}
	return figures, nil
}

// show writes a history that has no order for a browser, and prints its calls.
func show(history []porcupine.Operation, info porcupine.LinearizationInfo) {
	for _, op := range history {
		log.Printf("%d: %d to %d µs: %s", op.ClientId, op.Call/1000, op.Return/1000,
			model.DescribeOperation(op.Input, op.Output))
	}
	file, err := os.CreateTemp("", "workplan-history-*.html")
	if err == nil {
		log.Printf("see %s", file.Name())
		err = errors.Join(porcupine.Visualize(model, info, file), file.Close())
	}
	if err != nil {
		log.Printf("cannot show the history: %v", err)
	}
}

// makeHistory lets clients make calls about the days from offset on. One server is killed meanwhile, and replaced.
func (e *environment) makeHistory(
	ctx context.Context, servers []*process.Server, offset int, halves bool,
) (history []porcupine.Operation, err error) {
	began := time.Now()
	var mu sync.Mutex
	pick := func() string {
		mu.Lock()
		defer mu.Unlock()
		return servers[rand.IntN(len(servers))].HTTP
	}
	call := func(n int, c *change) error {
		cl := newClient(pick(), e.first.key("admin"))
		defer cl.Close()
		op := porcupine.Operation{ClientId: n, Input: c, Call: time.Since(began).Nanoseconds()}
		out, err := c.send(ctx, cl, e.first, offset, halves)
		op.Output, op.Return = out, time.Since(began).Nanoseconds()
		if out.unknown {
			op.Return = math.MaxInt64 // it may still happen
		}
		if errors.Is(err, errRefused) {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		history = append(history, op)
		return err
	}
	const clients, each = 5, 12
	failed := make([]error, clients)
	var running sync.WaitGroup
	for n := range clients {
		running.Go(func() {
			for range each {
				if failed[n] == nil {
					failed[n] = call(n, randomChange())
				}
			}
		})
	}
	time.Sleep(time.Duration(20+rand.IntN(60)) * time.Millisecond)
	servers[0].Kill()
	running.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	// What the killed server had begun ends with its connections.
	replaced, err := e.serve(ctx)
	if err != nil {
		return nil, err
	}
	servers[0] = replaced
	return history, call(clients, &change{kind: "read"})
}

func crossWindows(ctx context.Context, e *environment) ([]figure, error) {
	if err := e.detectDeadlocks(ctx); err != nil {
		return nil, err
	}
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	if err := e.makePlaceholder(ctx, servers); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	calls, waits := 0, 0
	var wrong error
	// On a slow machine, the calls take longer.
	until := time.Now().Add(e.span(time.Minute, 10*time.Second))
	more := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return wrong == nil && (calls-waits < 1000 || time.Now().Before(until))
	}
	e.together(ctx, 16, 5*time.Minute, func(ctx context.Context, n int) {
		cl := newClient(servers[n%2].HTTP, e.first.key("admin"))
		defer cl.Close()
		for ctx.Err() == nil && more() {
			out, err := randomChange().send(context.WithoutCancel(ctx), cl, e.first, 0, false)
			mu.Lock()
			calls++
			switch {
			case errors.Is(err, errRefused) || out.unknown:
				waits++
			case err != nil:
				wrong = err
			}
			mu.Unlock()
		}
	})
	figures := []figure{count("calls", calls), count("told to wait", waits)}
	if wrong == nil && calls-waits < 1000 {
		log.Printf("%v", figures)
		wrong = fmt.Errorf("only %d calls of 1,000 were made", calls-waits)
	}
	if wrong != nil {
		return figures, wrong
	}
	return e.deadlocks(ctx, figures)
}
