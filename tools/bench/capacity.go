package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/process"
)

// capacityScenario compares a capacity with what a client without it does: it fetches the rows
// of hours page by page and adds them up.
const capacityScenario = "capacity"

// The people of the scenario in rounds of a second or longer, and their range: 13 weeks.
const (
	capacityPeople = 500
	capacityStart  = "2027-03-01"
	capacityEnd    = "2027-05-30"
)

// fillCapacity adds three rows of planned and two of actual hours to each user and working day,
// and time off to every tenth user. The organization has users, projects and a type of time off.
var fillCapacity = []string{
	`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
SELECT u.organization_id, gen_random_uuid(), 1, now(), now(), u.id, p.id, d, 2.5 FROM users u
JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n FROM projects WHERE organization_id = $1) p ON p.n <= 3
JOIN generate_series($2::date, $3::date, interval '1 day') d ON extract(isodow FROM d) < 6 WHERE u.organization_id = $1`,
	`INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
SELECT organization_id, gen_random_uuid(), 1, now(), now(), user_id, project_id, date, hours FROM (
  SELECT *, row_number() OVER (PARTITION BY user_id, date) AS n FROM assignments WHERE organization_id = $1
    AND date BETWEEN $2 AND $3) t WHERE n < 3`,
	`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id,
		start_date, end_date, availability, reason, status)
SELECT u.organization_id, gen_random_uuid(), 1, now(), now(), u.id, t.id, $2::date + 14, $3::date - 60, 0, 'x', 'approved'
FROM users u JOIN time_off_types t ON t.organization_id = $1 WHERE u.organization_id = $1 AND u.email LIKE '%0@%'`,
	`ANALYZE`,
}

// loadCapacity creates an organization in a database and returns the secret of its key.
func (e *environment) loadCapacity(ctx context.Context, database string, people int) (key string, err error) {
	document := document()
	document["organization"] = object{"name": "Capacity"}
	document["users"] = repeat(people, func(i int) object {
		role := "member"
		if i == 0 {
			role = "admin"
		}
		return object{"email": fmt.Sprintf("person%d@bench.example", i), "name": fmt.Sprint("Person ", i), "role": role}
	})
	document["projects"] = repeat(10, func(i int) object {
		return object{
			"name": fmt.Sprint("Project ", i), "client": "Client 0",
			"startDate": "2026-01-01", "endDate": "2039-12-31", "status": "active",
		}
	})
	document["timeOffTypes"] = []object{{"name": "Vacation"}}
	document["keys"] = []object{
		{"name": "key", "actor": "person0@bench.example", "scopes": []string{"*"}, "rateLimit": 0},
	}
	file, dsn := filepath.Join(e.dir, "capacity.json"), e.cluster.DSN(database)
	if err := os.WriteFile(file, mustJSON(document), 0o600); err != nil {
		return "", err
	}
	printed, err := process.Output(ctx, e.workplan, "import", "--database-url="+dsn, file)
	if err != nil {
		return "", err
	}
	o := &organization{}
	if err := json.Unmarshal(printed, o); err != nil {
		return "", err
	}
	db, err := e.open(database)
	if err != nil {
		return "", err
	}
	defer db.Close()
	for _, statement := range fillCapacity {
		var args []any
		if statement != "ANALYZE" {
			args = []any{o.Organization.ID, capacityStart, capacityEnd}
		}
		if _, err := db.ExecContext(ctx, statement, args...); err != nil {
			return "", err
		}
	}
	return o.key("key"), nil
}

// hoursByWeek has the hours of users in each week. The weeks are the buckets of a capacity.
type hoursByWeek map[string][]float64

// measureCapacity measures a capacity and a client without it in turn, and a 304.
func (e *environment) measureCapacity(ctx context.Context, out io.Writer) error {
	people := max(20, int(capacityPeople*min(1, e.Seconds)))
	c := e.contestants[slices.IndexFunc(e.contestants, func(c contestant) bool { return c.name == "grpc" })]
	log.Printf("capacity: loading %d people …", people)
	key, err := e.loadCapacity(ctx, c.database, people)
	if err != nil {
		return err
	}
	opened, err := c.dial()
	if err != nil {
		return err
	}
	defer opened.Close()
	conn := opened.(grpcClient)
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key)
	var ratios, direct, split, paged []float64
	rows := 0
	for n := range 1 + e.Rounds {
		log.Printf("capacity: round %d of %d", n, e.Rounds)
		began := time.Now()
		planned, actual, err := capacityOf(ctx, conn)
		if err != nil {
			return err
		}
		took := time.Since(began)
		began = time.Now()
		resp, err := pb.NewCapacityServiceClient(conn).GetCapacity(ctx, &pb.GetCapacityRequest{
			StartDate: capacityStart, EndDate: capacityEnd, SplitBy: pb.CapacitySplit_CAPACITY_SPLIT_PROJECT.Enum(),
		})
		if err != nil {
			return err
		}
		if items := len(resp.Data.Items); items != people*3 {
			return fmt.Errorf("split by project, the hours are %d items", items)
		}
		tookSplit := time.Since(began)
		began = time.Now()
		plannedRows, actualRows, count, err := addUp(ctx, conn)
		if err != nil {
			return err
		}
		tookPages := time.Since(began)
		if !reflect.DeepEqual(planned, plannedRows) || !reflect.DeepEqual(actual, actualRows) ||
			len(planned) != people {
			return fmt.Errorf("the sums of the rows are not the capacity of %d people", people)
		}
		if n > 0 { // the first round warms up
			rows = count
			direct, split, paged = append(direct, milliseconds(took)), append(split, milliseconds(tookSplit)),
				append(paged, milliseconds(tookPages))
			ratios = append(ratios, took.Seconds()/tookPages.Seconds())
		}
	}
	median := func(values []float64) float64 {
		return quartiles(len(values), func(n int) float64 { return values[n] })[1]
	}
	fmt.Fprintf(out,
		"\ncapacity: %d people in 13 weeks: %.0f ms; split by project: %.0f ms; a client that fetches the %d rows "+
			"page by page and adds them up: %.0f ms; ratio %.3f (medians of %d rounds)\n",
		people, median(direct), median(split), rows, median(paged), median(ratios), e.Rounds)
	unchanged, err := e.unchanged(ctx, c, key)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "capacity: a 304 if nothing has changed: %.2f ms (median)\n", median(unchanged))
	return nil
}

