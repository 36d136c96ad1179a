package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/lib/pq"
)

func init() {
	add(row{
		name: "same-rows-two-servers", runs: 3,
		done:        "32 writers upsert the same 60 rows in random order over two servers.",
		holds:       "PostgreSQL counts no deadlock, every response is 200 or asks to wait, and each key has one row.",
		run:         sameRows,
		controlDone: "the rows of each statement in random order", controls: 3,
		control: unsorted,
	}, row{
		name: "version-race", runs: 5,
		done:        "Two changes of one client with the same If-Match, at the same time on two servers, 200 times.",
		holds:       "Exactly one of the two is 200, and the other is 409.",
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return raceVersions(ctx, e, true) },
		controlDone: "without If-Match",
		control:     func(ctx context.Context, e *environment) ([]figure, error) { return raceVersions(ctx, e, false) },
	}, row{
		name: "decision-race", runs: 5,
		done:  "One time off request is approved and rejected at the same time on two servers, 100 times.",
		holds: "Exactly one of the two is 200, the other is 409, and the record has the state that won.",
		run: func(ctx context.Context, e *environment) ([]figure, error) {
			return raceDecisions(ctx, e, "reject")
		},
		controlDone: "both approve",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			return raceDecisions(ctx, e, "approve")
		},
	}, row{
		name: "reporting-line-race", runs: 5,
		done:        "Two users become each other's manager at the same time on two servers, 100 times.",
		holds:       "The reporting line never has a cycle.",
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return raceManagers(ctx, e, nil) },
		controlDone: "a proxy removes FOR NO KEY UPDATE from the statements", controls: 3,
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			lock := []byte("FOR NO KEY UPDATE")
			return raceManagers(ctx, e, func(b []byte) {
				for at := bytes.Index(b, lock); at >= 0; at = bytes.Index(b, lock) {
					copy(b[at:], bytes.Repeat([]byte(" "), len(lock)))
				}
			})
		},
	})
}

func sameRows(ctx context.Context, e *environment) ([]figure, error) {
	if err := e.detectDeadlocks(ctx); err != nil {
		return nil, err
	}
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	statuses := map[int]int{}
	e.together(ctx, 32, e.span(time.Minute, 3*time.Second), func(ctx context.Context, n int) {
		c := newClient(servers[n%2].HTTP, e.first.key("admin"))
		defer c.Close()
		for ctx.Err() == nil {
			items := e.first.items(0, 60, rand.Float64()*24)
			rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			status := 0
			if resp, err := c.Upsert(context.WithoutCancel(ctx), items); err == nil {
				status = resp.Status
			}
			mu.Lock()
			statuses[status]++
			mu.Unlock()
		}
	})
	figures := []figure{count("upserts", statuses[http.StatusOK]), count("told to wait",
		statuses[http.StatusTooManyRequests]+statuses[http.StatusServiceUnavailable])}
	for status := range statuses {
		if !slices.Contains([]int{http.StatusOK, http.StatusTooManyRequests, http.StatusServiceUnavailable}, status) {
			return figures, broken("%d responses have status %d", statuses[status], status)
		}
	}
	rows, err := e.number(ctx, "SELECT count(*) FROM assignments WHERE organization_id = $1", e.first.Organization.ID)
	if err == nil && rows != 60 {
		err = broken("there are %d rows of 60 keys", rows)
	}
	if err != nil {
		return figures, err
	}
	return e.deadlocks(ctx, figures)
}

