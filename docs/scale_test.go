package docs_test

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// scalePage is docs/operate/scale.md: the cells of its tables by heading and by the first cell of a row.
type scalePage map[string]map[string][]float64

func readScalePage(t *testing.T) scalePage {
	text, err := os.ReadFile("operate/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	page, heading := scalePage{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "## "); ok {
			heading, page[name] = name, map[string][]float64{}
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) < 2 {
			continue
		}
		var figures []float64
		for _, cell := range cells[1:] {
			figure, err := strconv.ParseFloat(strings.ReplaceAll(cell, ",", ""), 64)
			if err != nil {
				break // a line of names
			}
			figures = append(figures, figure)
		}
		if figures != nil {
			page[heading][cells[0]] = figures
		}
	}
	return page
}

// at returns the only figure of a row, or the one in that column.
func (p scalePage) at(t *testing.T, heading, row string, column int) float64 {
	t.Helper()
	figures := p[heading][row]
	if column >= len(figures) {
		t.Fatalf("scale.md has no figure %d of %q under %q", column+1, row, heading)
	}
	return figures[column]
}

const rowsOfBatch = 100

// TestScale computes what organizations need from the assumptions of the page.
func TestScale(t *testing.T) {
	page := readScalePage(t)
	person := func(row string) float64 { return page.at(t, "What we assume", row, 0) }
	size := func(row string) float64 { return page.at(t, "What a row needs", row, 0) }
	const workplan, postgres = 0, 1
	cost := func(row string, of int) float64 { return page.at(t, "What a request costs", row, of) / 1e6 }

	days := person("working days in a year")
	planned, actual := person("rows of planned hours on a working day"), person("rows of actual hours on a working day")
	changes := person("requests on a working day that change one record, or the plan of a few days")
	batchRows := planned*person("times that such a row is written")*2/3 +
		actual*person("times that such a row is written by a program, in batches of 100")
	retention := days * person("days that events are kept (`EVENT_RETENTION_DAYS`)") / 365
	busiest := person("percent of a day's requests in its busiest hour") / 100 / 3600 *
		person("requests in the busiest second of that hour, beside its mean")

	compared := 0
	for people, figures := range page["What organizations need"] {
		n, err := strconv.ParseFloat(strings.ReplaceAll(people, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		reads, writes, batches := n*person("requests on a working day that read a page")*busiest, n*changes*busiest,
			n*batchRows/rowsOfBatch*busiest
		cores := func(of int) float64 {
			return reads*cost("a page of 50 rows", of) + writes*cost("a change of one record", of) +
				batches*cost("a batch of 100 rows", of)
		}
		want := []float64{
			n * days * (planned + actual) / 1e6,
			n * days * (planned + actual) * person("years that hours are kept") *
				size("a row of hours that was changed once") / 1e9,
			n * retention * (batchRows*size("a row of hours in the event of a batch") +
				changes*size("the event of one record")) / 1e9,
			reads, writes, batches, cores(workplan), cores(postgres),
		}
		var right []string
		for i, figure := range want {
			rounded := roundTo2(figure)
			right = append(right, rounded)
			if i >= len(figures) ||
				strconv.FormatFloat(figures[i], 'f', -1, 64) != strings.ReplaceAll(rounded, ",", "") {
				t.Errorf("%s people: column %d must be %s", people, i+2, rounded)
			}
			compared++
		}
		if t.Failed() {
			t.Logf("| %s | %s |", people, strings.Join(right, " | "))
		}
	}
	if compared < 48 {
		t.Errorf("scale.md has only %d figures to compare", compared)
	}
}

// roundTo2 writes a figure with two digits that count, and commas at thousands.
func roundTo2(figure float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(figure))-1)
	text := strconv.FormatFloat(math.Round(figure/unit)*unit, 'f', max(0, -int(math.Round(math.Log10(unit)))), 64)
	if strings.Contains(text, ".") {
		return strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// TestSizesOfRows writes hours and records, and compares what they need on disk with scale.md.
func TestSizesOfRows(t *testing.T) {
	api := apitest.NewIsolated(t)
	const weeks = 30
	hours := func(value float64) (rows int) {
		monday := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
		for week := range weeks {
			for _, user := range []string{"admin", "boss", "lead", "worker", "peer", "loner"} {
				var items []string
				for day := range 7 {
					for _, project := range []string{"atlas", "beacon"} {
						for _, capability := range []string{`null`, `"$design"`} {
							items = append(items,
								fmt.Sprintf(`{"userId": "$%s", "projectId": "$%s", "capabilityId": %s, "date": "%s", "hours": %v}`,
									user, project, capability,
									monday.AddDate(0, 0, 7*week+day).Format(time.DateOnly), value))
						}
					}
				}
				mustCall(t, api, "POST /api/v1/actual-hours", `{"items": [`+strings.Join(items, ",")+`]}`)
				rows += len(items)
			}
		}
		return rows
	}
	sizeOf := func(table string) float64 { // without the versions of rows that updates and numbering have left
		for api.Count("SELECT count(*) FROM events WHERE seq IS NULL") > 0 {
			time.Sleep(10 * time.Millisecond)
		}
		api.Exec("VACUUM FULL " + table)
		return float64(api.Count("SELECT pg_total_relation_size($1)", table))
	}
	page := readScalePage(t)
	compare := func(row string, measured float64) {
		said := page.at(t, "What a row needs", row, 0)
		t.Logf("%s: %.0f bytes, scale.md says %.0f", row, measured, said)
		if measured > said || measured < 0.7*said {
			t.Errorf("%s: %.0f bytes, scale.md says %.0f", row, measured, said)
		}
	}

	rows := hours(2)
	before := sizeOf("events")
	hours(2.5)
	compare("a row of hours that was changed once", sizeOf("actual_hours")/float64(rows))
	compare("a row of hours in the event of a batch", (sizeOf("events")-before)/float64(rows))

	const changes = 500
	before = sizeOf("events")
	for i := range changes {
		mustCall(t, api, "PATCH /api/v1/clients/$acme", fmt.Sprintf(`{"website": "https://%d.example.com"}`, i))
	}
	compare("the event of one record", (sizeOf("events")-before)/changes)
}

func mustCall(t *testing.T, api *apitest.API, call, body string) {
	t.Helper()
	if a := api.REST(t, "admin", api.Expand(call), api.Expand(body), nil); a.Status != 200 {
		t.Fatalf("%s: %d %s", call, a.Status, a.Raw)
	}
}
