package acceptance_test

import (
	"math"
	"net/url"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

// marker is in every value of these tests.
const marker = "q7marker"

// markers are values that contain the marker. Each is refused by other rules: those of ids, dates and numbers, of
// addresses, of words that an enum or a list of scopes and types of events has, and of lengths.
func markers() []string {
	return []string{
		marker, marker + "@", "https://" + marker + ".invalid/" + marker, "ftp://" + marker + "/",
		"https://" + marker + ":" + marker + "@example.com/", "javascript:" + marker, "client." + marker,
		"read:" + marker, "2026-02-30" + marker, "01890000-0000-7000-8000-" + marker,
		strings.Repeat(marker, 2000), "\t" + marker + "\x00",
	}
}

// TestErrorsNeverRepeatAValue sends the marker in every field of every rpc. No error contains it.
func TestErrorsNeverRepeatAValue(t *testing.T) {
	t.Parallel()
	refused := 0
	inspect := func(t *testing.T, where string, ans *apitest.Answer) {
		t.Helper()
		if ok(ans) {
			return
		}
		refused++
		if text := ans.Message + strings.Join(ans.Fields, " ") + string(ans.Raw); strings.Contains(text, marker) {
			t.Errorf("%s: %.400s", where, text)
		}
	}
	a := seed(withoutDeliveries.New(t))
	for _, in := range inputs(t) {
		path, parameters, _ := strings.Cut(in.rest, "?")
		n := 0
		for _, fd := range in.fields() {
			for _, value := range markers() {
				for _, form := range []string{asJSON(value), asJSON([]string{value}),
					asJSON(map[string]string{"name": value})} {
					n++
					in.makeRoom(a)
					body, _ := in.with(t, fd.JSONName(), form, n)
					inspect(t, in.rest+" "+fd.JSONName(), a.REST(t, "admin", in.rest, body, nil))
				}
			}
		}
		fields := in.Input.Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			for _, value := range markers() {
				if strings.Contains(in.Path, "{"+string(fd.Name())+"}") {
					before, _, _ := strings.Cut(in.Path, "{")
					_, after, _ := strings.Cut(in.Path, "}")
					inspect(t, in.Path,
						a.REST(t, "admin", in.Verb+" "+before+url.PathEscape(value)+after, in.body, nil))
				} else if fd != in.Body {
					inspect(t, in.rest+" "+fd.JSONName(), a.REST(t, "admin",
						path+"?"+parameters+"&"+fd.JSONName()+"="+url.QueryEscape(value), in.body, nil))
				}
			}
		}
		for _, header := range []string{"If-Match", "If-None-Match", "Idempotency-Key", "Accept",
			"Content-Type", "Content-Encoding"} {
			inspect(t, in.rest+" "+header,
				a.REST(t, "admin", in.rest, in.body, map[string]string{header: marker + " " + marker}))
		}
		in.markMessages(t, a, inspect)
	}
	if refused < 1000 {
		t.Errorf("only %d calls were refused", refused)
	}
}

// markMessages sends the marker in every field of text of the request message, and of its resource.
func (in input) markMessages(t *testing.T, a *apitest.API, inspect func(*testing.T, string, *apitest.Answer)) {
	t.Helper()
	n := 1000
	for _, of := range []func(protoreflect.Message) protoreflect.Message{in.resource,
		func(m protoreflect.Message) protoreflect.Message { return m }} {
		fields := of(in.message(t, a, n)).Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			if fd.Kind() != protoreflect.StringKind {
				continue
			}
			for _, value := range markers() {
				n++
				in.makeRoom(a)
				req := in.message(t, a, n)
				if m := of(req); fd.IsList() {
					m.Mutable(fd).List().Append(protoreflect.ValueOfString(value))
				} else {
					m.Set(fd, protoreflect.ValueOfString(value))
				}
				ans := a.Invoke(t, "admin", in.Name, req.Interface(), in.response(t), nil)
				if ans.GRPC == codes.Internal {
					t.Errorf("%s %s: %s", in.rpc, fd.Name(), ans.Message)
				}
				inspect(t, in.rpc+" "+string(fd.Name()), ans)
			}
		}
	}
}

// TestNegativeZeroIsZero writes -0 over gRPC, which can carry it. JSON writes it as 0, so the test looks at the
// messages and the rows.
func TestNegativeZeroIsZero(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	zero := math.Copysign(0, -1)
	invoke := func(method string, req, resp proto.Message) {
		t.Helper()
		if ans := a.Invoke(t, "admin", "/workplan.v1."+method, req, resp, nil); ans.Message != "" {
			t.Fatal(ans.Message)
		}
	}
	rows := &pb.UpsertAssignmentsResponse{}
	invoke("AssignmentService/UpsertAssignments",
		&pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{
			{UserId: a.ID("worker"), ProjectId: a.ID("atlas"), Date: "2027-03-01", Hours: &zero},
		}}}, rows)
	patterns := &pb.ReplaceWorkingPatternsResponse{}
	invoke("WorkingPatternService/ReplaceWorkingPatterns", &pb.ReplaceWorkingPatternsRequest{UserId: a.ID("worker"),
		WorkingPatterns: &pb.WorkingPatterns{Items: []*pb.WorkingPattern{
			{ValidFrom: "2027-03-01", Hours: []float64{8, 8, 8, 8, 8, zero, zero}},
		}}}, patterns)
	if x := rows.Data[0].GetHours(); math.Signbit(x) {
		t.Errorf("hours are %g", x)
	}
	if x := patterns.Data.Items[0].Hours[6]; math.Signbit(x) {
		t.Errorf("the hours of Sunday are %g", x)
	}
	if n := a.Count("SELECT count(*) FROM assignments WHERE hours::text = '-0'"); n > 0 {
		t.Errorf("%d rows have -0 hours", n)
	}
}