// unsorted writes the rows with one statement per upsert, as the server would without its order.
func unsorted(ctx context.Context, e *environment) ([]figure, error) {
	if err := e.detectDeadlocks(ctx); err != nil {
		return nil, err
	}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(32)
	e.together(ctx, 32, 3*time.Second, func(ctx context.Context, _ int) {
		for ctx.Err() == nil {
			var users, projects, dates pq.StringArray
			items := e.first.items(0, 60, 1)
			rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			for _, it := range items {
				users, projects, dates = append(users, it.User), append(projects, it.Project), append(dates, it.Date)
			}
			_, _ = db.ExecContext(ctx,
				`INSERT INTO assignments AS t (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
				SELECT $1, gen_random_uuid(), 1, now(), now(), u::uuid, p::uuid, d::date, $5
					FROM unnest($2::text[], $3::text[], $4::text[]) AS r (u, p, d)
				ON CONFLICT (organization_id, user_id, project_id, capability_id, date) DO UPDATE SET hours = excluded.hours`,
				e.first.Organization.ID, users, projects, dates, rand.IntN(24)) // a deadlock is counted by PostgreSQL
		}
	})
	return e.deadlocks(ctx, nil)
}

// detectDeadlocks makes PostgreSQL find deadlocks before a lock timeout hides them.
func (e *environment) detectDeadlocks(ctx context.Context) error {
	return e.Postgres.Execute(ctx, "postgres", "ALTER DATABASE "+e.database+" SET deadlock_timeout = '10ms'")
}

// deadlocks adds the number of deadlocks in the database of the run.
func (e *environment) deadlocks(ctx context.Context, figures []figure) ([]figure, error) {
	time.Sleep(1500 * time.Millisecond) // backends report their counters once a second
	n, err := e.number(ctx, "SELECT deadlocks FROM pg_stat_database WHERE datname = $1", e.database)
	if err == nil && n > 0 {
		err = broken("%d deadlocks", n)
	}
	return append(figures, count("deadlocks", n)), err
}

func raceVersions(ctx context.Context, e *environment, withVersion bool) ([]figure, error) {
	clients, err := e.pair(ctx, nil)
	if err != nil {
		return nil, err
	}
	path := "/api/v1/clients/" + e.first.Clients[0].ID
	races, wrong := e.races(200), 0
	for i := range races {
		current, err := clients[0].Call(ctx, http.MethodGet, path, nil)
		if err := want(http.StatusOK, current, err); err != nil {
			return nil, err
		}
		statuses := meet(clients, func(n int, c *client) int {
			c.Header.Del("If-Match")
			if withVersion {
				c.Header.Set("If-Match", current.Header.Get("ETag"))
			}
			return status(c.Call(ctx, http.MethodPatch, path,
				object{"website": fmt.Sprintf("https://example.com/%d/%d", i, n)}))
		})
		if statuses != [2]int{http.StatusOK, http.StatusConflict} {
			wrong++
		}
	}
	if wrong > 0 {
		return []figure{count("races", races)},
			broken("%d of %d races had other responses than one 200 and one 409", wrong, races)
	}
	return []figure{count("races", races), count("with two winners or none", wrong)}, nil
}

func raceDecisions(ctx context.Context, e *environment, other string) ([]figure, error) {
	clients, err := e.pair(ctx, nil)
	if err != nil {
		return nil, err
	}
	races, wrong := e.races(100), 0
	for range races {
		created, err := clients[0].Call(ctx, http.MethodPost, "/api/v1/time-off", object{
			"userId": e.first.user(0), "timeOffTypeId": e.first.TimeOffTypes[0].ID, "startDate": date(0),
			"endDate": date(1), "availability": 0, "reason": "Sea",
		})
		if err := want(http.StatusOK, created, err); err != nil {
			return nil, err
		}
		var request struct{ ID, Status string }
		if err := created.Data(&request); err != nil {
			return nil, err
		}
		path := "/api/v1/time-off/" + request.ID
		won := make([]string, 2)
		statuses := meet(clients, func(n int, c *client) int {
			action, body := "approve", any(nil)
			if n == 1 && other == "reject" {
				action, body = "reject", object{"rejectionReason": "No"}
			}
			s := status(c.Call(ctx, http.MethodPost, path+"/"+action, body))
			if s == http.StatusOK {
				won[n] = map[string]string{"approve": "approved", "reject": "rejected"}[action]
			}
			return s
		})
		stored, err := clients[0].Call(ctx, http.MethodGet, path, nil)
		if err := want(http.StatusOK, stored, err); err != nil {
			return nil, err
		}
		if err := stored.Data(&request); err != nil {
			return nil, err
		}
		if statuses != [2]int{http.StatusOK, http.StatusConflict} || !slices.Contains(won, request.Status) {
			wrong++
		}
	}
	if wrong > 0 {
		return []figure{count("races", races)},
			broken("%d of %d races had other responses than one 200 and one 409", wrong, races)
	}
	return []figure{count("races", races), count("with two winners or none", wrong)}, nil
}

