package main

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
)

// A history of settled days is about one user: the actual hours, the timesheets, and the locks that close days of the
// user. The cells of its grid are the projects of the first day, those of the second day, and so on. So the cells of
// days that follow each other do so, too.
const settledDays = cells / projectsOfHours

// settlement is the actual hours of a user and what closes them. Planned hours are one that nothing closes.
type settlement struct {
	Hours  grid
	Sheets []sheet
	Locks  []lock
}

// sheet is a timesheet. Its name is its note, which no other one has.
type sheet struct {
	Name        string
	First, Last int
	Status      string
	Version     int64
	Hours       int  // their sum
	Proof       grid // what was approved
}

// lock is a lock. Its name and those of its exceptions for the user are their reasons, which no others have.
type lock struct {
	Name        string
	First, Last int
	Exceptions  string // names, sorted, with a space after each
}

// The codes of the refusals that the model knows.
const (
	invalidState = "invalid_state"
	daySettled   = "day_settled"
	periodLocked = "period_locked"
)

func (s settlement) equal(to settlement) bool {
	return s.Hours == to.Hours && slices.Equal(s.Sheets, to.Sheets) && slices.Equal(s.Locks, to.Locks)
}

var seed = maphash.MakeSeed()

// hash is the same for settlements that are equal. Without it, porcupine would compare each state with thousands.
func (s settlement) hash() uint64 {
	h := maphash.Comparable(seed, s.Hours)
	for _, t := range s.Sheets {
		h = h*31 + maphash.Comparable(seed, t)
	}
	for _, l := range s.Locks {
		h = h*31 + maphash.Comparable(seed, l)
	}
	return h
}

// stepSettled is the hours of a user and what closes them.
func stepSettled(state any, in *input, out *output) (bool, any) {
	s := state.(settlement)
	switch in.Kind {
	case "sheets", "locks":
		return maps.Equal(out.Records, s.records(in.Kind)), s
	case "lock", "unlock", "except", "unexcept":
		return s.lock(in, out)
	case "submit", "approve", "reject", "withdraw", "reopen", "proof", "past":
		return s.sheet(in, out)
	}
	after, _ := s.Hours.apply(in)
	codes := s.closed(after, in.Own)
	switch {
	case out.Status == conflict:
		return slices.Contains(codes, out.Code), s
	case len(codes) > 0:
		return out.Unknown, s
	}
	possible, hours := stepHours(s.Hours, in, out)
	s.Hours = hours.(grid)
	return possible, s
}

// closed returns the codes of the refusal of a call after which the grid would be another one: those of the cells that
// it would change. own means that the caller is the user.
func (s settlement) closed(after grid, own bool) (codes []string) {
	for i := range after {
		if code := s.closedBy(i, own); code != "" && after[i] != s.Hours[i] {
			codes = append(codes, code)
		}
	}
	return codes
}

// closedBy returns the code of the refusal of a change of a cell, or "" if it is open.
func (s settlement) closedBy(i int, own bool) string {
	for _, l := range s.Locks {
		if l.First <= i && i <= l.Last && l.Exceptions == "" {
			return periodLocked
		}
	}
	for _, t := range s.Sheets {
		if t.First <= i && i <= t.Last && (t.Status == "approved" || t.Status == "pending" && own) {
			return daySettled
		}
	}
	return ""
}

// records are the timesheets or the locks as a list has them.
func (s settlement) records(kind string) map[string]record {
	list := map[string]record{}
	for _, t := range s.Sheets {
		if kind == "sheets" {
			list[t.Name] = t.record()
		}
	}
	for _, l := range s.Locks {
		if kind == "locks" {
			list[l.Name] = record{Value: l.Exceptions}
		}
	}
	return list
}

// record is the timesheet as a response has it.
func (t sheet) record() record { return record{fmt.Sprintf("%s, %d h", t.Status, t.Hours), t.Version} }

// of returns the cells of the timesheet.
func (t sheet) of(g grid) (part grid, sum int) {
	for i := t.First; i <= t.Last; i++ {
		part[i], sum = g[i], sum+g[i].Hours
	}
	return part, sum
}

// decisions are the statuses before and after each change of a timesheet.
var decisions = map[string]struct{ from, to string }{
	"approve": {"pending", "approved"}, "reject": {"pending", "rejected"}, "withdraw": {"pending", "withdrawn"},
	"reopen": {"approved", "reopened"},
}

// sheet is a call about a timesheet: submit makes it, proof reads what was approved, and past reads the actual hours as
// of the event of its approval.
func (s settlement) sheet(in *input, out *output) (bool, any) {
	refused := out.Unknown || out.Status == conflict && out.Code == invalidState
	if in.Kind == "submit" {
		t := sheet{Name: in.Value, First: in.First, Last: in.Last, Status: "pending", Version: 1}
		if slices.ContainsFunc(s.Sheets, t.overlaps) {
			return refused, s
		}
		_, t.Hours = t.of(s.Hours)
		s.Sheets = append(s.Sheets[:len(s.Sheets):len(s.Sheets)], t)
		return out.isOf(t), s
	}
	at := slices.IndexFunc(s.Sheets, func(t sheet) bool { return t.Name == in.Value })
	if at < 0 {
		return out.Unknown, s
	}
	t, d := s.Sheets[at], decisions[in.Kind]
	switch {
	case d.to == "" && t.Status != "approved" && t.Status != "reopened":
		return refused, s
	case d.to == "":
		return out.Status == ok && maps.Equal(out.Rows, t.Proof.rows()), s
	case t.Status == d.to: // the same again changes nothing
		return out.isOf(t), s
	case t.Status != d.from:
		return refused, s
	}
	t.Status, t.Version = d.to, t.Version+1
	if in.Kind == "approve" {
		t.Proof, t.Hours = t.of(s.Hours)
	}
	s.Sheets = slices.Clone(s.Sheets)
	s.Sheets[at] = t
	return out.isOf(t), s
}

// overlaps reports whether another timesheet settles a day of a new one.
func (t sheet) overlaps(other sheet) bool {
	return (other.Status == "pending" || other.Status == "approved") && t.First <= other.Last && other.First <= t.Last
}

// isOf reports whether a response, if it is known, is that of a timesheet.
func (o *output) isOf(t sheet) bool {
	return o.Unknown || o.Status == ok && record{o.Value, o.Version} == t.record()
}

// lock is a call about a lock: lock makes it, except an exception for the user, and the others delete them.
func (s settlement) lock(in *input, out *output) (bool, any) {
	done := out.Unknown || out.Status == ok
	if in.Kind == "lock" {
		s.Locks = append(s.Locks[:len(s.Locks):len(s.Locks)], lock{Name: in.Value, First: in.First, Last: in.Last})
		return done, s
	}
	at := slices.IndexFunc(s.Locks, func(l lock) bool { return l.Name == in.Value })
	if at < 0 || in.Kind == "unexcept" && !strings.Contains(s.Locks[at].Exceptions, in.Exception) {
		return out.Unknown || out.Status == notFound, s
	}
	s.Locks = slices.Clone(s.Locks)
	switch l := &s.Locks[at]; in.Kind {
	case "unlock":
		s.Locks = slices.Delete(s.Locks, at, at+1)
	case "except":
		l.Exceptions = namesOf(append(strings.Fields(l.Exceptions), in.Exception))
	case "unexcept":
		l.Exceptions = strings.Replace(l.Exceptions, in.Exception+" ", "", 1)
	}
	return done, s
}

// namesOf returns names as the exceptions of a lock.
func namesOf(names []string) (text string) {
	slices.Sort(names)
	for _, name := range names {
		text += name + " "
	}
	return text
}
