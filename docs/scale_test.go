package docs_test

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// plan are the figures of scale.md: those of its first tables by their texts, and the rows of the last one.
type plan struct {
	figures map[string]float64
	sizes   [][]float64
}

func readPlan(t *testing.T) (p plan) {
	t.Helper()
	page, err := os.ReadFile("scale.md")
	if err != nil {
		t.Fatal(err)
	}
	p.figures = map[string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\D[^|]*) \| ([\d.,]+) \|$`).FindAllStringSubmatch(string(page), -1) {
		p.figures[m[1]] = number(t, m[2])
	}
	for _, line := range regexp.MustCompile(`(?m)^\|( [\d.,]+ \|){6}$`).FindAllString(string(page), -1) {
		var row []float64
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			row = append(row, number(t, cell))
		}
		p.sizes = append(p.sizes, row)
	}
	return p
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (p plan) value(t *testing.T, what string) float64 {
	t.Helper()
	v, has := p.figures[what]
	if !has {
		t.Fatalf("scale.md has no %q", what)
	}
	return v
}

// estimate returns the row of the last table for a number of people.
func (p plan) estimate(t *testing.T, people float64) []float64 {
	v := func(what string) float64 { return p.value(t, what) }
	rowsOfDay := people * (v("planned rows of hours per person and working day") + v("actual rows of hours per person and working day"))
	days := v("working days in a year")
	eventsOfDay := rowsOfDay * v("how often a row is written") / v("rows in a write")
	busiest := v("part of the day's requests in its busiest hour") / time.Hour.Seconds()
	const gb = 1e9
	return []float64{
		people,
		rowsOfDay * days,
		rowsOfDay * days * v("a row of hours, with its four indexes") / gb,
		eventsOfDay * days / 365 * v("days that events are kept") * v("an event of five rows, with its indexes") / gb,
		eventsOfDay * busiest,
		people * v("requests that read, per person and working day") * busiest,
	}
}

func TestScaleIsComputed(t *testing.T) {
	p := readPlan(t)
	if len(p.sizes) < 4 {
		t.Fatalf("%d rows", len(p.sizes))
	}
	for _, row := range p.sizes {
		want := p.estimate(t, row[0])
		for i := range row {
			// The page has two digits.
			if math.Abs(row[i]-want[i]) > 0.05*want[i] {
				t.Errorf("of %v people, column %d is %v, want %.3g: %.2g", row[0], i+1, row[i], want[i], want)
			}
		}
	}
}

// TestScaleIsMeasured compares the bytes of scale.md with those of a database.
func TestScaleIsMeasured(t *testing.T) {
	a := apitest.New(t)
	p := readPlan(t)
	size := func(table string) (bytes int) {
		t.Helper()
		a.Exec("VACUUM " + table) // which also writes the maps of the pages
		return a.Count("SELECT pg_total_relation_size('" + table + "')")
	}
	near := func(what string, got float64) {
		t.Helper()
		t.Logf("%s: %.0f bytes", what, got)
		if want := p.value(t, what); math.Abs(got-want) > 0.15*want {
			t.Errorf("%s needs %.0f bytes, and the page says %.0f", what, got, want)
		}
	}

	const rows = 20_000
	a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
		SELECT $1, (lpad(to_hex(n), 8, '0') || substr(gen_random_uuid()::text, 9))::uuid, 1, now(), now(), $2, CASE WHEN n % 2 = 0 THEN $3::uuid ELSE $4::uuid END, CASE WHEN n % 4 = 0 THEN $5::uuid END, date '2000-01-01' + n / 2, 4
		FROM generate_series(1, $6::int) n`, a.Organization, a.ID("worker"), a.ID("atlas"), a.ID("beacon"), a.ID("design"), rows)
	near("a row of hours, with its four indexes", float64(size("assignments"))/rows)

	before, events := size("events"), 300
	for n := range events {
		var items []string
		for day := range 5 {
			items = append(items, fmt.Sprintf(`{"userId": "$worker", "projectId": "$atlas", "date": %q, "hours": 4}`, time.Date(2060, 1, 1+5*n+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))
		}
		if ans := a.REST(t, "admin", "POST /api/v1/assignments", `{"items": [`+strings.Join(items, ",")+`]}`, nil); ans.Status != http.StatusOK {
			t.Fatalf("%s", ans.Raw)
		}
	}
	for end := time.Now().Add(time.Minute); a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("events have no numbers")
		}
	}
	near("an event of five rows, with its indexes", float64(size("events")-before)/float64(events))
}
