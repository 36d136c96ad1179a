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
	// projectsProposed is how many of the projects have proposals.
	projectsProposed = 2
	// openProposals is how many proposals of a project are open at the same time. An organization can have 200, with
	// all histories of an installation.
	openProposals = 6
	// proposalsOfProject bounds those of a long history.
	proposalsOfProject = 120
)

// known is a proposal as a client knows it.
type known struct{ name, id, status string }

func (k known) isOpen() bool {
	return slices.Contains([]string{"draft", "in_review", "approved"}, k.status)
}

// knowns are the proposals of one project that the clients of a history know, oldest first.
type knowns struct {
	mu       sync.Mutex
	reserved int // that are being made
	list     []known
}

// reserve reports whether another one may be made. Whoever makes it calls release.
func (k *knowns) reserve() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	open := k.reserved
	for _, p := range k.list {
		if p.isOpen() {
			open++
		}
	}
	if open >= openProposals || len(k.list) >= proposalsOfProject {
		return false
	}
	k.reserved++
	return true
}

func (k *knowns) release() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reserved--
}

// learn notes the status of a proposal, and returns its name. Responses may come in another order than their calls, so
// one that is closed stays so.
func (k *knowns) learn(id, status string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := slices.IndexFunc(k.list, func(p known) bool { return p.id == id })
	if at < 0 {
		at = len(k.list)
		k.list = append(k.list, known{fmt.Sprintf("p%03d", at), id, status})
	}
	if p := &k.list[at]; p.isOpen() {
		p.status = status
	}
	return k.list[at].name
}

// pick returns one that is open, and sometimes another one. Its id is empty if there is none.
func (k *knowns) pick(random *rand.Rand, condition func(known) bool) known {
	k.mu.Lock()
	defer k.mu.Unlock()
	from := slices.DeleteFunc(slices.Clone(k.list), func(p known) bool { return !condition(p) })
	if len(from) == 0 {
		return known{}
	}
	return from[random.IntN(len(from))]
}

// all returns those that were made so far.
func (k *knowns) all() []known {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.list)
}

// proposedDay is the day of a cell.
func (r *run) proposedDay(i int) string {
	day := time.Date(2100, 1, 1+r.number*proposedDays+i/usersProposed, 0, 0, 0, 0, time.UTC)
	return day.Format(time.DateOnly)
}

// proposedCell returns the cell of a row.
func (r *run) proposedCell(user, date string) int {
	for i := range cells {
		if date == r.proposedDay(i) && user == r.organization.Users[1+i%usersProposed].ID {
			return i
		}
	}
	return -1
}

// propose makes a random call about the planned hours of a project and the proposals about them.
func (w *worker) propose(ctx context.Context, n int) error {
	p := w.proposals[n].pick(w.random, known.isOpen)
	if w.random.IntN(12) == 0 {
		p = w.proposals[n].pick(w.random, func(known) bool { return true })
	}
	switch kind := w.random.IntN(26); {
	case kind < 6:
		return w.plan(ctx, n, known{}, w.randomPlan())
	case kind < 8:
		return w.plan(ctx, n, known{}, &input{Kind: "list"})
	case p.id == "" || kind < 10:
		return w.newProposal(ctx, n)
	case kind < 15:
		return w.plan(ctx, n, p, w.randomPlan())
	case kind < 18:
		return w.readProposal(ctx, n, p, []string{"list", "list", "diff", "diff", "get"}[w.random.IntN(5)])
	case kind < 20:
		return w.carry(ctx, n, p)
	case kind < 21:
		return w.revert(ctx, n, w.proposals[n].pick(w.random, func(k known) bool { return k.status == "applied" }))
	}
	steps := []string{"submit", "submit", "approve", "approve", "apply", "apply", "apply", "reject", "withdraw", "revert"}
	return w.step(ctx, n, p, steps[w.random.IntN(len(steps))])
}

