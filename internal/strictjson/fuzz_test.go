package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// targets are the messages that the fuzz tests read into: some by name, and the bodies of all rpcs.
var targets = append([]proto.Message{
	&pb.ListProjectsRequest{}, &pb.ListTimeOffRequest{}, &pb.UpdateClientRequest{}, &pb.ListAssignmentsResponse{},
	&pb.DeleteTimeOffResponse{}, &pb.ListProjectsResponse{},
}, bodiesOfRPCs()...)

func bodiesOfRPCs() (messages []proto.Message) {
	table, err := rpc.NewTable()
	if err != nil {
		panic(err)
	}
	for _, m := range table.Methods() {
		if m.Body != nil {
			messages = append(messages, m.Input.New().NewField(m.Body).Message().Interface())
		}
	}
	return messages
}

func target(i uint8) proto.Message {
	return targets[int(i)%len(targets)].ProtoReflect().New().Interface()
}

var bodies = []string{
	``, `{}`, `[]`, `null`,
	`{"items":[{"userId":"u","projectId":"p","capabilityId":null,"date":"2026-11-20","hours":7.5}]}`,
	`{"companyName":"\u00e9\ud83d\ude00","email":null,"isActive":true,"clientPriority":"high","categories":["a",{"name":"b"}]}`,
	`{"name":"x","clientId":"c","startDate":"2026-01-01","status":"draft","billingType":"time_materials","hourlyRate":1e2}`,
	`{"name":null,"image":null,"defaultAvailability":-0}`,
	`{"availability":1e-400,"reason":"\u0000","status":"approved"}`, `{"rejectionReason":"x\n"}`,
	`{"limit":5e1,"offset":9007199254740993.0,"updatedSince":"2026-11-20T17:07:00.5+01:00","status":["draft"]}`,
	`{"items":[{"hours":"8"},{"nope":[[{}]]}]}`, `{"email":"a","email":"b"}`, `{"data":{}}`, "\ufeff{}",
	`{"x":"\ud800"}`, `{"a":08}`,
}

func FuzzDecode(f *testing.F) {
	for i, body := range bodies {
		f.Add([]byte(body), uint8(i), i%2 == 0)
		f.Add([]byte(body), uint8(0), false)
		f.Add([]byte(body), uint8(1), true)
	}
	// encoding/json takes half of a surrogate pair, strictjson does not.
	surrogate := regexp.MustCompile(`\\u[dD][89a-fA-F]`)
	inList := regexp.MustCompile(`^\w*\[\d+\]`)
	f.Fuzz(func(t *testing.T, data []byte, which uint8, update bool) {
		mode := strictjson.Create
		if update {
			mode = strictjson.Update
		}
		m := target(which)
		input := bytes.Clone(data)
		present, err := strictjson.Decode(data, m, mode)
		if !bytes.Equal(input, data) {
			t.Fatal("the body was changed")
		}
		valid := json.Valid(data)
		if err == nil {
			if !valid {
				t.Fatal("accepted what is not JSON")
			}
			var members map[string]json.RawMessage
			err := json.Unmarshal(data, &members)
			if !update { // null is absent
				maps.DeleteFunc(members, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
			}
			if err != nil || len(members) != len(present) {
				t.Fatalf("present %v, members %v, %v", present, slices.Sorted(maps.Keys(members)), err)
			}
			if out := mustAppendOrSkip(t, m); !json.Valid(out) || !utf8.Valid(out) {
				t.Fatalf("wrote %s", out)
			}
			return
		}
		var e *strictjson.Error
		if !errors.As(err, &e) || len(e.Problems) == 0 || len(e.Problems) > strictjson.MaxProblems ||
			e.Fatal() && present != nil {
			t.Fatalf("error %v, present %v", err, present)
		}
		for _, p := range e.Problems {
			if p.Message == "" || !utf8.ValidString(p.Path) || strings.ContainsAny(p.Path, "\x00\r\n") {
				t.Fatalf("problem %+v", p)
			}
			if p.Code != strictjson.CodeUnknownField && p.Index >= 0 != inList.MatchString(p.Path) {
				t.Fatalf("problem %+v", p)
			}
		}
		first := e.Problems[0]
		syntax := strings.HasPrefix(first.Message, "is not valid JSON")
		if syntax && valid && utf8.Valid(data) && !surrogate.Match(data) {
			t.Fatalf("refused JSON: %v", err)
		}
		if first.Code != strictjson.CodeInvalidJSON && !valid {
			t.Fatalf("missed that it is not JSON: %v", err)
		}
	})
}

// FuzzAgainstProtojson compares Decode with protojson. The documented differences:
// protojson knows enums by their full names and strings only as strings, so the body is
// rewritten for it, and it takes more than Decode does.
func FuzzAgainstProtojson(f *testing.F) {
	for i, body := range bodies {
		f.Add([]byte(body), uint8(i))
		f.Add([]byte(body), uint8(0))
		f.Add([]byte(body), uint8(1))
		f.Add([]byte(body), uint8(6))
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		ours, theirs := target(which), target(which)
		_, err := strictjson.Decode(data, ours, strictjson.Create)
		if err != nil {
			return
		}
		if protojson.Unmarshal(data, theirs) == nil && !proto.Equal(ours, theirs) {
			t.Fatalf("ours %v\ntheirs %v", ours, theirs)
		}
		var tree any
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		rewritten, err := json.Marshal(forProtojson(ours.ProtoReflect().Descriptor(), tree))
		if err != nil {
			t.Fatal(err)
		}
		theirs = target(which)
		if err := protojson.Unmarshal(rewritten, theirs); err != nil {
			t.Fatalf("protojson refuses %s: %v", rewritten, err)
		}
		if !proto.Equal(ours, theirs) {
			t.Fatalf("ours %v\ntheirs %v", ours, theirs)
		}
	})
}

// FuzzAppendAgainstProtojson compares Append with protojson and EmitUnpopulated. asOurs
// removes the documented differences.
func FuzzAppendAgainstProtojson(f *testing.F) {
	for _, r := range records {
		wire, err := proto.Marshal(r.m)
		if err != nil {
			f.Fatal(err)
		}
		for i := range targets {
			if reflect.TypeOf(targets[i]) == reflect.TypeOf(r.m) {
				f.Add(wire, uint8(i))
			}
		}
	}
	wire, err := proto.Marshal(&pb.ListAssignmentsResponse{Data: &pb.AssignmentPage{Items: assignments(3), Limit: 3}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(wire, uint8(9))
	f.Fuzz(func(t *testing.T, wire []byte, which uint8) {
		m := target(which)
		if proto.Unmarshal(wire, m) != nil {
			return
		}
		ours, err := strictjson.Append(nil, m)
		if err != nil {
			return
		}
		again, err := strictjson.Append(nil, m)
		if err != nil || !bytes.Equal(ours, again) {
			t.Fatalf("not the same bytes twice: %s\n%s", ours, again)
		}
		theirs, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m)
		if err != nil {
			t.Fatalf("protojson refuses %v: %v", m, err)
		}
		got, want := parse(t, ours), asOurs(t, m.ProtoReflect().Descriptor(), parse(t, theirs))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("ours   %s\ntheirs %s\nwant %v", ours, theirs, want)
		}
	})
}

func mustAppendOrSkip(t *testing.T, m proto.Message) []byte {
	t.Helper()
	out, err := strictjson.Append(nil, m)
	if err != nil && !strings.Contains(err.Error(), "has no JSON form") {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip()
	}
	return out
}
