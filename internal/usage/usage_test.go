package usage

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/google/uuid"
)

func numbered(n int) (id uuid.UUID) {
	binary.BigEndian.PutUint32(id[12:], uint32(n)+1)
	return id
}

// TestTheTableIsBounded has more organizations than places. None of what they use is lost, and one that comes later
// gets the place of one that is idle.
func TestTheTableIsBounded(t *testing.T) {
	now := time.Now()
	table := New(func() time.Time { return now })
	add := func(from, to int) {
		for n := from; n < to; n++ {
			table.Add(numbered(n), Sums{Requests: 1, Rows: 2, ReceivedBytes: 3, SentBytes: 4, Work: time.Second})
		}
	}
	expect := func(what string, places int, others int64) {
		t.Helper()
		if len(table.sums) != places || table.others.Requests != others {
			t.Errorf("%s: %d places, %d requests of others, want %d and %d", what, len(table.sums),
				table.others.Requests, places, others)
		}
		var all Organization
		for _, o := range table.Report().Organizations {
			all.Requests, all.Rows, all.SentBytes, all.WorkSeconds = all.Requests+o.Requests, all.Rows+o.Rows,
				all.SentBytes+o.SentBytes, all.WorkSeconds+o.WorkSeconds
		}
		if all.Rows != 2*all.Requests || all.SentBytes != 4*all.Requests || all.WorkSeconds != float64(all.Requests) {
			t.Errorf("%s: the sum is %+v", what, all)
		}
	}
	add(0, maxOrganizations)
	expect("full", maxOrganizations, 0)
	add(maxOrganizations, maxOrganizations+5)
	expect("more than places", maxOrganizations, 5)
	now = now.Add(idle)
	add(0, 10)
	add(maxOrganizations, maxOrganizations+1)
	expect("after a minute", 11, 5+maxOrganizations-10)
	if r := table.Report(); r.CPUSeconds <= 0 || r.Organizations[0].ID != uuid.Nil || !r.At.Equal(r.Started.Add(idle)) {
		t.Errorf("%+v", r)
	}
}

func BenchmarkAdd(b *testing.B) {
	table := New(time.Now)
	for n := range 1000 {
		table.Add(numbered(n), Sums{Requests: 1})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		table.Add(numbered(i%1000), Sums{Requests: 1})
	}
}
