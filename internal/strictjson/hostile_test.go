package strictjson_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

func TestDecodeCountsProblemsBeyondTheMost(t *testing.T) {
	body := `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"a":1,"b":1,"c":1},`, 8000), ",") + `]}`
	e := problems(t, body, &pb.AssignmentBatch{}, strictjson.Create)
	if len(e.Problems) != strictjson.MaxProblems || e.More != 4000 || e.Problems[299].Index != 99 {
		t.Errorf("got %d and %d more", len(e.Problems), e.More)
	}
	if got := e.Error(); got != "items[0].a is not a field of this request (and 23999 more)" {
		t.Error(got)
	}
}

func TestDecodeStopsAtManyUnknownMembers(t *testing.T) {
	members := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf(`,"k%d":1`, i)
		}
		return text
	}
	for _, tc := range []struct {
		name, before string
		m            proto.Message
	}{
		{"of the body", `{"companyName":"Acme"`, &pb.Client{}},
		{"of an item", `{"items":[{"hours":8`, &pb.AssignmentBatch{}},
		{"of an object for a string", `{"categories":[{"name":"a"`, &pb.Client{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			// What follows is not JSON, and is not read.
			e := problems(t, tc.before+members(strictjson.MaxUnknown+1)+",,,", tc.m, strictjson.Create)
			if !e.Stopped || !e.Fatal() || len(e.Problems) != strictjson.MaxUnknown ||
				e.Problems[0].Code != strictjson.CodeUnknownField {
				t.Errorf("got %d problems, %v", len(e.Problems), e)
			}
			if e := problems(t, tc.before+members(strictjson.MaxUnknown)+",,,", tc.m, strictjson.Create); e.Stopped ||
				e.Problems[0].Code != strictjson.CodeInvalidJSON {
				t.Errorf("as many as there may be: got %v", e)
			}
		})
	}
}

// What one body of the largest size costs. A million members took 200 ms and 7 MB before
// decoding stopped at too many of them.
func TestDecodeCostsLittleForAHostileBody(t *testing.T) {
	var body strings.Builder
	body.WriteString(`{"items":[]`)
	for i := 0; body.Len() < 4<<20; i++ {
		fmt.Fprintf(&body, `,"k%d":1`, i)
	}
	data := []byte(body.String() + "}")
	used := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := strictjson.Decode(data, &pb.AssignmentBatch{}, strictjson.Create); err == nil {
				b.Fatal("no error")
			}
		}
	}).AllocedBytesPerOp()
	if used > 1<<20 {
		t.Errorf("%d bytes", used)
	}
}

func TestDecodeKeepsThePlacesOfItemsThatAreNoObjects(t *testing.T) {
	batch := &pb.AssignmentBatch{}
	_, err := strictjson.Decode([]byte(`{"items":[5,{"hours":"8","date":"2026-01-01"},{"hours":8}]}`),
		batch, strictjson.Create)
	if err == nil || len(batch.Items) != 3 || batch.Items[1].GetDate() != "2026-01-01" ||
		batch.Items[2].GetHours() != 8 {
		t.Errorf("got %v and %v", batch, err)
	}
}

func TestDecodeWithstandsHostileBodies(t *testing.T) {
	const deep = 1_000_000
	for _, tc := range []struct{ name, body, message string }{
		{"seventeen levels", `{"x":` + strings.Repeat("[", 16) + strings.Repeat("]", 16) + `}`, "is nested too deep"},
		{"a million brackets", strings.Repeat("[", deep), "is nested too deep"},
		{"a million objects", strings.Repeat(`{"x":`, deep), "is nested too deep"},
		{"a million categories", `{"categories":` + strings.Repeat("[", deep), "is nested too deep"},
		{"a million items", `{"categories":[` + strings.Repeat(`"",`, deep) + `""]}`, "has too many items"},
		{"a million escapes", `{"` + strings.Repeat(`\n`, deep) + `":"` + strings.Repeat(`\u00e9`, deep) + `"}`,
			"is not a field of this request"},
		{"a million digits", `{"x":` + strings.Repeat("9", deep) + `e1}`, "is not a field of this request"},
		{"a million members", `{` + strings.Repeat(`"x":1,`, deep) + `"x":1}`, "is not a field of this request"},
		{"a million lines", `{` + strings.Repeat("\n", deep) + `]`,
			"is not valid JSON: a name in double quotes is expected at line 1000001, column 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			start := time.Now()
			p := problems(t, tc.body, &pb.Client{}, strictjson.Create).Problems[0]
			if p.Message != tc.message {
				t.Errorf("got %v", p)
			}
			if len(p.Path) > 80 || !utf8.ValidString(p.Path) {
				t.Errorf("path %q", p.Path)
			}
			// What grows with the square of a million takes many minutes, on any machine.
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %v", took)
			}
		})
	}
	t.Run("sixteen levels are read", func(t *testing.T) {
		e := problems(t, `{"x":`+strings.Repeat("[", 15)+strings.Repeat("]", 15)+`}`, &pb.Client{}, strictjson.Create)
		if e.Problems[0].Code != strictjson.CodeUnknownField {
			t.Errorf("got %v", e)
		}
	})
	t.Run("a million digits in fields", func(t *testing.T) {
		digits := strings.Repeat("9", deep)
		for _, text := range []string{digits, "0." + digits, digits + "." + digits + "e-" + digits} {
			problems(t, `{"limit":`+text+`}`, &pb.ListUsersRequest{}, strictjson.Create)
		}
		m := &pb.Assignment{}
		if _, err := strictjson.Decode([]byte(`{"hours":0.`+digits+`}`), m, strictjson.Create); err != nil ||
			m.GetHours() != 1 {
			t.Errorf("got %v, %v", m.GetHours(), err)
		}
	})
	t.Run("as many items as are read", func(t *testing.T) {
		m := &pb.AssignmentBatch{}
		body := `{"items":[` + strings.TrimSuffix(strings.Repeat("{},", strictjson.MaxItems), ",") + `]}`
		if _, err := strictjson.Decode([]byte(body), m, strictjson.Create); err != nil ||
			len(m.Items) != strictjson.MaxItems {
			t.Errorf("got %d, %v", len(m.Items), err)
		}
	})
}

func TestDecodeAllocatesOnlyTheMessage(t *testing.T) {
	body := batch(1000)
	var m *pb.AssignmentBatch
	wire := testing.AllocsPerRun(5, func() {
		m = &pb.AssignmentBatch{}
		if _, err := strictjson.Decode(body, m, strictjson.Create); err != nil {
			t.Fatal(err)
		}
	})
	// An item is a message, five strings and two pointers.
	if wire > 8*1000+50 {
		t.Errorf("%v allocations", wire)
	}
}
