package acceptance_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestInputOfMessages is the input suite over gRPC: the fields of the resource or of the list
// get values that protobuf can carry, such as NaN and numbers that an enum does not have.
func TestInputOfMessages(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		t.Run(in.rpc, func(t *testing.T) {
			t.Parallel()
			a := seed(withoutDeliveries.New(t))
			known := knownIn(a)
			fields := in.fields()
			if in.Body == nil {
				for i := range in.Input.Descriptor().Fields().Len() {
					fd := in.Input.Descriptor().Fields().Get(i)
					if !strings.Contains(in.Path, "{"+string(fd.Name())+"}") {
						fields = append(fields, fd)
					}
				}
			}
			changes, written, n := changesOf(a), 0, 0
			for _, fd := range fields {
				for _, value := range messagesOf(fd) {
					n++
					in.makeRoom(a)
					written = changes()
					req := in.message(t, a, n)
					m := in.resource(req)
					if fd.IsList() {
						m.Clear(fd)
						for range max(1, fewestItems(fd)) {
							m.Mutable(fd).List().Append(value)
						}
					} else {
						m.Set(fd, value)
					}
					want := in.unlessNever(fd, fmt.Sprint(value), in.predict(fd, value, m.Has(fd), known))
					sent := req.Interface()
					resp := in.response(t)
					ans := a.Invoke(t, "admin", in.Name, sent, resp, nil)
					before := written
					written = changes()
					problem := judgeMessage(fd, ans, want)
					if problem == "" && !ok(ans) && written != before {
						problem = "is refused, and something is written"
					}
					if problem != "" {
						t.Errorf("%s: %.60q %s: %s %s %.200s", fd.Name(), fmt.Sprint(value), problem,
							ans.GRPC, ans.Code, ans.Message)
					}
				}
			}
		})
	}
}

// message returns the request of the call. A create gets names of its own.
func (in input) message(t *testing.T, a *apitest.API, n int) protoreflect.Message {
	t.Helper()
	req := in.Input.New()
	if err := protojson.Unmarshal([]byte(a.Expand(in.request)), req.Interface()); err != nil {
		t.Fatal(err)
	}
	if in.Body != nil && in.Mask == nil && in.Items == nil {
		m := in.resource(req)
		for name, text := range map[protoreflect.Name]string{
			"name": "Number %d", "company_name": "Number %d", "email": "number%d@example.org",
		} {
			if fd := m.Descriptor().Fields().ByName(name); fd != nil && m.Has(fd) {
				m.Set(fd, protoreflect.ValueOfString(fmt.Sprintf(text, n)))
			}
		}
	}
	return req
}

// resource returns the message with the fields under test: the first item of a batch, the
// resource, without items if it has other fields, or the request.
func (in input) resource(req protoreflect.Message) protoreflect.Message {
	if in.Body == nil {
		return req
	}
	body := req.Mutable(in.Body).Message()
	switch {
	case in.isBatch():
		return body.Mutable(in.Items).List().Get(0).Message()
	case in.Items != nil:
		body.Clear(in.Items) // they must fit the other fields
	}
	return body
}

func (in input) response(t *testing.T) proto.Message {
	t.Helper()
	service, method, _ := strings.Cut(strings.TrimPrefix(in.Name, "/"), "/")
	return apitest.NewResponse(t, protoreflect.FullName(service), protoreflect.Name(method))
}

