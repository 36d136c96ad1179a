package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/workplan-api/workplan/test/process"
)

func init() {
	add(row{
		name: "journal-replayed", runs: 1,
		done: "16 writers upsert 1, 3 or 20 of the same 60 rows over two servers, while SIGKILL hits a " +
			"server and PostgreSQL in turns.",
		holds: "The events have the numbers 1 to n. Applied one after the other, each one finds the hours and " +
			"the version that it says, and the result is the rows of the table.",
		run:         replayJournal,
		controlDone: "events get their time at the start of the transaction",
		controls:    3,
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			for _, statement := range []string{
				`CREATE FUNCTION early() RETURNS trigger LANGUAGE plpgsql AS
					'BEGIN NEW.written_at = transaction_timestamp(); RETURN NEW; END'`,
				`CREATE TRIGGER early BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION early()`,
			} {
				if err := e.Postgres.Execute(ctx, e.database, statement); err != nil {
					return nil, err
				}
			}
			return replayJournal(ctx, e)
		},
	})
}

// pair are two servers of which one may be replaced.
type pair struct {
	mu      sync.Mutex
	servers []*process.Server
}

func (p *pair) any() *process.Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.servers[rand.IntN(len(p.servers))]
}

func (p *pair) replace(at int, s *process.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.servers[at] = s
}

func replayJournal(ctx context.Context, e *environment) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	p := &pair{servers: servers}
	writing, cancel := context.WithCancel(ctx)
	defer cancel()
	var writers sync.WaitGroup
	for range 16 {
		writers.Go(func() { writeAnywhere(writing, p, e.first) })
	}
	kills := 0
	for until := time.Now().Add(e.span(time.Minute, 5*time.Second)); time.Now().Before(until); kills++ {
		time.Sleep(e.span(3*time.Second, time.Second))
		if kills%2 == 0 {
			p.servers[0].Kill()
			s, err := e.serve(ctx)
			if err != nil {
				return nil, err
			}
			p.replace(0, s)
			continue
		}
		if err := e.Postgres.Kill(); err != nil {
			return nil, err
		}
		if err := e.Postgres.Start(ctx); err != nil {
			return nil, err
		}
	}
	cancel()
	writers.Wait()
	if err := e.recovered(ctx, p.servers, 10*time.Second); err != nil {
		return nil, err
	}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	if err := e.numbered(ctx, db); err != nil {
		return nil, err
	}
	r := replay{rows: map[string]storedRow{}}
	err = r.read(ctx, p.any(), e.first)
	if err == nil {
		err = r.compare(ctx, db, e.first)
	}
	return []figure{count("kills", kills), count("events", r.events), count("writes of rows", r.writes), count("rows",
		len(r.rows))}, err
}

// writeAnywhere upserts rows that other writers write too, until ctx ends. Failures do not matter.
func writeAnywhere(ctx context.Context, p *pair, o *organization) {
	for ctx.Err() == nil {
		c := newClient(p.any().HTTP, o.key("admin"))
		for range 20 {
			n := []int{1, 3, 20}[rand.IntN(3)]
			resp, err := c.Upsert(ctx, o.items(rand.IntN(41), n, float64(rand.IntN(96))/4))
			if err != nil || resp.Status != http.StatusOK {
				time.Sleep(10 * time.Millisecond)
				break
			}
		}
		c.Close()
	}
}

// numbered waits until all events of the first organization have numbers.
func (e *environment) numbered(ctx context.Context, db *sql.DB) error {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		var waiting int
		err := db.QueryRowContext(ctx, `SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`,
			e.first.Organization.ID).Scan(&waiting)
		if err != nil || waiting == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return broken("%d events have no number after 10 s", waiting)
		}
	}
}

// replay is the state that the events lead to.
type replay struct {
	events, writes int
	rows           map[string]storedRow // by id
}

type storedRow struct {
	hours   float64
	version int64
}

// read applies all events. It returns an error of broken if one of them does not follow from those before.
func (r *replay) read(ctx context.Context, s *process.Server, o *organization) error {
	c := newClient(s.HTTP, o.key("admin"))
	defer c.Close()
	for after := int64(0); ; {
		resp, err := c.Call(ctx, http.MethodGet, fmt.Sprintf("/api/v1/events?limit=200&after=%d", after), nil)
		if err := want(http.StatusOK, resp, err); err != nil {
			return err
		}
		var page struct {
			NextAfter int64
			UpToDate  bool
			Items     []struct {
				Seq  int64
				Rows []struct {
					ID            string
					Hours         float64
					PreviousHours *float64
					Version       int64
				}
			}
		}
		if err := resp.Data(&page); err != nil {
			return err
		}
		for _, event := range page.Items {
			if r.events++; event.Seq != int64(r.events) {
				return broken("event %d has the number %d", r.events, event.Seq)
			}
			for _, row := range event.Rows {
				r.writes++
				was, known := r.rows[row.ID]
				if row.Version != was.version+1 || known != (row.PreviousHours != nil) ||
					known && *row.PreviousHours != was.hours {
					return broken("event %d writes version %d of a row that has version %d",
						event.Seq, row.Version, was.version)
				}
				r.rows[row.ID] = storedRow{row.Hours, row.Version}
			}
		}
		if page.UpToDate {
			return nil
		}
		after = page.NextAfter
	}
}

// compare compares the rows with those of the table.
func (r *replay) compare(ctx context.Context, db *sql.DB, o *organization) error {
	rows, err := db.QueryContext(ctx, `SELECT id, hours, version FROM assignments WHERE organization_id = $1`,
		o.Organization.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	stored := 0
	for rows.Next() {
		var id string
		var row storedRow
		if err := rows.Scan(&id, &row.hours, &row.version); err != nil {
			return err
		}
		if stored++; r.rows[id] != row {
			return broken("a row is %+v in the table and %+v in the journal", row, r.rows[id])
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if stored == 0 || stored != len(r.rows) {
		return broken("the table has %d rows and the journal %d", stored, len(r.rows))
	}
	return nil
}
