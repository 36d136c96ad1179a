package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// input is a call, and output its response. The models use the same types, so that a history is one kind of JSON.
type input struct {
	Kind string

	// Of hours: rows to write by their cells, the first and last cell of a window, and by how many days a copy moves.
	Rows               map[int]cell `json:",omitempty"`
	First, Last, Shift int          `json:",omitempty"`

	Value   string `json:",omitempty"` // the new value of a record, or the name of a timesheet or a lock
	IfMatch int64  `json:",omitempty"`

	Exception string `json:",omitempty"` // its name
	Own       bool   `json:",omitempty"` // the caller is the user whose hours it is about

	Proposal   string `json:",omitempty"` // the name of the proposal that it is about, or writes in
	OnConflict string `json:",omitempty"` // of the proposal that it applies
}

type output struct {
	Unknown bool   `json:",omitempty"` // the call may have an effect at any time after it began, or never
	Status  int    `json:",omitempty"`
	Code    string `json:",omitempty"` // of a refusal

	Rows    map[int]cell `json:",omitempty"`
	Counts  *counts      `json:",omitempty"`
	Value   string       `json:",omitempty"`
	Version int64        `json:",omitempty"`
	IDs     []string     `json:",omitempty"`

	Records map[string]record `json:",omitempty"` // by their names

	Made string             `json:",omitempty"` // the name of a new proposal
	Diff map[int]difference `json:",omitempty"`
}

// The statuses that the models know.
const (
	ok           = 200
	unauthorized = 401
	notFound     = 404
	conflict     = 409
)

// modelOf returns a model from a function that makes one call at once. A call without a known outcome changes the state
// as it would, whatever it returns. If it never happened, it can come last.
func modelOf(initial any, step func(state any, in *input, out *output) (possible bool, after any)) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return initial },
		Step: func(state, in, out any) (bool, any) { return step(state, in.(*input), out.(*output)) },
		DescribeOperation: func(in, out any) string {
			return describe(in.(*input)) + " → " + describeOutput(out.(*output))
		},
		DescribeState: func(state any) string { return fmt.Sprintf("%+v", state) },
		Equal: func(a, b any) bool {
			switch s := a.(type) {
			case settlement:
				return s.equal(b.(settlement))
			case proposing:
				return s.equal(b.(proposing))
			}
			return a == b
		},
		Hash: func(state any) uint64 {
			if s, is := state.(interface{ hash() uint64 }); is {
				return s.hash()
			}
			return 0
		},
	}
}

func describe(in *input) string {
	text := in.Kind
	switch {
	case len(in.Rows) > 0:
		text += fmt.Sprint(" ", in.Rows)
	case in.Value != "":
		text += " " + in.Value
	}
	if in.Exception != "" {
		text += " for " + in.Exception
	}
	if in.Own {
		text += " by the user"
	}
	if in.Last > 0 {
		text += fmt.Sprintf(" of cells %d to %d", in.First, in.Last)
	}
	if in.Shift > 0 {
		text += fmt.Sprintf(" to %d days later", in.Shift)
	}
	if in.Proposal != "" {
		text += " in " + in.Proposal
	}
	if in.OnConflict != "" {
		text += ", on conflict " + in.OnConflict
	}
	if in.IfMatch > 0 {
		text += fmt.Sprintf(" if version %d", in.IfMatch)
	}
	return text
}

func describeOutput(out *output) string {
	switch {
	case out.Unknown:
		return "unknown"
	case out.Status != ok:
		return strings.TrimSpace(fmt.Sprint("status ", out.Status, " ", out.Code))
	case out.Counts != nil:
		return fmt.Sprintf("%+v", *out.Counts)
	case out.Rows != nil:
		return fmt.Sprint(out.Rows)
	case out.IDs != nil:
		return fmt.Sprint(out.IDs)
	case out.Records != nil:
		return fmt.Sprint(out.Records)
	case out.Diff != nil:
		return fmt.Sprintf("%+v", out.Diff)
	case out.Made != "":
		return fmt.Sprintf("%s: %q version %d", out.Made, out.Value, out.Version)
	}
	return fmt.Sprintf("%q version %d", out.Value, out.Version)
}

// models are the models by the first word of what a history is about, such as "record 3".
var models = map[string]porcupine.Model{
	"hours":    modelOf(grid{}, stepHours),
	"record":   modelOf(record{Version: 1}, stepRecord),
	"create":   modelOf("", stepCreate),
	"decision": modelOf(record{Value: "pending", Version: 1}, stepDecision),
	"key":      modelOf(false, stepKey),
	settled:    modelOf(settlement{}, stepSettled),
	proposed:   modelOf(proposing{}, stepProposals),
}

// record is a versioned record with one value. Its version is 0 if it was deleted.
type record struct {
	Value   string
	Version int64
}

// stepRecord is a client: patch sets a value that no other call sets, and get reads it.
func stepRecord(state any, in *input, out *output) (bool, any) {
	r := state.(record)
	if in.Kind == "get" {
		return out.Status == ok && out.Value == r.Value && out.Version == r.Version, r
	}
	matches := in.IfMatch == 0 || in.IfMatch == r.Version
	after := record{in.Value, r.Version + 1}
	switch {
	case out.Unknown && matches:
		return true, after
	case out.Unknown:
		return true, r
	case out.Status == conflict: // without a precondition, many others wrote at the same time, and this call did not
		return !matches || in.IfMatch == 0, r
	}
	return matches && out.Status == ok && out.Value == after.Value && out.Version == after.Version, after
}

// unseen is the id of a record that an unknown call may have made.
const unseen = "unseen"

// stepCreate is the creates with one Idempotency-Key: all of them return one record. find lists those with its name.
func stepCreate(state any, in *input, out *output) (bool, any) {
	id := state.(string)
	if in.Kind == "find" {
		switch {
		case len(out.IDs) == 0:
			return id == "", id
		case len(out.IDs) > 1:
			return false, id
		}
		return id == unseen || id == out.IDs[0], out.IDs[0]
	}
	if out.Unknown {
		if id == "" {
			id = unseen
		}
		return true, id
	}
	return out.Status == ok && (id == "" || id == unseen || id == out.Value), out.Value
}

// stepDecision is a time off request: pending until it is approved or rejected, for good, or deleted.
func stepDecision(state any, in *input, out *output) (bool, any) {
	r := state.(record)
	want, after := output{Status: ok}, r
	switch {
	case r.Version == 0:
		want.Status = notFound
	case in.Kind == "get":
		want.Value, want.Version = r.Value, r.Version
	case in.Kind == "delete":
		after = record{}
	case r.Value == "pending":
		after = record{in.Kind, r.Version + 1}
	case r.Value != in.Kind:
		want.Status = conflict
	}
	return out.Unknown || out.Status == want.Status && out.Value == want.Value && out.Version == want.Version, after
}

// revokedWithin is how long a server may accept a revoked key. A use that was accepted counts as this much earlier.
const revokedWithin = time.Second

// stepKey is an API key: its uses are accepted until it is revoked, and never afterwards. The state is whether it is.
func stepKey(state any, in *input, out *output) (bool, any) {
	revoked := state.(bool)
	if in.Kind == "revoke" {
		return out.Unknown || out.Status == ok, true
	}
	return out.Unknown || (out.Status == unauthorized) == revoked, revoked
}
