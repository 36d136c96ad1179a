package main

import (
	"hash/maphash"
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"
)

// The product promises a little less than one order for windows, copies and moves: such a call looks at its rows twice,
// and does not see an upsert that commits between its second look and its own commit, unless both write the same row.
// So another call may read what the upsert has written and not yet what the window has, although the window was decided
// without the upsert: this is write skew. skewed is the model with that one exception: such a call is two steps, of
// which the first decides and the second writes, if the rows that it writes are as they were. A history is checked with
// it only if it has no order without it, and is counted. Both steps are while what the call writes is open.
var skewed = porcupine.Model{
	Init: func() any { return planned{} },
	Step: func(state, in, out any) (bool, any) { return stepPlanned(state.(planned), in.(step), out.(*output)) },
	Equal: func(a, b any) bool {
		return a.(planned).equal(b.(planned).settlement) && maps.Equal(a.(planned).plans, b.(planned).plans)
	},
	Hash: func(state any) uint64 { return state.(planned).hash() },
}

// step is a call, or the first or last step of one.
type step struct {
	*input
	last bool
}

// planned is hours, and the calls that have decided and not written yet.
type planned struct {
	settlement
	plans map[*input]plan
}

type plan struct{ before, after grid }

// hash is the same for states that are equal.
func (p planned) hash() uint64 {
	h := p.settlement.hash()
	for in, plan := range p.plans { // in any order
		h ^= maphash.Comparable(seed, in) * maphash.Comparable(seed, plan)
	}
	return h
}

// skews are the models with skew, and the calls that are two steps there.
var skews = map[string]struct {
	model  porcupine.Model
	splits func(*input, *output) bool
}{
	"hours": {skewed, isSplit}, settled: {skewed, isSplit}, proposed: {skewedProposals, isStaged},
}

func isSplit(in *input, out *output) bool { return in.isRewrite() && out.mayWrite() }

// inSteps returns the operations of a history for a model with skew.
func inSteps(ops []operation, splits func(*input, *output) bool) (all []porcupine.Operation) {
	for _, op := range operations(ops) {
		in := op.Input.(*input)
		op.Input = step{in, false}
		all = append(all, op)
		if splits(in, op.Output.(*output)) {
			op.Input = step{in, true}
			all = append(all, op)
		}
	}
	return all
}

// isRewrite reports whether a call reads rows before it writes.
func (in *input) isRewrite() bool {
	return slices.Contains([]string{"replace", "delete", "remove", "copy", "move"}, in.Kind)
}

// mayWrite reports whether a rewrite may have written a row.
func (o *output) mayWrite() bool {
	return o.Unknown || o.Counts != nil && *o.Counts != counts{Unchanged: o.Counts.Unchanged}
}

func stepPlanned(s planned, in step, out *output) (bool, any) {
	if !isSplit(in.input, out) {
		possible, after := stepSettled(s.settlement, in.input, out)
		return possible, planned{after.(settlement), s.plans}
	}
	plans := maps.Clone(s.plans)
	if !in.last {
		possible, after := stepSettled(s.settlement, in.input, out)
		if plans == nil {
			plans = map[*input]plan{}
		}
		plans[in.input] = plan{s.Hours, after.(settlement).Hours}
		return possible, planned{s.settlement, plans}
	}
	p, decided := s.plans[in.input]
	if !decided {
		return out.Unknown, s
	}
	delete(plans, in.input)
	after := s.Hours
	for i, before := range p.before {
		if before == p.after[i] {
			continue
		}
		if s.Hours[i] != before {
			return false, s
		}
		after[i] = p.after[i]
	}
	if len(s.closed(after, in.Own)) > 0 {
		return false, s
	}
	s.Hours = after
	return true, planned{s.settlement, plans}
}
