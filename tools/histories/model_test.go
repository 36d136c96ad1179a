package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// call returns an operation of a history that a test writes by hand. A return of 0 means that the outcome is unknown.
func call(client int, began, ended int64, in input, out output) operation {
	out.Unknown = ended == 0
	if out.Status == 0 && !out.Unknown {
		out.Status = ok
	}
	op := operation{Client: client, In: &in, Out: &out, Call: began, Return: ended}
	if out.Unknown {
		op.Return = 1 << 62
	}
	return op
}

func one(hours int, version int64) map[int]cell {
	return map[int]cell{0: {Hours: hours, Version: version}}
}

func upsert(hours int) input { return input{Kind: "upsert", Rows: one(hours, 0)} }

func patch(value string, ifMatch int64) input {
	return input{Kind: "patch", Value: value, IfMatch: ifMatch}
}

func seen(value string, version int64) output { return output{Value: value, Version: version} }

func TestHistories(t *testing.T) {
	list, get, find, use := input{Kind: "list"}, input{Kind: "get"}, input{Kind: "find"}, input{Kind: "use"}
	create, revoke := input{Kind: "create"}, input{Kind: "revoke"}
	approve, reject, remove := input{Kind: "approved"}, input{Kind: "rejected"}, input{Kind: "delete"}
	window := func(kind string, first, last, shift int) input {
		return input{Kind: kind, First: first, Last: last, Shift: shift}
	}
	refused := output{Status: conflict}
	for _, test := range []struct {
		name, about string
		good        bool
		calls       []operation
	}{
		{"hours are read as they were written", "hours", true, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(2, 3, 4, list, output{Rows: one(8, 1)}),
		}},
		{"hours that were acknowledged are lost", "hours", false, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(2, 3, 4, list, output{}),
		}},
		{"two clients read two orders", "hours", false, []operation{
			call(1, 1, 9, upsert(8), output{Rows: one(8, 1)}),
			call(2, 1, 9, upsert(4), output{Rows: one(4, 1)}),
		}},
		{"hours of an unknown call appear later, and once", "hours", true, []operation{
			call(1, 1, 0, upsert(8), output{}),
			call(2, 2, 3, list, output{}),
			call(2, 4, 5, list, output{Rows: one(8, 1)}),
		}},
		{"hours of an unknown call disappear again", "hours", false, []operation{
			call(1, 1, 0, upsert(8), output{}),
			call(2, 2, 3, list, output{Rows: one(8, 1)}),
			call(2, 4, 5, list, output{}),
		}},
		{"the same hours again change no version", "hours", true, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 4, upsert(8), output{Rows: one(8, 1)}),
		}},
		{"a repeated call counts twice", "hours", false, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 4, upsert(4), output{Rows: one(4, 3)}),
		}},
		{"a read sees a part of a move", "hours", false, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 9, window("move", 0, 1, 2), output{Counts: &counts{Created: 1, Deleted: 1}}),
			call(2, 4, 5, list, output{Rows: map[int]cell{0: {Hours: 8, Version: 1}, 2: {Hours: 8, Version: 1}}}),
		}},
		{"a read sees a whole move", "hours", true, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 9, window("move", 0, 1, 2), output{Counts: &counts{Created: 1, Deleted: 1}}),
			call(2, 4, 5, list, output{Rows: map[int]cell{2: {Hours: 8, Version: 1}}}),
		}},
		{"a move onto its own source leaves what it wrote", "hours", true, []operation{
			call(1, 1, 2, input{Kind: "upsert", Rows: map[int]cell{0: {Hours: 1}, 1: {Hours: 2}}},
				output{Rows: map[int]cell{0: {Hours: 1, Version: 1}, 1: {Hours: 2, Version: 1}}}),
			call(1, 3, 4, window("move", 0, 1, 1), output{Counts: &counts{Created: 1, Updated: 1, Deleted: 1}}),
			call(1, 5, 6, list, output{Rows: map[int]cell{1: {Hours: 1, Version: 2}, 2: {Hours: 2, Version: 1}}}),
		}},
		{"a deletion counts a row that another one has deleted", "hours", false, []operation{
			call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 4, window("delete", 0, 1, 0), output{Counts: &counts{Deleted: 1}}),
			call(2, 5, 6, window("delete", 0, 1, 0), output{Counts: &counts{Deleted: 1}}),
		}},
		{"a tentative row becomes firm by itself", "hours", false, []operation{
			call(1, 1, 2, input{Kind: "upsert", Rows: map[int]cell{0: {Hours: 8, Tentative: true}}},
				output{Rows: map[int]cell{0: {Hours: 8, Tentative: true, Version: 1}}}),
			call(2, 3, 4, list, output{Rows: one(8, 1)}),
		}},
		{"one of two changes of a version wins", "record", true, []operation{
			call(1, 1, 9, patch("a", 1), seen("a", 2)),
			call(2, 1, 9, patch("b", 1), refused),
			call(1, 10, 11, get, seen("a", 2)),
		}},
		{"both changes of a version win", "record", false, []operation{
			call(1, 1, 9, patch("a", 1), seen("a", 2)),
			call(2, 1, 9, patch("b", 1), seen("b", 3)),
		}},
		{"a change is refused although its version is right", "record", false, []operation{
			call(1, 1, 2, patch("a", 1), refused),
		}},
		{"a change conflicts with its own first try", "record", true, []operation{
			call(1, 1, 0, patch("a", 1), output{}),
			call(1, 2, 3, patch("b", 1), refused),
			call(1, 4, 5, get, seen("a", 2)),
		}},
		{"a change is lost", "record", false, []operation{
			call(1, 1, 9, patch("a", 0), seen("a", 2)),
			call(2, 1, 9, patch("b", 0), seen("b", 2)),
		}},
		{"creates with one key make one record", "create", true, []operation{
			call(1, 1, 0, create, output{}),
			call(1, 2, 3, create, seen("x", 0)),
			call(1, 4, 5, create, seen("x", 0)),
			call(2, 6, 7, find, output{IDs: []string{"x"}}),
		}},
		{"creates with one key return two records", "create", false, []operation{
			call(1, 1, 2, create, seen("x", 0)),
			call(1, 3, 4, create, seen("y", 0)),
		}},
		{"creates with one key make two records", "create", false, []operation{
			call(1, 1, 0, create, output{}),
			call(1, 2, 3, create, seen("x", 0)),
			call(2, 4, 5, find, output{IDs: []string{"w", "x"}}),
		}},
		{"a created record is not found", "create", false, []operation{
			call(1, 1, 2, create, seen("x", 0)),
			call(2, 3, 4, find, output{}),
		}},
		{"one decision wins", "decision", true, []operation{
			call(1, 1, 9, approve, output{}),
			call(2, 1, 9, reject, refused),
			call(1, 10, 11, approve, output{}),
			call(2, 12, 13, get, seen("approved", 2)),
			call(2, 14, 15, remove, output{}),
			call(1, 16, 17, approve, output{Status: notFound}),
		}},
		{"both decisions win", "decision", false, []operation{
			call(1, 1, 9, approve, output{}),
			call(2, 1, 9, reject, output{}),
		}},
		{"a decision is taken back", "decision", false, []operation{
			call(1, 1, 2, approve, output{}),
			call(2, 3, 4, get, seen("pending", 1)),
		}},
		{"a deleted request comes back", "decision", false, []operation{
			call(1, 1, 2, remove, output{}),
			call(2, 3, 4, get, seen("pending", 1)),
		}},
		{"a key is used until it is revoked", "key", true, []operation{
			call(1, 1, 2, use, output{}),
			call(2, 3, 9, revoke, output{}),
			call(1, 4, 5, use, output{}),
			call(1, 10, 11, use, output{Status: unauthorized}),
		}},
		{"a revoked key is accepted", "key", false, []operation{
			call(2, 1, 2, revoke, output{}),
			call(1, 3, 4, use, output{}),
		}},
		{"a key is accepted again", "key", false, []operation{
			call(2, 1, 0, revoke, output{}),
			call(1, 3, 4, use, output{Status: unauthorized}),
			call(1, 5, 6, use, output{}),
		}},
		{"a key is refused although nobody has revoked it", "key", false, []operation{
			call(1, 1, 2, use, output{Status: unauthorized}),
		}},
	} {
		h := newHistory(test.name)
		h.About[test.about+" 0"] = test.calls
		if err := h.check(""); (err == nil) != test.good {
			t.Errorf("%s: accepted is %v, want %v", test.name, err == nil, test.good)
		}
	}
}

