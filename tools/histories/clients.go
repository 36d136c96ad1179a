package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

// What the clients of one history share. Each history has days, clients, time off requests and keys of its own.
const (
	usersWithHours, projectsOfHours = 4, 2
	grids                           = usersWithHours * projectsOfHours
	recordsOfHistory                = 4
	decisionsOfHistory              = 12
	keysOfHistory                   = 3
)

// run is one history while it is made.
type run struct {
	*installation
	*history
	number    int // of the installation
	records   []string
	decisions []string
	keys      []entry
	creates   atomic.Int64
	over      atomic.Bool // the clients end
	closes    bool        // as that of the scenario
	proposes  bool        // as that of the scenario
	moved     *figures    // of the move
	placed    []*placement
	settlings [usersSettled]settling
	proposals [projectsProposed]knowns
}

// worker is one client.
type worker struct {
	*run
	*session
	n      int
	random *rand.Rand
	known  map[string]int64 // versions of records that it has seen
}

func (r *run) newWorker(n int, seed uint64) *worker {
	return &worker{
		run: r, session: newSession(r.organization.admin()), n: n, random: rand.New(rand.NewPCG(seed, uint64(n))),
		known: map[string]int64{},
	}
}

// call sends a request once. The client goes to the other installation if the organization has moved there.
func (w *worker) call(ctx context.Context, to address, r request, overGRPC bool) answer {
	a := w.session.call(ctx, to, r, overGRPC)
	if a.moved {
		w.leave()
	}
	return a
}

// work makes calls until a time.
func (w *worker) work(ctx context.Context, until time.Time) error {
	defer w.close()
	for time.Now().Before(until) && !w.over.Load() && ctx.Err() == nil {
		var err error
		switch n := w.random.IntN(27); {
		case w.proposes:
			err = w.propose(ctx, w.random.IntN(projectsProposed))
		case w.closes || n >= 20:
			err = w.settle(ctx, w.random.IntN(usersSettled))
		case n < 9:
			err = w.hours(ctx, w.random.IntN(grids), w.randomHours())
		case n < 14:
			err = w.record(ctx, w.random.IntN(recordsOfHistory), w.random.IntN(3) == 0)
		case n < 16:
			err = w.create(ctx)
		case n < 18:
			kind := []string{"get", "approved", "rejected", "delete"}[w.random.IntN(4)]
			if w.random.IntN(3) > 0 {
				kind = "get"
			}
			err = w.decision(ctx, w.random.IntN(decisionsOfHistory), kind)
		default:
			kind := "use"
			if w.random.IntN(30) == 0 {
				kind = "revoke"
			}
			err = w.revocable(ctx, w.random.IntN(keysOfHistory), kind)
		}
		if err != nil {
			return err
		}
		pause := 8000
		if w.run.moved.rows > 0 || w.nodes != nil { // the history is long, or the nodes of Citus share the machine
			pause *= 20
		}
		_ = wait.For(ctx, time.Duration(w.random.IntN(pause))*time.Microsecond)
	}
	return nil
}

// do makes a call and records it for each thing that it is about, such as "settled 0, settled 1". read returns what the
// response says, unless its outcome is unknown. do waits as the answer says, and returns the operation's output, or nil
// if the call was refused.
func (w *worker) do(ctx context.Context, about string, in *input, r request,
	read func(*answer, *output) error) (*output, error) {
	op := operation{Client: w.n, In: in, Call: w.now()}
	a := w.call(ctx, w.any(w.random), r, w.random.IntN(2) == 0)
	for try := 0; r.whole && (a.unknown || a.refused) && try < 5 && ctx.Err() == nil; try++ {
		_ = wait.For(ctx, max(a.wait, 20*time.Millisecond))
		lost := a.unknown
		a = w.call(ctx, w.any(w.random), r, w.random.IntN(2) == 0)
		if a.refused && lost { // the try before may have had an effect
			a.refused, a.unknown = false, true
		}
	}
	if op.Over = a.over; a.refused {
		_ = wait.For(ctx, max(a.wait, 20*time.Millisecond))
		return nil, nil
	}
	op.Out = &output{Unknown: a.unknown, Status: a.status, Code: a.code}
	switch {
	case a.unknown:
		op.Out.Status, op.Out.Code = 0, ""
	case a.status == ok && read != nil:
		if err := read(&a, op.Out); err != nil {
			return nil, err
		}
	case a.status != ok && a.status != conflict && a.status != notFound &&
		(a.status != unauthorized || in.Kind != "use"):
		return nil, broken("%s: %s over %s has status %d: %.300s", w.Name, describe(in), a.over, a.status, a.body)
	}
	for about := range strings.SplitSeq(about, ", ") {
		w.add(about, op)
	}
	if a.unknown {
		_ = wait.For(ctx, a.wait)
	}
	return op.Out, nil
}

// readValue reads a record whose value is a member.
func readValue(member string) func(*answer, *output) error {
	return func(a *answer, out *output) error {
		fields := map[string]any{}
		if err := a.data(&fields); err != nil {
			return err
		}
		var version struct{ Version number }
		err := a.data(&version)
		text, _ := fields[member].(string)
		out.Value, out.Version = strings.ToLower(strings.TrimPrefix(text, "TIME_OFF_STATUS_")), int64(version.Version)
		return err
	}
}

// kind is a kind of records that clients create, read and change.
type kind struct {
	path, rpc, one string // clients, Client and client
	name, value    string // the members with the name, and with the value that changes
	prefix         string // of the values
}

