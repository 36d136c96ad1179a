package main

import (
	"hash/maphash"
	"maps"

	"github.com/anishathalye/porcupine"
)

// A write in a proposal looks at the live rows and does not lock them, and apply looks at its rows twice, as windows
// do. So between the look and the commit, others may see a live write that the call has not seen, and not yet what the
// call writes. skewedProposals is the model with that one exception, as skewed is for hours: such a call is two steps,
// of which the first decides and the second writes, if what it writes is as it was.
var skewedProposals = porcupine.Model{
	Init: func() any { return staged{} },
	Step: func(state, in, out any) (bool, any) { return stepStaged(state.(staged), in.(step), out.(*output)) },
	Equal: func(a, b any) bool {
		s, to := a.(staged), b.(staged)
		return s.proposing.equal(to.proposing) && maps.EqualFunc(s.stages, to.stages, stage.equal)
	},
	Hash: func(state any) uint64 { return state.(staged).hash() },
}

// staged is planned hours and proposals, and the calls that have decided and not written yet.
type staged struct {
	proposing
	stages map[*input]stage
}

// stage is what a call has seen and would write: rows, and a proposal, which is none before it is made.
type stage struct {
	before, after grid
	seen, writes  held
}

func (s stage) equal(to stage) bool {
	return s.before == to.before && s.after == to.after && s.seen.equal(to.seen) && s.writes.equal(to.writes)
}

// hash is the same for states that are equal.
func (s staged) hash() uint64 {
	h := s.proposing.hash()
	for in, stage := range s.stages { // in any order
		rows := maphash.Comparable(seed, stage.before) + maphash.Comparable(seed, stage.after)
		h ^= maphash.Comparable(seed, in) * (rows + stage.seen.hash + stage.writes.hash)
	}
	return h
}

// isStaged reports whether a call about proposals looks at rows before it writes.
func isStaged(in *input, out *output) bool {
	switch {
	case !out.Unknown && out.Status != ok:
		return false
	case in.Kind == "upsert":
		return in.Proposal != ""
	case in.Kind == "apply", in.Kind == "revert":
		return true
	}
	return in.isRewrite() && out.mayWrite()
}

func stepStaged(s staged, in step, out *output) (bool, any) {
	if !isStaged(in.input, out) {
		possible, after := stepProposals(s.proposing, in.input, out)
		return possible, staged{after.(proposing), s.stages}
	}
	stages := maps.Clone(s.stages)
	if !in.last {
		possible, state := stepProposals(s.proposing, in.input, out)
		if stages == nil {
			stages = map[*input]stage{}
		}
		after := state.(proposing)
		at := stage{before: s.Hours, after: after.Hours}
		if name := in.writes(out); name != "" {
			at.seen, at.writes = s.named(name), after.named(name)
		}
		stages[in.input] = at
		return possible, staged{s.proposing, stages}
	}
	at, decided := s.stages[in.input]
	if !decided {
		return out.Unknown, s
	}
	delete(stages, in.input)
	after := s.proposing
	for i, before := range at.before {
		if before == at.after[i] {
			continue
		}
		if s.Hours[i] != before {
			return false, s
		}
		after.Hours[i] = at.after[i]
	}
	if at.writes.proposal != nil && !at.writes.equal(at.seen) {
		if !after.named(at.writes.Name).equal(at.seen) {
			return false, s
		}
		after = after.with(at.writes)
	}
	return true, staged{after, stages}
}

// writes is the name of the proposal that a call writes, if any.
func (in *input) writes(out *output) string {
	if in.Kind == "revert" {
		return out.Made
	}
	return in.Proposal
}

// named returns the proposal with a name, or none.
func (s proposing) named(name string) held {
	if at, is := s.find(name); is {
		return s.Proposals[at]
	}
	return held{}
}
