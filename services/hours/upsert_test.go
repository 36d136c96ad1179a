package hours

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func item(user, date string, hours float64) *pb.Assignment {
	return &pb.Assignment{UserId: user, ProjectId: "p", Date: date, Hours: &hours}
}

func TestDistinctSortsAndLetsTheLastItemWin(t *testing.T) {
	items := []*pb.Assignment{
		item("B", "2026-01-02", 1),
		item("a", "2026-01-02", 2),
		item("b", "2026-01-02", 3),
		item("a", "2026-01-01", 4),
		item("A", "2026-01-02", 5),
	}
	items[3].CapabilityId = new(string)
	*items[3].CapabilityId = "c"
	rows, indexes := newBatch(nil, "", items).distinct()
	want := []entry{
		{key: key{"a", "p", "", "2026-01-02"}, hours: 5},
		{key: key{"a", "p", "c", "2026-01-01"}, hours: 4},
		{key: key{"b", "p", "", "2026-01-02"}, hours: 3},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if want := []int{2, 0, 2, 1, 0}; !slices.Equal(indexes, want) {
		t.Errorf("indexes %v, want %v", indexes, want)
	}
}

func TestArrangeFollowsTheKeys(t *testing.T) {
	first, second := item("a", "2026-01-01", 1), item("b", "2026-01-01", 2)
	rows := []entry{{key: keyOf(first), hours: 1}, {key: keyOf(second), hours: 2}}
	for _, written := range [][]*pb.Assignment{{first, second}, {second, first}} {
		got, err := arrange(written, rows)
		if err != nil || got[0] != first || got[1] != second {
			t.Errorf("%v gives %v, %v", written, got, err)
		}
	}
	for _, written := range [][]*pb.Assignment{{first}, {first, item("c", "2026-01-01", 2)},
		{first, item("b", "2026-01-01", 3)}} {
		if got, err := arrange(written, rows); err == nil {
			t.Errorf("%v gives %v", written, got)
		}
	}
}

// TestInsertsStayPrepared: a connection keeps statements of up to 16 KiB prepared.
func TestInsertsStayPrepared(t *testing.T) {
	table := newTable("assignments", nil, nil, nil, nil)
	if len(table.inserts) < 3*len(sizes) {
		t.Errorf("only %d statements", len(table.inserts))
	}
	for s, text := range table.inserts {
		if len(text) > 16<<10 {
			t.Errorf("%+v: %d bytes", s, len(text))
		}
		parameters := 1 + 6*s.rows
		if s.flagged {
			parameters += s.rows
		}
		if last := fmt.Sprintf("$%d", parameters); !strings.Contains(text, last) {
			t.Errorf("%+v: the last parameter of a row is not %s", s, last)
		}
	}
	if sizes[len(sizes)-1] != 1 {
		t.Error("not every number is a sum of sizes")
	}
}

// TestBothMessagesAreOfOneShape compares what the compiler does not: names and options. Only planned hours can be
// tentative.
func TestBothMessagesAreOfOneShape(t *testing.T) {
	plan, actual := (&pb.Assignment{}).ProtoReflect().Descriptor().Fields(),
		(&pb.ActualHoursRow{}).ProtoReflect().Descriptor().Fields()
	for i := range plan.Len() {
		if plan.Get(i).Name() == "tentative" {
			continue
		}
		a, b := plan.Get(i), actual.ByName(plan.Get(i).Name())
		if b == nil || a.Number() != b.Number() || a.Name() != b.Name() || !proto.Equal(a.Options(), b.Options()) {
			t.Errorf("%v and %v differ", a, b)
		}
	}
}