func raceManagers(ctx context.Context, e *environment, rewrite func([]byte)) ([]figure, error) {
	clients, err := e.pair(ctx, rewrite)
	if err != nil {
		return nil, err
	}
	races, cycles := e.races(100), 0
	for i := range races {
		users := [2]string{e.first.user(2 * i), e.first.user(2*i + 1)}
		for _, user := range users { // nobody has a manager at first
			resp, err := clients[0].Call(ctx, http.MethodPatch, "/api/v1/users/"+user, object{"reportsToId": nil})
			if err := want(http.StatusOK, resp, err); err != nil {
				return nil, err
			}
		}
		statuses := meet(clients, func(n int, c *client) int {
			return status(c.Call(ctx, http.MethodPatch, "/api/v1/users/"+users[n], object{"reportsToId": users[1-n]}))
		})
		found, err := e.number(ctx,
			"SELECT count(*) FROM users a JOIN users b ON b.organization_id = a.organization_id AND b.id = "+
				"a.reports_to_id AND b.reports_to_id = a.id WHERE a.organization_id = $1 AND a.id = $2",
			e.first.Organization.ID, users[0])
		if err != nil {
			return nil, err
		}
		cycles += found
		if statuses[0] != http.StatusOK {
			return nil, fmt.Errorf("no change of two succeeded: %v", statuses)
		}
	}
	figures := []figure{count("races", races), count("cycles", cycles)}
	if cycles > 0 {
		return figures, broken("%d cycles in %d races", cycles, races)
	}
	return figures, nil
}

// pair returns a client of each of two servers. If rewrite is not nil, the statements of the servers pass it.
func (e *environment) pair(ctx context.Context, rewrite func([]byte)) (clients [2]*client, err error) {
	var env []string
	if rewrite != nil {
		p, address, err := e.databaseProxy()
		if err != nil {
			return clients, err
		}
		p.Rewrite, env = rewrite, []string{address}
	}
	servers, err := e.replicas(ctx, 2, env...)
	if err != nil {
		return clients, err
	}
	for i, s := range servers {
		c := newClient(s.HTTP, e.first.key("admin"))
		e.atEnd(c.Close)
		clients[i] = c
	}
	return clients, nil
}

func (e *environment) races(n int) int {
	if e.short {
		return n / 4
	}
	return n
}

// meet calls f for both clients at the same moment and returns the statuses, the lower one first.
func meet(clients [2]*client, f func(n int, c *client) int) (statuses [2]int) {
	var running sync.WaitGroup
	start := make(chan struct{})
	for n, c := range clients {
		running.Go(func() {
			<-start
			statuses[n] = f(n, c)
		})
	}
	close(start)
	running.Wait()
	slices.Sort(statuses[:])
	return statuses
}

func status(resp *response, err error) int {
	if err != nil {
		return 0
	}
	return resp.Status
}

// together runs f n times at once until a time has passed.
func (e *environment) together(ctx context.Context, n int, d time.Duration, f func(ctx context.Context, n int)) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() { f(ctx, i) })
	}
	running.Wait()
}

// number returns the number that a query selects.
func (e *environment) number(ctx context.Context, query string, args ...any) (n int, err error) {
	db, err := e.pool()
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}
