package strictjson_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// problems decodes a body that must be refused.
func problems(t *testing.T, body string, m proto.Message, mode strictjson.Mode) *strictjson.Error {
	t.Helper()
	before := proto.Clone(m)
	present, err := strictjson.Decode([]byte(body), m, mode)
	var e *strictjson.Error
	if !errors.As(err, &e) || len(e.Problems) == 0 || e.Fatal() && present != nil {
		t.Fatalf("%.200s: got %v, %v", body, present, err)
	}
	if e.Fatal() && !proto.Equal(before, m) {
		t.Errorf("%.200s: the message was changed", body)
	}
	return e
}

func TestDecodeFillsTheMessage(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		mode       strictjson.Mode
		want       proto.Message
		present    string
	}{
		{"an empty object", " {\r\n\t} ", strictjson.Update, &pb.Client{}, ""},
		{"members in any order", `{"isActive":false,"companyName":"A"}`, strictjson.Create,
			&pb.Client{CompanyName: proto.String("A"), IsActive: proto.Bool(false)}, "company_name is_active"},
		{"null where it is allowed", `{"email":null,"categories":[]}`, strictjson.Update,
			&pb.Client{}, "email categories"},
		{"null in a create is absent",
			`{"companyName":null,"categories":null,"isActive":null,"email":null,"clientPriority":null,"website":"w"}`,
			strictjson.Create,
			&pb.Client{Website: proto.String("w")}, "website"},
		{"null in an item of a create", `{"items":[{"userId":null,"hours":null}]}`, strictjson.Create,
			&pb.AssignmentBatch{Items: []*pb.Assignment{{}}}, "items"},
		{"a list that is null", `{"items":null}`, strictjson.Create, &pb.AssignmentBatch{}, ""},
		{"an enum", `{"clientPriority":"low"}`, strictjson.Create,
			&pb.Client{ClientPriority: pb.ClientPriority_CLIENT_PRIORITY_LOW.Enum()}, "client_priority"},
		{"strings as objects on create", `{"categories":["a",{"name":"b"},{ "name" : "" }]}`, strictjson.Create,
			&pb.Client{Categories: []string{"a", "b", ""}}, "categories"},
		{"escapes",
			`{"companyName":"\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t\uFFFF","w\u0065bsite":"x\u0001y"}`, strictjson.Create,
			&pb.Client{CompanyName: proto.String("é😀\"\\/\b\f\n\r\t\uffff"), Website: proto.String("x\x01y")},
			"company_name website"},
		{"an item of an upsert", `{"items":[{"userId":"u","hours":7.5,"capabilityId":null},{}]}`, strictjson.Create,
			&pb.AssignmentBatch{Items: []*pb.Assignment{{UserId: "u", Hours: proto.Float64(7.5)}, {}}}, "items"},
		{"fields that are set on create only",
			`{"clientId":"c","billingType":"fixed_price","amount":0}`, strictjson.Create,
			&pb.Project{
				ClientId: "c", BillingType: pb.BillingType_BILLING_TYPE_FIXED_PRICE.Enum(), Amount: proto.Float64(0),
			},
			"client_id billing_type amount"},
		{"zero in a field without presence", `{"rejectionReason":""}`, strictjson.Create,
			&pb.TimeOffRejection{}, "rejection_reason"},
		{"members of an inline message", `{"name":"n","client":"c","objective":null,"amount":5,"projectManager":"p"}`,
			strictjson.Create,
			&adminv1.ImportProject{
				Record: &pb.Project{Name: proto.String("n"), Amount: proto.Float64(5)}, Client: "c",
				ProjectManager: proto.String("p"),
			},
			"name amount client project_manager"},
		{"every kind", `{"limit":5e1,"offset":9007199254740993.0,"count":true,` +
			`"updatedSince":"2026-11-20T17:07:00.5+01:00","status":["draft","active"]}`,
			strictjson.Create, &pb.ListProjectsRequest{
				Limit: proto.Int32(50), Offset: proto.Int64(9007199254740993), Count: proto.Bool(true),
				UpdatedSince: timestamppb.New(time.Date(2026, 11, 20, 16, 7, 0, 5e8, time.UTC)),
				Status:       []pb.ProjectStatus{1, 3},
			}, "limit offset count updated_since status"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.want.ProtoReflect().New().Interface()
			present, err := strictjson.Decode([]byte(tc.body), got, tc.mode)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got, protocmp.Transform()); diff != "" {
				t.Error(diff)
			}
			if strings.Join(present, " ") != tc.present {
				t.Errorf("present: %v", present)
			}
		})
	}
}

