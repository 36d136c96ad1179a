package observability

import (
	"fmt"
	"strconv"
)

// Objective is a level of service that users can rely on, over 30 days.
type Objective struct {
	Name string
	// Title is what is promised, for people.
	Title string
	// Budget is the part of the requests that may miss it.
	Budget float64
	// Requests and Misses are the rates of all requests and of those that miss it.
	Requests, Misses string

	alert   string // the first part of the names of the alerts
	meaning string
	look    []string
	do      []string
	undo    string
	// series are those of a test in which a part of the requests misses the objective.
	series func(missed float64) []Series
}

// A status that is a failure of the server, over HTTP and over gRPC.
const failures = `status=~"5..|Internal|Unknown|Unavailable"`

// slower returns the rate of what took longer than a bound of a bucket. Prometheus writes the bound 1 as
// 1 or 1.0, depending on the format of the scrape.
func slower(histogram, matcher, bound string) string {
	all, fast := histogram+"_count", fmt.Sprintf(`%s_bucket{le=~"%s"}`, histogram, bound)
	if matcher != "" {
		all, fast = fmt.Sprintf("%s_count{%s}", histogram, matcher),
			fmt.Sprintf(`%s_bucket{%s,le=~"%s"}`, histogram, matcher, bound)
	}
	return fmt.Sprintf(`clamp_min(sum by (job) (rate(%s[5m])) - sum by (job) (rate(%s[5m])), 0)`, all, fast)
}

// durations returns the series of a test of a histogram.
func durations(histogram, labels, bound string) func(missed float64) []Series {
	return func(missed float64) []Series {
		return []Series{
			{fmt.Sprintf(`%s_count{job="workplan"%s}`, histogram, labels), "0+10000x120"},
			{fmt.Sprintf(`%s_bucket{job="workplan"%s,le="%s"}`, histogram, labels, bound),
				fmt.Sprintf("0+%.0fx120", 10000*(1-missed))},
		}
	}
}

var slowLook = []string{
	"The dashboard, \"Time of reads and writes\" and \"Slowest rpcs\": is it one rpc or all?",
	"\"Database\": has the mean time of a statement risen? Are all connections in use?",
	"Follow a point of the graph to its trace, if you have traces: its spans show where the time goes.",
}

var slowDo = []string{
	"If all statements are slow, look at PostgreSQL: processors, disk, `pg_stat_activity`, a " +
		"backup or `VACUUM` that runs.",
	"If one statement is slow after an import or an upgrade, `ANALYZE` its table.",
	"If the processors of the servers are busy, start another server.",
}