// kinds are the kinds of the records and creates of a history in turns.
var kinds = []kind{
	{"clients", "Client", "client", "companyName", "countryCode", ""},
	{"users", "User", "user", "name", "image", "https://acme.example/"},
}

func kindOf(n int) kind { return kinds[n%len(kinds)] }

// body is the request that creates a record.
func (k kind) body(name string) object {
	body := object{k.name: name}
	if k.one == "user" {
		body["email"] = strings.ReplaceAll(name, " ", "-") + "@acme.example"
	}
	return body
}

// record reads a client or a user, or changes it to a new value, often only if it has the version that this worker has
// seen. A user is also archived or active again.
func (w *worker) record(ctx context.Context, n int, reads bool) error {
	id, about, k := w.records[n], fmt.Sprint("record ", n), kindOf(n)
	in := &input{Kind: "get"}
	r := request{
		method: "GET", path: "/api/v1/" + k.path + "/" + id,
		rpc: k.rpc + "Service/Get" + k.rpc, message: object{k.one + "Id": id},
	}
	if !reads {
		in = &input{Kind: "patch", Value: fmt.Sprintf("%sc%d-%d", k.prefix, w.n, w.random.Uint32())}
		if w.random.IntN(3) > 0 {
			in.IfMatch = w.known[id]
		}
		body := object{k.value: in.Value}
		if k.one == "user" {
			body["isActive"] = w.random.IntN(2) == 0
		}
		r = request{
			method: "PATCH", path: r.path, body: body, rpc: k.rpc + "Service/Update" + k.rpc, ifMatch: in.IfMatch,
			message: object{
				k.one + "Id": id, k.one: body, "updateMask": strings.Join(slices.Collect(maps.Keys(body)), ","),
			},
		}
		if w.random.IntN(3) == 0 {
			r.once, r.whole = in.Value, true
		}
	}
	out, err := w.do(ctx, about, in, r, readValue(k.value))
	if out != nil && out.Version > 0 {
		w.known[id] = out.Version
	}
	return err
}

// create makes a client or a user with an Idempotency-Key, again until there is a response, and sometimes once more. It
// then looks for those of the same name.
func (w *worker) create(ctx context.Context) error {
	n := w.creates.Add(1)
	name := fmt.Sprintf("%s no. %d", w.Name, n)
	k := kindOf(int(n))
	body := k.body(name)
	r := request{
		method: "POST", path: "/api/v1/" + k.path, body: body, rpc: k.rpc + "Service/Create" + k.rpc,
		message: object{k.one: body}, once: strings.ReplaceAll(name, " ", "-"),
	}
	about, done := fmt.Sprint("create ", n), 0
	for try := 0; try < 20 && done < 1+w.random.IntN(2) && ctx.Err() == nil; try++ {
		out, err := w.do(ctx, about, &input{Kind: "create"}, r, func(a *answer, out *output) error {
			var made entry
			err := a.data(&made)
			out.Value = made.ID
			return err
		})
		if err != nil {
			return err
		}
		if out != nil && !out.Unknown {
			done++
		}
	}
	return w.find(ctx, n, name)
}

// find lists the clients or users with a name.
func (w *worker) find(ctx context.Context, n int64, name string) error {
	k := kindOf(int(n))
	r := request{
		method: "GET", path: "/api/v1/" + k.path + "?name=" + url.QueryEscape(name),
		rpc: k.rpc + "Service/List" + k.rpc + "s", message: object{"name": name},
	}
	_, err := w.do(ctx, fmt.Sprint("create ", n), &input{Kind: "find"}, r, func(a *answer, out *output) error {
		var list struct {
			Items []map[string]any
		}
		err := a.data(&list)
		for _, item := range list.Items {
			if item[k.name] == name { // the filter finds parts of names, too
				out.IDs = append(out.IDs, fmt.Sprint(item["id"]))
			}
		}
		return err
	})
	return err
}

// decision reads, decides or deletes a time off request.
func (w *worker) decision(ctx context.Context, n int, kind string) error {
	id := w.decisions[n]
	r := request{path: "/api/v1/time-off/" + id, message: object{"requestId": id}}
	read := func(*answer, *output) error { return nil }
	switch kind {
	case "get":
		r.method, r.rpc, read = "GET", "TimeOffService/GetTimeOff", readValue("status")
	case "delete":
		r.method, r.rpc = "DELETE", "TimeOffService/DeleteTimeOff"
	case "approved":
		r.method, r.path, r.rpc = "POST", r.path+"/approve", "TimeOffService/ApproveTimeOff"
	case "rejected":
		r.method, r.path, r.rpc = "POST", r.path+"/reject", "TimeOffService/RejectTimeOff"
		r.body = object{"rejectionReason": "Release"}
		r.message["rejection"] = r.body
	}
	_, err := w.do(ctx, fmt.Sprint("decision ", n), &input{Kind: kind}, r, read)
	return err
}

// revocable uses or revokes a key.
func (w *worker) revocable(ctx context.Context, n int, kind string) error {
	r := request{method: "GET", path: "/api/v1/me", rpc: "MeService/GetMe", message: object{},
		key: w.run.keys[n].Secret}
	if kind == "revoke" {
		id := w.run.keys[n].ID
		r = request{method: "POST", path: "/api/v1/keys/" + id + "/revoke", rpc: "KeyService/RevokeKey",
			message: object{"keyId": id}}
	}
	_, err := w.do(ctx, fmt.Sprint("key ", n), &input{Kind: kind}, r, nil)
	return err
}
