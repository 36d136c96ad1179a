package journal

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// pollEvery is how often the marks are read while somebody waits for an event. Numbers that
// this process gives are known at once.
const pollEvery = 250 * time.Millisecond

// HighWaterMarks knows the latest events of the organizations for which somebody waits. Without
// waiters it makes no query.
type HighWaterMarks struct {
	db *sql.DB

	mu      sync.Mutex
	waiting map[uuid.UUID]*waiting
	polling bool
}

// waiting are the waiters of one organization.
type waiting struct {
	count int
	head  int64
	moved chan struct{} // closed when head has changed
}

// NewHighWaterMarks returns HighWaterMarks that read db.
func NewHighWaterMarks(db *sql.DB) *HighWaterMarks {
	return &HighWaterMarks{db: db, waiting: map[uuid.UUID]*waiting{}}
}

// Wait returns when the organization has an event after a number, or when ctx is done.
func (h *HighWaterMarks) Wait(ctx context.Context, organization uuid.UUID, after int64) {
	h.mu.Lock()
	w := h.waiting[organization]
	if w == nil {
		w = &waiting{moved: make(chan struct{})}
		h.waiting[organization] = w
	}
	w.count++
	if !h.polling {
		h.polling = true
		go h.poll()
	}
	for w.head <= after && ctx.Err() == nil {
		moved := w.moved
		h.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-moved:
		}
		h.mu.Lock()
	}
	if w.count--; w.count == 0 {
		delete(h.waiting, organization)
	}
	h.mu.Unlock()
}

// Moved says that the organization has events up to head.
func (h *HighWaterMarks) Moved(organization uuid.UUID, head int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.waiting[organization]; w != nil && head > w.head {
		w.head = head
		close(w.moved)
		w.moved = make(chan struct{})
	}
}

const readHeads = `
SELECT h.organization_id, h.seq FROM unnest($1::uuid[]) AS o (id) JOIN event_heads h ON h.organization_id = o.id`

// poll reads the marks until nobody waits. If a query fails, the next one may succeed.
func (h *HighWaterMarks) poll() {
	for {
		h.mu.Lock()
		if len(h.waiting) == 0 {
			h.polling = false
			h.mu.Unlock()
			return
		}
		var organizations pq.StringArray
		for id := range h.waiting {
			organizations = append(organizations, id.String())
		}
		h.mu.Unlock()
		_ = postgres.Each(context.Background(), h.db, func(scan postgres.Scan) error {
			var id uuid.UUID
			var head int64
			if err := scan(&id, &head); err != nil {
				return err
			}
			h.Moved(id, head)
			return nil
		}, readHeads, organizations)
		time.Sleep(pollEvery)
	}
}
