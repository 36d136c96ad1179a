package main

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
)

// A history of proposals is about one project: the planned hours of two users on a few days, and the proposals that
// would change them. The cells of its grid are the users of the first day, those of the second day, and so on. So the
// cells of days that follow each other do so, too.
const (
	usersProposed = 2
	proposedDays  = cells / usersProposed
)

// proposing is planned hours and the proposals about them, in the order of their names.
type proposing struct {
	Hours     grid
	Proposals []held
}

// held is a proposal, which no call changes: it makes another one. Its hash spares comparisons.
type held struct {
	*proposal
	hash uint64
}

// proposal is a proposal. Clients give it a name when they learn its id.
type proposal struct {
	Name, Status string
	Version      int64
	Wishes       [cells]wish
	Outcome      counts // of an applied one
}

// wish is what a row shall be. Its version is 0 if there is none.
type wish struct {
	Version int64
	Deletes bool
	Row     cell // without a version, and empty if the row shall be deleted
	Base    cell // the row when it was wished or, in an applied proposal, before it was applied
	Applied bool // an applied proposal has changed the row
}

// proposalConflict is the code of the refusal to apply a proposal over rows that have changed.
const proposalConflict = "proposal_conflict"

// versionConflict is the code of a change of a status that many others have overtaken, or that lists another version.
const versionConflict = "version_conflict"

func hold(p proposal) held { return held{&p, maphash.Comparable(seed, p)} }

func (h held) equal(to held) bool {
	return h.proposal == to.proposal || h.hash == to.hash && h.proposal != nil && to.proposal != nil &&
		*h.proposal == *to.proposal
}

// String is the proposal in the drawing of a history.
func (h held) String() string {
	if h.proposal == nil {
		return "none"
	}
	return fmt.Sprintf("%s: %s v%d", h.Name, h.value(), h.Version)
}

func (s proposing) equal(to proposing) bool {
	return s.Hours == to.Hours && slices.EqualFunc(s.Proposals, to.Proposals, held.equal)
}

// hash is the same for states that are equal.
func (s proposing) hash() uint64 {
	h := maphash.Comparable(seed, s.Hours)
	for _, p := range s.Proposals {
		h = h*31 + p.hash
	}
	return h
}

// find returns the index of the proposal with a name, or the index at which to insert it, and whether it exists.
func (s proposing) find(name string) (at int, is bool) {
	return slices.BinarySearchFunc(s.Proposals, name, func(p held, name string) int {
		return cmp.Compare(p.Name, name)
	})
}

// with returns the state with a proposal, instead of the one of its name.
func (s proposing) with(p held) proposing {
	at, is := s.find(p.Name)
	if s.Proposals = slices.Clone(s.Proposals); is {
		s.Proposals[at] = p
	} else {
		s.Proposals = slices.Insert(s.Proposals, at, p)
	}
	return s
}

// stepProposals is the planned hours of a project and the proposals about them.
func stepProposals(state any, in *input, out *output) (bool, any) {
	s := state.(proposing)
	if in.Kind == "create" {
		made := hold(proposal{Name: out.Made, Status: "draft", Version: 1})
		return out.makes(made), s.after(made, out)
	}
	if in.Proposal == "" {
		possible, hours := stepHours(s.Hours, in, out)
		s.Hours = hours.(grid)
		return possible, s
	}
	at, is := s.find(in.Proposal)
	if !is {
		return false, s
	}
	p := s.Proposals[at]
	switch in.Kind {
	case "get":
		return out.isOfProposal(p), s
	case "list":
		over := s.over(p)
		return out.Status == ok && maps.Equal(out.Rows, over.rows()), s
	case "diff":
		return out.Status == ok && maps.Equal(out.Diff, s.diff(p)), s
	case "apply":
		return s.apply(p, in, out)
	case "revert":
		if p.Status != "applied" {
			return out.refuses(invalidState), s
		}
		made := s.undo(p, out.Made)
		return out.makes(made), s.after(made, out)
	case "submit", "approve", "reject", "withdraw":
		return s.decide(p, in, out)
	}
	return s.wish(p, in, out)
}

