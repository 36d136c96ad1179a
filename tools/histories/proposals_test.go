package main

import (
	"fmt"
	"testing"
)

func TestProposals(t *testing.T) {
	of := func(kind string) input { return input{Kind: kind, Proposal: "p"} }
	wish := func(hours int) input { return input{Kind: "upsert", Rows: one(hours, 0), Proposal: "p"} }
	apply := func(onConflict string) input {
		return input{Kind: "apply", Proposal: "p", OnConflict: onConflict}
	}
	is := func(status string, rows int, version int64) output {
		return output{Value: fmt.Sprintf("%s, %d rows", status, rows), Version: version}
	}
	applied := func(done counts) output {
		return output{Value: proposalValue("applied", 1, done), Version: 5}
	}
	created, updated, skipped := applied(counts{Created: 1}), applied(counts{Updated: 1}), applied(counts{Skipped: 1})
	refused := func(code string) output { return output{Status: conflict, Code: code} }
	list, remove := input{Kind: "list"}, input{Kind: "remove", Rows: map[int]cell{0: {}}}
	made := output{Made: "p", Value: "draft, 0 rows", Version: 1}
	// approved is a proposal that wishes 4 hours, over the rows that there are.
	approved := func(before ...operation) []operation {
		version := int64(1)
		if len(before) > 0 {
			version = 2
		}
		return append(before,
			call(1, 3, 4, input{Kind: "create"}, made),
			call(1, 5, 6, wish(4), output{Rows: one(4, version)}),
			call(1, 7, 8, of("submit"), is("in_review", 1, 3)),
			call(1, 9, 10, of("approve"), is("approved", 1, 4)),
		)
	}
	live := func(began int64, hours int, version int64) operation {
		return call(2, began, began+1, upsert(hours), output{Rows: one(hours, version)})
	}
	removed := func(began int64) operation {
		return call(2, began, began+1, remove, output{Counts: &counts{Deleted: 1}})
	}
	undo := func(began int64) operation {
		return call(1, began, began+1, of("revert"), output{Made: "q", Value: "draft, 1 rows", Version: 2})
	}
	undone := func(began int64, conflict string, now cell) operation {
		return call(1, began, began+1, input{Kind: "diff", Proposal: "q"},
			output{Diff: map[int]difference{0: {now, cell{}, cell{Hours: 4, Version: 1}, conflict}}})
	}
	for _, test := range []struct {
		name  string
		good  bool
		calls []operation
	}{
		{"a proposal changes nothing before it is applied", true, append(approved(),
			call(2, 11, 12, list, output{}),
			call(2, 13, 14, of("list"), output{Rows: one(4, 1)}),
			call(1, 15, 16, apply("refuse"), created),
			call(2, 17, 18, list, output{Rows: one(4, 1)}),
		)},
		{"a wish is live before it is applied", false, append(approved(),
			call(2, 11, 12, list, output{Rows: one(4, 1)}),
		)},
		{"an overlay has live rows of now", true, append(approved(),
			call(2, 11, 12, input{Kind: "upsert", Rows: map[int]cell{1: {Hours: 2}}},
				output{Rows: map[int]cell{1: {Hours: 2, Version: 1}}}),
			call(2, 13, 14, of("list"), output{Rows: map[int]cell{0: {Hours: 4, Version: 1}, 1: {Hours: 2, Version: 1}}}),
		)},
		{"a row has changed since, and is written without a word", false, append(approved(live(1, 8, 1)),
			live(11, 2, 2),
			call(1, 13, 14, apply("refuse"), updated),
		)},
		{"a row has changed since, and that is a conflict", true, append(approved(live(1, 8, 1)),
			live(11, 2, 2),
			call(1, 13, 14, apply("refuse"), refused(proposalConflict)),
			call(1, 15, 16, list, output{Rows: one(2, 2)}),
		)},
		{"a row was created again, and that is no conflict", false, append(approved(live(1, 8, 1)),
			removed(11), live(13, 2, 1),
			call(1, 15, 16, apply("refuse"), updated),
		)},
		{"no row has changed since, and that is a conflict", false, append(approved(live(1, 8, 1)),
			call(1, 13, 14, apply("refuse"), refused(proposalConflict)),
		)},
		{"a refused proposal has written", false, append(approved(live(1, 8, 1)),
			live(11, 2, 2),
			call(1, 13, 14, apply("refuse"), refused(proposalConflict)),
			call(1, 15, 16, list, output{Rows: one(4, 3)}),
		)},
		{"mine wins", true, append(approved(live(1, 8, 1)),
			live(11, 2, 2),
			call(1, 13, 14, apply("mine"), updated),
			call(1, 15, 16, list, output{Rows: one(4, 3)}),
		)},
		{"theirs wins", true, append(approved(live(1, 8, 1)),
			live(11, 2, 2),
			call(1, 13, 14, apply("theirs"), skipped),
			call(1, 15, 16, list, output{Rows: one(2, 2)}),
		)},
		{"a second apply changes nothing", true, append(approved(),
			call(1, 11, 12, apply("refuse"), created),
			removed(13),
			call(1, 15, 16, apply("mine"), created),
			call(1, 17, 18, list, output{}),
		)},
		{"two applies both write", false, append(approved(),
			call(1, 11, 12, apply("refuse"), created),
			removed(13),
			call(1, 15, 16, apply("mine"), created),
			call(1, 17, 18, list, output{Rows: one(4, 1)}),
		)},
		{"an unknown apply happens once, and later", true, append(approved(),
			call(1, 11, 0, apply("refuse"), output{}),
			call(2, 13, 14, list, output{}),
			call(2, 15, 16, list, output{Rows: one(4, 1)}),
			call(2, 17, 18, of("get"), created),
		)},
		{"an unknown apply writes and leaves the proposal approved", false, append(approved(),
			call(1, 11, 0, apply("refuse"), output{}),
			call(2, 15, 16, list, output{Rows: one(4, 1)}),
			call(2, 17, 18, of("get"), is("approved", 1, 4)),
		)},
		{"a wish takes the approval back", true, append(approved(),
			call(1, 11, 12, wish(6), output{Rows: one(6, 2)}),
			call(1, 13, 14, apply("refuse"), refused(invalidState)),
		)},
		{"a changed proposal is applied without another approval", false, append(approved(),
			call(1, 11, 12, wish(6), output{Rows: one(6, 2)}),
			call(1, 13, 14, apply("refuse"), created),
		)},
		{"what was applied is undone", true, append(approved(),
			call(1, 11, 12, apply("refuse"), created),
			undo(13), undone(15, "", cell{Hours: 4, Version: 1}),
		)},
		{"a row that has changed since is undone with a conflict", true, append(approved(),
			call(1, 11, 12, apply("refuse"), created),
			live(13, 2, 2), undo(15), undone(17, "changed", cell{Hours: 2, Version: 2}),
		)},
		{"a row that has changed since is undone without a conflict", false, append(approved(),
			call(1, 11, 12, apply("refuse"), created),
			live(13, 2, 2), undo(15), undone(17, "", cell{Hours: 2, Version: 2}),
		)},
		// A wish that does not see a write just before it is skew, and one that does not see an earlier one is wrong.
		{"a wish overlooks a write that is committed meanwhile", true, []operation{
			call(1, 1, 2, input{Kind: "create"}, made),
			call(1, 3, 19, wish(4), output{Rows: one(4, 1)}),
			live(5, 8, 1),
			call(2, 7, 8, of("get"), made),
			call(2, 20, 21, of("diff"), output{Diff: map[int]difference{
				0: {cell{Hours: 8, Version: 1}, cell{Hours: 4, Version: 1}, cell{}, "changed"},
			}}),
		}},
		{"a wish overlooks an earlier write", false, []operation{
			call(1, 1, 2, input{Kind: "create"}, made),
			live(3, 8, 1),
			call(1, 5, 6, wish(4), output{Rows: one(4, 1)}),
		}},
		{"a wish has a base that it has not seen", false, []operation{
			call(1, 1, 2, input{Kind: "create"}, made),
			call(1, 3, 19, input{Kind: "replace", Proposal: "p", First: 0, Last: 1, Rows: one(4, 0)},
				output{Counts: &counts{Created: 1}}),
			live(5, 8, 1),
			call(2, 20, 21, of("diff"), output{Diff: map[int]difference{
				0: {cell{Hours: 8, Version: 1}, cell{Hours: 4, Version: 2}, cell{Hours: 8, Version: 1}, ""},
			}}),
		}},
	} {
		h := newHistory(test.name)
		h.About["proposals 0"] = test.calls
		if err := h.check(""); (err == nil) != test.good || h.undecided > 0 {
			t.Errorf("%s: accepted is %v, want %v: %v", test.name, err == nil, test.good, err)
		}
	}
}
