package strictjson_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

func TestDecodeKeepsTheFirstHundredProblems(t *testing.T) {
	body := `{"items":[` + strings.TrimSuffix(strings.Repeat("1,", 5000), ",") + `]}`
	e := problems(t, body, &pb.AssignmentBatch{}, strictjson.Create)
	if len(e.Problems) != strictjson.MaxProblems || e.More != 4900 || e.Problems[99].Index != 99 {
		t.Errorf("got %d and %d more", len(e.Problems), e.More)
	}
	if got := e.Error(); got != "items[0] must be an object (and 4999 more)" {
		t.Error(got)
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
		{"a million escapes", `{"` + strings.Repeat(`\n`, deep) + `":"` + strings.Repeat(`\u00e9`, deep) + `"}`, "is not a field of this request"},
		{"a million digits", `{"x":` + strings.Repeat("9", deep) + `e1}`, "is not a field of this request"},
		{"a million members", `{` + strings.Repeat(`"x":1,`, deep) + `"x":1}`, "is not a field of this request"},
		{"a million lines", `{` + strings.Repeat("\n", deep) + `]`, "is not valid JSON: a member's name is missing at line 1000001, column 1"},
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
			if took := time.Since(start); took > time.Second {
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
		if _, err := strictjson.Decode([]byte(`{"hours":0.`+digits+`}`), m, strictjson.Create); err != nil || m.GetHours() != 1 {
			t.Errorf("got %v, %v", m.GetHours(), err)
		}
	})
	t.Run("as many items as are read", func(t *testing.T) {
		m := &pb.AssignmentBatch{}
		body := `{"items":[` + strings.TrimSuffix(strings.Repeat("{},", strictjson.MaxItems), ",") + `]}`
		if _, err := strictjson.Decode([]byte(body), m, strictjson.Create); err != nil || len(m.Items) != strictjson.MaxItems {
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
