package main

import "testing"

func TestSettledDays(t *testing.T) {
	const first, last = 0, 3 // two days
	submit := input{Kind: "submit", Value: "a", First: first, Last: last}
	about := func(kind string) input { return input{Kind: kind, Value: "a"} }
	byUser := func(in input) input {
		in.Own = true
		return in
	}
	is := func(status string, version int64) output { return output{Value: status, Version: version} }
	closed := func(code string) output { return output{Status: conflict, Code: code} }
	lock := input{Kind: "lock", Value: "l", First: first, Last: last}
	except := input{Kind: "except", Value: "l", Exception: "e"}
	list := input{Kind: "list"}
	unknown := output{}
	approved := []operation{
		call(1, 1, 2, upsert(8), output{Rows: one(8, 1)}),
		call(1, 3, 4, submit, is("pending, 8 h", 1)),
		call(1, 5, 6, about("approve"), is("approved, 8 h", 2)),
	}
	for _, test := range []struct {
		name  string
		good  bool
		calls []operation
	}{
		{"nobody writes an approved day", true, append(approved[:3:3],
			call(1, 7, 8, upsert(4), closed(daySettled)),
			call(1, 9, 10, upsert(8), output{Rows: one(8, 1)}),
			call(1, 11, 12, about("proof"), output{Rows: one(8, 1)}),
		)},
		{"a write of an approved day is accepted", false, append(approved[:3:3],
			call(1, 7, 8, upsert(4), output{Rows: one(4, 2)}),
		)},
		{"a write that began before the approval is accepted after it", false, append(approved[:3:3],
			call(2, 4, 9, upsert(4), output{Rows: one(4, 2)}),
			call(1, 7, 8, about("proof"), output{Rows: one(8, 1)}),
		)},
		{"a write just before the approval is a part of it", true, append(approved[:2:2],
			call(2, 4, 9, upsert(4), output{Rows: one(4, 2)}),
			call(1, 5, 6, about("approve"), is("approved, 4 h", 2)),
			call(1, 7, 8, about("past"), output{Rows: one(4, 2)}),
		)},
		{"a write of unknown outcome changes what was approved", false, append(approved[:3:3],
			call(2, 4, 0, upsert(4), unknown),
			call(1, 7, 8, about("past"), output{Rows: one(8, 1)}),
			call(1, 9, 10, list, output{Rows: one(4, 2)}),
		)},
		{"a write to another day is accepted", true, append(approved[:3:3],
			call(1, 7, 8, input{Kind: "upsert", Rows: map[int]cell{4: {Hours: 2}}},
				output{Rows: map[int]cell{4: {Hours: 2, Version: 1}}}),
		)},
		{"a write to an open day is refused", false, append(approved[:3:3],
			call(1, 7, 8, input{Kind: "upsert", Rows: map[int]cell{4: {Hours: 2}}}, closed(daySettled)),
		)},
		{"a reopened day is written, and its proof stays", true, append(approved[:3:3],
			call(1, 7, 8, about("reopen"), is("reopened, 8 h", 3)),
			call(1, 9, 10, upsert(4), output{Rows: one(4, 2)}),
			call(1, 11, 12, about("proof"), output{Rows: one(8, 1)}),
		)},
		{"a reopened day is refused", false, append(approved[:3:3],
			call(1, 7, 8, about("reopen"), is("reopened, 8 h", 3)),
			call(1, 9, 10, upsert(4), closed(daySettled)),
		)},
		{"who decides writes a pending day, and the user does not", true, append(approved[:2:2],
			call(1, 5, 6, byUser(upsert(4)), closed(daySettled)),
			call(1, 7, 8, upsert(4), output{Rows: one(4, 2)}),
		)},
		{"the user writes a pending day", false, append(approved[:2:2],
			call(1, 5, 6, byUser(upsert(4)), output{Rows: one(4, 2)}),
		)},
		{"days of two timesheets overlap", false, append(approved[:2:2],
			call(1, 5, 6, input{Kind: "submit", Value: "b", First: 2, Last: 5}, is("pending, 0 h", 1)),
		)},
		{"a lock closes days, with an exception and without", true, []operation{
			call(1, 1, 2, lock, output{}),
			call(1, 3, 4, upsert(8), closed(periodLocked)),
			call(1, 5, 6, except, output{}),
			call(1, 7, 8, upsert(8), output{Rows: one(8, 1)}),
			call(1, 9, 10, input{Kind: "locks"}, output{Records: map[string]record{"l": {Value: "e "}}}),
			call(1, 11, 12, input{Kind: "unexcept", Value: "l", Exception: "e"}, output{}),
			call(1, 13, 14, input{Kind: "remove", Rows: map[int]cell{0: {}}}, closed(periodLocked)),
			call(1, 15, 16, about("unlock"), output{Status: notFound}),
			call(1, 17, 18, input{Kind: "unlock", Value: "l"}, output{}),
			call(1, 19, 20, input{Kind: "remove", Rows: map[int]cell{0: {}}}, output{Counts: &counts{Deleted: 1}}),
		}},
		{"a locked day is written", false, []operation{
			call(1, 1, 2, lock, output{}),
			call(1, 3, 4, upsert(8), output{Rows: one(8, 1)}),
		}},
		{"a write that began before the lock changes rows after it", false, []operation{
			call(2, 1, 9, upsert(8), output{Rows: one(8, 1)}),
			call(1, 2, 3, lock, output{}),
			call(1, 4, 5, list, output{}),
		}},
		// A window that does not see an upsert just before it is skew, but only of days that are open for both.
		{"a window overlooks an upsert of an open day", true, []operation{
			call(1, 1, 9, input{Kind: "replace", First: 0, Last: 5, Rows: map[int]cell{5: {Hours: 1}}},
				output{Counts: &counts{Created: 1}}),
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(2, 3, 4, list, output{Rows: one(8, 1)}),
		}},
		{"a window writes days that are locked before its second step", false, []operation{
			call(1, 1, 19, input{Kind: "replace", First: 0, Last: 3, Rows: map[int]cell{3: {Hours: 1}}},
				output{Counts: &counts{Created: 1}}),
			call(2, 1, 2, upsert(8), output{Rows: one(8, 1)}),
			call(2, 5, 6, lock, output{}),
			call(2, 7, 8, list, output{Rows: one(8, 1)}),
			call(2, 20, 21, list, output{Rows: map[int]cell{0: {Hours: 8, Version: 1}, 3: {Hours: 1, Version: 1}}}),
		}},
	} {
		h := newHistory(test.name)
		h.About["settled 0"] = test.calls
		if err := h.check(""); (err == nil) != test.good {
			t.Errorf("%s: accepted is %v, want %v: %v", test.name, err == nil, test.good, err)
		}
	}
}
