// Package strictjson is the JSON of the REST API: it writes protobuf messages
// as JSON and reads them back, to the letter of the contract and no wider.
//
// Written (decisions.md section 2): members are named in camelCase and stand in
// the order of the fields, every field is there, a field without a value is
// null, a list without items is [], every number is a JSON number, an enum value
// is its lower-case name, a time is RFC 3339 in UTC with microseconds. The same
// message always gives the same bytes.
//
// Read (decisions.md section 3): one JSON object with exactly the documented
// names. Whatever is not JSON ends the reading at once; members that are
// unknown or have a wrong value are collected, so that a batch lists every bad
// item. Bounds and required fields are left to the validation of the message.
//
// Fields of kinds that the API does not use (maps, bytes, unsigned and 32-bit
// floating point numbers, well-known types other than Timestamp and Empty) have
// no JSON form here: Append refuses them, Decode does not know them.
package strictjson

import (
	"strconv"
)

// Mode says what a body is for, which decides which fields it may have.
type Mode int

const (
	// Create reads the body of a POST: all fields but those that are
	// OUTPUT_ONLY (decisions.md section 3).
	Create Mode = iota
	// Update reads the body of a PATCH: all fields but those that are
	// OUTPUT_ONLY or IMMUTABLE (decisions.md section 3).
	Update
)

// The codes of problems, as decisions.md section 5 names them.
const (
	// CodeInvalidJSON is for a body that is missing, not JSON, not one object,
	// nested too deep, or has a member twice.
	CodeInvalidJSON = "invalid_json"
	// CodeUnknownField is for a member that the request does not have.
	CodeUnknownField = "unknown_field"
	// CodeValidationFailed is for a member whose value is of a wrong type.
	CodeValidationFailed = "validation_failed"
	// CodeTooManyItems is for a list with more than MaxItems items.
	CodeTooManyItems = "too_many_items"
)

const (
	// MaxProblems is how many problems an Error lists. It is high enough for the bad
	// items of a batch to be counted, and keeps a hostile body from costing more.
	MaxProblems = 20_000
	// MaxItems is how many items of one list are read. It only bounds memory,
	// since an item of two bytes becomes a message of two hundred: the bound of
	// a request (5,000, decisions.md section 3) is lower, and the validation's.
	MaxItems = 10_000
)

const (
	maxDepth      = 16
	maxSegment    = 64
	bodyRequired  = "request body is required"
	notJSON       = "is not valid JSON: "
	mustBeBoolean = "must be true or false"
	mustBeString  = "must be a string"
	mustBeNumber  = "must be a number"
	mustBeWhole   = "must be a whole number"
	mustBeOneOf   = "must be one of "
	mustBeTime    = "must be an RFC 3339 date and time"
	outOfRange    = "is out of range"
	noField       = "is not a field of this request"
	extraComma    = "nothing follows the comma before it"
)

// Problem is one thing that is wrong with a body (decisions.md section 5,
// details).
type Problem struct {
	// Code is one of the Code constants.
	Code string
	// Path is the place as the client wrote it, such as items[3].hours; it is
	// empty for the body as a whole. A name that the client made up is cut at 64
	// bytes.
	Path string
	// Message says what is wrong in plain words that follow the path, such as
	// "must be a number". It never repeats a value.
	Message string
	// Index is the index of the item in the outermost list that the place is in,
	// -1 where it is in none.
	Index int
}

// String returns the problem as a sentence without a full stop that names the
// place (decisions.md section 5: the message alone reads well).
func (p Problem) String() string {
	switch {
	case p.Message == bodyRequired:
		return p.Message
	case p.Path == "":
		return "request body " + p.Message
	}
	return p.Path + " " + p.Message
}

// Error is what Decode found wrong with a body. A body that is not JSON has one
// problem; otherwise the problems stand in the order of the body.
type Error struct {
	// Problems are the first MaxProblems problems, at least one.
	Problems []Problem
	// More is how many problems there are beyond those.
	More int
}

// Fatal tells whether the body could not be read as JSON at all.
func (e *Error) Fatal() bool { return e.Problems[0].Code == CodeInvalidJSON }

// Error returns the first problem as a sentence, and how many others there are.
func (e *Error) Error() string {
	if others := len(e.Problems) - 1 + e.More; others > 0 {
		return e.Problems[0].String() + " (and " + strconv.Itoa(others) + " more)"
	}
	return e.Problems[0].String()
}
