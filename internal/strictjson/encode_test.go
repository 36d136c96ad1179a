package strictjson_test

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
)

const stamps = `"createdAt":"2026-11-20T16:07:00.123456Z","updatedAt":"2026-11-21T00:00:00.000000Z"`

// records is a message of each record type, full and bare, and its JSON.
var records = []struct {
	name string
	m    proto.Message
	json string
}{
	{"a user", &pb.User{
		Id: id1, Name: proto.String("Zoë"), Email: proto.String("zoe@example.com"),
		Image:       proto.String("https://example.com/z.png"),
		CountryCode: proto.String("SE"), DefaultAvailability: proto.Float64(37.5), ReportsToId: proto.String(id2),
		Role: pb.Role_ROLE_MANAGER.Enum(), IsActive: proto.Bool(true), Version: 3,
		CreatedAt: created, UpdatedAt: updated, Kind: pb.UserKind_USER_KIND_PERSON.Enum(),
		ExternalIds: []string{"crm:\"1\"", "hr:4711"},
	}, `{"id":"` + id1 +
		`","name":"Zoë","email":"zoe@example.com","image":"https://example.com/z.png","countryCode":"SE",` +
		`"defaultAvailability":37.5,"reportsToId":"` + id2 +
		`","role":"manager","isActive":true,"version":3,` + stamps + `,"kind":"person",` +
		`"externalIds":["crm:\"1\"","hr:4711"],"canSignIn":null,"startDate":null,"endDate":null}`},
	{"a placeholder with capabilities", &pb.User{
		Id: id1, Name: proto.String("Backend"), Kind: pb.UserKind_USER_KIND_PLACEHOLDER.Enum(),
		Capabilities: []*pb.UserCapability{{CapabilityId: id2, Level: proto.Int32(3)}},
	}, `{"id":"` + id1 + `","name":"Backend","email":null,"image":null,"countryCode":null,"defaultAvailability":null,` +
		`"reportsToId":null,"role":null,"isActive":null,"version":0,"createdAt":null,"updatedAt":null,"kind":"placeholder",` +
		`"capabilities":[{"capabilityId":"` + id2 + `","level":3}],"externalIds":[],"canSignIn":null,"startDate":null,"endDate":null}`},
	{"an empty user", &pb.User{},
		`{"id":"","name":null,"email":null,"image":null,"countryCode":null,"defaultAvailability":null,"reportsToId":null,` +
			`"role":null,"isActive":null,"version":0,"createdAt":null,"updatedAt":null,"kind":null,` +
			`"externalIds":[],"canSignIn":null,"startDate":null,"endDate":null}`},
	{"a client", &pb.Client{
		Id: id1, CompanyName: proto.String(`Å & <"B">`), IsActive: proto.Bool(false),
		ClientPriority: pb.ClientPriority_CLIENT_PRIORITY_HIGH.Enum(), Categories: []string{"retail", "a\tb"},
		Version: 9007199254740993, CreatedAt: created, UpdatedAt: updated,
	}, `{"id":"` + id1 + `","companyName":"Å & <\"B\">","email":null,"image":null,"countryCode":null,"website":null,` +
		`"isActive":false,"clientPriority":"high","categories":["retail","a\tb"],"accountManagerId":null,` +
		`"version":9007199254740993,` + stamps + `,"externalIds":[],"currency":null}`},
	{"an empty client", &pb.Client{},
		`{"id":"","companyName":null,"email":null,"image":null,"countryCode":null,"website":null,"isActive":null,` +
			`"clientPriority":null,"categories":[],"accountManagerId":null,"version":0,"createdAt":null,"updatedAt":null,` +
			`"externalIds":[],"currency":null}`},
	{"a project with nothing expanded", project(nil, nil), projectJSON + `,"color":null,"externalIds":[],"currency":null}`},
	{"a project with both expanded and no manager",
		project(&pb.Client{Id: id2}, &pb.User{}),
		projectJSON + `,"client":{"id":"` + id2 + `","companyName":null,"email":null,"image":null,"countryCode":null,` +
			`"website":null,"isActive":null,"clientPriority":null,"categories":[],"accountManagerId":null,"version":0,` +
			`"createdAt":null,"updatedAt":null,"externalIds":[],"currency":null},"projectManager":null,"color":null,"externalIds":[],` +
			`"currency":null}`},
	{"an assignment", assignments(2)[1],
		`{"id":"` + id1 + `","userId":"` + id2 + `","projectId":"` + id3 +
			`","capabilityId":null,"date":"2026-11-02",` +
			`"hours":0.5,"tentative":false,"version":2,` + stamps + `}`},
	{"a row of actual hours", &pb.ActualHoursRow{
		Id: id1, UserId: id2, ProjectId: id3, CapabilityId: proto.String(id1), Date: "2026-11-02",
		Hours: proto.Float64(0), Version: 1, CreatedAt: created, UpdatedAt: updated,
	}, `{"id":"` + id1 + `","userId":"` + id2 + `","projectId":"` + id3 + `","capabilityId":"` + id1 + `",` +
		`"date":"2026-11-02","hours":0,"version":1,` + stamps + `}`},
	{"a time off request", &pb.TimeOff{
		Id: id1, UserId: id2, TimeOffTypeId: proto.String(id3), StartDate: proto.String("2026-12-24"),
		EndDate: proto.String("2026-12-31"), Availability: proto.Float64(1.25), Reason: proto.String("line\nbreak"),
		Status: pb.TimeOffStatus_TIME_OFF_STATUS_APPROVED.Enum(), DecidedById: proto.String(id1), DecidedAt: updated,
		Version: 2, CreatedAt: created, UpdatedAt: updated,
	}, `{"id":"` + id1 + `","userId":"` + id2 + `","timeOffTypeId":"` + id3 + `","startDate":"2026-12-24",` +
		`"endDate":"2026-12-31","availability":1.25,"reason":"line\nbreak","status":"approved","rejectionReason":null,` +
		`"decidedById":"` + id1 + `","decidedAt":"2026-11-21T00:00:00.000000Z","version":2,` + stamps +
		`,"externalIds":[]}`},
	{"a capability",
		&pb.Capability{
			Id: id1, Name: proto.String("Go"),
			IsActive: proto.Bool(true), Version: 1, CreatedAt: created, UpdatedAt: updated,
		},
		`{"id":"` + id1 + `","name":"Go","isActive":true,"version":1,` + stamps + `}`},
	{"a type of time off",
		&pb.TimeOffType{
			Id: id1, Name: proto.String("Sick"), IsActive: proto.Bool(false), Version: 1, CreatedAt: created,
			UpdatedAt: updated,
		},
		`{"id":"` + id1 + `","name":"Sick","isActive":false,"version":1,` + stamps + `}`},
	{"a key", &pb.GetMeResponse{Data: &pb.KeyIdentity{
		KeyId: id1, KeyName: "ci", OrganizationId: id2, ActorUserId: id3, Scopes: []string{"read:users"},
	}}, `{"data":{"keyId":"` + id1 + `","keyName":"ci","organizationId":"` + id2 + `","actorUserId":"` + id3 +
		`","scopes":["read:users"],"organization":null}}`},
	{"a page without a count", &pb.ListUsersResponse{Data: &pb.UserPage{Limit: 50, Offset: 9007199254740991}},
		`{"data":{"items":[],"total":null,"limit":50,"offset":9007199254740991,"hasMore":false,"nextCursor":null}}`},
	{"a page with a count of zero", &pb.ListUsersResponse{Data: &pb.UserPage{Total: proto.Int64(0), HasMore: true}},
		`{"data":{"items":[],"total":0,"limit":0,"offset":0,"hasMore":true,"nextCursor":null}}`},
	{"an empty object", &pb.DeleteTimeOffResponse{Data: &emptypb.Empty{}}, `{"data":{}}`},
	{"no object", &pb.DeleteTimeOffResponse{}, `{"data":null}`},
	{"a list of enums", &pb.ListProjectsRequest{Status: []pb.ProjectStatus{1, 5}, Expand: []string{"client"}},
		`{"limit":null,"offset":null,"count":null,"updatedSince":null,"clientId":null,"status":["draft","cancelled"],` +
			`"startDate":null,"endDate":null,"assignedUserId":null,"isBillable":null,"name":null,"expand":["client"],` +
			`"cursor":null,"ids":[],"nameExact":null,"externalId":null,"sort":null}`},
}

