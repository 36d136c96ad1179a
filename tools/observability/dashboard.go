package observability

import (
	"bytes"
	"encoding/json"
)

// panel is a panel of the dashboard.
type panel struct {
	title, about string
	unit         string // of Grafana
	stat         bool   // a number instead of a graph
	queries      []query
}

// query is a query with the name of its series.
type query struct{ expr, legend string }

// section is a row of panels.
type section struct {
	title  string
	panels []panel
}

// sel selects the servers of the variable of the dashboard.
const sel = `job=~"$job"`

const rate = `[$__rate_interval]`

// quantile returns the queries of the median and the 99th percentile of a histogram.
func quantile(q, matcher, by string) string {
	return `histogram_quantile(` + q + `, sum by (le` + by + `) (rate(workplan_request_duration_seconds_bucket{` + sel +
		matcher + `}` + rate + `)))`
}

var dashboard = []section{
	{"Service", []panel{
		{title: "Ready servers", unit: "short", stat: true,
			queries: []query{{`sum(workplan_ready{` + sel + `})`, "ready"}}},
		{title: "Budget used in 3 days", about: "The part of the error budget that is used up at the rate of the " +
			"last three days. 100 % uses it up in 30 days.", unit: "percentunit", stat: true, queries: []query{
			{`slo:workplan_error_ratio:3d{` + sel + `,slo="availability"} / 0.001`, "availability"},
			{`slo:workplan_error_ratio:3d{` + sel + `,slo!="availability"} / 0.01`, "{{slo}}"},
		}},
		{title: "Version", unit: "short", stat: true, queries: []query{
			{`count by (version, revision) (workplan_build_info{` + sel + `})`, "{{version}} {{revision}}"},
		}},
	}},
	{"Requests", []panel{
		{title: "Requests", unit: "reqps", queries: []query{{
			`sum by (protocol, status) (rate(workplan_requests_total{` + sel + `}` + rate + `))`,
			"{{protocol}} {{status}}",
		}}},
		{title: "Errors", about: "Responses with an error, by its code.", unit: "reqps",
			queries: []query{{`sum by (code) (rate(workplan_errors_total{` + sel + `}` + rate + `))`, "{{code}}"}}},
		{title: "Time of reads and writes", about: "Points with a trace are marked.", unit: "s", queries: []query{
			{quantile("0.99", `,kind=~"read|write"`, ", kind"), "{{kind}} p99"},
			{quantile("0.5", `,kind=~"read|write"`, ", kind"), "{{kind}} p50"},
		}},
		{title: "Slowest rpcs", about: "The ten rpcs with the largest p99.", unit: "s",
			queries: []query{{`topk(10, ` + quantile("0.99", `,kind=~"read|write"`, ", rpc") + `)`, "{{rpc}}"}}},
		{title: "Busiest rpcs", unit: "reqps", queries: []query{
			{`topk(10, sum by (rpc) (rate(workplan_requests_total{` + sel + `}` + rate + `)))`, "{{rpc}}"},
		}},
		{title: "Rows", about: "Rows of lists and batches.", unit: "rowsps", queries: []query{
			{`topk(10, sum by (rpc) (rate(workplan_rows_total{` + sel + `}` + rate + `)))`, "{{rpc}}"},
		}},
		{title: "Refusals", about: "Requests that were refused to protect the server.", unit: "reqps", queries: []query{
			{`sum by (reason) (rate(workplan_refusals_total{` + sel + `}` + rate + `))`, "{{reason}}"},
		}},
		{title: "Failed credentials", unit: "reqps", queries: []query{
			{`sum by (reason) (rate(workplan_failed_credentials_total{` + sel + `}` + rate + `))`, "{{reason}}"},
			{`sum(rate(workplan_forwarded_ignored_total{` + sel + `}` + rate + `))`, "X-Forwarded-For ignored"},
		}},
		{title: "Idempotent replays", unit: "reqps", queries: []query{
			{`sum by (rpc) (rate(workplan_idempotent_replays_total{` + sel + `}` + rate + `))`, "{{rpc}}"},
			{`sum(rate(workplan_responses_not_stored_total{` + sel + `}` + rate + `))`, "not stored"},
		}},
	}},
	{"Database", []panel{
		{title: "Connections in use", unit: "short", queries: []query{
			{`sum by (instance, db_name) (go_sql_in_use_connections{` + sel + `})`, "{{instance}} {{db_name}}"},
			{`sum by (db_name) (go_sql_max_open_connections{` + sel + `})`, "most {{db_name}}"},
		}},
		{title: "Waits for a connection", unit: "s", queries: []query{
			{`sum by (db_name) (rate(go_sql_wait_duration_seconds_total{` + sel + `}` +
				rate + `)) / (sum by (db_name) (rate(go_sql_wait_count_total{` + sel + `}` + rate +
				`)) > 0 or sum by (db_name) (go_sql_max_open_connections{` + sel + `}))`, "{{db_name}}"},
		}},
		{title: "Migrations pending", unit: "short",
			queries: []query{{`max by (instance) (workplan_migrations_pending{` + sel + `})`, "{{instance}}"}}},
		{title: "Age of the last backup", unit: "s",
			queries: []query{{`time() - max by (job, installation, kind) (workplan_last_backup_timestamp_seconds)`,
				"{{kind}} {{installation}}{{job}}"}}},
		{title: "Statements", unit: "ops", queries: []query{{
			`topk(10, sum by (statement) (rate(workplan_statements_total{` + sel + `}` + rate + `)))`, "{{statement}}",
		}}},
		{title: "Mean time of statements", unit: "s", queries: []query{{
			`topk(10, sum by (statement) (rate(workplan_statement_seconds_total{` + sel + `}` + rate +
				`)) / (sum by (statement) (rate(workplan_statements_total{` + sel + `}` + rate + `)) > 0))`,
			"{{statement}}",
		}}},
		{title: "Time in statements", about: "Seconds of statements in a second: how many run at the same time.",
			unit: "short", queries: []query{{
				`topk(10, sum by (statement) (rate(workplan_statement_seconds_total{` + sel + `}` + rate + `)))`,
				"{{statement}}",
			}}},
	}},
	{"Events and webhooks", []panel{
		{title: "Events", unit: "ops",
			queries: []query{{`sum(rate(workplan_events_total{` + sel + `}` + rate + `))`, "events"}}},
		{title: "Lag of events", about: "The time from the write of an event until readers see it.",
			unit: "s", queries: []query{
				{`histogram_quantile(0.99, sum by (le) (rate(workplan_event_lag_seconds_bucket{` +
					sel + `}` + rate + `)))`,
					"p99"},
				{`max(workplan_event_oldest_unnumbered_seconds{` + sel + `})`, "oldest without a number"},
				{`max(workplan_events_ahead_seconds{` + sel + `})`, "latest in the future"},
			}},
		{title: "Webhooks", unit: "reqps", queries: []query{
			{`sum by (outcome) (rate(workplan_webhook_request_duration_seconds_count{` + sel + `}` + rate + `))`,
				"{{outcome}}"}, {`sum(rate(workplan_webhook_pauses_total{` + sel + `}` + rate + `))`, "paused"},
		}},
		{title: "Time of endpoints", unit: "s", queries: []query{{
			`histogram_quantile(0.99, sum by (le, outcome) (rate(workplan_webhook_request_duration_seconds_bucket{` +
				sel + `}` + rate + `)))`, "{{outcome}} p99",
		}}},
		{title: "Oldest undelivered event", unit: "s", queries: []query{
			{`max by (state) (workplan_webhook_oldest_undelivered_seconds{` + sel + `})`, "{{state}}"},
		}},
		{title: "Endpoints", unit: "short",
			queries: []query{{`max by (state) (workplan_webhooks{` + sel + `})`, "{{state}}"}}},
	}},
	{"Process", []panel{
		{title: "Processors", about: "Processors in use.", unit: "short",
			queries: []query{{`rate(process_cpu_seconds_total{` + sel + `}` + rate + `)`, "{{instance}}"}}},
		{title: "Memory", unit: "bytes",
			queries: []query{{`process_resident_memory_bytes{` + sel + `}`, "{{instance}}"}}},
		{title: "Goroutines", unit: "short", queries: []query{{`go_goroutines{` + sel + `}`, "{{instance}}"}}},
		{title: "Open files and connections", unit: "percentunit",
			queries: []query{{`process_open_fds{` + sel + `} / process_max_fds{` + sel + `}`, "{{instance}}"}}},
		{title: "Certificate",
			about: "The time until the certificate expires. Without TLS there is none.", unit: "s", queries: []query{
				{`workplan_tls_certificate_expiry_timestamp_seconds{` + sel + `} - time()`, "{{instance}}"},
			}},
		{title: "Age of the process", unit: "s",
			queries: []query{{`time() - process_start_time_seconds{` + sel + `}`, "{{instance}}"}}},
	}},
}

