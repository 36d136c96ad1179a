package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/test/process"
)

const (
	// As many streams as an organization may have, of keys that may have five each.
	floodStreams, streamsOfKey = 50, 5
	floodEvents                = 200_000
	// maxSlowdownOfStreams is how much longer the p99 of a list of another organization may be.
	maxSlowdownOfStreams = 2
)

func init() {
	add(row{
		timed: true,
		name:  "flood-streams",
		done: fmt.Sprintf("%d streams of one organization read its %d events from the first one, again and again; "+
			"another one sends 20 requests a second.", floodStreams, floodEvents),
		holds: fmt.Sprintf("The p99 of the other one is at most %d times its p99 alone on busy processors, without a "+
			"503; /readyz is 200 throughout; every stream gets events.", maxSlowdownOfStreams),
		run: func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := e.serve(ctx)
			if err != nil {
				return nil, err
			}
			return e.floodOfStreams(ctx, s)
		},
		controlDone: "no limit on the streams and the requests of an organization",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := e.serveWith(ctx, unfair)
			if err != nil {
				return nil, err
			}
			return e.floodOfStreams(ctx, s)
		},
	})
}

// floodOfStreams measures the neighbour alone, and then while the streams read.
func (e *environment) floodOfStreams(ctx context.Context, s *process.Server) ([]figure, error) {
	if err := e.writeEvents(ctx); err != nil {
		return nil, err
	}
	keys, err := e.readers(ctx, s)
	if err != nil {
		return nil, err
	}
	got := make([]atomic.Int64, floodStreams)
	harmed, err := e.harm(ctx, s, func() (stop func() error, err error) {
		ctx, cancel := context.WithCancel(ctx)
		var reading sync.WaitGroup
		for i := range got {
			reading.Go(func() {
				for ctx.Err() == nil {
					readStream(ctx, s.HTTP, keys[i/streamsOfKey], &got[i])
				}
			})
		}
		return func() error { cancel(); reading.Wait(); return nil }, nil
	})
	if err != nil {
		return nil, err
	}
	events, starved := 0, 0
	for i := range got {
		n := int(got[i].Load())
		if events += n; n == 0 {
			starved++
		}
	}
	figures := append(harmed.figures(), count("events", events))
	err = harmed.check(maxServerMemory)
	switch {
	case err != nil:
	case harmed.attack.p99() > maxSlowdownOfStreams*harmed.busy.p99():
		err = broken("the p99 of the neighbour rose from %s to %s", harmed.busy.p99(), harmed.attack.p99())
	case starved > 0:
		err = broken("%d streams got no event", starved)
	}
	return figures, err
}

// writeEvents gives the first organization events. They are copies of one that it has, which cost a server as much as
// others.
func (e *environment) writeEvents(ctx context.Context) error {
	db, err := e.pool()
	if err != nil {
		return err
	}
	if err := e.numbered(ctx, db); err != nil {
		return err
	}
	id := e.first.Organization.ID
	if _, err := db.ExecContext(ctx, `
INSERT INTO events (organization_id, id, seq, written_at, type, actor_id, api_key_id, request_id, record_id, row_count, encoding, data)
SELECT organization_id, gen_random_uuid(), h.seq + n, now(), type, actor_id, api_key_id, request_id, record_id, row_count, encoding, data
FROM (SELECT * FROM events WHERE organization_id = $1 AND type = 'client.created' LIMIT 1) e
JOIN event_heads h USING (organization_id) CROSS JOIN generate_series(1, $2) n`, id, floodEvents); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `UPDATE event_heads SET seq = seq + $2 WHERE organization_id = $1`, id, floodEvents)
	return err
}

// readers creates keys for the streams, without a limit of requests.
func (e *environment) readers(ctx context.Context, s *process.Server) (keys []string, err error) {
	c := newClient(s.HTTP, e.first.key("admin"))
	defer c.Close()
	for i := range floodStreams / streamsOfKey {
		resp, err := c.Call(ctx, http.MethodPost, "/api/v1/keys", object{
			"name": fmt.Sprint("reader ", i), "actorUserId": e.first.Users[0].ID,
			"scopes": []string{"read:events", "read:clients"}, "rateLimit": 0,
		})
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
		var key struct{ Secret string }
		if err := resp.Data(&key); err != nil {
			return nil, err
		}
		keys = append(keys, key.Secret)
	}
	return keys, nil
}

// readStream reads a stream of all events until it ends or ctx is done, and counts the events.
func readStream(ctx context.Context, addr, key string, got *atomic.Int64) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	if _, err := fmt.Fprintf(conn,
		"GET /api/v1/events/stream?after=0 HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
			"Connection: close\r\n\r\n", addr, key); err != nil {
		return
	}
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if line := lines.Bytes(); len(line) > 5 && string(line[:5]) == "data:" {
			got.Add(1)
		}
	}
}