func project(client *pb.Client, manager *pb.User) *pb.Project {
	return &pb.Project{
		Id: id1, Name: proto.String("P"), ClientId: id2, StartDate: proto.String("2026-01-01"),
		EndDate: proto.String("2026-12-31"), Status: pb.ProjectStatus_PROJECT_STATUS_ACTIVE.Enum(),
		BillingType: pb.BillingType_BILLING_TYPE_TIME_MATERIALS.Enum(), HourlyRate: proto.Float64(1e12),
		IsBillable: true, Version: 1, CreatedAt: created, UpdatedAt: updated, Client: client, ProjectManager: manager,
	}
}

const projectJSON = `{"id":"` + id1 + `","name":"P","clientId":"` + id2 +
	`","startDate":"2026-01-01","endDate":"2026-12-31",` +
	`"objective":null,"projectManagerId":null,"status":"active","billingType":"time_materials","amount":null,` +
	`"hourlyRate":1000000000000,"isBillable":true,"version":1,` + stamps

func TestAppendWritesTheRecords(t *testing.T) {
	for _, tc := range records {
		t.Run(tc.name, func(t *testing.T) {
			if got := mustAppend(t, tc.m); !sameMembers(got, tc.json) {
				t.Errorf("got  %s\nwant %s", got, tc.json)
			}
			wire, err := proto.Marshal(tc.m)
			if err != nil {
				t.Fatal(err)
			}
			dynamic := dynamicpb.NewMessage(tc.m.ProtoReflect().Descriptor())
			if err := proto.Unmarshal(wire, dynamic); err != nil {
				t.Fatal(err)
			}
			if got := mustAppend(t, dynamic); !sameMembers(got, tc.json) {
				t.Errorf("as a dynamic message: got %s", got)
			}
		})
	}
}