func TestDecodeDropsWhatTheMessageHeld(t *testing.T) {
	m := &pb.Client{Email: proto.String("a@b.c"), Categories: []string{"x"}}
	if _, err := strictjson.Decode([]byte(`{"categories":["y"]}`), m, strictjson.Update); err != nil {
		t.Fatal(err)
	}
	if m.Email != nil || !slices.Equal(m.Categories, []string{"y"}) {
		t.Errorf("got %v", m)
	}
}

func TestDecodeReadsNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "-0.0e5": 0, "0e999": 0, "8": 8, "1e2": 100, "1E+2": 100, "24.001": 24.001, "5e-324": 5e-324,
		"1.7976931348623157e308": 1.7976931348623157e308, "9007199254740993": 9007199254740992, "0.1": 0.1,
		"0." + strings.Repeat("0", 400) + "1e401": 1,
	} {
		m := &pb.Assignment{}
		if _, err := strictjson.Decode([]byte(`{"hours":`+text+`}`), m, strictjson.Create); err != nil ||
			m.GetHours() != want {
			t.Errorf("%s: got %v, %v", text, m.GetHours(), err)
		}
	}
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "0.00": 0, "0e999999999999999999999": 0, "50": 50, "50.0": 50, "1e2": 100,
		"-1.5e1": -15, "1200e-2": 12,
		"9223372036854775807": 1<<63 - 1, "-9223372036854775808": -1 << 63, "-9223372036854775808.0": -1 << 63,
		"922337203685477580.7e1": 1<<63 - 1, "1e18": 1e18, "1" + strings.Repeat("0", 400) + "e-400": 1,
	} {
		m := &pb.ListUsersRequest{}
		if _, err := strictjson.Decode([]byte(`{"offset":`+text+`}`), m, strictjson.Create); err != nil ||
			m.GetOffset() != want {
			t.Errorf("%s: got %v, %v", text, m.GetOffset(), err)
		}
	}
	for _, tc := range [][3]string{
		{"hours", "1e400", "is out of range"}, {"hours", "-1e400", "is out of range"},
		{"hours", "1e-400", "is out of range"}, {"hours", `"8"`, "must be a number"},
		{"hours", `"NaN"`, "must be a number"}, {"hours", "true", "must be a number"},
		{"limit", "2147483648", "is out of range"}, {"limit", "-2147483648.5", "must be a whole number"},
		{"limit", "1.5", "must be a whole number"}, {"limit", "1e400", "is out of range"},
		{"limit", "1e-400", "must be a whole number"},
		{"limit", `"1"`, "must be a number"},
		{"offset", "9223372036854775808", "is out of range"}, {"offset", "-9223372036854775809", "is out of range"},
		{"offset", "1e99999999999999999999", "is out of range"},
		{"offset", "1e-99999999999999999999", "must be a whole number"},
		{"offset", "18446744073709551617", "is out of range"}, {"offset", "1e19", "is out of range"},
	} {
		var m proto.Message = &pb.ListUsersRequest{}
		if tc[0] == "hours" {
			m = &pb.Assignment{}
		}
		got := problems(t, `{"`+tc[0]+`":`+tc[1]+`}`, m, strictjson.Create).Problems
		want := []strictjson.Problem{{Code: "validation_failed", Path: tc[0], Message: tc[2], Index: -1}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %s: %s", tc[0], tc[1], diff)
		}
	}
}