// messagesOf returns the values of a field, or of the one item of a list.
func messagesOf(fd protoreflect.FieldDescriptor) (values []protoreflect.Value) {
	switch fd.Kind() {
	case protoreflect.StringKind:
		for _, text := range append(textsOf(fd), "\x00", "a\x00b", "hr:a\x00b") {
			if utf8.ValidString(text) {
				values = append(values, protoreflect.ValueOfString(text))
			}
		}
	case protoreflect.BoolKind:
		values = append(values, protoreflect.ValueOfBool(true), protoreflect.ValueOfBool(false))
	case protoreflect.EnumKind:
		for n := range fd.Enum().Values().Len() + 3 {
			values = append(values, protoreflect.ValueOfEnum(protoreflect.EnumNumber(n-1)))
		}
	case protoreflect.DoubleKind:
		low, high, _ := boundsOfNumber(fd)
		for _, f := range []float64{low, high, low - 0.001, math.Nextafter(high, math.Inf(1)), math.NaN(), math.Inf(1),
			math.Inf(-1), math.Copysign(0, -1), math.SmallestNonzeroFloat64} {
			values = append(values, protoreflect.ValueOfFloat64(f))
		}
	case protoreflect.Int32Kind:
		low, high, _ := boundsOfNumber(fd)
		for _, n := range []int32{int32(low), int32(high), int32(low) - 1, int32(high) + 1,
			math.MinInt32, math.MaxInt32} {
			values = append(values, protoreflect.ValueOfInt32(n))
		}
	case protoreflect.Int64Kind:
		low, high, _ := boundsOfNumber(fd)
		for _, n := range []int64{int64(low), int64(high), int64(low) - 1, int64(high) + 1,
			math.MinInt64, math.MaxInt64} {
			values = append(values, protoreflect.ValueOfInt64(n))
		}
	case protoreflect.MessageKind:
		if fd.Message().FullName() == "google.protobuf.Timestamp" {
			for _, at := range []*timestamppb.Timestamp{{}, {Seconds: 253402300799}, {Seconds: 253402300800},
				{Seconds: -62135596801}, {Seconds: math.MaxInt64}, {Nanos: -1}, {Nanos: math.MaxInt32}} {
				values = append(values, protoreflect.ValueOfMessage(at.ProtoReflect()))
			}
		}
	}
	return values
}

// predict predicts the code of the error, or "". set reports whether the message has the
// field: an empty text may be the same as none.
func (in input) predict(
	fd protoreflect.FieldDescriptor, value protoreflect.Value, set bool, known func(id string) bool,
) string {
	switch {
	case !set && hasBehavior(fd, annotations.FieldBehavior_REQUIRED) && in.Mask == nil:
		return validationFailed
	case !set:
		return ""
	case !isWritable(fd, in.Mask != nil):
		return unknownField
	case fd.Name() == "cursor" && fd.Kind() == protoreflect.StringKind, fd.Name() == "types":
		return validationFailed
	}
	fits := true
	switch fd.Kind() {
	case protoreflect.StringKind:
		text := value.String()
		if isReference(fd, text) && !known(text) && (!fd.IsList() || in.Body != nil && fd.Name() != "deleted") {
			return unknownReference
		}
		noFilter := in.rpc == "RateService/ResolveRate" && isID(fd) || fd == in.Proposal
		if noFilter && fitsText(fd, rulesOf(fd).GetString(), text) && !known(text) {
			return unknownReference
		}
		if fd.Name() == "after" && !afterForm.MatchString(text) {
			return validationFailed
		}
		if isMoment(fd) && !isMomentText(text) {
			return validationFailed
		}
		fits = isReference(fd, text) || fitsText(fd, stringRules(fd), text)
		if fits && (in.Body != nil || in.Verb == "DELETE") && isID(fd) && !known(text) &&
			(!fd.IsList() || in.Body != nil && fd.Name() != "deleted") {
			return unknownReference
		}
	case protoreflect.EnumKind:
		fits = value.Enum() != 0 && fd.Enum().Values().ByNumber(value.Enum()) != nil
	case protoreflect.DoubleKind:
		fits = fitsNumber(fd, value.Float())
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		fits = fitsNumber(fd, float64(value.Int()))
		if high := rulesOf(fd).GetInt64().GetLte(); high > 0 {
			fits = value.Int() >= 0 && value.Int() <= high // a float64 does not have all digits
		}
	case protoreflect.MessageKind:
		at, _ := value.Message().Interface().(*timestamppb.Timestamp)
		fits = at.IsValid()
	}
	if !fits {
		return validationFailed
	}
	return ""
}

// judgeMessage compares a response with the predicted code. It returns what is wrong.
func judgeMessage(fd protoreflect.FieldDescriptor, ans *apitest.Answer, want string) string {
	rest, isRelated := related[fd.JSONName()]
	switch {
	case want == "" && (ok(ans) ||
		isRelated && slices.Contains([]codes.Code{codes.InvalidArgument, codes.FailedPrecondition}, ans.GRPC)):
		return ""
	case want == "" &&
		((fd.Name() == "after" || fd.Name() == "cursor") && ans.Code == "cursor_ahead" || isNoMoment(fd, ans)):
		return ""
	case want == "":
		return "is within the bounds, and refused"
	case ans.GRPC != codes.InvalidArgument || ans.Code != want:
		return "should be INVALID_ARGUMENT " + want
	case len(ans.Fields) == 0 || !strings.Contains(ans.Fields[0], string(fd.Name())) && len(rest) == 0:
		return "names another field"
	}
	return ""
}