var laterField = regexp.MustCompile(`^,"\w+":(?:null|\[\])`)

// sameMembers reports whether a JSON text is the expected one, which may lack members without a value: those of fields
// that were added since.
func sameMembers(got, want string) bool {
	for got != "" {
		if m := laterField.FindString(got); m != "" && !strings.HasPrefix(want, m) {
			got = got[len(m):]
			continue
		}
		if want == "" || got[0] != want[0] {
			return false
		}
		got, want = got[1:], want[1:]
	}
	return want == ""
}

func TestAppendKeepsWhatTheBufferHolds(t *testing.T) {
	b, err := strictjson.Append([]byte("x"), &pb.DeleteTimeOffResponse{})
	if err != nil || string(b) != `x{"data":null}` {
		t.Errorf("got %s, %v", b, err)
	}
}

func TestAppendWritesNumbersLikeEncodingJSON(t *testing.T) {
	for _, x := range []float64{
		0, 1, -1, 7.5, 8, 24, 0.1, 0.30000000000000004, 1e-6, 1e-7, -1.5e-9, 1e-10, 1e15, -1e15, 123456789012345678,
		1e20, 1e21, -1e22, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, 1<<53 + 2, 1 << 62, -1 << 63, 1 << 63,
	} {
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		got := mustAppend(t, &pb.Assignment{Hours: &x})
		if !strings.Contains(got, `"hours":`+string(want)+`,`) {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
	if got := mustAppend(t,
		&pb.Assignment{Hours: proto.Float64(math.Copysign(0, -1))}); !strings.Contains(got, `"hours":0,`) {
		t.Errorf("negative zero: got %s", got)
	}
}

func TestAppendWritesAnyTextAsValidJSON(t *testing.T) {
	texts := []string{"", "\x00", "\x7f", "\u2028", "<>&", "\U0010ffff", "bad \xff\xed\xa0\x80 bytes", "cut \xe2\x82"}
	for c := range rune(0x100) {
		for _, n := range []int{0, 1, 6, 7, 8, 9, 15} {
			texts = append(texts, strings.Repeat("x", n)+string(c)+"tail", strings.Repeat("é", n)+string(c))
		}
	}
	for _, s := range texts {
		got := mustAppend(t, &pb.TimeOffRejection{RejectionReason: s})
		if !utf8.ValidString(got) {
			t.Errorf("%q: not UTF-8: %q", s, got)
		}
		var back struct{ RejectionReason string }
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Fatalf("%q: %v in %s", s, err, got)
		}
		if want := string([]rune(s)); back.RejectionReason != want {
			t.Errorf("%q came back as %q", want, back.RejectionReason)
		}
	}
	if got := mustAppend(t, &pb.TimeOffRejection{
		RejectionReason: "\b\f\n\r\t\x1f<&>",
	}); got != `{"rejectionReason":"\b\f\n\r\t\u001f<&>"}` {
		t.Errorf("got %s", got)
	}
}

func TestAppendRefusesWhatHasNoJSONForm(t *testing.T) {
	for name, m := range map[string]proto.Message{
		"NaN":                    &pb.Assignment{Hours: proto.Float64(math.NaN())},
		"infinity":               &pb.AssignmentPage{Items: []*pb.Assignment{{Hours: proto.Float64(math.Inf(-1))}}},
		"an unknown enum number": &pb.User{Role: pb.Role(99).Enum()},
		"a time after year 9999": &pb.User{CreatedAt: &timestamppb.Timestamp{Seconds: 253402300800}},
		"a time before year 1":   &pb.User{CreatedAt: &timestamppb.Timestamp{Seconds: -62135596801}},
		"negative nanoseconds":   &pb.User{CreatedAt: &timestamppb.Timestamp{Nanos: -1}},
		"a field mask":           &pb.UpdateUserRequest{},
		"a map": dynamicpb.NewMessage((&pb.User{}).ProtoReflect().Descriptor().ParentFile().Options().
			ProtoReflect().Descriptor()),
	} {
		t.Run(name, func(t *testing.T) {
			if b, err := strictjson.Append([]byte("x"), m); err == nil || string(b) != "x" {
				t.Errorf("got %s, %v", b, err)
			}
		})
	}
}

func TestTimesAreRFC3339WithMicroseconds(t *testing.T) {
	for in, want := range map[string]string{
		"2026-11-20T16:07:00Z":                "2026-11-20T16:07:00.000000Z",
		"2026-11-20T16:07:00.1234569+02:00":   "2026-11-20T14:07:00.123456Z",
		"0001-01-01T00:00:00Z":                "0001-01-01T00:00:00.000000Z",
		"9999-12-31T23:59:59.999999999Z":      "9999-12-31T23:59:59.999999Z",
		"2024-02-29T00:00:00.000001000-23:59": "2024-02-29T23:59:00.000001Z",
	} {
		got, ok := strictjson.ParseTime(in)
		if s := string(strictjson.AppendTime(nil, got)); !ok || s != want {
			t.Errorf("%s: got %s, %v", in, s, ok)
		}
	}
	for _, in := range []string{
		"", "now", "2026-11-20", "2026-11-20 16:07:00Z", "2026-11-20T16:07:00",
		"2026-11-20T1:07:00Z", "2026-02-29T00:00:00Z",
		"2026-11-20T16:07:00,5Z", "2026-11-20T24:00:00Z", "2026-11-20T16:07:60Z", "2026-11-20T16:07:00+24:00",
		"0000-12-31T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "12026-01-01T00:00:00Z",
		"2026-11-20T16:07:00." + strings.Repeat("0", 100) + "Z", "2026-11-20T16:07:00Z\n",
		"2026-11-20T16:07:00.1234567890Z",
	} {
		if got, ok := strictjson.ParseTime(in); ok {
			t.Errorf("%q was read as %s", in, got)
		}
	}
	for range 1000 {
		now := time.Now()
		if got, want := string(strictjson.AppendTime(nil, now)),
			now.UTC().Format("2006-01-02T15:04:05.000000Z"); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

func TestEnumsHaveLowerCaseNames(t *testing.T) {
	ed := pb.ProjectStatus(0).Descriptor()
	if got := protoconv.WordsOf(ed).String(); got != "draft, planned, active, completed, cancelled" {
		t.Errorf("list: %s", got)
	}
	for i, name := range strings.Split(protoconv.WordsOf(ed).String(), ", ") {
		n := protoreflect.EnumNumber(i + 1)
		if got, ok := protoconv.WordsOf(ed).Word(n); got != name || !ok {
			t.Errorf("name of %d: %s, %v", n, got, ok)
		}
		if got, ok := protoconv.WordsOf(ed).Number(name); got != n || !ok {
			t.Errorf("number of %s: %d, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "unspecified", "Draft", "DRAFT", "PROJECT_STATUS_DRAFT",
		strconv.Itoa(1), "draft "} {
		if n, ok := protoconv.WordsOf(ed).Number(name); ok {
			t.Errorf("%q is %d", name, n)
		}
	}
	for _, n := range []protoreflect.EnumNumber{0, 6, -1} {
		if name, ok := protoconv.WordsOf(ed).Word(n); ok {
			t.Errorf("%d is %q", n, name)
		}
	}
	if got, _ := protoconv.WordsOf(pb.BillingType(0).Descriptor()).Word(3); got != "time_materials" {
		t.Errorf("got %s", got)
	}
}

func TestAppendChangedLeavesOutWhatIsEqual(t *testing.T) {
	user := &pb.User{
		Id: id1, Name: proto.String("Zoë"), Role: pb.Role_ROLE_MANAGER.Enum(), Version: 3, CreatedAt: created,
	}
	other := &pb.User{
		Id: id1, Name: proto.String("Zoe"), Email: proto.String("zoe@example.com"), Role: pb.Role_ROLE_MANAGER.Enum(),
		Version: 4, CreatedAt: created,
	}
	for _, tc := range []struct {
		m, other proto.Message
		want     string
	}{
		{user, other, `[{"name":"Zoë","email":null,"version":3}`},
		{other, user, `[{"name":"Zoe","email":"zoe@example.com","version":4}`},
		{user, user, `[{}`},
		{&pb.Client{Categories: []string{"a"}}, &pb.Client{}, `[{"categories":["a"]}`},
	} {
		got, err := strictjson.AppendChanged([]byte("["), tc.m, tc.other)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s %v, want %s", got, err, tc.want)
		}
	}
	invalid := &pb.User{DefaultAvailability: proto.Float64(math.NaN())}
	for _, pair := range [][2]proto.Message{{user, invalid}, {invalid, user}} {
		if got, err := strictjson.AppendChanged([]byte("["), pair[0], pair[1]); err == nil || string(got) != "[" {
			t.Errorf("%s %v, want an error", got, err)
		}
	}
}
