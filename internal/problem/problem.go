// Package problem defines the error that a client receives: a code, a sentence and the
// fields that are wrong. The same value becomes the error over gRPC and over REST, see
// docs/decisions.md.
package problem

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// Domain is the domain of google.rpc.ErrorInfo.
const Domain = "workplan"

// maxDetails is how many bad fields, or bad items of a batch, an error lists.
const maxDetails = 100

// Code names what is wrong, for programs.
type Code string

// The error codes of the API. errors.proto describes them.
const (
	InvalidJSON          Code = "invalid_json"
	ValidationFailed     Code = "validation_failed"
	UnknownField         Code = "unknown_field"
	UnknownParameter     Code = "unknown_parameter"
	UnknownReference     Code = "unknown_reference"
	TooManyItems         Code = "too_many_items"
	CredentialMissing    Code = "credential_missing"
	CredentialInvalid    Code = "credential_invalid"
	KeyExpired           Code = "key_expired"
	KeyRevoked           Code = "key_revoked"
	ScopeMissing         Code = "scope_missing"
	PermissionDenied     Code = "permission_denied"
	ActorInactive        Code = "actor_inactive"
	OrganizationSuspend  Code = "organization_suspended"
	NotFound             Code = "not_found"
	RouteNotFound        Code = "route_not_found"
	MethodNotAllowed     Code = "method_not_allowed"
	NotAcceptable        Code = "not_acceptable"
	RequestTimeout       Code = "request_timeout"
	BodyTooLarge         Code = "body_too_large"
	UnsupportedMediaType Code = "unsupported_media_type"
	VersionConflict      Code = "version_conflict"
	InvalidState         Code = "invalid_state"
	PeriodLocked         Code = "period_locked"
	DaySettled           Code = "day_settled"
	HasEntries           Code = "has_entries"
	ProposalConflict     Code = "proposal_conflict"
	AlreadyExists        Code = "already_exists"
	IdempotencyReused    Code = "idempotency_key_reused"
	IdempotencyRunning   Code = "idempotency_in_progress"
	IdempotencyMissing   Code = "idempotency_response_missing"
	CursorExpired        Code = "cursor_expired"
	CursorAhead          Code = "cursor_ahead"
	RateLimited          Code = "rate_limited"
	TooManyConcurrent    Code = "too_many_concurrent"
	Internal             Code = "internal"
	Unavailable          Code = "unavailable"
	TooExpensive         Code = "too_expensive"
)

// statuses has the HTTP status and the gRPC code of each code, as in errors.proto.
var statuses = readStatuses()

type codePair struct {
	http int
	grpc codes.Code
}

func readStatuses() map[Code]codePair {
	statuses := map[Code]codePair{}
	values := pb.ErrorCode(0).Descriptor().Values()
	for i := range values.Len() {
		v := values.Get(i)
		if v.Number() == 0 {
			continue
		}
		with, _ := proto.GetExtension(v.Options(), pb.E_RespondsWith).(*pb.ErrorStatus)
		var code codes.Code
		if err := code.UnmarshalJSON([]byte(strconv.Quote(with.GetGrpc()))); err != nil {
			panic(fmt.Sprintf("%s: %v", v.FullName(), err)) // a mistake in errors.proto, found by every test
		}
		name, _ := protoconv.WordsOf(v.Parent().(protoreflect.EnumDescriptor)).Word(v.Number())
		statuses[Code(name)] = codePair{int(with.GetHttp()), code}
	}
	return statuses
}

// Detail is one field that is wrong.
type Detail struct {
	// Field is the path of the field in the request message, with its proto
	// names: client.company_name, batch.items[3].hours.
	Field string
	// Message describes the problem. It does not repeat the value.
	Message string
	// IsSentence means that Message is a sentence of its own, and not about Field as the subject.
	IsSentence bool
	// Index is the position of the item of a batch that the field is in, or -1.
	Index int
	// Code is what is wrong with it; empty if it is the code of the error.
	Code Code
	// AsWritten means that Field is the name that the client wrote, not the proto's.
	AsWritten bool
	// Taken is set if another record has the value of the field, and it is known which one.
	Taken *Taken
}

