// Package strictjson implements the JSON of the REST API. It encodes protobuf messages as
// JSON and decodes JSON into them, exactly as the API documents it.
//
// Encoding: names are in camelCase, in the order of the fields. Every field is present. A
// field without a value is null, and a list without items is []. Numbers are JSON
// numbers, enums are words in lower case, times are RFC 3339 in UTC with microseconds.
// The same message always gives the same bytes. A message with the option bare is the list that is
// its only field, and NaN in a list with the option nan_is_null is null.
//
// Decoding: the body must be one JSON object with exactly the documented names. Malformed
// JSON ends the decoding, and so do more than MaxUnknown unknown members in one object.
// Unknown members and values of a wrong type are collected, so that the error of a batch
// lists every bad item. Bounds and required fields are checked
// later, on the message.
//
// Fields of kinds that the API does not use have no JSON form here: maps, bytes, unsigned
// integers, 32-bit floats, well-known types other than Timestamp and Empty. Append fails
// on them, and Decode treats them as unknown.
package strictjson

import (
	"strconv"
)

// Mode is the purpose of a body. It decides which fields the body may have, and what null
// means.
type Mode int

const (
	// Create is the body of a POST: all fields but those that are OUTPUT_ONLY.
	Create Mode = iota
	// Update is the body of a PATCH: all fields but those that are OUTPUT_ONLY or
	// IMMUTABLE.
	Update
)

// The codes of problems, which are error codes of the API.
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
	// MaxProblems is the maximum number of problems that an Error lists. It is high
	// enough to count the bad items of a batch, and it limits the memory that a malicious
	// body can use.
	MaxProblems = 20_000
	// MaxItems is the maximum number of items that are decoded from one list. It only
	// limits memory: an item of two bytes becomes a message of two hundred bytes.
	// Validation has lower limits.
	MaxItems = 10_000
	// MaxUnknown is the maximum number of unknown members of one object. If there are more,
	// the body is not one that a client of this API has made, and decoding stops.
	MaxUnknown = 100
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
	extraComma    = "a closing bracket follows a comma"
)

// Problem is one thing that is wrong with a body.
type Problem struct {
	// Code is one of the Code constants.
	Code string
	// Path is the path of the value as the client wrote it, such as items[3].hours. It is
	// empty for the body as a whole. An unknown name is cut at 64 bytes.
	Path string
	// Message follows the path in a sentence, such as "must be a number". It never
	// repeats a value.
	Message string
	// Index is the index of the item in the outermost list that contains the value, or -1
	// if no list contains it.
	Index int
}

// String returns the problem as a sentence that names the place, without a full stop.
func (p Problem) String() string {
	switch {
	case p.Message == bodyRequired:
		return p.Message
	case p.Path == "":
		return "request body " + p.Message
	}
	return p.Path + " " + p.Message
}

// Error lists the problems of a body in the order in which they occur. If the JSON is
// malformed, it lists only that problem.
type Error struct {
	// Problems are the first MaxProblems problems, at least one.
	Problems []Problem
	// More is the number of problems beyond those in Problems.
	More int
	// Stopped reports whether an object had too many unknown members. The rest of the body
	// is unknown.
	Stopped bool
}

// Fatal reports whether nothing was decoded: the body is malformed JSON, is not a JSON
// object, or decoding stopped.
func (e *Error) Fatal() bool { return e.Stopped || e.Problems[0].Code == CodeInvalidJSON }

// Error returns the first problem as a sentence, and the number of the others.
func (e *Error) Error() string {
	if others := len(e.Problems) - 1 + e.More; others > 0 {
		return e.Problems[0].String() + " (and " + strconv.Itoa(others) + " more)"
	}
	return e.Problems[0].String()
}