var objectives = []*Objective{
	{
		Name: "availability", Title: "99.9 % of the requests do not fail because of the server", Budget: .001,
		alert:    "WorkplanAvailability",
		Requests: `sum by (job) (rate(workplan_requests_total[5m]))`,
		Misses: `sum by (job) (rate(workplan_requests_total{` + failures +
			`}[5m])) or sum by (job) (rate(workplan_requests_total[5m])) * 0`,
		meaning: "Too many requests fail with 5xx, or over gRPC with INTERNAL, UNKNOWN or UNAVAILABLE.",
		look: []string{
			"The dashboard, \"Errors\": `unavailable` is the database, `internal` is a defect of the program.",
			"The log: the lines with the level ERROR have the error, the rpc, the request id " +
				"and, with traces, the trace id.",
			"When did it begin? \"Version\" shows upgrades.",
		},
		do: []string{
			"`unavailable`: repair the database or the way to it, see WorkplanNotReady.",
			"`internal` since an upgrade: go back to the previous version.",
			"`internal` of one rpc: report it with the line of the log. It has no bodies and no keys.",
		},
		undo: "The old version runs on the new schema, so going back needs no change of the database.",
		series: func(missed float64) []Series {
			return []Series{
				{`workplan_requests_total{job="workplan",status="200"}`, fmt.Sprintf("0+%.0fx120", 10000*(1-missed))},
				{`workplan_requests_total{job="workplan",status="503"}`, fmt.Sprintf("0+%.0fx120", 10000*missed)},
			}
		},
	},
	{
		Name: "reads", Title: "99 % of the reads take less than 250 ms", Budget: .01, alert: "WorkplanReads",
		Requests: `sum by (job) (rate(workplan_request_duration_seconds_count{kind="read"}[5m]))`,
		Misses:   slower("workplan_request_duration_seconds", `kind="read"`, "0.25"),
		meaning:  "Too many reads take longer than 250 ms. People wait for the board, and programs slow down.",
		look:     slowLook, do: slowDo, undo: "Stop the server that you have added.",
		series: durations("workplan_request_duration_seconds", `,kind="read"`, "0.25"),
	},
	{
		Name: "writes", Title: "99 % of the writes take less than 1 s", Budget: .01, alert: "WorkplanWrites",
		Requests: `sum by (job) (rate(workplan_request_duration_seconds_count{kind="write"}[5m]))`,
		Misses:   slower("workplan_request_duration_seconds", `kind="write"`, `1(\\.0)?`),
		meaning:  "Too many writes take longer than a second.",
		look: append([]string{
			"`pg_stat_activity`: do writes wait for locks of each other, or for the disk (`wait_event` `WALSync`)?",
		}, slowLook...),
		do: append([]string{"If `COMMIT` is slow, the disk of PostgreSQL or its synchronous standby is slow."},
			slowDo...),
		undo:   "Stop the server that you have added.",
		series: durations("workplan_request_duration_seconds", `,kind="write"`, "1.0"),
	},
	{
		Name: "events", Title: "99 % of the events can be read within 5 s of the write",
		Budget: .01, alert: "WorkplanEvents",
		Requests: `sum by (job) (rate(workplan_event_lag_seconds_count[5m]))`,
		Misses:   slower("workplan_event_lag_seconds", "", `5(\\.0)?`),
		meaning: "Too many events get their number later than 5 s after the write. Streams, webhooks and the board " +
			"show changes late. Nothing is lost.",
		look: []string{
			"The dashboard, \"Events\": is the lag rising? Does one organization write far more than usual?",
			"The log: `cannot number events`.",
			"The time of `UPDATE events` and `COMMIT` on the dashboard, \"Statements\".",
		},
		do: []string{
			"End a session that holds a row of `event_heads` in an open transaction, see WorkplanEventsStuck.",
			"If the disk is the limit, slow down the import that writes, or give PostgreSQL a faster disk.",
		},
		undo:   "Nothing to undo. All events get their numbers in the order of the writes.",
		series: durations("workplan_event_lag_seconds", "", "5.0"),
	},
}

// Windows of the alerts. The budget of 30 days lasts two days at 14.4 times its rate, and five at 6 times.
var windows = []string{"5m", "30m", "1h", "2h", "6h", "1d", "3d"}

func (o *Objective) burns(rate float64, long, short string) string {
	limit := strconv.FormatFloat(rate*o.Budget, 'g', 4, 64)
	return fmt.Sprintf(`slo:workplan_error_ratio:%s{slo="%s"} > %s and slo:workplan_error_ratio:%s{slo="%s"} > %s`,
		long, o.Name, limit, short, o.Name, limit)
}

func (o *Objective) fast() *Alert {
	return &Alert{
		Name: o.alert + "BurnsFast", Severity: Page, For: "2m",
		Summary: "The error budget of " + o.Name + " lasts less than five days at this rate.",
		Expr:    o.burns(14.4, "1h", "5m") + " or " + o.burns(6, "6h", "30m"),
		Meaning: o.meaning + " The objective is: " + o.Title +
			". The budget of 30 days is used up at 14.4 times its rate for an hour, or at 6 times for six hours.",
		Look: o.look, Do: o.do, Undo: o.undo,
		Fires: o.series(.2), Quiet: o.series(o.Budget * 2), Fired: with(job, "slo", o.Name),
	}
}

func (o *Objective) slow() *Alert {
	return &Alert{
		Name: o.alert + "BurnsSlowly", Severity: Ticket, For: "15m",
		Summary: "The error budget of " + o.Name + " will not last 30 days.",
		Expr:    o.burns(3, "1d", "2h") + " or " + o.burns(1, "3d", "6h"),
		Meaning: o.meaning + " The objective is: " + o.Title +
			". The budget of 30 days is used up at three times its rate for a day, or at its rate for three days.",
		Look: o.look, Do: o.do, Undo: o.undo,
		Fires: o.series(o.Budget * 2), Quiet: o.series(o.Budget / 2), Fired: with(job, "slo", o.Name),
	}
}
