package journal_test

import (
	"errors"
	"testing"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// TestAPageWithAGapIsRefused: events can be removed after a reader has asked which is the oldest, and before it has
// read the page. Then the page begins after the gap, and the next call would not notice.
func TestAPageWithAGapIsRefused(t *testing.T) {
	w := newWriting(t)
	s, ctx := journal.NewService(t.Context(), nil), call.Background(w.ctx, w.Organization, w.db)
	w.Exec(`INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ($1, 50, 1)
		ON CONFLICT (organization_id) DO UPDATE SET seq = 50, first_seq = 1`, w.Organization)
	_, first, err := s.Ends(ctx)
	if err != nil || first != 1 {
		t.Fatal(first, err)
	}
	w.Exec(`UPDATE event_heads SET first_seq = 20 WHERE organization_id = $1`, w.Organization) // as the sweep does
	from := func(seqs ...int64) *pb.EventPage {
		page := &pb.EventPage{Head: 50, First: first}
		for _, seq := range seqs {
			page.Items = append(page.Items, &pb.Event{Seq: seq})
		}
		return page
	}
	for name, tt := range map[string]struct {
		page  *pb.EventPage
		after int64
		lost  bool
	}{
		"it begins after the gap":        {from(20, 21), 10, true},
		"it is empty":                    {from(), 10, true},
		"it has the next one":            {from(11), 10, false},
		"nothing that it needs is gone":  {from(25), 20, false},
		"the last one that it needs":     {from(25), 19, false},
		"there was nothing to read":      {from(), 50, false},
		"the first one that it needs is": {from(25), 18, true},
	} {
		var p *problem.Error
		err := s.Kept(ctx, tt.page, tt.after)
		if errors.As(err, &p) != tt.lost || tt.lost && p.Code != problem.CursorExpired {
			t.Errorf("%s: %v", name, err)
		}
	}
}