// randomPlan returns a write of planned hours. Many leave a row as it is, because there are few values.
func (w *worker) randomPlan() *input {
	in := &input{Kind: []string{"upsert", "upsert", "upsert", "replace", "delete", "remove"}[w.random.IntN(6)]}
	in.Rows = map[int]cell{}
	from := w.random.Perm(cells)[:[]int{1, 1, 2, 3, 4, 11}[w.random.IntN(6)]]
	if in.Kind == "replace" || in.Kind == "delete" {
		first := w.random.IntN(proposedDays)
		last := min(proposedDays-1, first+w.random.IntN(3))
		in.First, in.Last = first*usersProposed, (last+1)*usersProposed-1
		from = w.random.Perm(in.Last + 1)[:w.random.IntN(in.Last+2)]
	}
	for _, i := range from {
		if i >= in.First && in.Kind != "delete" {
			in.Rows[i] = cell{Hours: 1 + w.random.IntN(3), Tentative: w.random.IntN(5) == 0}
		}
	}
	if in.Kind == "remove" {
		for i := range in.Rows {
			in.Rows[i] = cell{}
		}
	}
	return in
}

// plan writes or lists planned hours, in a proposal if it has an id.
func (w *worker) plan(ctx context.Context, n int, p known, in *input) error {
	in.Proposal = p.name
	project, items := w.organization.Projects[n].ID, []object{}
	for i, c := range in.Rows {
		item := object{
			"userId": w.organization.Users[1+i%usersProposed].ID, "projectId": project, "date": w.proposedDay(i),
		}
		if in.Kind != "remove" {
			item["hours"], item["tentative"] = c.Hours, c.Tentative
		}
		items = append(items, item)
	}
	w.random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	first, last := w.proposedDay(in.First), w.proposedDay(in.Last)
	if in.Kind == "list" {
		last = w.proposedDay(cells - 1)
	}
	filter := object{"project_id": project, "start_date": first, "end_date": last}
	query := fmt.Sprintf("?project_id=%s&start_date=%s&end_date=%s", project, first, last)
	inProposal := ""
	if p.id != "" {
		inProposal = "proposal=" + p.id
		query += "&" + inProposal
	}
	const path, service = "/api/v1/assignments", "AssignmentService/"
	var r request
	read := w.readPlan
	switch in.Kind {
	case "upsert":
		r = request{method: "POST", path: path + "?" + inProposal, body: object{"items": items}}
		r.rpc, r.message = service+"UpsertAssignments", object{"batch": r.body}
	case "replace":
		r = request{method: "PUT", path: path + "/window?" + inProposal, body: object{
			"projectId": project, "startDate": first, "endDate": last, "items": items,
		}}
		r.rpc, r.message, read = service+"ReplaceAssignmentsWindow", object{"window": r.body}, readCounts
	case "delete":
		r = request{method: "DELETE", path: path + query, rpc: service + "DeleteAssignments", message: filter}
		read = readCounts
	case "remove":
		r = request{method: "POST", path: path + "/delete?" + inProposal, body: object{"items": items}}
		r.rpc, r.message, read = service+"DeleteAssignmentRows", object{"rows": r.body}, readCounts
	case "list":
		r = request{method: "GET", path: path + query, rpc: service + "ListAssignments", message: filter}
	}
	if p.id != "" {
		r.message["proposal"] = p.id
	}
	if in.Kind != "list" {
		w.once(&r)
	}
	_, err := w.ofProposals(ctx, n, in, r, read)
	if err != nil || p.id == "" || in.Kind == "list" {
		return err
	}
	return w.readProposal(ctx, n, p, "diff") // else the check learns very late what was wished
}

// ofProposals makes a call about the planned hours of a project and its proposals, as the admin or the manager, who may
// both write them.
func (w *worker) ofProposals(
	ctx context.Context, n int, in *input, r request, read func(*answer, *output) error,
) (*output, error) {
	if r.key == "" {
		r.key = w.organization.Keys[w.random.IntN(2)].Secret
	}
	return w.do(ctx, fmt.Sprint(proposed, " ", n), in, r, read)
}

