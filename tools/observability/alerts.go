// Package observability has the objectives, the alerts and the dashboard of a server. It writes what an
// operator gives to Prometheus and Grafana, and the pages about metrics and alerts, all from the
// declarations here and in package metrics.
package observability

import (
	"regexp"
	"strings"
)

// Severity is how urgent an alert is.
type Severity string

const (
	// Page wakes somebody: users notice it now.
	Page Severity = "page"
	// Ticket is for the next working day.
	Ticket Severity = "ticket"
)

// Alert is an alert with its page and its tests.
type Alert struct {
	Name     string
	Severity Severity
	// Summary is one sentence, for the message of the alert.
	Summary string
	// Expr is the expression of Prometheus, and For how long it must hold.
	Expr, For string

	// Meaning says what is wrong and who notices.
	Meaning string
	// Look are the things to look at first, Do what to do, both in order.
	Look, Do []string
	// Undo says how to go back if what was done does not help.
	Undo string

	// Fires and Quiet are series with which the alert fires after testTime, and with which it does
	// not. Fired are the labels of the alert, without its severity.
	Fires, Quiet []Series
	Fired        map[string]string
	// Together means that the alert is quiet as long as one server of the job, or one backup of it, is sound.
	Together bool
	// More are further tests.
	More []Case
}

// Case is a test of an alert: series, and the labels of the alert that fires with them, nil if none does.
type Case struct {
	Name   string
	Series []Series
	Fired  map[string]string
}

// Series is a series of a test, in the notation of promtool: 0+10x120 is 0, 10, 20 and so on each minute.
type Series struct {
	Series string `yaml:"series"`
	Values string `yaml:"values"`
}

// testTime is the time of all tests of alerts: after all their series have 120 values, one a minute.
const testTime = "2h"

// seen are the servers that Prometheus has scraped within a week. What is missing is missing from these: a server that
// is gone cannot export anything, and absent() is about all jobs together.
const seen = `last_over_time(workplan_build_info[7d])`

var job = map[string]string{"job": "workplan"}

func with(labels map[string]string, name, value string) map[string]string {
	all := map[string]string{name: value}
	for k, v := range labels {
		all[k] = v
	}
	return all
}

// Alerts returns all alerts: first those of the objectives.
func Alerts() []*Alert {
	var all []*Alert
	for _, o := range objectives {
		all = append(all, o.fast(), o.slow())
	}
	return append(all, causes...)
}

// info is a series of workplan_build_info.
func info(version string) Series {
	return Series{
		`workplan_build_info{job="workplan",instance="` + version + `",version="` + version +
			`",revision="r",goversion="go"}`, "1x120",
	}
}

func lastBackup(kind string) string {
	return `last_over_time(workplan_last_backup_timestamp_seconds{kind="` + kind + `"}[7d])`
}

// dump and wal are the series of the backups of a test.
func dump(values string) Series {
	return Series{
		`workplan_last_backup_timestamp_seconds{job="node",instance="a",kind="dump",installation="workplan"}`, values,
	}
}

func wal(values string) Series {
	return Series{`workplan_last_backup_timestamp_seconds{job="workplan",instance="b",kind="wal"}`, values}
}

// neighbour returns the same series of another installation.
func neighbour(s Series) Series {
	return Series{ofWorkplan.ReplaceAllString(s.Series, `$1="neighbour"`), s.Values}
}

// another returns the same series of another server of the installation.
func another(s Series) Series {
	if !strings.Contains(s.Series, "instance=") {
		return Series{strings.Replace(s.Series, "{", `{instance="another",`, 1), s.Values}
	}
	return Series{instance.ReplaceAllString(s.Series, `instance="another-$1"`), s.Values}
}

var (
	ofWorkplan = regexp.MustCompile(`\b(job|installation)="workplan"`)
	instance   = regexp.MustCompile(`\binstance="(\w+)"`)
)