// capacityOf returns the planned and actual hours of each user and week as the server adds them
// up.
func capacityOf(ctx context.Context, conn grpc.ClientConnInterface) (planned, actual hoursByWeek, err error) {
	resp, err := pb.NewCapacityServiceClient(conn).GetCapacity(ctx,
		&pb.GetCapacityRequest{StartDate: capacityStart, EndDate: capacityEnd})
	if err != nil {
		return nil, nil, err
	}
	planned, actual = hoursByWeek{}, hoursByWeek{}
	for _, item := range resp.Data.Items {
		planned[item.GetId()] = item.Values[slices.Index(resp.Data.Series, "planned")].Hours
		actual[item.GetId()] = item.Values[slices.Index(resp.Data.Series, "actual")].Hours
	}
	return planned, actual, nil
}

// addUp returns the same from lists, and how many rows it has fetched.
func addUp(ctx context.Context, conn grpc.ClientConnInterface) (planned, actual hoursByWeek, rows int, err error) {
	start, err := time.Parse(time.DateOnly, capacityStart)
	if err != nil {
		return nil, nil, 0, err
	}
	planned, actual = hoursByWeek{}, hoursByWeek{}
	add := func(to hoursByWeek, user, date string, hours float64) error {
		day, err := time.Parse(time.DateOnly, date)
		if err != nil {
			return err
		}
		if to[user] == nil {
			to[user] = make([]float64, 13)
		}
		to[user][int(day.Sub(start).Hours())/(7*24)] += hours
		rows++
		return nil
	}
	first, last := capacityStart, capacityEnd
	for cursor := (*string)(nil); ; {
		resp, err := pb.NewAssignmentServiceClient(conn).ListAssignments(ctx,
			&pb.ListAssignmentsRequest{StartDate: &first, EndDate: &last, Limit: new(int32(200)), Cursor: cursor})
		if err != nil {
			return nil, nil, 0, err
		}
		for _, row := range resp.Data.Items {
			if err := add(planned, row.UserId, row.Date, row.GetHours()); err != nil {
				return nil, nil, 0, err
			}
		}
		if cursor = resp.Data.NextCursor; cursor == nil {
			break
		}
	}
	for cursor := (*string)(nil); ; {
		resp, err := pb.NewActualHoursServiceClient(conn).ListActualHours(ctx,
			&pb.ListActualHoursRequest{StartDate: &first, EndDate: &last, Limit: new(int32(200)), Cursor: cursor})
		if err != nil {
			return nil, nil, 0, err
		}
		for _, row := range resp.Data.Items {
			if err := add(actual, row.UserId, row.Date, row.GetHours()); err != nil {
				return nil, nil, 0, err
			}
		}
		if cursor = resp.Data.NextCursor; cursor == nil {
			return planned, actual, rows, nil
		}
	}
}

// unchanged returns how long requests take that get 304, in milliseconds.
func (e *environment) unchanged(ctx context.Context, c contestant, key string) (took []float64, err error) {
	url := "http://" + c.HTTP + "/api/v1/capacity?start_date=" + capacityStart + "&end_date=" + capacityEnd
	send := func(tag string) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("If-None-Match", tag)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		_, err = io.Copy(io.Discard, resp.Body)
		return resp, err
	}
	time.Sleep(2 * time.Second) // until all events have numbers
	resp, err := send("")
	if err != nil {
		return nil, err
	}
	tag := resp.Header.Get("ETag")
	for range max(20, int(500*e.Seconds)) {
		began := time.Now()
		resp, err := send(tag)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusNotModified {
			return nil, fmt.Errorf("status %s instead of 304", resp.Status)
		}
		took = append(took, float64(time.Since(began).Microseconds())/1000)
	}
	return took, nil
}