// Queries returns the queries of the dashboard by the titles of their panels.
func Queries() map[string][]string {
	all := map[string][]string{}
	for _, s := range dashboard {
		for _, p := range s.panels {
			for _, q := range p.queries {
				all[p.title] = append(all[p.title], q.expr)
			}
		}
	}
	return all
}

// object is an object of JSON.
type object map[string]any

var source = object{"type": "prometheus", "uid": "${datasource}"}

// Dashboard returns the dashboard for Grafana 9 or newer.
func Dashboard() ([]byte, error) {
	const width, height, columns = 8, 8, 24
	var panels []object
	id, y := 0, 0
	next := func() int { id++; return id }
	for _, s := range dashboard {
		panels = append(panels, object{
			"id": next(), "type": "row", "title": s.title, "collapsed": false, "panels": []any{},
			"gridPos": object{"x": 0, "y": y, "w": columns, "h": 1},
		})
		y++
		x := 0
		for i, p := range s.panels {
			if i > 0 && x == 0 {
				y += height
			}
			panels = append(panels, p.object(next(), object{"x": x, "y": y, "w": width, "h": height}))
			x = (x + width) % columns
		}
		y += height
	}
	b := &bytes.Buffer{}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(object{
		"uid": "workplan", "title": "Workplan", "tags": []string{"workplan"}, "timezone": "browser",
		"schemaVersion": 39, "editable": true,
		"refresh": "30s", "time": object{"from": "now-3h", "to": "now"}, "graphTooltip": 1,
		"description": "Generated by tools/observability/generate.",
		"templating": object{"list": []object{
			{"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus"},
			{
				"name": "job", "label": "Job", "type": "query", "datasource": source,
				"query": "label_values(workplan_build_info, job)", "refresh": 2, "includeAll": true,
				"multi": true, "allValue": ".*",
				"current": object{"text": "All", "value": "$__all"},
			},
		}},
		"panels": panels,
	})
	return b.Bytes(), err
}

func (p panel) object(id int, at object) object {
	var targets []object
	for i, q := range p.queries {
		targets = append(targets, object{
			"refId": string(rune('A' + i)), "datasource": source, "expr": q.expr, "legendFormat": q.legend,
			"exemplar": !p.stat, "instant": p.stat,
		})
	}
	kind := "timeseries"
	if p.stat {
		kind = "stat"
	}
	return object{
		"id": id, "type": kind, "title": p.title, "description": p.about, "datasource": source,
		"gridPos": at, "targets": targets,
		"fieldConfig": object{"defaults": object{"unit": p.unit, "min": 0}, "overrides": []any{}},
	}
}