// Taken is a value of a field that another record has already.
type Taken struct {
	Value string
	// Is is a phrase such as "is the address of", and Kind is the kind of the record in words.
	Is, Kind string
	// Holder is the id of the record that has the value, or empty if it is not known.
	Holder string
}

// Detail returns what is wrong with a field that has such a value.
func (t Taken) Detail(field string) Detail {
	d := Detail{Field: field, Message: t.Is + " another " + t.Kind, Index: -1, Code: AlreadyExists}
	if t.Holder != "" {
		d.Message += ", " + t.Holder
		d.Taken = &t
	}
	return d
}

// Error is an error with everything that the caller may know about it.
type Error struct {
	Code Code
	// Message is a sentence without a full stop. If it is empty, Text makes one from
	// the details.
	Message string
	// Details are the bad fields: the first 100, or those of the first 100 bad items of
	// a batch.
	Details []Detail
	// More counts the bad fields beyond those in Details.
	More int
	// AtLeast means that there may be more bad fields and items than More and Items count.
	AtLeast bool
	// Items counts all bad items of a batch.
	Items int
	// RetryAfter is how long to wait before another try; 0 if that is not known.
	RetryAfter time.Duration
	// RequestID is the id of the request, for the details over gRPC; empty over REST.
	RequestID string
	// Cause is for the log only.
	Cause error

	// last is the index of the item that was added last.
	last int
}

// New returns an error with a message.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Field returns an error about one field, named by its path in the request.
func Field(code Code, field, message string) *Error {
	return &Error{Code: code, Details: []Detail{{Field: field, Message: message, Index: -1}}}
}

// Invalid returns what is wrong with one field of a request, for List.
func Invalid(field, message string) Detail { return InvalidItem(-1, field, message) }

// InvalidItem is Invalid for a field of an item of a batch.
func InvalidItem(index int, field, message string) Detail {
	return Detail{Field: field, Message: message, Index: index, Code: ValidationFailed}
}

// List returns an error that lists the details, in the order of the items of a batch. Its
// code is that of the first detail. It returns nil if there are no details.
func List(details []Detail) error {
	if len(details) == 0 {
		return nil
	}
	slices.SortStableFunc(details, func(a, b Detail) int { return cmp.Compare(a.Index, b.Index) })
	e := &Error{Code: details[0].Code}
	for _, d := range details {
		e.Add(d)
	}
	return e
}

// Moving returns the error for a call to an organization that is about to be served by another installation.
func Moving(cause error) *Error {
	return &Error{
		Code: Unavailable, RetryAfter: time.Second, Cause: cause,
		Message: "the organization is being moved to another installation: send the request again in a second",
	}
}

// Has reports whether an error has a code, perhaps among others.
func Has(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == code ||
		slices.ContainsFunc(e.Details, func(d Detail) bool { return d.Code == code }))
}

// Denies reports whether an error is about something that the caller may not do, perhaps among other things.
func Denies(err error) bool { return Has(err, PermissionDenied) }

// Missing returns the error for a record that does not exist. A record of another
// organization does not exist for the caller.
func Missing(what string) *Error {
	return New(NotFound, "%s not found", what)
}

// OrMissing returns Missing if err is Ent's error for a record that does not exist.
// Otherwise it returns err.
func OrMissing(err error, what string) error {
	if ent.IsNotFound(err) {
		return Missing(what)
	}
	return err
}

// DatesReversed returns the error for a record whose end_date is before its start_date. It names end_date, or
// start_date if the client sends only that one.
func DatesReversed(record string, sendsEnd bool) error {
	if sendsEnd {
		return Field(ValidationFailed, record+".end_date", "must not be before the start date")
	}
	return Field(ValidationFailed, record+".start_date", "must not be after the end date")
}

