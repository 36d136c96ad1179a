package problem_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
)

// TestStatuses is the table of errors in docs/decisions.md.
func TestStatuses(t *testing.T) {
	for _, row := range []struct {
		http  int
		grpc  codes.Code
		codes string
	}{
		{400, codes.InvalidArgument,
			"invalid_json validation_failed unknown_field unknown_parameter unknown_reference too_many_items"},
		{401, codes.Unauthenticated, "credential_missing credential_invalid key_expired key_revoked"},
		{403, codes.PermissionDenied, "scope_missing permission_denied actor_inactive organization_suspended"},
		{404, codes.NotFound, "not_found"},
		{404, codes.Unimplemented, "route_not_found"},
		{409, codes.Aborted, "version_conflict"},
		{409, codes.FailedPrecondition, "invalid_state"},
		{413, codes.InvalidArgument, "body_too_large"},
		{415, codes.InvalidArgument, "unsupported_media_type"},
		{500, codes.Internal, "internal"},
		{503, codes.Unavailable, "unavailable"},
	} {
		for code := range strings.FieldsSeq(row.codes) {
			p := problem.New(problem.Code(code), "x")
			if p.HTTPStatus() != row.http || p.GRPCCode() != row.grpc {
				t.Errorf("%s: %d %s, want %d %s", code, p.HTTPStatus(), p.GRPCCode(), row.http, row.grpc)
			}
		}
	}
}

func TestText(t *testing.T) {
	p := problem.Field(problem.ValidationFailed, "name", "is required")
	if p.Text() != "name is required" {
		t.Error(p.Text())
	}
	p.Add(problem.Detail{Field: "email", Message: "is wrong", Index: -1})
	if !strings.HasPrefix(p.Text(), "name is required") || !strings.Contains(p.Text(), "1 more") {
		t.Error(p.Text())
	}
	if got := problem.Conflict(problem.InvalidState, "it is rejected").
		Text(); got != "it is rejected; refresh the current state and preview again" {
		t.Error(got)
	}
}

func TestDetailsAreAHundredAndACount(t *testing.T) {
	p := &problem.Error{Code: problem.ValidationFailed}
	for range 250 {
		p.Add(problem.Detail{Field: "x", Message: "is wrong", Index: -1})
	}
	if len(p.Details) != 100 || p.More != 150 {
		t.Errorf("%d and %d more", len(p.Details), p.More)
	}
}

func TestGRPCStatus(t *testing.T) {
	cause := errors.New("canary of the inside")
	p := &problem.Error{Code: problem.Unavailable, Message: "not now", RetryAfter: 2 * time.Second, Cause: cause}
	st := p.GRPCStatus()
	var info *errdetails.ErrorInfo
	var retry *errdetails.RetryInfo
	for _, d := range st.Details() {
		switch d := d.(type) {
		case *errdetails.ErrorInfo:
			info = d
		case *errdetails.RetryInfo:
			retry = d
		}
	}
	if st.Code() != codes.Unavailable || info.GetReason() != "unavailable" || info.GetDomain() != problem.Domain ||
		retry.GetRetryDelay().AsDuration() != 2*time.Second {
		t.Errorf("%v %v", st, st.Details())
	}
	if strings.Contains(st.String(), "canary") {
		t.Errorf("the cause shows: %v", st)
	}
	if !errors.Is(p, cause) || !strings.Contains(p.Error(), "canary") {
		t.Errorf("the log does not know the cause: %v", p)
	}
	st = problem.Field(problem.UnknownField, "client.nick", "is unknown").GRPCStatus()
	for _, d := range st.Details() {
		if bad, ok := d.(*errdetails.BadRequest); ok && bad.GetFieldViolations()[0].GetField() == "client.nick" {
			return
		}
	}
	t.Errorf("no field: %v", st.Details())
}

// TestGRPCStatusFitsInTrailers: clients of other languages take 8 KiB of metadata, the
// status in base64 among it, and lose the whole error where it is more.
func TestGRPCStatusFitsInTrailers(t *testing.T) {
	for _, length := range []int{10, 60, 300} {
		p := &problem.Error{Code: problem.ValidationFailed}
		for i := range 250 {
			p.Add(problem.Detail{
				Field: fmt.Sprintf("batch.items[%d].capability_id", i), Message: strings.Repeat("x", length), Index: i,
			})
		}
		st := p.GRPCStatus()
		b, err := proto.Marshal(st.Proto())
		if err != nil {
			t.Fatal(err)
		}
		if size := base64.RawStdEncoding.EncodedLen(len(b)) + len(st.Message()); size > 7700 {
			t.Errorf("messages of %d bytes: trailers of %d bytes", length, size)
		}
		listed, omitted := 0, ""
		for _, d := range st.Details() {
			switch d := d.(type) {
			case *errdetails.BadRequest:
				listed = len(d.GetFieldViolations())
			case *errdetails.ErrorInfo:
				omitted = d.GetMetadata()["details_omitted"]
			}
		}
		if listed == 0 || omitted != strconv.Itoa(250-listed) {
			t.Errorf("messages of %d bytes: %d listed, %q omitted", length, listed, omitted)
		}
	}
}
