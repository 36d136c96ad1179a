package acceptance_test

import (
	"slices"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestTentativeHours is about rows of planned hours that are not firm.
func TestTentativeHours(t *testing.T) {
	t.Parallel()
	h := plannedHours
	tentative, firm := `{"tentative": true}`, `{"tentative": false}`
	other := day(`{"date": "2026-03-03"}`)
	apitest.Run(t, []apitest.Step{
		h.upsert("a new row is firm", day(`{}`), h.wrote(day(`{"tentative": false, "version": 1}`))),
		h.upsert("a new row can be tentative", merged(other, tentative),
			h.wrote(merged(other, `{"tentative": true, "version": 1}`))),
		h.upsert("a row without the member stays tentative", merged(other, `{"hours": 5}`),
			h.wrote(`{"hours": 5, "tentative": true, "version": 2}`)),
		h.upsert("the same again changes nothing", merged(other, `{"hours": 5, "tentative": true}`),
			h.wrote(`{"hours": 5, "tentative": true, "version": 2}`)),
		h.upsert("a firm row that is sent as firm does not change", merged(day(firm), `{"hours": 8}`),
			h.wrote(`{"tentative": false, "version": 1}`)),
		h.upsert("a dry run returns the row as it would be", merged(other, `{"hours": 5, "tentative": false}`), dryRun,
			h.wrote(`{"hours": 5, "tentative": false, "version": 3}`)),
		h.upsert("rows with and without the member are one batch",
			items(merged(other, `{"hours": 6}`), day(tentative)),
			h.wrote(items(`{"hours": 6, "tentative": true, "version": 3}`, `{"tentative": true, "version": 2}`))),
		h.upsert("the later of two items wins as a whole", items(day(firm), day(`{"hours": 7}`)),
			h.wrote(items(`{"hours": 7, "tentative": true, "version": 3}`,
				`{"hours": 7, "tentative": true, "version": 3}`))),
		h.upsert("null is the same as absent", day(`{"hours": 7, "tentative": null}`),
			h.wrote(`{"tentative": true, "version": 3}`)),
		h.upsert("it is true or false", day(`{"tentative": "yes"}`),
			badField("validation_failed", "items[0].tentative"), overREST),
		h.upsert("a row becomes firm", day(firm), h.wrote(`{"hours": 8, "tentative": false, "version": 4}`)),
		h.list("tentative rows are listed", "tentative=true", `{"tentative": true}`,
			data(`{"items": [{"date": "2026-03-03", "tentative": true}]}`)),
		h.list("firm rows are listed", "tentative=false&count=true", `{"tentative": false, "count": true}`,
			data(`{"items": [{"date": "2026-03-02", "tentative": false}], "total": 1}`)),
		h.list("also those that have changed since", "tentative=false&updatedSince=2020-01-01T00:00:00Z",
			`{"tentative": false, "updatedSince": "2020-01-01T00:00:00Z"}`,
			data(`{"items": [{"date": "2026-03-02"}]}`)),
		h.list("the filter is true or false", "tentative=perhaps", "{}", badField("validation_failed", "tentative"),
			overREST),
		actualHours.upsert("actual hours were worked, so they are never tentative", day(tentative),
			badField("unknown_field", "items[0].tentative"), overREST),
		do("the journal says what is tentative after each write", func(t *testing.T, a *apitest.API) {
			var got []bool
			for _, event := range journal(t, a, "admin") {
				for _, row := range event.Rows {
					got = append(got, row.Tentative)
				}
			}
			want := []bool{false, true, true, true, true, true, false}
			if !slices.Equal(got, want) {
				t.Errorf("the rows of the events have %v, want %v", got, want)
			}
		}),
	})
}

// TestTentativeHoursAreNotPlanned compares capacity with the rows of a week.
func TestTentativeHoursAreNotPlanned(t *testing.T) {
	t.Parallel()
	h := plannedHours
	capacity := func(name, planned, tentative string) apitest.Step {
		return apitest.Step{
			Name: name, Call: "GET /api/v1/capacity?start_date=2026-03-02&end_date=2026-03-08&user_id=$worker",
			Check: func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				series := apitest.Lookup(ans.Body, "data.series").([]any)
				values := apitest.Lookup(ans.Body, "data.total.values").([]any)
				for name, want := range map[string]string{"planned": planned, "tentative": tentative} {
					if got := asJSON(values[slices.Index(series, any(name))]); got != want {
						t.Errorf("%s is %s, want %s", name, got, want)
					}
				}
			},
		}
	}
	steps := []apitest.Step{
		h.upsert("a firm row and a tentative one",
			items(day(`{}`), day(`{"date": "2026-03-03", "hours": 5, "tentative": true}`)),
			h.wrote(items(`{"tentative": false}`, `{"tentative": true}`))),
		capacity("capacity tells them apart", "[8]", "[5]"),
		h.upsert("the plan becomes firm", day(`{"date": "2026-03-03", "hours": 5, "tentative": false}`),
			h.wrote(`{"tentative": false, "version": 2}`)),
		capacity("then all hours are planned", "[13]", "[0]"),
	}
	t.Run("over REST", func(t *testing.T) { apitest.RunOn(t, apitest.New(t), steps, true) })
}