// readPlan reads rows of planned hours, which are the members items, or the data itself.
func (w *worker) readPlan(a *answer, out *output) error {
	var list struct{ Items []row }
	err := a.data(&list)
	if err != nil {
		err = a.data(&list.Items)
	}
	out.Rows = map[int]cell{}
	for _, row := range list.Items {
		out.Rows[w.proposedCell(row.UserID, row.Date)] = cell{int(row.Hours), row.Tentative, int64(row.Version)}
	}
	return err
}

const proposalsPath, proposalService = "/api/v1/proposals", "ProposalService/"

// newProposal makes a draft of the manager, with a few wishes, unless enough are open.
func (w *worker) newProposal(ctx context.Context, n int) error {
	if !w.proposals[n].reserve() {
		return nil
	}
	defer w.proposals[n].release()
	body := object{
		"title": w.name("proposal"), "visibility": "organization",
		"reviewerIds": []string{w.organization.Users[0].ID, w.organization.Users[1+usersWithHours].ID},
	}
	message := object{"title": body["title"], "reviewerIds": body["reviewerIds"]}
	message["visibility"] = "PROPOSAL_VISIBILITY_ORGANIZATION"
	r := request{
		method: "POST", path: proposalsPath, body: body, rpc: proposalService + "CreateProposal",
		message: object{"proposal": message}, key: w.organization.Keys[1].Secret,
	}
	p, err := w.makes(ctx, n, &input{Kind: "create"}, r)
	if err != nil || p.id == "" {
		return err
	}
	return w.plan(ctx, n, p, w.randomPlan())
}

// revert makes a draft that undoes a proposal, unless enough are open.
func (w *worker) revert(ctx context.Context, n int, of known) error {
	if of.id == "" || !w.proposals[n].reserve() {
		return nil
	}
	defer w.proposals[n].release()
	r := request{
		method: "POST", path: proposalsPath + "/" + of.id + "/revert", rpc: proposalService + "RevertProposal",
		message: object{"proposalId": of.id},
	}
	p, err := w.makes(ctx, n, &input{Kind: "revert", Proposal: of.name}, r)
	if err == nil && p.id != "" {
		err = w.readProposal(ctx, n, p, "diff")
	}
	if err != nil || p.id == "" || w.random.IntN(2) == 0 {
		return err
	}
	return w.carry(ctx, n, p)
}

// makes makes a call that makes a proposal, and returns it.
func (w *worker) makes(ctx context.Context, n int, in *input, r request) (made known, err error) {
	w.once(&r)
	_, err = w.ofProposals(ctx, n, in, r, func(a *answer, out *output) error {
		err := w.readStatus(n, a, out)
		for _, p := range w.proposals[n].all() {
			if p.id == out.Made {
				made = p
			}
		}
		out.Made = made.name
		return err
	})
	return made, err
}

// readStatus reads a proposal, and sets Made to its id.
func (w *worker) readStatus(n int, a *answer, out *output) error {
	var p struct {
		ID, Status string
		Rows       int
		Version    number
		Outcome    counts
	}
	err := a.data(&p)
	p.Status = word(p.Status, "PROPOSAL_STATUS_")
	out.Value, out.Version, out.Made = proposalValue(p.Status, p.Rows, p.Outcome), int64(p.Version), p.ID
	w.proposals[n].learn(p.ID, p.Status)
	return err
}

// word is the value of an enum in REST, from that of REST or gRPC.
func word(value, prefix string) string { return strings.ToLower(strings.TrimPrefix(value, prefix)) }

// carry submits, approves and applies a proposal, as far as that goes.
func (w *worker) carry(ctx context.Context, n int, p known) error {
	for _, kind := range []string{"submit", "approve", "apply"} {
		if err := w.step(ctx, n, p, kind); err != nil {
			return err
		}
	}
	return nil
}