// A window that does not see an upsert that commits just before it has an order only with skew. Rows that it writes
// must be as it has read them.
func TestSkew(t *testing.T) {
	replace := input{Kind: "replace", First: 0, Last: 5, Rows: map[int]cell{5: {Hours: 1}}}
	list := func(rows map[int]cell) operation { return call(2, 3, 4, input{Kind: "list"}, output{Rows: rows}) }
	for _, test := range []struct {
		calls []operation
		good  bool
	}{
		{[]operation{
			call(1, 1, 9, replace, output{Counts: &counts{Created: 1}}),
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			list(one(8, 1)),
			call(2, 10, 11, input{Kind: "list"},
				output{Rows: map[int]cell{0: {Hours: 8, Version: 1}, 5: {Hours: 1, Version: 1}}}),
		}, true},
		{[]operation{
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 9, replace, output{Counts: &counts{Created: 1}}), // the row was there before the window
		}, false},
		{[]operation{
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 9, replace, output{Counts: &counts{Created: 1, Deleted: 1}}),
			call(2, 3, 4, upsert(4), output{Rows: one(4, 2)}),
			call(2, 10, 11, input{Kind: "list"}, output{Rows: map[int]cell{5: {Hours: 1, Version: 1}}}),
		}, true}, // the change came first
		{[]operation{
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(1, 3, 9, replace, output{Counts: &counts{Created: 1, Deleted: 1}}),
			call(2, 3, 4, upsert(4), output{Rows: one(4, 2)}),
			call(2, 10, 11, input{Kind: "list"},
				output{Rows: map[int]cell{0: {Hours: 4, Version: 2}, 5: {Hours: 1, Version: 1}}}),
		}, false}, // a change that the window has seen is not undone, and not overlooked
	} {
		h := newHistory("skew")
		h.About["hours 0"] = test.calls
		if err := h.check(""); (err == nil) != test.good {
			t.Errorf("%v: %v", test.calls, err)
		}
	}
}