// causes are the alerts of what will soon hurt, or hurts without a request that fails.
var causes = []*Alert{
	{
		Name: "WorkplanAbsent", Severity: Page, For: "2m",
		Summary: "Prometheus sees no server of an installation.",
		Expr: `group by (job) (` + seen + `) unless on (job) workplan_build_info` +
			` or absent(` + seen + `)`,
		Meaning: "No server of this job has been scraped for 2 minutes. Either no server runs, or Prometheus cannot " +
			"reach `OPS_ADDR`. Until you know which, assume that nobody can work. Without the label `job`, " +
			"Prometheus has seen no server at all for a week.",
		Look: []string{
			"Open the console, or `GET /readyz`. If it responds with 200, only the metrics are missing.",
			"The page Targets of Prometheus: the error of the scrape.",
			"The processes and the end of their log: a server that cannot start says why in its last line.",
		},
		Do: []string{
			"If no server runs, start one. If it ends at once with \"the schema of the database is " +
				"behind\", run `workplan migrate`.",
			"If servers run: `OPS_ADDR` is `127.0.0.1:9091` by default. Prometheus on another machine needs an " +
				"address that it can reach, in a network that only operators reach.",
			"If you have given up the installation, or its job has another name now, silence the alert: Prometheus " +
				"remembers a job for a week.",
		},
		Undo:     "If this began with a new version, start the previous one again.",
		Together: true,
		Fires:    []Series{{info("v1").Series, "1x60 stale"}},
		Quiet:    []Series{info("v1")},
		Fired:    job,
		More:     []Case{{"without any server ever", nil, map[string]string{}}},
	},
	{
		Name: "WorkplanServerDown", Severity: Ticket, For: "5m",
		Summary: "Prometheus cannot reach a server.",
		Expr:    `up == 0 and on (job) group by (job) (` + seen + `)`,
		Meaning: "This server has not responded to Prometheus for 5 minutes. It is down, or its `OPS_ADDR` cannot be " +
			"reached. Requests go to the others, which have more to do. If there are none, WorkplanAbsent pages too.",
		Look: []string{
			"The page Targets of Prometheus: the error of the scrape.",
			"The process, its log and its machine. A server that cannot start says why in its last line: see " +
				"WorkplanMigrationsPending for a schema that is behind.",
		},
		Do: []string{
			"Start the server again, or another one elsewhere.",
			"If you have removed the server on purpose, remove its target from Prometheus.",
		},
		Undo: "Nothing was changed.",
		Fires: []Series{info("a"), {`up{job="workplan",instance="a"}`, "1x120"},
			{`up{job="workplan",instance="b"}`, "1x60 0x60"}},
		Quiet: []Series{info("a"), {`up{job="workplan",instance="a"}`, "1x120"},
			{`up{job="postgres",instance="a"}`, "0x120"}},
		Fired: with(job, "instance", "b"),
	},
	{
		Name: "WorkplanNotReady", Severity: Page, For: "1m",
		Summary:  "No server is ready: every request fails.",
		Together: true,
		Expr:     `max by (job) (workplan_ready) == 0`,
		Meaning: "All servers report not ready on `/readyz`, so load balancers send nothing to them. The servers " +
			"run, but the database cannot be reached or is read-only.",
		Look: []string{
			"The log: a line `not ready` has the error.",
			"`psql` with the `DATABASE_URL` of the server, from its machine: can it connect? What does `SHOW " +
				"transaction_read_only` return?",
			"The log of PostgreSQL, its disk and its connections.",
		},
		Do: []string{
			"Start PostgreSQL, free its disk, or restore the network. Servers become ready " +
				"by themselves within a second.",
			"After a failover, `DATABASE_URL` must lead to the new primary. A read-only database is a standby. " +
				"[Failover and fencing](../failover.md) says what each line of the log means, and what to do about two primaries.",
			"If PostgreSQL has no connections left, end what holds them (`pg_stat_activity`).",
		},
		Undo: "Nothing was changed in Workplan. If you changed `DATABASE_URL`, set it back.",
		Fires: []Series{{`workplan_ready{job="workplan",instance="a"}`, "0x120"},
			{`workplan_ready{job="workplan",instance="b"}`, "0x120"}},
		Quiet: []Series{{`workplan_ready{job="workplan",instance="a"}`, "0x120"},
			{`workplan_ready{job="workplan",instance="b"}`, "1x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanServerNotReady", Severity: Ticket, For: "10m",
		Summary: "One server is not ready.",
		Expr:    `workplan_ready == 0 and on (job) (max by (job) (workplan_ready) == 1)`,
		Meaning: "This server has not been ready for 10 minutes, while others are. Requests go to the " +
			"others, which have more to do.",
		Look: []string{
			"The log of this server: a line `not ready` has the error.",
			"What differs from the others: its machine, its network, its `DATABASE_URL`.",
		},
		Do: []string{
			"If it says that a server is not the primary, its address leads to an old one: see " +
				"[Failover and fencing](../failover.md), and stop that PostgreSQL.",
			"Else correct the cause, or stop this server and start another one elsewhere.",
		},
		Undo: "Start the server again as it was.",
		Fires: []Series{{`workplan_ready{job="workplan",instance="a"}`, "0x120"},
			{`workplan_ready{job="workplan",instance="b"}`, "1x120"}},
		Quiet: []Series{{`workplan_ready{job="workplan",instance="a"}`, "1x120"},
			{`workplan_ready{job="workplan",instance="b"}`, "1x120"}},
		Fired: with(job, "instance", "a"),
	},
	{
		Name: "WorkplanEventsStuck", Severity: Page, For: "2m",
		Summary: "Events get no number: readers and webhooks see no changes.",
		Expr:    `max by (job) (workplan_event_oldest_unnumbered_seconds) > 60`,
		Meaning: "An event has waited for its number for more than a minute. Writes succeed and nothing is lost, but " +
			"the journal stands still: streams, webhooks and the board do not show what others change.",
		Look: []string{
			"The log: `events get no number: another session has a lock`, with the organization and, in `holders`, the " +
				"sessions. It comes once, after 10 s.",
			"`workplan doctor`: its line `journal` names the sessions that have locks of `event_heads` now. Servers skip a row " +
				"that is locked, so no statement waits for it.",
			"The log: `cannot number events` or `cannot look for events without a number`, with " +
				"the error and the organization.",
		},
		Do: []string{
			"End the session that holds the row: `SELECT pg_terminate_backend(PID)`. Another " +
				"process continues within a second.",
			"If all processes log the same error, correct it: a full disk, missing rights.",
		},
		Undo:  "Nothing to undo. All events get their numbers in the order of the writes.",
		Fires: []Series{{`workplan_event_oldest_unnumbered_seconds{job="workplan",instance="a"}`, "0+60x120"}},
		Quiet: []Series{{`workplan_event_oldest_unnumbered_seconds{job="workplan",instance="a"}`, "2x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanEventsAhead", Severity: Ticket, For: "5m",
		Summary: "Events have a time in the future: the clock of the database was ahead.",
		Expr:    `max by (job) (workplan_events_ahead_seconds) > 5`,
		Meaning: "The latest event of an organization has a time in the future. Until it is reached, all its later events get " +
			"the same time, and who reads the past by a time gets a wrong moment. Numbers, webhooks and streams are right.",
		Look: []string{
			"`workplan doctor`: its line `event times` says how far, and `clock` whether the clock is still wrong.",
			"The log: `the clock of the database was ahead`, when it began.",
			"`chronyc tracking` on the machine of PostgreSQL.",
		},
		Do: []string{
			"If the clock is still wrong, correct it, and let a time service such as chrony keep it.",
			"Then wait: the alert ends when the time is reached. Times of events are never corrected.",
			"Tell those who read the past to use numbers of events until then, not times.",
		},
		Undo:  "Nothing was changed.",
		Fires: []Series{{`workplan_events_ahead_seconds{job="workplan",instance="a"}`, "3600x120"}},
		Quiet: []Series{{`workplan_events_ahead_seconds{job="workplan",instance="a"}`, "1x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanWebhooksBehind", Severity: Ticket, For: "10m",
		Summary: "Webhooks are late although their endpoints respond.",
		Expr:    `max by (job) (workplan_webhook_oldest_undelivered_seconds{state="active"}) > 600`,
		Meaning: "An endpoint that accepts requests has not got an event that is more than 10 minutes old. Endpoints " +
			"that fail do not count: they are the concern of their owners.",
		Look: []string{
			"The dashboard, \"Webhooks\": how long do requests take? An endpoint that needs seconds for " +
				"each request cannot keep up.",
			"The log: `cannot look for webhooks that are due`.",
		},
		Do: []string{
			"Ask the owner of a slow endpoint to respond first and to work later.",
			"Start more servers: each one sends to 80 endpoints at the same time.",
		},
		Undo:  "Stop the servers that you have added.",
		Fires: []Series{{`workplan_webhook_oldest_undelivered_seconds{job="workplan",state="active"}`, "0+60x120"}},
		Quiet: []Series{{`workplan_webhook_oldest_undelivered_seconds{job="workplan",state="active"}`, "5x120"},
			{`workplan_webhook_oldest_undelivered_seconds{job="workplan",state="failing"}`, "0+60x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanWebhooksFailing", Severity: Ticket, For: "1h",
		Summary: "Endpoints of webhooks fail, or have been disabled within a day.",
		Expr: `max by (job, state) (workplan_webhooks{state="failing"}) > 0` +
			` or max by (job, state) (workplan_webhooks{state="disabled"}` +
			` - min_over_time(workplan_webhooks{state="disabled"}[1d])) > 0`,
		Meaning: "An endpoint has refused its events for an hour, cannot be reached, or may read nothing. It gets " +
			"nothing meanwhile, and after five days it is disabled. With the label `state=\"disabled\"`, one has been " +
			"disabled within a day. Its organization may not know.",
		Look: []string{
			"`workplan doctor` names the endpoints, with their organizations, hosts and errors. So does " +
				"`workplan top`, below its table.",
			"The log: `a webhook fails` has the same when it begins, `a webhook is disabled` when it ends.",
			"Do many endpoints fail at once? Then the way out of your network is closed, or `WEBHOOK_ALLOW_CIDRS` " +
				"lacks a network.",
		},
		Do: []string{
			"If the cause is on your side, correct it. Endpoints are tried again by themselves.",
			"Else tell the admins of the organization. In the console, a disabled endpoint can be enabled again: it " +
				"then gets what it has missed, as long as the events are kept.",
		},
		Undo:  "Nothing was changed.",
		Fires: []Series{{`workplan_webhooks{job="workplan",instance="a",state="failing"}`, "0x30 1x90"}},
		Quiet: []Series{{`workplan_webhooks{job="workplan",instance="a",state="failing"}`, "0x100 1x20"},
			{`workplan_webhooks{job="workplan",instance="a",state="disabled"}`, "2x120"},
			{`workplan_webhooks{job="workplan",instance="a",state="active"}`, "5x120"}},
		Fired: with(job, "state", "failing"),
		More: []Case{{"for an endpoint that was disabled",
			[]Series{{`workplan_webhooks{job="workplan",instance="a",state="disabled"}`, "2x30 3x90"}},
			with(job, "state", "disabled")}},
	},
	{
		Name: "WorkplanPoolFull", Severity: Ticket, For: "10m",
		Summary: "A server uses almost all of its database connections.",
		Expr: `go_sql_in_use_connections{db_name="requests"} / go_sql_max_open_connections{db_name="requests"} ` +
			`> 0.9 and on (job, instance) workplan_build_info`,
		Meaning: "More than 90 % of the connections for requests have been busy for 10 minutes. Requests wait for " +
			"their turn, and are soon refused with `too_many_concurrent`.",
		Look: []string{
			"The dashboard, \"Database\": which statements take the time? Has their mean time risen, or their number?",
			"`pg_stat_activity`: what do the sessions wait for?",
			"The processors and the disk of PostgreSQL.",
		},
		Do: []string{
			"If statements are slow: `ANALYZE` after a large import, an idle transaction that holds " +
				"locks, a disk at its limit.",
			"If PostgreSQL has processors left, start another server. PostgreSQL must allow the connections of all " +
				"servers together (`max_connections`).",
		},
		Undo: "Stop the added server.",
		Fires: []Series{info("a"), {`go_sql_in_use_connections{job="workplan",instance="a",db_name="requests"}`,
			"10x120"}, {`go_sql_max_open_connections{job="workplan",instance="a",db_name="requests"}`, "10x120"}},
		Quiet: []Series{info("a"), {`go_sql_in_use_connections{job="workplan",instance="a",db_name="requests"}`,
			"5x120"}, {`go_sql_max_open_connections{job="workplan",instance="a",db_name="requests"}`, "10x120"}},
		Fired: map[string]string{"job": "workplan", "instance": "a", "db_name": "requests"},
	},
	{
		Name: "WorkplanRefusesLoad", Severity: Ticket, For: "10m",
		Summary: "More than 5 % of the requests are refused because of load.",
		Expr: `sum by (job) (rate(workplan_refusals_total{reason=~"turn|memory|look_ups"}[5m]))` +
			` / sum by (job) (rate(workplan_requests_total[5m])) > 0.05`,
		Meaning: "Requests waited longer than half a second for their turn and were refused. Clients try again after " +
			"a second, so work is slow rather than lost. One organization may have at most a quarter of a server, so " +
			"this may be the flood of one.",
		Look: []string{
			"The dashboard, \"Refusals\": `turn` is load, `memory` is large bodies, `look_ups` is " +
				"many different keys at once.",
			"The log: which `organization_id` has the most lines with `too_many_concurrent`?",
		},
		Do: []string{
			"If it is one organization, lower the limit of its key (`PATCH /keys/{key_id}` with `rateLimit`), or ask " +
				"its developers to send fewer requests at once.",
			"If all organizations are affected, start another server, and look at PostgreSQL.",
		},
		Undo: "Set the limit of the key back to null, which is the default of the installation.",
		Fires: []Series{{`workplan_refusals_total{job="workplan",reason="turn"}`, "0+10x120"},
			{`workplan_requests_total{job="workplan",status="200"}`, "0+100x120"}},
		Quiet: []Series{{`workplan_refusals_total{job="workplan",reason="turn"}`, "0+1x120"},
			{`workplan_refusals_total{job="workplan",reason="quota"}`, "0+90x120"},
			{`workplan_requests_total{job="workplan",status="200"}`, "0+100x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanWrongCredentials", Severity: Ticket, For: "15m",
		Summary: "Many requests have no valid credentials.",
		Expr:    `sum by (job) (rate(workplan_failed_credentials_total[5m])) > 5`,
		Meaning: "More than five requests a second have failed with 401 for 15 minutes. Either a program runs with a " +
			"key that was revoked or has expired, or somebody tries keys. Keys are long and random, and each address " +
			"may send only 20 wrong ones a minute, so nobody can guess one.",
		Look: []string{
			"The dashboard, \"Failed credentials\": `key_expired` and `key_revoked` are a " +
				"program that nobody has updated.",
			"The log of the proxy: which addresses get 401?",
		},
		Do: []string{
			"Tell the owner of the program, who makes a new key.",
			"Block the address at the proxy if it is an attack. Set `TRUSTED_PROXIES`, so that wrong keys are " +
				"counted by client; `workplan doctor` warns if a proxy is missing there.",
		},
		Undo:  "Remove the block.",
		Fires: []Series{{`workplan_failed_credentials_total{job="workplan",reason="key_revoked"}`, "0+600x120"}},
		Quiet: []Series{{`workplan_failed_credentials_total{job="workplan",reason="key_revoked"}`, "0+60x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanMigrationsPending", Severity: Ticket, For: "1m",
		Summary: "A server was started on a schema that lacks migrations.",
		Expr:    `max by (job) (max_over_time(workplan_migrations_pending[15m])) > 0`,
		Meaning: "The program of a server is newer than the schema of the database, so this server has stopped. " +
			"Servers of the release before go on.",
		Look: []string{
			"The end of the log of the server that stopped: it names the migrations.",
			"The log of `workplan migrate`, of the init container or of `serve --migrate`: what has failed?",
		},
		Do: []string{
			"Run `workplan migrate` of the new version, with the role that owns the tables. " +
				"Then start the server again.",
			"If a migration fails because a table is in use, run it again: it waits for locks for 40 seconds only.",
		},
		Undo: "Start the previous version again. It runs on both schemas.",
		Fires: []Series{{`workplan_migrations_pending{job="workplan",instance="a"}`, "0x107 1 _x12"},
			{`workplan_migrations_pending{job="workplan",instance="b"}`, "0x120"}},
		Quiet: []Series{{`workplan_migrations_pending{job="workplan",instance="a"}`, "0x120"}},
		Fired: job,
	},
	{
		Name: "WorkplanBackupOld", Severity: Ticket, For: "1h",
		Summary: "The last backup is older than 26 hours, or no backup is known.",
		Expr: `time() - max by (job, kind) (` + lastBackup("wal") + `) > 26 * 3600` +
			` or time() - max by (installation, kind) (` + lastBackup("dump") + `) > 26 * 3600` +
			` or group by (job) (` + seen + `) unless on (job) ` + lastBackup("wal") +
			` unless on (job) label_replace(max by (installation) (` + lastBackup("dump") +
			`), "job", "$1", "installation", "(.*)")`,
		Meaning: "If the database is lost now, more than a day is lost with it. The label `kind` says which backup " +
			"is old: `wal` is the archive of the WAL, `dump` the last run of `workplan backup create`. Without the " +
			"label, Prometheus knows of no backup of this job: the database archives nothing, and no dump has left " +
			"its time with `--metrics-file` and the name of this job with `--metrics-job`.",
		Look: []string{
			"For `wal`: `SELECT * FROM pg_stat_archiver`. `last_failed_wal` and the log of PostgreSQL say what does " +
				"not work. An idle database archives nothing.",
			"For `dump`: the timer or the cron job that runs `workplan backup create`, its output, " +
				"and the disk of the backups.",
		},
		Do: []string{
			"Correct the cause, and take a backup at once.",
			"If backups are taken in another way, such as by snapshots of a cloud, let an alert of their tool watch " +
				"them, and silence this one.",
		},
		Undo: "Nothing to undo.",
		// A newer backup of the same installation counts, whatever machine took it.
		Together: true,
		Fires:    []Series{dump("-100000x120"), wal("0+60x120")},
		Quiet:    []Series{info("v1"), dump("0x120"), wal("0+60x120")},
		Fired:    map[string]string{"kind": "dump", "installation": "workplan"},
		More: []Case{
			{"for an archive that stands still", []Series{info("v1"), dump("0x120"), wal("-100000x120")},
				with(job, "kind", "wal")},
			{"after the file of the dump is gone", []Series{info("v1"), dump("-91000x60 stale")},
				map[string]string{"kind": "dump", "installation": "workplan"}},
			{"without any backup of this job",
				[]Series{info("v1"), neighbour(dump("0x120")), neighbour(wal("0+60x120"))},
				job},
			{"without any backup of this job, while a server is down",
				[]Series{{info("v1").Series, "1x60 stale"}}, job},
		},
	},
	{
		Name: "WorkplanCertificateExpires", Severity: Ticket, For: "1h",
		Summary: "The TLS certificate of a server expires within 14 days.",
		Expr:    `workplan_tls_certificate_expiry_timestamp_seconds - time() < 14 * 86400`,
		Meaning: "When the certificate has expired, clients refuse to connect, and a server that is started refuses " +
			"to start. Until then nobody notices anything.",
		Look: []string{
			"`workplan doctor` on the server: for which names is the certificate, and when does it expire?",
			"The log: `the changed files of TLS cannot be used` says why a new certificate is not taken.",
			"What renews the certificate, such as certbot or cert-manager, and its log.",
		},
		Do: []string{
			"Renew the certificate and write both files, `TLS_CERT_FILE` and `TLS_KEY_FILE`. The server takes them " +
				"within two seconds, without a restart.",
		},
		Undo: "Write the old files back. They work until the old certificate expires.",
		Fires: []Series{
			{`workplan_tls_certificate_expiry_timestamp_seconds{job="workplan",instance="a"}`, "100000x120"},
		},
		Quiet: []Series{
			{`workplan_tls_certificate_expiry_timestamp_seconds{job="workplan",instance="a"}`, "9999999x120"},
		},
		Fired: with(job, "instance", "a"),
	},
	{
		Name: "WorkplanExpiredRowsStay", Severity: Ticket, For: "10m", Together: true,
		Summary: "Rows that have expired are not removed: their table grows.",
		Expr:    `time() - max by (job, rows) (workplan_expired_rows_removed_timestamp_seconds) > 3600`,
		Meaning: "For more than an hour no server has removed all rows that had expired. Nobody notices it, but the " +
			"table and its indexes grow, and the rows are kept longer than the settings say. The label `rows` names them.",
		Look: []string{
			"The log: `cannot remove expired …` has the error and the organization.",
			"`SELECT pid, state, xact_start, query FROM pg_stat_activity WHERE application_name LIKE 'workplan%'`: does " +
				"a DELETE wait for a lock, or take long?",
			"[Rows that expire](../postgresql.md#rows-that-expire) has how many rows a sweep removes in a second.",
		},
		Do: []string{
			"Correct the error. The next sweep begins within 8 minutes and removes everything that has expired.",
			"If a DELETE takes seconds, vacuum the table: `VACUUM (ANALYZE) events`.",
		},
		Undo: "Nothing to undo.",
		Fires: []Series{
			{`workplan_expired_rows_removed_timestamp_seconds{job="workplan",instance="a",rows="events"}`, "0x120"},
		},
		Quiet: []Series{
			{`workplan_expired_rows_removed_timestamp_seconds{job="workplan",instance="a",rows="events"}`, "0x120"},
			{`workplan_expired_rows_removed_timestamp_seconds{job="workplan",instance="b",rows="events"}`, "0+60x120"},
		},
		Fired: map[string]string{"job": "workplan", "rows": "events"},
	},
	{
		Name: "WorkplanBudgetsUnwatched", Severity: Ticket, For: "10m", Together: true,
		Summary: "Nobody is told when budgets are reached.",
		Expr:    `time() - max by (job) (workplan_budgets_looked_at_timestamp_seconds) > 3600`,
		Meaning: "For more than an hour no server has looked at the budgets of all organizations in which something was " +
			"written. The events `project.budget_reached` of some or all organizations are missing. They come later: " +
			"none is lost.",
		Look: []string{
			"The log: `cannot look at budgets` has the error and the organization. After an error, the next try for " +
				"that organization begins ten minutes later.",
			"`SELECT pid, state, xact_start, query FROM pg_stat_activity WHERE application_name LIKE 'workplan background%'`: " +
				"does a SELECT of actual_hours or assignments take long?",
		},
		Do: []string{
			"Correct the error. If statements time out, the statistics of the tables may be old: `ANALYZE actual_hours, assignments`.",
			"If one organization has too many hours, raise what the database can do: its other requests for money are slow, too.",
		},
		Undo: "Nothing to undo.",
		Fires: []Series{
			{`workplan_budgets_looked_at_timestamp_seconds{job="workplan",instance="a"}`, "0x120"},
		},
		Quiet: []Series{
			{`workplan_budgets_looked_at_timestamp_seconds{job="workplan",instance="a"}`, "0x120"},
			{`workplan_budgets_looked_at_timestamp_seconds{job="workplan",instance="b"}`, "0+60x120"},
		},
		Fired: map[string]string{"job": "workplan"},
	},
	{
		Name: "WorkplanVersionsDiffer", Severity: Ticket, For: "1h",
		Summary: "Servers of different versions run.",
		Expr:    `count by (job) (count by (job, version, revision) (workplan_build_info)) > 1`,
		Meaning: "An upgrade that should take minutes has not ended for an hour. Users get responses of the old " +
			"or the new version by chance.",
		Look: []string{"The dashboard, \"Version\": which instance has which version?",
			"The state of the deployment: does a new server fail to start?"},
		Do:    []string{"Finish the upgrade, or go back to the old version on all servers."},
		Undo:  "The old version runs on the new schema, so going back needs no change of the database.",
		Fires: []Series{info("v1"), info("v2")},
		Quiet: []Series{info("v1"),
			{`workplan_build_info{job="workplan",instance="b",version="v1",revision="r",goversion="go"}`, "1x120"}},
		Fired: job,
	},
}