// after returns the state after a call that makes a proposal. If its outcome is unknown, no client ever knows the
// proposal.
func (s proposing) after(made held, out *output) proposing {
	if out.Unknown {
		return s
	}
	return s.with(made)
}

// makes reports whether a response, if it is known, is that of a new proposal.
func (o *output) makes(p held) bool { return o.Unknown || o.Made != "" && o.isOfProposal(p) }

// refuses reports whether a response, if it is known, is a refusal with a code.
func (o *output) refuses(code string) bool {
	return o.Unknown || o.Status == conflict && o.Code == code
}

// isOfProposal reports whether a response, if it is known, is that of a proposal.
func (o *output) isOfProposal(p held) bool {
	return o.Unknown || o.Status == ok && o.Value == p.value() && o.Version == p.Version
}

// value is what a response has of the proposal besides its version.
func (p *proposal) value() string {
	n := 0
	for _, w := range p.Wishes {
		if w.Version > 0 {
			n++
		}
	}
	return proposalValue(p.Status, n, p.Outcome)
}

func proposalValue(status string, rows int, outcome counts) string {
	if outcome == (counts{}) {
		return fmt.Sprintf("%s, %d rows", status, rows)
	}
	return fmt.Sprintf("%s, %d rows: %+v", status, rows, outcome)
}

// is reports whether a row already is as wished.
func (w wish) is(row cell) bool {
	if w.Deletes || row.Version == 0 {
		return w.Deletes && row.Version == 0
	}
	row.Version = 0
	return row == w.Row
}

// wanted is the row as the proposal would make it, with the version of the wish.
func (w wish) wanted() cell {
	if w.Deletes {
		return cell{}
	}
	return cell{w.Row.Hours, w.Row.Tentative, w.Version}
}

// left is the row as the proposal has made it.
func (w wish) left() cell {
	if w.Deletes {
		return cell{}
	}
	return cell{w.Row.Hours, w.Row.Tentative, w.Base.Version + 1}
}

// over returns the rows as a proposal would make them.
func (s proposing) over(p held) grid {
	over := s.Hours
	for i, w := range p.Wishes {
		if w.Version > 0 {
			over[i] = w.wanted()
		}
	}
	return over
}

// difference is a row that a proposal would change, or has changed.
type difference struct {
	Before, After, Base cell
	Conflict            string `json:",omitempty"`
}

// diff returns the rows that a proposal would change, or has changed, by their cells.
func (s proposing) diff(p held) map[int]difference {
	found := map[int]difference{}
	for i, w := range p.Wishes {
		switch d := (difference{s.Hours[i], w.wanted(), w.Base, ""}); {
		case w.Version == 0:
		case p.Status != "applied":
			if row := s.Hours[i]; w.is(row) || row == w.Base {
			} else if d.Conflict = "changed"; row.Version == 0 {
				d.Conflict = "gone"
			}
			found[i] = d
		case w.Applied:
			d.Before = w.Base
			found[i] = d
		}
	}
	return found
}

