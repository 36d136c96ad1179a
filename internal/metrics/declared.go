package metrics

// The objectives of latency are upper bounds of buckets, so that the rules can count what is faster:
// 0.25 s for reads, 1 s for writes, 5 s for events.
var (
	requestBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	eventBuckets   = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
	webhookBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 15}
)

var (
	rpc = Label{
		"rpc", "the full name of the rpc, a path of the console, or empty if there is nothing at the path",
	}
	protocol  = Label{"protocol", "grpc, http, or mcp or scim for what a request of these protocols calls"}
	statement = Label{"statement", "the verb and the first table, such as SELECT users"}
	state     = Label{"state", "of the endpoint: active or failing"}
)

// The metrics of a server, in the order of the page docs/operate/metrics.md.
var (
	BuildInfo = &Metric{
		Name: "workplan_build_info", Kind: Gauge, Unit: "1",
		Help:   "The version of the program. The value is always 1.",
		Labels: []Label{{"version", "of the module"}, {"revision", "the commit"}, {"goversion", "the version of Go"}},
	}
	Ready = &Metric{
		Name: "workplan_ready", Kind: Gauge, Unit: "1",
		Help: "1 if the server is ready, 0 if not: the database cannot be reached or is read-only, " +
			"or the server starts or stops.",
	}
	MigrationsPending = &Metric{
		Name: "workplan_migrations_pending", Kind: Gauge, Unit: "migrations",
		Help: "Migrations that this program needs and the database lacks.",
	}
	LastBackup = &Metric{
		Name: "workplan_last_backup_timestamp_seconds", Kind: Gauge, Unit: "seconds",
		Help: "When the last backup was taken, in Unix time.",
		Labels: []Label{{"kind", "wal if the database archives its WAL, from the server; dump from the file that " +
			"workplan backup create --metrics-file writes"},
			{"installation", "of a dump: the job of its servers, from --metrics-job"}},
	}
	CertificateExpiry = &Metric{
		Name: "workplan_tls_certificate_expiry_timestamp_seconds", Kind: Gauge, Unit: "seconds",
		Help: "When the certificate that the server shows expires, in Unix time. It exists only with TLS_CERT_FILE.",
	}

	Requests = &Metric{
		Name: "workplan_requests_total", Kind: Counter, Unit: "requests",
		Help: "Requests that have ended. A stream counts when it ends.",
		Labels: []Label{
			protocol, rpc, {"status", "the HTTP status, 499 if the client was gone, or the gRPC code, such as OK"},
		},
	}
	RequestDuration = &Metric{
		Name: "workplan_request_duration_seconds", Kind: Histogram, Unit: "seconds",
		Help: "The time from the headers of a request to the end of its response.",
		Labels: []Label{
			rpc, {"kind", "read, write, wait for streams and rpcs that wait for events, or other for what is no rpc"},
		},
		Buckets: requestBuckets,
	}
	Errors = &Metric{
		Name: "workplan_errors_total", Kind: Counter, Unit: "responses",
		Help:   "Responses with an error.",
		Labels: []Label{protocol, {"code", "the code of the error, such as validation_failed"}},
	}
	Rows = &Metric{
		Name: "workplan_rows_total", Kind: Counter, Unit: "rows",
		Help:   "Rows that lists have returned and that batches have sent, of requests that succeeded.",
		Labels: []Label{rpc},
	}
	Replays = &Metric{
		Name: "workplan_idempotent_replays_total", Kind: Counter, Unit: "responses",
		Help:   "Responses that were stored under the Idempotency-Key of the request.",
		Labels: []Label{rpc},
	}
	ResponsesNotStored = &Metric{
		Name: "workplan_responses_not_stored_total", Kind: Counter, Unit: "responses",
		Help: "Responses that were not stored under the Idempotency-Key of the request, because the organization has " +
			"used up STORED_RESPONSES_MIB.",
	}
	Refusals = &Metric{
		Name: "workplan_refusals_total", Kind: Counter, Unit: "requests",
		Help: "Requests that were refused to protect the server.",
		Labels: []Label{{"reason", "quota of the key, organization_quota, wrong_keys from the address, turn if too " +
			"many requests run, memory for request bodies, look_ups if too many keys are looked up, or whole_lists if " +
			"too many lists are sent with all rows"}},
	}
	ForwardedIgnored = &Metric{
		Name: "workplan_forwarded_ignored_total", Kind: Counter, Unit: "look-ups and wrong keys",
		Help: "Keys that were looked up for the first time, or were wrong, and whose X-Forwarded-For was ignored, " +
			"because its sender is not in TRUSTED_PROXIES.",
	}
	FailedCredentials = &Metric{
		Name: "workplan_failed_credentials_total", Kind: Counter, Unit: "requests",
		Help:   "Requests without a valid key, session or token.",
		Labels: []Label{{"reason", "credential_missing, credential_invalid, key_expired or key_revoked"}},
	}

	Statements = &Metric{
		Name: "workplan_statements_total", Kind: Counter, Unit: "statements",
		Help:   "Statements that PostgreSQL has executed or refused.",
		Labels: []Label{statement},
	}
	StatementSeconds = &Metric{
		Name: "workplan_statement_seconds_total", Kind: Counter, Unit: "seconds",
		Help:   "The time from statements to the responses of PostgreSQL.",
		Labels: []Label{statement},
	}

	Events = &Metric{
		Name: "workplan_events_total", Kind: Counter, Unit: "events",
		Help: "Events that this process has numbered. From then on readers see them.",
	}
	EventLag = &Metric{
		Name: "workplan_event_lag_seconds", Kind: Histogram, Unit: "seconds",
		Help:    "The time from the write of an event until it has its number.",
		Buckets: eventBuckets,
	}
	OldestUnnumbered = &Metric{
		Name: "workplan_event_oldest_unnumbered_seconds", Kind: Gauge, Unit: "seconds",
		Help: "The age of the oldest event without a number, 0 if there is none. All processes report the same.",
	}
	EventsAhead = &Metric{
		Name: "workplan_events_ahead_seconds", Kind: Gauge, Unit: "seconds",
		Help: "How far the time of the latest event of an organization is in the future, because the clock of the " +
			"database was ahead; 0 if none is. All processes report the same.",
	}

	ExpiredRemoved = &Metric{
		Name: "workplan_expired_rows_removed_timestamp_seconds", Kind: Gauge, Unit: "seconds",
		Help: "When the last sweep began that has removed all rows which had expired, in Unix time. It stands still " +
			"while sweeps fail or do not end.",
		Labels: []Label{{"rows", "idempotency keys, sessions, attempts of webhooks, or events"}},
	}

	BudgetsLookedAt = &Metric{
		Name: "workplan_budgets_looked_at_timestamp_seconds", Kind: Gauge, Unit: "seconds",
		Help: "When this process has last begun to look at the budgets of all organizations in which something was " +
			"written, without an error, in Unix time.",
	}

	WebhookDuration = &Metric{
		Name: "workplan_webhook_request_duration_seconds", Kind: Histogram, Unit: "seconds",
		Help:    "Requests to endpoints of webhooks.",
		Labels:  []Label{{"outcome", "delivered, failed, or parked after the last try"}},
		Buckets: webhookBuckets,
	}
	WebhookPaused = &Metric{
		Name: "workplan_webhook_pauses_total", Kind: Counter, Unit: "pauses",
		Help: "Pauses of endpoints of webhooks that have got as many requests as WEBHOOK_RATE_LIMIT allows.",
	}
	Webhooks = &Metric{
		Name: "workplan_webhooks", Kind: Gauge, Unit: "endpoints",
		Help:   "Endpoints of webhooks. All processes report the same.",
		Labels: []Label{{"state", "active, failing, pending, paused or disabled"}},
	}
	OldestUndelivered = &Metric{
		Name: "workplan_webhook_oldest_undelivered_seconds", Kind: Gauge, Unit: "seconds",
		Help:   "The age of the oldest event that an endpoint has not got. All processes report the same.",
		Labels: []Label{state},
	}
)

// Declared are the metrics of a server.
var Declared = []*Metric{
	BuildInfo, Ready, MigrationsPending, LastBackup, CertificateExpiry,
	Requests, RequestDuration, Errors, Rows, Replays, ResponsesNotStored, Refusals, ForwardedIgnored, FailedCredentials,
	Statements, StatementSeconds,
	Events, EventLag, OldestUnnumbered, EventsAhead, ExpiredRemoved, BudgetsLookedAt,
	WebhookDuration, WebhookPaused, Webhooks, OldestUndelivered,
}