func TestDecodeReadsBackWhatAppendWrote(t *testing.T) {
	// Without the fields of the server, what is written is what can be sent.
	for _, tc := range records {
		t.Run(tc.name, func(t *testing.T) {
			want := proto.Clone(tc.m)
			writable(want.ProtoReflect())
			body := mustAppend(t, want)
			got := want.ProtoReflect().New().Interface()
			if _, err := strictjson.Decode([]byte(onlyKnown(t, body, got)), got, strictjson.Create); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeRefusesWhatIsNotJSON(t *testing.T) {
	const bad = "is not valid JSON: "
	for _, tc := range []struct{ name, body, message string }{
		{"no body", "", "request body is required"},
		{"white space", " \n", "request body is required"},
		{"a list", "[]", "must be a JSON object"},
		{"null", "null", "must be a JSON object"},
		{"a number", " 1 ", "must be a JSON object"},
		{"a string", `"x"`, "must be a JSON object"},
		{"a word", "hello", bad + "a value is expected at line 1, column 1"},
		{"a cut word", `{"email":nul`, bad + "a value is expected at line 1, column 10"},
		{"a byte order mark", "\ufeff{}", bad + "it starts with a byte order mark at line 1, column 1"},
		{"two objects", "{}{}", bad + "something follows the first value at line 1, column 3"},
		{"trailing text", "{}\nx", bad + "something follows the first value at line 2, column 1"},
		{"a trailing NUL", "{}\x00", bad + "something follows the first value at line 1, column 3"},
		{"a comment", "{/* x */}", bad + "a name in double quotes is expected at line 1, column 2"},
		{"a line comment", "{} // x", bad + "something follows the first value at line 1, column 4"},
		{"a comma before a brace", "{\n \"email\":null,}",
			bad + "a closing bracket follows a comma at line 2, column 15"},
		{"a comma before a bracket", `{"categories":["a",]}`,
			bad + "a closing bracket follows a comma at line 1, column 20"},
		{"two commas", `{"categories":["a",,"b"]}`, bad + "a value is expected at line 1, column 20"},
		{"no comma", `{"email":null "website":null}`,
			bad + "a comma or a closing brace is expected at line 1, column 15"},
		{"the wrong bracket", `{"categories":["a"}`,
			bad + "a comma or a closing bracket is expected at line 1, column 19"},
		{"no colon", `{"email" null}`, bad + "a colon is expected at line 1, column 10"},
		{"no value", `{"email":}`, bad + "a value is expected at line 1, column 10"},
		{"single quotes", `{'email':null}`, bad + "a name in double quotes is expected at line 1, column 2"},
		{"a cut body", `{"email":"x`, bad + "it ends too early at line 1, column 12"},
		{"a cut escape", `{"email":"x\`, bad + "a string holds a bad escape at line 1, column 12"},
		{"a cut list", `{"categories":[`, bad + "it ends too early at line 1, column 16"},
		{"a cut object", `{"email":null`, bad + "it ends too early at line 1, column 14"},
		{"a bad escape", `{"email":"\x"}`, bad + "a string holds a bad escape at line 1, column 11"},
		{"a short escape", `{"email":"\u00"}`, bad + "a string holds a bad escape at line 1, column 11"},
		{"a bad digit in an escape", `{"email":"\u00g0"}`, bad + "a string holds a bad escape at line 1, column 11"},
		{"a lone high surrogate", `{"email":"\ud800"}`,
			bad + "a string holds half of a surrogate pair at line 1, column 11"},
		{"a lone low surrogate", `{"email":"\udc00\ud800"}`,
			bad + "a string holds half of a surrogate pair at line 1, column 11"},
		{"two high surrogates", `{"email":"\ud800\ud800"}`,
			bad + "a string holds half of a surrogate pair at line 1, column 11"},
		{"a surrogate in a name", `{"\udfff":1}`, bad + "a string holds half of a surrogate pair at line 1, column 3"},
		{"a surrogate in a value that is skipped", `{"x":["\udfff"]}`,
			bad + "a string holds half of a surrogate pair at line 1, column 8"},
		{"a raw line feed", "{\"email\":\"a\nb\"}", bad + "a string holds a control character at line 1, column 12"},
		{"a raw NUL", "{\"email\":\"a\x00b\"}", bad + "a string holds a control character at line 1, column 12"},
		{"bytes that are not UTF-8", "{\"email\":\"é\xff\"}", bad + "it is not UTF-8 at line 1, column 12"},
		{"an overlong NUL", "{\"email\":\"\xc0\x80\"}", bad + "it is not UTF-8 at line 1, column 11"},
		{"a leading zero", `{"x":08}`, bad + "a number starts with a zero at line 1, column 8"},
		{"a hexadecimal number", `{"x":0x10}`, bad + "a comma or a closing brace is expected at line 1, column 7"},
		{"a plus sign", `{"x":+1}`, bad + "a value is expected at line 1, column 6"},
		{"a minus sign alone", `{"x":-}`, bad + "a number has no digits at line 1, column 7"},
		{"a number that starts with a point", `{"x":.5}`, bad + "a value is expected at line 1, column 6"},
		{"a number that ends with a point", `{"x":5.}`,
			bad + "a number has no digits after the point at line 1, column 8"},
		{"a number that ends with an e", `{"x":5e+}`,
			bad + "a number has no digits in the exponent at line 1, column 9"},
		{"NaN", `{"x":NaN}`, bad + "a value is expected at line 1, column 6"},
		{"Infinity", `{"x":-Infinity}`, bad + "a number has no digits at line 1, column 7"},
		{"True", `{"isActive":True}`, bad + "a value is expected at line 1, column 13"},
		{"a non-breaking space", "{\u00a0}", bad + "a name in double quotes is expected at line 1, column 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := problems(t, tc.body, &pb.Client{}, strictjson.Create)
			want := &strictjson.Error{
				Problems: []strictjson.Problem{{Code: "invalid_json", Message: tc.message, Index: -1}},
			}
			if diff := cmp.Diff(want, e); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeNamesWhatIsWrong(t *testing.T) {
	client, assignment := &pb.Client{}, &pb.AssignmentBatch{}
	longest := strings.Repeat("k", 63)
	for _, tc := range []struct {
		name string
		m    proto.Message
		mode strictjson.Mode
		body string
		want string // code path message index, one a line
	}{
		{"a member twice", client, 0, `{"email":null,"isActive":1,"\u0065mail":"x"}`,
			"invalid_json|email|is given twice|-1"},
		{"a member twice, null first", client, 0, `{"isActive":null,"isActive":true}`,
			"invalid_json|isActive|is given twice|-1"},
		{"a cut null", client, 0, `{"isActive":nul}`,
			"invalid_json||is not valid JSON: a value is expected at line 1, column 13|-1"},
		{"a member twice in an item", assignment, 0, `{"items":[{},{"date":"","date":""}]}`,
			"invalid_json|items[1].date|is given twice|1"},
		{"an unknown member", client, 0, `{"nope":{"a":[1,"\n"]},"email":null}`,
			"unknown_field|nope|is not a field of this request|-1"},
		{"snake case", client, 0, `{"company_name":"x"}`,
			"unknown_field|company_name|is not a field of this request|-1"},
		{"another case", client, 0, `{"CompanyName":"x"}`,
			"unknown_field|CompanyName|is not a field of this request|-1"},
		{"a field of the server", client, 0, `{"id":"x","version":1}`,
			"unknown_field|id|is set by the server: leave it out|-1\n" +
				"unknown_field|version|is set by the server: leave it out|-1"},
		{"an expanded object", &pb.Project{}, 0, `{"client":{}}`,
			"unknown_field|client|is set by the server: leave it out|-1"},
		{"a field of the server in an item", assignment, 0, `{"items":[{"id":"x"}]}`,
			"unknown_field|items[0].id|is set by the server: leave it out|0"},
		{"an immutable field", &pb.Project{}, strictjson.Update, `{"clientId":"x","amount":null,"name":"n"}`,
			"unknown_field|clientId|cannot be changed: leave it out|-1\n" +
				"unknown_field|amount|cannot be changed: leave it out|-1"},
		{"a field without a JSON form", &pb.UpdateClientRequest{}, 0, `{"updateMask":"x"}`,
			"unknown_field|updateMask|is not a field of this request|-1"},
		{"an empty name", client, 0, `{"":1}`, "unknown_field|\"\"|is not a field of this request|-1"},
		{"a name with control characters", client, 0, `{"a\u0000\n\u0085b":1}`,
			"unknown_field|a???b|is not a field of this request|-1"},
		{"a long name", client, 0, `{"` + longest + `é":1}`,
			"unknown_field|" + longest + "|is not a field of this request|-1"},
		{"null where it is not allowed", client, strictjson.Update,
			`{"companyName":null,"categories":null,"clientPriority":null}`,
			"validation_failed|companyName|must not be null|-1\nvalidation_failed|categories|must not be null|-1\n" +
				"validation_failed|clientPriority|must not be null|-1"},
		{"null items", client, 0, `{"categories":["a",null]}`, "validation_failed|categories[1]|must not be null|1"},
		{"null messages", assignment, 0, `{"items":[null]}`, "validation_failed|items[0]|must not be null|0"},
		{"NUL", client, 0, `{"companyName":"a\u0000","categories":["\u0000"]}`,
			"validation_failed|companyName|must not contain NUL|-1\n" +
				"validation_failed|categories[0]|must not contain NUL|0"},
		{"wrong types", client, 0,
			`{"companyName":5,"isActive":"true","clientPriority":1,"categories":"a","email":{"x":[]}}`,
			"validation_failed|companyName|must be a string|-1\nvalidation_failed|isActive|must be true or false|-1\n" +
				"validation_failed|clientPriority|must be one of high, medium, low|-1\n" +
				"validation_failed|categories|must be an array|-1\n" +
				"validation_failed|email|must be a string|-1"},
		{"an enum's full name", client, 0, `{"clientPriority":"CLIENT_PRIORITY_HIGH"}`,
			"validation_failed|clientPriority|must be one of high, medium, low|-1"},
		{"an enum's zero", client, 0, `{"clientPriority":"unspecified"}`,
			"validation_failed|clientPriority|must be one of high, medium, low|-1"},
		{"a bad time", &pb.ListUsersRequest{}, 0, `{"updatedSince":"2026-11-20"}`,
			"validation_failed|updatedSince|must be an RFC 3339 date and time|-1"},
		{"a time that is a number", &pb.ListUsersRequest{}, 0, `{"updatedSince":1}`,
			"validation_failed|updatedSince|must be an RFC 3339 date and time|-1"},
		{"every bad item", assignment, 0, `{"items":[{"hours":"8"},{"hours":8},[],{"date":5,"x":1}]}`,
			"validation_failed|items[0].hours|must be a number|0\nvalidation_failed|items[2]|must be an object|2\n" +
				"validation_failed|items[3].date|must be a string|3\n" +
				"unknown_field|items[3].x|is not a field of this request|3"},
		{"an object for a list", assignment, 0, `{"items":{}}`, "validation_failed|items|must be an array|-1"},
		{"an object for a string on update", client, strictjson.Update, `{"categories":[{"name":"a"}]}`,
			"validation_failed|categories[0]|must be a string|0"},
		{"wrong objects for strings", client, 0, `{"categories":[{"name":1},{},{"id":1,"name":"a"},{"name":null}]}`,
			"validation_failed|categories[0].name|must be a string|0\n" +
				"validation_failed|categories[1].name|is required|1\n" +
				"unknown_field|categories[2].id|is not a field of this request|2\n" +
				"validation_failed|categories[3].name|must not be null|3"},
		{"an object for a string with its member twice", client, 0, `{"categories":[{"name":"a","name":"b"}]}`,
			"invalid_json|categories[0].name|is given twice|0"},
		{"a syntax error after other problems", client, 0, `{"companyName":5,`,
			"invalid_json||is not valid JSON: it ends too early at line 1, column 18|-1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range problems(t, tc.body, proto.Clone(tc.m), tc.mode).Problems {
				got = append(got, fmt.Sprintf("%s|%s|%s|%d", p.Code, p.Path, p.Message, p.Index))
			}
			if diff := cmp.Diff(strings.Split(tc.want, "\n"), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestErrorsReadWell(t *testing.T) {
	for body, want := range map[string]string{
		"":                  "request body is required",
		"[]":                "request body must be a JSON object",
		"{ ":                "request body is not valid JSON: it ends too early at line 1, column 3",
		"\x1f\x8b\b":        "request body is not valid JSON: it is compressed at line 1, column 1",
		"{":                 "request body is not valid JSON: it ends too early at line 1, column 2",
		`{"email":1}`:       "email must be a string",
		`{"a":1,"email":1}`: "a is not a field of this request (and 1 more)",
	} {
		if got := problems(t, body, &pb.Client{}, strictjson.Create).Error(); got != want {
			t.Errorf("%s: got %s", body, got)
		}
	}
}

func TestABatchIsShown(t *testing.T) {
	got := problems(t, `[{"hours":8}]`, &pb.AssignmentBatch{}, strictjson.Create).Error()
	if want := `request body must be a JSON object, as {"items": []}`; got != want {
		t.Errorf("got %s", got)
	}
}