// wish is a write of planned hours in a proposal. Each row that it wishes has the live row as its base.
func (s proposing) wish(p held, in *input, out *output) (bool, any) {
	if !slices.Contains([]string{"draft", "in_review", "approved"}, p.Status) {
		return out.refuses(invalidState), s
	}
	over, next, changed, done := s.over(p), *p.proposal, false, counts{}
	change := func(i int, w wish) {
		was := p.Wishes[i]
		w.Base, w.Version = s.Hours[i], cmp.Or(was.Version, s.Hours[i].Version)+1
		if w.is(s.Hours[i]) {
			w = wish{}
		}
		next.Wishes[i] = w
		changed = changed || w != was
	}
	for i, row := range in.Rows {
		now, was := over[i], p.Wishes[i]
		isNew, isStale := now.Version == 0, was.Version > 0 && was.Base != s.Hours[i]
		now.Version = 0
		switch {
		case in.Kind == "remove":
			if !isNew {
				done.Deleted++
				change(i, wish{Deletes: true})
			}
			continue
		case isNew:
			done.Created++
		case row == now && !isStale:
			done.Unchanged++
			continue
		default:
			done.Updated++
		}
		change(i, wish{Row: row})
	}
	for i := in.First; i <= in.Last && (in.Kind == "replace" || in.Kind == "delete"); i++ {
		if _, kept := in.Rows[i]; over[i].Version > 0 && !kept {
			done.Deleted++
			change(i, wish{Deletes: true})
		}
	}
	if changed {
		if next.Version++; next.Status == "approved" {
			next.Status = "in_review"
		}
	}
	after := s.with(hold(next))
	switch {
	case out.Unknown:
		return true, after
	case out.Status != ok:
		return false, s
	case in.Kind == "upsert":
		now := after.over(held{&next, 0})
		for i := range in.Rows {
			if out.Rows[i] != now[i] {
				return false, s
			}
		}
		return len(out.Rows) == len(in.Rows), after
	}
	return out.Counts != nil && *out.Counts == done, after
}

// decide is a change of the status of a proposal.
func (s proposing) decide(p held, in *input, out *output) (bool, any) {
	to := map[string]string{
		"submit": "in_review", "approve": "approved", "reject": "rejected", "withdraw": "withdrawn",
	}[in.Kind]
	from := map[string][]string{
		"submit": {"draft"}, "approve": {"in_review"}, "reject": {"in_review", "approved"},
		"withdraw": {"in_review", "approved"},
	}[in.Kind]
	switch {
	case out.Status == conflict && out.Code == versionConflict: // many others wrote at the same time
		return true, s
	case p.Status == to: // the same again changes nothing
		return out.isOfProposal(p), s
	case !slices.Contains(from, p.Status), to == "in_review" && p.Wishes == [cells]wish{}:
		return out.refuses(invalidState), s
	}
	next := *p.proposal
	next.Status, next.Version = to, p.Version+1
	after := hold(next)
	return out.isOfProposal(after), s.with(after)
}

// apply makes the rows what a proposal wishes. A row that is not as it was when it was wished, and not as it is wished
// either, is a conflict: with refuse nothing is written, with theirs the row stays, and with mine it becomes as wished.
func (s proposing) apply(p held, in *input, out *output) (bool, any) {
	switch p.Status {
	case "applied":
		return out.isOfProposal(p), s
	case "approved":
	default:
		return out.refuses(invalidState), s
	}
	next, after := *p.proposal, s
	for i, w := range p.Wishes {
		if w.Version == 0 {
			continue
		}
		row := s.Hours[i]
		changed := row != w.Base
		switch w.Base = row; {
		case w.is(row):
			next.Outcome.Unchanged++
		case changed && in.OnConflict == "refuse":
			return out.refuses(proposalConflict), s
		case changed && in.OnConflict == "theirs":
			next.Outcome.Skipped++
		default:
			w.Applied, after.Hours[i] = true, w.left()
			switch {
			case w.Deletes:
				next.Outcome.Deleted++
			case row.Version == 0:
				next.Outcome.Created++
			default:
				next.Outcome.Updated++
			}
		}
		next.Wishes[i] = w
	}
	next.Status, next.Version = "applied", p.Version+1
	applied := hold(next)
	return out.isOfProposal(applied), after.with(applied)
}

// undo returns the draft that undoes an applied proposal. The base of its wishes is what the proposal has left, so that
// rows that have changed since are in conflict.
func (s proposing) undo(p held, name string) held {
	undo := proposal{Name: name, Status: "draft", Version: 1}
	for i, w := range p.Wishes {
		if !w.Applied {
			continue
		}
		row := s.Hours[i]
		back := wish{Version: row.Version + 1, Deletes: w.Base.Version == 0, Row: w.Base, Base: w.left()}
		back.Row.Version = 0
		if row == w.left() && back.is(row) {
			continue
		}
		undo.Wishes[i], undo.Version = back, 2
	}
	return hold(undo)
}
