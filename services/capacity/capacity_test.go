package capacity_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// The generated organizations have rows from the first to the last of these days. 2028 is a
// leap year.
const (
	firstDay = "2027-12-13"
	allDays  = 95 // until 2028-03-16
)

func dateOf(day int) string {
	first, _ := time.Parse(time.DateOnly, firstDay)
	return first.AddDate(0, 0, day).Format(time.DateOnly)
}

// generate fills the organization of a with random rows.
func generate(a *apitest.API, random *rand.Rand) {
	org := a.Organization
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	newID := func() string { return uuid.Must(uuid.NewV7()).String() }
	half := func(most int) float64 { return float64(random.IntN(2*most+1)) / 2 }

	// People have the capability unused, and there are no hours with it.
	unused := newID()
	a.Exec(`INSERT INTO capabilities (organization_id, id, version, created_at, updated_at, name, is_active)
		VALUES ($1, $2, 1, now(), now(), 'archery', false)`,
		org, unused)
	types := []string{a.ID("vacation"), a.ID("sick")}
	for year, name := range []string{"zeal", "=SUM(A1), \"b\"", "alms"} {
		id := newID()
		a.Exec(`INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active)
			VALUES ($1, $2, 1, make_date(2020 + $3, 1, 1), now(), $4, $5)`, org, id, year/2, name, year > 0)
		types = append(types, id)
	}
	people := []string{a.ID("boss"), a.ID("lead"), a.ID("worker")}
	for i := range 14 {
		id := newID()
		country := []*string{nil, new("DE"), new("GB")}[random.IntN(3)]
		var manager *string
		if chance(80) {
			manager = new(pick(people))
		}
		weekly := []float64{40, 40, 37.5, 38.5, 20, 0, 33.3}[random.IntN(7)]
		name := []string{"Ann", "bob", "Åsa", "=SUM(A1)", "@x", "a, \"b\"", "'tick", "-1+2"}[random.IntN(8)]
		var start, end *string // of employment
		if chance(30) {
			start = new(dateOf(random.IntN(allDays+60) - 30))
		}
		if chance(30) {
			end = new(dateOf(random.IntN(allDays + 60)))
			if start != nil {
				end = new(max(*start, *end))
			}
		}
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, country_code,
			default_availability, reports_to_id, role, is_active, start_date, end_date)
			VALUES ($1, $2, 1, now(), now(), $3, $4, $5, $6, $7, 'member', $8, $9, $10)`,
			org, id, fmt.Sprintf("g%d@example.com", i), name, country, weekly, manager, !chance(20), start, end)
		people = append(people, id)
		if chance(50) {
			var patterns []map[string]any
			for from := -200 - random.IntN(100); from < allDays+20 && chance(75); from += 20 + random.IntN(250) {
				week := []float64{half(10), 8, 7.7, half(9), 6.4, 0, 0}
				if chance(20) {
					week[5] = half(6)
				}
				patterns = append(patterns, map[string]any{"validFrom": dateOf(from), "hours": week})
			}
			if text, _ := json.Marshal(patterns); patterns != nil {
				a.Exec(`INSERT INTO working_patterns (organization_id, id, version, created_at, updated_at, items)
					VALUES ($1, $2, 1, now(), now(), $3)`,
					org, id, string(text))
			}
		}
		var skills []map[string]any
		for _, capability := range []string{a.ID("design"), a.ID("engineering"), unused} {
			if chance(40) {
				skills = append(skills, map[string]any{"capabilityId": capability, "level": 1 + random.IntN(5)})
			}
		}
		if text, _ := json.Marshal(skills); skills != nil || chance(50) {
			a.Exec(`INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
				VALUES ($1, $2, 1, now(), now(), coalesce(nullif($3, 'null'), '[]')::jsonb)`,
				org, id, string(text))
		}
		for range random.IntN(7) {
			start := random.IntN(allDays+40) - 20
			a.Exec(`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id,
				time_off_type_id, start_date, end_date, availability, reason, status)
				VALUES ($1, $2, 1, now(), now(), $3, $4, $5, $6, $7, 'x', $8)`, org, newID(), id, pick(types),
				dateOf(start), dateOf(start+random.IntN(25)), []float64{0, 0, 4, 3.75, 24}[random.IntN(5)],
				pick([]string{"approved", "approved", "pending", "rejected"}))
		}
	}
	var placeholders []string
	for i := range 4 {
		id := placeholder.NewID().String()
		var manager *string
		if chance(80) {
			manager = new(pick(people))
		}
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, kind, name, default_availability,
			reports_to_id, role, is_active) VALUES ($1, $2, 1, now(), now(), 'placeholder', $3, 40, $4, 'member', $5)`,
			org, id, fmt.Sprint("Backend ", i), manager, !chance(20))
		if capability := a.ID("design"); i > 0 {
			a.Exec(`INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
				VALUES ($1, $2, 1, now(), now(), jsonb_build_array(jsonb_build_object('capabilityId', $3::text, 'level', $4::int)))`,
				org, id, capability, i)
		}
		placeholders = append(placeholders, id)
	}
	for range 12 {
		a.Exec(`INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, date, name, factor)
			VALUES ($1, $2, 1, now(), now(), $3, $4, 'x', $5) ON CONFLICT DO NOTHING`, org, newID(),
			pick([]string{"DE", "GB"}), dateOf(random.IntN(allDays)), []float64{1, 1, 0.5, 0.25, 0}[random.IntN(5)])
	}
	projects := []string{a.ID("atlas"), a.ID("beacon")}
	for i, status := range []string{"draft", "planned", "active", "completed", "cancelled", "draft"} {
		id := newID()
		a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id,
			start_date, end_date, status, billing_type)
			VALUES ($1, $2, 1, now(), now(), $3, $4, '2027-01-01', '2027-01-01', $5, 'non_billable')`, org, id,
			fmt.Sprint("Project ", i), a.ID(pick([]string{"acme", "globex"})), status)
		projects = append(projects, id)
	}
	for _, table := range []string{"assignments", "actual_hours"} {
		var ids, users, inProject, capabilities, dates pq.StringArray
		var hours pq.Float64Array
		owners := people
		if table == "assignments" {
			owners = slices.Concat(people, placeholders)
		}
		for _, user := range owners {
			for day := range allDays {
				for range random.IntN(3) {
					ids, users, inProject = append(ids, newID()), append(users, user), append(inProject, pick(projects))
					capabilities = append(capabilities,
						pick([]string{uuid.Nil.String(), a.ID("design"), a.ID("engineering")}))
					dates, hours = append(dates, dateOf(day)),
						append(hours, []float64{0, 0.1, 0.2, 0.7, 2, 4, 7.35, 8}[random.IntN(8)])
				}
			}
		}
		a.Exec(`INSERT INTO `+table+
			` (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
			SELECT $1, id, 1, now(), now(), u, p, nullif(c, '00000000-0000-0000-0000-000000000000'), d, h
			FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::date[], $7::float8[]) AS r (id, u, p, c,
				d, h) ON CONFLICT DO NOTHING`,
			org, ids, users, inProject, capabilities, dates, hours)
	}
	a.Exec(`UPDATE assignments SET tentative = true WHERE organization_id = $1 AND hours = 2`, org)
}

// randomRequest is a request whose filters mostly select something.
func randomRequest(m *model, random *rand.Rand) *pb.GetCapacityRequest {
	start := random.IntN(allDays+30) - 15
	days := random.IntN(100)
	req := &pb.GetCapacityRequest{StartDate: dateOf(start), EndDate: dateOf(start + days)}
	if n := random.IntN(4); n > 0 {
		req.Bucket = pb.CapacityBucket(n).Enum()
	}
	if n := random.IntN(7); n > 0 {
		req.GroupBy = pb.CapacityGroup(n).Enum()
	}
	if req.GetGroupBy() <= pb.CapacityGroup_CAPACITY_GROUP_USER && random.IntN(2) > 0 {
		req.SplitBy = pb.CapacitySplit(1 + random.IntN(3)).Enum()
	}
	if n := random.IntN(4); n > 0 && req.GetGroupBy() <= pb.CapacityGroup_CAPACITY_GROUP_USER {
		req.Kind = pb.UserKindFilter(n).Enum()
	}
	if random.IntN(2) > 0 {
		req.TimeOffByType = new(random.IntN(4) > 0)
	}
	sometimes := func(percent int, of func() string) *string {
		if random.IntN(100) >= percent {
			return nil
		}
		if random.IntN(20) == 0 {
			return new("01890000-0000-7000-8000-000000000000") // exists nowhere
		}
		return new(of())
	}
	anyUser := func() string { return m.users[random.IntN(len(m.users))].id }
	anyRow := func() row { return m.planned[random.IntN(len(m.planned))] }
	req.UserId = sometimes(15, anyUser)
	req.ManagerId = sometimes(25, anyUser)
	req.ProjectId = sometimes(15, func() string { return anyRow().project })
	req.ClientId = sometimes(10, func() string { return m.projects[anyRow().project].client })
	req.CapabilityId = sometimes(10, func() string {
		for {
			if r := anyRow(); r.capability != "" {
				return r.capability
			}
		}
	})
	return req
}

func TestCapacity(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("organization ", seed), func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			random := rand.New(rand.NewPCG(10, seed))
			generate(a, random)
			m := readModel(t, a)
			for range 150 {
				req := randomRequest(m, random)
				resp, err := pb.NewCapacityServiceClient(a.Conn).GetCapacity(a.Context(t.Context(), "worker"), req)
				if series, _, _ := m.capacity(req); req.GetTimeOffByType() && !slices.Contains(series, "timeOff") {
					if status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "time_off_by_type") {
						t.Fatalf("%v without the series timeOff: %v", req, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%v: %v", req, err)
				}
				c := resp.Data
				if problem := m.differs(req, c); problem != "" {
					t.Fatalf("%v: %s", req, problem)
				}
				if got := fromJSON(t, a, req); !sameCapacity(got, c) {
					t.Fatalf("%v: over REST\n%v\nover gRPC\n%v", req, got, c)
				}
				if got, want := fromCSV(t, a, req), linesOf(c); !slices.EqualFunc(got, want, slices.Equal) {
					t.Fatalf("%v: CSV\n%q\nwant\n%q", req, got, want)
				}
			}
			for range 60 {
				one := randomRequest(m, random)
				req := &pb.ListCapacityGapsRequest{
					Hours: []float64{0.5, 7.35, 16, 40, 100, 230}[random.IntN(6)], StartDate: one.StartDate,
					EndDate: one.EndDate, CapabilityId: one.CapabilityId, ManagerId: one.ManagerId,
				}
				capabilities := slices.Sorted(maps.Keys(m.capabilities))
				for range random.IntN(3) {
					req.HasCapabilityId = append(req.HasCapabilityId, capabilities[random.IntN(len(capabilities))])
				}
				if req.HasCapabilityId != nil && random.IntN(2) > 0 {
					req.MinLevel = new(1 + random.Int32N(5))
				}
				resp, err := pb.NewCapacityServiceClient(a.Conn).ListCapacityGaps(a.Context(t.Context(), "worker"), req)
				if err != nil {
					t.Fatalf("%v: %v", req, err)
				}
				if want := m.gaps(req); !slices.EqualFunc(resp.Data.Items, want, func(a, b *pb.CapacityGap) bool {
					return a.Id == b.Id && a.Name == b.Name && a.ReachedOn == b.ReachedOn && isRounded(a.Free, b.Free)
				}) {
					t.Fatalf("%v:\n%v\nwant\n%v", req, resp.Data.Items, want)
				}
			}
			covered := 0
			for range 40 {
				one := randomRequest(m, random)
				req := &pb.ListCandidatesRequest{StartDate: one.StartDate, EndDate: one.EndDate, Limit: new(int32(200))}
				for !m.isPlaceholder(req.PlaceholderId) {
					req.PlaceholderId = m.users[random.IntN(len(m.users))].id
				}
				resp, err := pb.NewCapacityServiceClient(a.Conn).ListCandidates(a.Context(t.Context(), "worker"), req)
				if err != nil {
					t.Fatalf("%v: %v", req, err)
				}
				want := m.candidates(req)
				if !isRounded(resp.Data.Hours, want.Hours) || resp.Data.Days != want.Days ||
					!slices.EqualFunc(resp.Data.Items, want.Items, func(a, b *pb.Candidate) bool {
						return a.Id == b.Id && a.Name == b.Name && a.GetLevel() == b.GetLevel() &&
							a.DaysShort == b.DaysShort &&
							isRounded(a.Covered, b.Covered)
					}) {
					t.Fatalf("%v:\n%v\nwant\n%v", req, resp.Data, want)
				}
				for _, c := range resp.Data.Items {
					if c.Covered > 0 && c.DaysShort > 0 {
						covered++
					}
				}
			}
			if covered == 0 {
				t.Error("nobody covered a part of the hours")
			}
		})
	}
}

// isRounded reports whether got is want with at most six decimals.
func isRounded(got, want float64) bool {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(got, 'f', -1, 64), ".")
	return math.Abs(got-want) <= 0.5e-6+1e-9 && len(decimals) <= 6 && !math.Signbit(got)
}

// differs says how a capacity differs from that of the model, or returns "".
func (m *model) differs(req *pb.GetCapacityRequest, c *pb.Capacity) string {
	series, items, total := m.capacity(req)
	var buckets []string
	for _, dates := range bucketsOf(req) {
		buckets = append(buckets, dates[0])
	}
	if !slices.Equal(c.Buckets, buckets) || !slices.Equal(c.Series, series) || len(c.Items) != len(items) ||
		c.GetSplitBy() != req.GetSplitBy() {
		return fmt.Sprintf("buckets %q, series %q, %d items, want %q, %q, %d", c.Buckets, c.Series, len(c.Items),
			buckets, series, len(items))
	}
	same := func(
		about string, want *figures, values []*pb.CapacityHours, utilization []float64, types *pb.CapacityTimeOffTypes,
	) string {
		if problem := m.differsByType(req, want, values, types); problem != "" {
			return about + ": " + problem
		}
		if len(values) != len(series) || len(utilization) != len(buckets) {
			return fmt.Sprintf("%s has %d series and %d ratios", about, len(values), len(utilization))
		}
		for i, s := range series {
			if !slices.EqualFunc(values[i].Hours, want.series[s], isRounded) {
				return fmt.Sprintf("%s: %s is %v, want %v", about, s, values[i].Hours, want.series[s])
			}
		}
		for i, got := range utilization {
			if want.series["availability"] == nil || want.series["availability"][i] < 1e-9 {
				if !math.IsNaN(got) {
					return fmt.Sprintf("%s: utilization without availability is %v", about, got)
				}
				continue
			}
			if ratio := want.series["planned"][i] / want.series["availability"][i]; !isRounded(got, ratio) {
				return fmt.Sprintf("%s: utilization is %v, want %v", about, got, ratio)
			}
		}
		return ""
	}
	for i, want := range items {
		got := c.Items[i]
		if got.GetId() != want.id || got.GetName() != want.name || (got.Id == nil) != (want.id == "") ||
			(got.Name == nil) != (want.id == "") {
			return fmt.Sprintf("item %d is %v %v, want %s %s", i, got.Id, got.Name, want.id, want.name)
		}
		if (got.Split != nil) != (req.SplitBy != nil) || got.GetSplit().GetId() != want.split ||
			got.GetSplit().GetName() != want.splitName {
			return fmt.Sprintf("item %d has the split %v, want %q %q", i, got.Split, want.split, want.splitName)
		}
		if problem := same(want.name, want, got.Values, got.Utilization, got.TimeOffByType); problem != "" {
			return problem
		}
	}
	return same("the total", total, c.Total.GetValues(), c.Total.GetUtilization(), c.Total.GetTimeOffByType())
}

// differsByType says how the types of time off of an item differ from those of the model, or returns "".
func (m *model) differsByType(
	req *pb.GetCapacityRequest, want *figures, values []*pb.CapacityHours, types *pb.CapacityTimeOffTypes,
) string {
	if (types != nil) != req.GetTimeOffByType() {
		return fmt.Sprintf("time off by type is %v", types)
	}
	if types == nil {
		return ""
	}
	if len(types.Items) != len(want.types) || !slices.IsSortedFunc(types.Items, func(a, b *pb.CapacityTimeOffType) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	}) {
		return fmt.Sprintf("the types are %v, want %v", types.Items, want.types)
	}
	sums := make([]int64, len(values[0].Hours)) // in millionths
	for _, kind := range types.Items {
		if !slices.Contains(m.timeOffTypes, timeOffType{kind.Id, kind.Name}) || len(kind.Hours) != len(sums) ||
			want.types[kind.Id] == nil {
			return fmt.Sprintf("the type %v", kind)
		}
		for i, hours := range kind.Hours {
			millionths := math.Round(hours * 1e6)
			sums[i] += int64(millionths)
			if hours != millionths/1e6 || math.Signbit(hours) || math.Abs(hours-want.types[kind.Id][i]) > 1e-6 {
				return fmt.Sprintf("the hours of %s are %v, want %v", kind.Name, kind.Hours, want.types[kind.Id])
			}
		}
	}
	for i, hours := range values[slices.Index(all, "timeOff")].Hours {
		if float64(sums[i])/1e6 != hours {
			return fmt.Sprintf("the sum of all types is %v millionths, and timeOff %v", sums, hours)
		}
	}
	return ""
}

// get calls REST with the parameters of a request.
func get(t *testing.T, a *apitest.API, req proto.Message, header http.Header) (*http.Response, string) {
	t.Helper()
	query := url.Values{}
	text, err := json.Marshal(req)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	words := map[string][]string{"bucket": {"", "day", "week", "month"}, "group_by": {"", "user", "manager", "project",
		"client", "capability", "organization"}, "split_by": {"", "project", "client", "capability"},
		"kind": {"", "person", "placeholder", "all"}}
	for name, value := range fields {
		if number, isEnum := value.(float64); isEnum {
			value = words[name][int(number)]
		}
		query.Set(name, fmt.Sprint(value))
	}
	return send(t, a, http.MethodGet, "capacity?"+query.Encode(), header)
}

func send(t *testing.T, a *apitest.API, method, path string, header http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, a.URL+"/api/v1/"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Authorization", "Bearer "+a.Secret("worker"))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// jsonFigures are the values of an item or of the total.
type jsonFigures struct {
	ID, Name    *string
	Split       json.RawMessage // absent, null, or an object
	Values      [][]float64
	Utilization []*float64
	// TimeOffByType is nil if it is absent.
	TimeOffByType []struct {
		ID, Name string
		Hours    []float64
	}
}

func fromJSON(t *testing.T, a *apitest.API, req *pb.GetCapacityRequest) *pb.Capacity {
	t.Helper()
	resp, body := get(t, a, req, nil)
	var response struct {
		Data struct {
			Buckets, Series []string
			Items           []jsonFigures
			Total           jsonFigures
			AsOf            int64
			SplitBy         *string
		}
	}
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" ||
		json.Unmarshal([]byte(body), &response) != nil {
		t.Fatalf("%v: %s %s", req, resp.Status, body)
	}
	data := response.Data
	convert := func(f jsonFigures) (values []*pb.CapacityHours, utilization []float64) {
		for _, hours := range f.Values {
			values = append(values, &pb.CapacityHours{Hours: hours})
		}
		for _, ratio := range f.Utilization {
			if ratio == nil {
				ratio = new(math.NaN())
			}
			utilization = append(utilization, *ratio)
		}
		return values, utilization
	}
	typesOf := func(f jsonFigures) *pb.CapacityTimeOffTypes {
		if f.TimeOffByType == nil {
			return nil
		}
		types := &pb.CapacityTimeOffTypes{}
		for _, kind := range f.TimeOffByType {
			types.Items = append(types.Items, &pb.CapacityTimeOffType{Id: kind.ID, Name: kind.Name, Hours: kind.Hours})
		}
		return types
	}
	c := &pb.Capacity{Buckets: data.Buckets, Series: data.Series, AsOf: data.AsOf, Total: &pb.CapacityTotal{}}
	c.Total.Values, c.Total.Utilization = convert(data.Total)
	c.Total.TimeOffByType = typesOf(data.Total)
	if data.SplitBy != nil {
		c.SplitBy = pb.CapacitySplit(slices.Index([]string{"", "project", "client", "capability"},
			*data.SplitBy)).Enum()
	}
	for _, f := range data.Items {
		item := &pb.CapacityItem{Id: f.ID, Name: f.Name}
		item.Values, item.Utilization = convert(f)
		item.TimeOffByType = typesOf(f)
		if f.Split != nil {
			item.Split = &pb.CapacityPart{}
			if err := json.Unmarshal(f.Split, item.Split); err != nil {
				t.Fatalf("%v: %s: %v", req, f.Split, err)
			}
		}
		c.Items = append(c.Items, item)
	}
	return c
}

// sameCapacity compares all figures exactly. proto.Equal treats NaN as equal.
func sameCapacity(a, b *pb.Capacity) bool { return proto.Equal(a, b) }

func fromCSV(t *testing.T, a *apitest.API, req *pb.GetCapacityRequest) [][]string {
	t.Helper()
	resp, body := get(t, a, req, http.Header{"Accept": {"text/csv"}})
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%v: %s %s", req, resp.Status, body)
	}
	if n := strings.Count(body, "\n"); n != strings.Count(body, "\r\n") {
		t.Fatalf("lines do not end with CRLF: %q", body)
	}
	lines, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		for _, column := range []int{1, slices.Index(lines[0], "splitName")} {
			if column < 0 {
				continue
			}
			if line[column] != "" && strings.ContainsAny(line[column][:1], "=+-@\t\r") {
				t.Errorf("a cell begins as a formula: %q", line)
			}
			line[column] = strings.TrimPrefix(line[column], "'") // as the guide says
		}
	}
	return lines
}

// linesOf returns the lines of the CSV of a capacity.
func linesOf(c *pb.Capacity) [][]string {
	lines := [][]string{slices.Concat([]string{"id", "name", "bucket"}, c.Series, []string{"utilization"})}
	if c.SplitBy != nil {
		lines[0] = slices.Insert(lines[0], 2, "splitId", "splitName")
	}
	for _, kind := range c.Total.TimeOffByType.GetItems() {
		lines[0] = slices.Insert(lines[0], len(lines[0])-1, "timeOff: "+kind.Name)
	}
	for _, item := range c.Items {
		for i, bucket := range c.Buckets {
			line := []string{item.GetId(), item.GetName(), bucket}
			if c.SplitBy != nil {
				line = slices.Insert(line, 2, item.Split.Id, item.Split.Name)
			}
			for _, values := range item.Values {
				line = append(line, strconv.FormatFloat(values.Hours[i], 'f', -1, 64))
			}
			for _, kind := range c.Total.TimeOffByType.GetItems() {
				hours := 0.0
				for _, own := range item.TimeOffByType.Items {
					if own.Id == kind.Id {
						hours = own.Hours[i]
					}
				}
				line = append(line, strconv.FormatFloat(hours, 'f', -1, 64))
			}
			ratio := strconv.FormatFloat(item.Utilization[i], 'f', -1, 64)
			lines = append(lines, append(line, strings.Replace(ratio, "NaN", "", 1)))
		}
	}
	return lines
}