// A key may be accepted for a second after it was revoked, because servers remember keys, and no longer.
func TestRevokedWithinASecond(t *testing.T) {
	for late, good := range map[int64]bool{revokedWithin.Nanoseconds() / 2: true,
		2 * revokedWithin.Nanoseconds(): false} {
		h := newHistory("late use")
		h.About["key 0"] = []operation{call(1, 1, 2, input{Kind: "revoke"}, output{})}
		h.add("key 0", operation{Client: 2, In: &input{Kind: "use"}, Out: &output{Status: ok}, Call: 2 + late})
		h.About["key 0"][1].Return = 3 + late
		if err := h.check(""); (err == nil) != good {
			t.Errorf("%d ns after the revocation: %v", late, err)
		}
	}
}

func TestAFailedHistoryIsKeptAndSaysWhere(t *testing.T) {
	dir := t.TempDir()
	h := newHistory("kept")
	h.About["record 3"] = []operation{
		call(1, 1e9, 2e9, patch("a", 0), seen("a", 2)),
		call(2, 3e9, 4e9, patch("b", 1), seen("b", 3)),
	}
	err := h.check(dir)
	if !isBroken(err) || !strings.Contains(err.Error(), "record 3") ||
		!strings.Contains(err.Error(), "client 2 after 3.000 s") {
		t.Fatal(err)
	}
	var kept []operation
	if err := json.Unmarshal(read(t, dir+"/kept-record-3.json"), &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(h.About["record 3"], kept); diff != "" {
		t.Error(diff)
	}
	if html := read(t, dir+"/kept-record-3.html"); !strings.Contains(string(html), "<html") {
		t.Error("the drawing is not HTML")
	}
}