// step changes the status of a proposal.
func (w *worker) step(ctx context.Context, n int, p known, kind string) error {
	if kind == "revert" {
		return w.revert(ctx, n, p)
	}
	in := &input{Kind: kind, Proposal: p.name}
	r := request{
		method: "POST", path: proposalsPath + "/" + p.id + "/" + kind,
		rpc:     proposalService + strings.ToUpper(kind[:1]) + kind[1:] + "Proposal",
		message: object{"proposalId": p.id},
	}
	switch kind {
	case "submit", "withdraw": // only its creator and admins may
		r.key = w.organization.Keys[0].Secret
	case "reject":
		r.body = object{"reason": "Again"}
		r.message["rejection"] = r.body
	case "apply":
		in.OnConflict = []string{"refuse", "refuse", "mine", "theirs"}[w.random.IntN(4)]
		r.body = object{"onConflict": in.OnConflict}
		r.message["application"] = object{"onConflict": "ON_CONFLICT_" + strings.ToUpper(in.OnConflict)}
	}
	w.once(&r)
	_, err := w.ofProposals(ctx, n, in, r, func(a *answer, out *output) error {
		err := w.readStatus(n, a, out)
		out.Made = ""
		return err
	})
	return err
}

// readProposal reads a proposal with get, the rows as it would make them with list, or its difference with diff.
func (w *worker) readProposal(ctx context.Context, n int, p known, kind string) error {
	in := &input{Kind: kind, Proposal: p.name}
	switch kind {
	case "list":
		return w.plan(ctx, n, p, in)
	case "diff":
		r := request{
			method: "GET", path: proposalsPath + "/" + p.id + "/diff", rpc: proposalService + "DiffProposal",
			message: object{"proposalId": p.id},
		}
		_, err := w.ofProposals(ctx, n, in, r, w.readDiff)
		return err
	}
	r := request{
		method: "GET", path: proposalsPath + "/" + p.id, rpc: proposalService + "GetProposal",
		message: object{"proposalId": p.id},
	}
	_, err := w.ofProposals(ctx, n, in, r, func(a *answer, out *output) error {
		err := w.readStatus(n, a, out)
		out.Made = ""
		return err
	})
	return err
}

// readDiff reads what a proposal would change.
func (w *worker) readDiff(a *answer, out *output) error {
	var page struct {
		Items []struct {
			Key                 row
			Before, After, Base *row
			Conflict            string
		}
		Conflicts int
	}
	err := a.data(&page)
	out.Diff = map[int]difference{}
	cellOf := func(row *row) cell {
		if row == nil {
			return cell{}
		}
		return cell{int(row.Hours), row.Tentative, int64(row.Version)}
	}
	for _, d := range page.Items {
		conflict := word(d.Conflict, "PROPOSAL_CONFLICT_")
		out.Diff[w.proposedCell(d.Key.UserID, d.Key.Date)] = difference{
			cellOf(d.Before), cellOf(d.After), cellOf(d.Base), conflict,
		}
		if conflict != "" {
			page.Conflicts--
		}
	}
	if err == nil && page.Conflicts != 0 {
		err = broken("%s: a difference counts %d more conflicts than it has: %.300s", w.Name, page.Conflicts, a.body)
	}
	return err
}

// readProposals reads everything about the planned hours of a project and its proposals.
func (w *worker) readProposals(ctx context.Context, n int) error {
	if err := w.surely(ctx, func() error { return w.plan(ctx, n, known{}, &input{Kind: "list"}) }); err != nil {
		return err
	}
	for _, p := range w.proposals[n].all() {
		for _, kind := range []string{"get", "list", "diff"} {
			if err := w.surely(ctx, func() error { return w.readProposal(ctx, n, p, kind) }); err != nil {
				return err
			}
		}
	}
	return nil
}