// TooManyDays returns the error for a range of more than most days. field is that of its last day.
func TooManyDays(field string, most int) error {
	return Field(ValidationFailed, field, fmt.Sprintf("must be at most %d days after the start date", most-1))
}

// Conflict returns the error for a change that the state of a record does not allow. The
// contract specifies the end of the message.
func Conflict(code Code, format string, args ...any) *Error {
	return New(code, format+"; refresh the current state and preview again", args...)
}

// Add appends a detail. Beyond the first 100, or beyond the first 100 items, it only
// counts them. Details of items must be added in the order of the items.
func (e *Error) Add(d Detail) {
	listed := len(e.Details)
	if d.Index >= 0 {
		if e.Items == 0 || d.Index != e.last {
			e.Items, e.last = e.Items+1, d.Index
		}
		listed = e.Items - 1
	}
	if listed >= maxDetails {
		e.More++
		return
	}
	e.Details = append(e.Details, d)
}

// Text returns the message for people. It names the first bad field.
func (e *Error) Text() string {
	if e.Message != "" || len(e.Details) == 0 {
		return e.Message
	}
	first := e.Details[0]
	text := first.Message
	switch {
	case first.Field != "" && first.IsSentence:
		text = first.Field + ": " + first.Message
	case first.Field != "":
		text = first.Field + " " + first.Message
	}
	atLeast := ""
	if e.AtLeast {
		atLeast = "at least "
	}
	switch others := len(e.Details) - 1 + e.More; {
	case e.Items > 1:
		text += fmt.Sprintf(" (%s%d items are bad)", atLeast, e.Items)
	case others > 0:
		text += fmt.Sprintf(" (and %s%d more)", atLeast, others)
	}
	return text
}

// Error implements error. Its text is for the log: it contains the cause.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Text()
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// HTTPStatus returns the status over REST.
func (e *Error) HTTPStatus() int { return statuses[e.Code].http }

// GRPCCode returns the status code over gRPC.
func (e *Error) GRPCCode() codes.Code { return statuses[e.Code].grpc }

// maxTrailers is the maximum size of a status in the trailers, in bytes. The trailers
// have its message, and the whole status in base64. Clients in other languages read at
// most 8 KiB of headers, and lose the whole error if there is more.
const maxTrailers = 7700

// GRPCStatus returns the status over gRPC: the code as the reason of an ErrorInfo, the id
// of the request as a RequestInfo, the fields as a BadRequest, the time to wait as a
// RetryInfo. The metadata details_omitted of the ErrorInfo counts the fields that the
// trailers have no room for.
func (e *Error) GRPCStatus() *status.Status {
	text := e.Text()
	info := &errdetails.ErrorInfo{Reason: string(e.Code), Domain: Domain}
	details := []protoadapt.MessageV1{info}
	if e.RequestID != "" {
		details = append(details, &errdetails.RequestInfo{RequestId: e.RequestID})
	}
	if len(e.Details) > 0 {
		const around = 250 // the names of types and the code, in the status
		bad, room := &errdetails.BadRequest{}, (maxTrailers-len(text))*3/4-len(text)-around-len(e.RequestID)
		for _, d := range e.Details {
			violation := &errdetails.BadRequest_FieldViolation{Field: d.Field, Description: d.Message}
			if room -= proto.Size(violation) + 3; room < 0 { // a tag and a length of two bytes
				break
			}
			bad.FieldViolations = append(bad.FieldViolations, violation)
		}
		if omitted := len(e.Details) - len(bad.GetFieldViolations()) + e.More; omitted > 0 {
			info.Metadata = map[string]string{"details_omitted": strconv.Itoa(omitted)}
		}
		details = append(details, bad)
	}
	if e.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)})
	}
	st := status.New(e.GRPCCode(), text)
	if with, err := st.WithDetails(details...); err == nil {
		return with
	}
	return st
}
