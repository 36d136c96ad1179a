package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services/journal"
)

const restoreAdvice = "Find out what wrote to the database besides Workplan, or restore a backup in " +
	"which this check finds nothing."

// checks returns all checks for the tables of a database.
func checks(tables []catalog.Table) []check {
	return []check{
		{
			name: "schema",
			promise: "the tables are as the migrations make them, the constraints and indexes are valid, and text is " +
				"ordered as when the indexes were built",
			advice: "What is missing is shown as the statement that makes it: run it as the owner of the tables, " +
				"indexes with CREATE INDEX CONCURRENTLY. Drop a constraint that the migrations do not make. " +
				"Enable triggers with ALTER TABLE … ENABLE TRIGGER ALL, validate constraints with ALTER TABLE " +
				"… VALIDATE CONSTRAINT, drop invalid indexes and create them again. If the order of text has " +
				"changed: REINDEX DATABASE, and then ALTER DATABASE … REFRESH COLLATION VERSION.",
			database: schemaStatements,
			whole:    structure,
		},
		{
			name:     "organizations",
			promise:  "each row belongs to an organization that exists",
			advice:   restoreAdvice,
			database: orphans(tables),
		},
		{
			name:         "references",
			promise:      "each reference finds its row",
			advice:       restoreAdvice,
			organization: references(tables),
		},
		{
			name:    "keys",
			promise: "no two rows have the same unique key",
			advice: "An index is damaged: delete or change the rows that are doubled, " +
				"and then REINDEX the index.",
			all: duplicates(tables),
			// An index that is damaged must not hide the rows. So each statement reads a whole table.
			settings: "SET enable_indexscan = off; SET enable_indexonlyscan = off",
		},
		{
			name:         "records",
			promise:      "versions begin at 1, and times are in order",
			advice:       restoreAdvice,
			organization: records(tables),
		},
		{
			name:    "people",
			promise: "no reporting line has a cycle, and an organization with admins has an active one",
			advice: "For a cycle: PATCH one of the users with another reportsToId. Without an active admin: " +
				"UPDATE users SET is_active = true for one of the admins.",
			organization: peopleStatements,
		},
		{
			name:         "time-off",
			promise:      "time off that is decided says by whom and when, and pending time off does not",
			advice:       restoreAdvice,
			organization: timeOffStatements,
		},
		{
			name:    "timesheets",
			promise: "the hours of approved days are those that were approved",
			advice: "Hours of approved days were changed besides Workplan: compare them with GET /timesheets/{id}/hours, and " +
				"write them again after POST /timesheets/{id}/reopen, or restore a backup in which this check finds nothing.",
			organization: timesheetStatements,
		},
		{
			name:         "proposals",
			promise:      "a proposal has as many wishes as it says, and only an applied one has changed rows",
			advice:       restoreAdvice,
			organization: proposalStatements,
		},
		{
			name:    "entries",
			promise: "a row of actual hours that has entries is their sum",
			advice: "Entries or rows were changed besides Workplan: PUT /actual-hours/window with entries set to replace writes " +
				"the rows anew, POST /actual-hours/entries/delete removes entries without a row, or " +
				"restore a backup in which this check finds nothing.",
			organization: entryStatements,
		},
		{
			name:    "journal",
			promise: "the events that are kept have numbers without a gap, in the order of their times",
			advice: "Events are lost or were changed: restore a backup in which this check finds nothing. If " +
				"there is none, tell the readers of events to start over.",
			organization: journalStatements,
			notes: []statement{{"events have no number yet; a running server numbers them within a second", `
				SELECT count(*)::text FROM events WHERE organization_id = $1 AND seq IS NULL HAVING count(*) > 0`}},
		},
		{
			name:    "events",
			promise: "each event can be read",
			advice: "Readers of the journal fail at such an event: restore a backup in which this check finds nothing. If there " +
				"is none, delete the events, and tell the readers of events to start over.",
			run: func(ctx context.Context, s *session, organization uuid.UUID, found func(subject, id string)) error {
				return journal.Unreadable(ctx, s.conn, organization, func(name string) {
					found("events that cannot be read", name)
				})
			},
		},
		{
			name:    "versions",
			promise: "each record has the version of its last event",
			advice: "A write changed a record without its event, or the other way round: compare the record " +
				"with its events (`workplan events tail --record ID`), and correct it with a " +
				"PATCH, which writes an event.",
			organization: versions(tables),
		},
		{
			name:    "hours",
			promise: "each row of hours has the version and the values of its last event",
			advice: "Hours are lost or were changed without an event: compare the rows with the " +
				"events (`workplan events tail --type assignments.upserted`), and write them again with POST " +
				"/assignments or /actual-hours.",
			run: hours,
		},
		{
			name:    "idempotency",
			promise: "each Idempotency-Key has the response of its write",
			advice: "Delete the rows of idempotency_keys, and tell the clients: a repeated request with such a " +
				"key would be executed again.",
			organization: idempotencyStatements,
		},
		{
			name:    "webhooks",
			promise: "no endpoint is ahead of the journal",
			advice: "PATCH the webhook with the cursor from which it should go on, at most " +
				"the number of the last event.",
			organization: webhookStatements,
		},
	}
}

// schemaStatements are about the catalog.
var schemaStatements = []statement{
	{"invalid index", `
		SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
		WHERE` + catalog.Own("c") + `
			AND NOT (i.indisvalid AND i.indisready)`},
	{"constraint that is not validated", `
		SELECT conrelid::regclass || ' ' || conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
		WHERE` + catalog.Own("c") + `
			AND NOT convalidated`},
	{"table with disabled triggers, which check its foreign keys", `
		SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
		WHERE` + catalog.Own("c") + `
			AND g.tgenabled = 'D'`},
	{"database whose order of text has changed", `
		SELECT datname || ': ' || datcollversion || ' is now ' || pg_database_collation_actual_version(oid)
			FROM pg_database
		WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)`},
}

// structure compares the tables with what the migrations make. It does not if a newer program has migrated them.
func structure(ctx context.Context, s *session, found func(subject, id string)) error {
	d, err := migrate.Compare(ctx, s.conn, migrations.Files, migrations.Structure)
	for _, statement := range d.Missing {
		found("missing or different", statement)
	}
	for _, statement := range d.Extra {
		found("not made by the migrations", statement)
	}
	return err
}

// orphans returns a statement for each table. It reads the whole table once, which takes a tenth of the time of the
// check of keys. To look at one row of each organization only takes a recursive query, which Citus refuses for
// distributed tables.
func orphans(tables []catalog.Table) (list []statement) {
	for _, t := range tables {
		if t.Name == catalog.Organizations {
			continue
		}
		list = append(list, statement{t.Name, fmt.Sprintf(`
			SELECT DISTINCT t.organization_id::text FROM %s t
			WHERE NOT EXISTS (SELECT FROM organizations o WHERE o.id = t.organization_id)`,
			pq.QuoteIdentifier(t.Name))})
	}
	return list
}

// undeclared are references without a foreign key: the rows of the journal and the attempts of webhooks are too many.
// What is not here may outlive its row: an attempt of a webhook its endpoint, and an Idempotency-Key its session.
var undeclared = map[string][]catalog.Reference{
	"events": {
		{Name: "events.actor_id", Columns: []string{"organization_id", "actor_id"}, Table: "users",
			To: []string{"organization_id", "id"}},
		{Name: "events.api_key_id", Columns: []string{"organization_id", "api_key_id"}, Table: "api_keys",
			To: []string{"organization_id", "id"}},
	},
}

// references returns a statement for each reference between rows of an organization.
func references(tables []catalog.Table) (list []statement) {
	for _, t := range tables {
		for _, r := range slices.Concat(t.References, undeclared[t.Name]) {
			if r.Table == catalog.Organizations {
				continue // the check of the organizations
			}
			var set, same []string
			for i, c := range r.Columns {
				if c != t.Organization() {
					set = append(set, "c."+pq.QuoteIdentifier(c)+" IS NOT NULL")
					same = append(same, "p."+pq.QuoteIdentifier(r.To[i])+" = c."+pq.QuoteIdentifier(c))
				}
			}
			list = append(list, statement{r.Name, fmt.Sprintf(`
				SELECT c.id::text FROM %s c WHERE c.organization_id = $1 AND %s
				AND NOT EXISTS (SELECT FROM %s p WHERE p.organization_id = $1 AND %s)`,
				pq.QuoteIdentifier(t.Name), strings.Join(set, " AND "), pq.QuoteIdentifier(r.Table),
				strings.Join(same, " AND "))})
		}
		if t.Name == "user_capabilities" {
			list = append(list, capabilitiesOfUsers)
		}
		if t.Name == "rates" {
			list = append(list, ofRates...)
		}
		if t.Name == "record_external_ids" {
			list = append(list, externalIDs...)
		}
	}
	return list
}

// capabilitiesOfUsers are references in the elements of a list, which cannot have a foreign key.
var capabilitiesOfUsers = statement{"user_capabilities.items", `
	SELECT c.id::text FROM user_capabilities c WHERE c.organization_id = $1 AND EXISTS (
	  SELECT FROM jsonb_array_elements(c.items) i
	  WHERE NOT EXISTS (SELECT FROM capabilities p WHERE p.organization_id = $1 AND p.id = (i->>'capabilityId')::uuid))`}

// ofRates are references of lists of rates, and in their elements, which cannot have a foreign key.
var ofRates = []statement{
	{"rates.id", `
	SELECT r.id::text FROM rates r WHERE r.organization_id = $1 AND NOT (r.owner = 'organization' AND r.id = $1)
	  AND NOT EXISTS (SELECT FROM users p WHERE r.owner = 'user' AND p.organization_id = $1 AND p.id = r.id)
	  AND NOT EXISTS (SELECT FROM projects p WHERE r.owner = 'project' AND p.organization_id = $1 AND p.id = r.id)
	  AND NOT EXISTS (SELECT FROM clients p WHERE r.owner = 'client' AND p.organization_id = $1 AND p.id = r.id)`},
	{"rates.items", `
	SELECT r.id::text FROM rates r WHERE r.organization_id = $1 AND EXISTS (
	  SELECT FROM jsonb_array_elements(r.items) i
	  WHERE i ? 'capabilityId' AND NOT EXISTS (
	      SELECT FROM capabilities p WHERE p.organization_id = $1 AND p.id = (i->>'capabilityId')::uuid)
	    OR i ? 'userId' AND NOT EXISTS (SELECT FROM users p WHERE p.organization_id = $1 AND p.id = (i->>'userId')::uuid))`},
}

// externalIDs compare the table with the columns.
var externalIDs = []statement{
	{"record_external_ids", `
	SELECT e.external_id FROM record_external_ids e WHERE e.organization_id = $1
	EXCEPT SELECT e.external_id FROM record_external_ids e JOIN (` + columnsOfExternalIDs + `) r
	  ON r.record = e.record AND r.id = e.id AND r.external_id = e.external_id WHERE e.organization_id = $1`},
	{"external ids of a record", `
	SELECT r.id::text FROM (` + columnsOfExternalIDs + `) r WHERE NOT EXISTS (
	  SELECT FROM record_external_ids e
	  WHERE e.organization_id = $1 AND e.record = r.record AND e.external_id = r.external_id AND e.id = r.id)`},
}

const columnsOfExternalIDs = `
	SELECT 'user' AS record, id, unnest(external_ids) AS external_id FROM users WHERE organization_id = $1
	UNION ALL SELECT 'client', id, unnest(external_ids) FROM clients WHERE organization_id = $1
	UNION ALL SELECT 'project', id, unnest(external_ids) FROM projects WHERE organization_id = $1
	UNION ALL SELECT 'time_off', id, unnest(external_ids) FROM time_off_requests WHERE organization_id = $1`

// duplicates returns a statement for each unique index.
func duplicates(tables []catalog.Table) (list []statement) {
	for _, t := range tables {
		if !t.Has("organization_id") || !t.Has("id") {
			continue
		}
		for _, x := range append([]catalog.Index{{Name: t.Name + "_pkey", Keys: t.Key}}, t.Unique...) {
			conditions := []string{"($1::uuid IS NULL OR organization_id = $1)"}
			if x.Where != "" {
				conditions = append(conditions, x.Where)
			}
			for _, key := range x.Keys {
				if !x.NullsNotDistinct {
					conditions = append(conditions, "("+key+") IS NOT NULL")
				}
			}
			list = append(list, statement{x.Name,
				fmt.Sprintf(`SELECT organization_id, min(id::text) || ' and ' || max(id::text) FROM %s WHERE %s
					GROUP BY organization_id, %s HAVING count(*) > 1`,
					pq.QuoteIdentifier(t.Name), strings.Join(conditions, " AND "), strings.Join(x.Keys, ", "))})
		}
	}
	return list
}

// records returns the statements for the columns of records.
func records(tables []catalog.Table) (list []statement) {
	for _, t := range tables {
		if t.Has("version") && t.Has("updated_at") && t.Has("created_at") {
			list = append(list, statement{t.Name, fmt.Sprintf(
				`SELECT id::text FROM %s WHERE organization_id = $1 AND (version < 1 OR updated_at < created_at)`,
				pq.QuoteIdentifier(t.Name),
			)})
		}
	}
	return list
}

var peopleStatements = []statement{
	{"cycle in the reporting line", `
		WITH RECURSIVE up (start, at) AS (
		  SELECT id, reports_to_id FROM users WHERE organization_id = $1 AND reports_to_id IS NOT NULL
		  UNION
		  SELECT up.start, u.reports_to_id FROM up JOIN users u ON u.organization_id = $1 AND u.id = up.at
		    WHERE u.reports_to_id IS NOT NULL
		)
		SELECT start::text FROM up WHERE start = at`},
	{"no admin is active", `
		SELECT min(id::text) FROM users WHERE organization_id = $1 AND role = 'admin'
			HAVING count(*) > 0 AND NOT bool_or(is_active)`},
	{"a placeholder is in a place of a person", `
		WITH placeholders AS (SELECT id FROM users WHERE organization_id = $1 AND kind IS NOT NULL)
		SELECT 'actual_hours ' || t.id FROM actual_hours t JOIN placeholders p ON p.id = t.user_id WHERE t.organization_id = $1
		UNION ALL SELECT 'time_off_requests ' || t.id FROM time_off_requests t JOIN placeholders p ON p.id = t.user_id
			WHERE t.organization_id = $1
		UNION ALL SELECT 'api_keys ' || t.id FROM api_keys t JOIN placeholders p ON p.id = t.actor_user_id WHERE t.organization_id = $1
		UNION ALL SELECT 'working_patterns ' || t.id FROM working_patterns t JOIN placeholders p ON p.id = t.id
			WHERE t.organization_id = $1
		UNION ALL SELECT 'users ' || t.id FROM users t JOIN placeholders p ON p.id = t.reports_to_id WHERE t.organization_id = $1
		UNION ALL SELECT 'projects ' || t.id FROM projects t JOIN placeholders p ON p.id = t.project_manager_id
			WHERE t.organization_id = $1
		UNION ALL SELECT 'clients ' || t.id FROM clients t JOIN placeholders p ON p.id = t.account_manager_id
			WHERE t.organization_id = $1`},
}

var entryStatements = []statement{
	{"rows of actual hours that are not the sum of their entries", `
		SELECT coalesce(t.id, e.id)::text FROM
			(SELECT * FROM actual_hours WHERE organization_id = $1 AND entries_hours IS NOT NULL) t
			FULL JOIN (SELECT user_id, project_id, capability_id, date, min(id::text)::uuid AS id,
					sum(hours::text::numeric)::double precision AS hours
				FROM actual_hours_entries WHERE organization_id = $1 GROUP BY user_id, project_id, capability_id, date) e
			ON e.user_id = t.user_id AND e.project_id = t.project_id AND e.date = t.date
				AND coalesce(e.capability_id::text, '') = coalesce(t.capability_id::text, '')
		WHERE t.hours IS DISTINCT FROM e.hours OR t.entries_hours IS DISTINCT FROM e.hours`},
}

var proposalStatements = []statement{
	{"proposals with another number of wishes", `
		SELECT p.id::text FROM proposals p CROSS JOIN LATERAL (
			SELECT count(*) AS count FROM proposal_rows w WHERE w.organization_id = $1 AND w.proposal_id = p.id) w
		-- A sweep removes the wishes of a closed proposal, in batches, at the earliest 90 days after it was closed.
		WHERE p.organization_id = $1 AND (w.count > p.row_count OR
			w.count < p.row_count AND p.updated_at > now() - interval '90 days')`},
	{"proposals that have changed rows and are not applied", `
		SELECT DISTINCT p.id::text FROM proposals p JOIN proposal_rows w ON w.organization_id = $1 AND w.proposal_id = p.id
		WHERE p.organization_id = $1 AND p.status <> 'applied' AND w.applied_version IS NOT NULL`},
}

var timesheetStatements = []statement{
	{"timesheets whose hours differ from those that were approved", `
		SELECT DISTINCT t.id::text FROM timesheets t CROSS JOIN LATERAL (
			SELECT FROM (SELECT a.id, a.project_id, a.capability_id, a.date, a.hours FROM actual_hours a
				WHERE a.organization_id = $1 AND a.user_id = t.user_id AND a.date BETWEEN t.start_date AND t.end_date) a
			FULL JOIN (SELECT p.id, p.project_id, p.capability_id, p.date, p.hours FROM timesheet_hours p
				WHERE p.organization_id = $1 AND p.timesheet_id = t.id) p ON p.id = a.id
			WHERE a IS DISTINCT FROM p
		) differs WHERE t.organization_id = $1 AND t.status = 'approved'`},
	{"timesheets whose sum differs from what was approved", `
		SELECT t.id::text FROM timesheets t WHERE t.organization_id = $1 AND t.status IN ('approved', 'reopened')
		AND t.hours <> (SELECT coalesce(sum(p.hours::numeric), 0)::double precision FROM timesheet_hours p
			WHERE p.organization_id = $1 AND p.timesheet_id = t.id)`},
	{"timesheets with hours that they did not approve", `
		SELECT DISTINCT t.id::text FROM timesheets t JOIN timesheet_hours p ON p.organization_id = $1 AND p.timesheet_id = t.id
		WHERE t.organization_id = $1 AND (t.status NOT IN ('approved', 'reopened') OR p.user_id <> t.user_id
			OR p.date NOT BETWEEN t.start_date AND t.end_date)`},
	{"timesheets without the number of their approval", `
		SELECT t.id::text FROM timesheets t JOIN events e ON e.organization_id = $1 AND e.record_id = t.id
		WHERE t.organization_id = $1 AND e.type = 'timesheet.approved' AND e.seq IS DISTINCT FROM t.approved_seq`},
	{"timesheets that have a day in common", `
		SELECT t.id::text FROM timesheets t JOIN timesheets o ON o.organization_id = $1 AND o.user_id = t.user_id
			AND o.id <> t.id AND o.start_date <= t.end_date AND o.end_date >= t.start_date
		WHERE t.organization_id = $1 AND t.status IN ('pending', 'approved') AND o.status IN ('pending', 'approved')`},
	{"timesheets whose decision differs from their status", `
		SELECT id::text FROM timesheets WHERE organization_id = $1
		AND ((status IN ('approved', 'rejected', 'reopened')) <> (decided_at IS NOT NULL)
			OR (decided_at IS NULL) <> (decided_by_id IS NULL)
			OR (rejection_reason IS NOT NULL) <> (status = 'rejected')
			OR (reopen_reason IS NOT NULL) <> (status = 'reopened'))`},
}

var timeOffStatements = []statement{
	{"time_off_requests", `
		SELECT id::text FROM time_off_requests WHERE organization_id = $1
		AND ((status = 'pending') <> (decided_at IS NULL) OR (decided_at IS NULL) <> (decided_by_id IS NULL)
			OR rejection_reason IS NOT NULL AND status <> 'rejected')`},
}

// An event is named by its number, or by its id if it has none.
var journalStatements = []statement{
	{"numbers are missing before these events", `
		SELECT seq::text FROM (SELECT seq, lag(seq) OVER (ORDER BY seq) AS before FROM events
			WHERE organization_id = $1 AND seq IS NOT NULL) e
		WHERE seq <> before + 1`},
	{"the first and the last number differ from those in event_heads", `
		SELECT coalesce(e.first::text, 'none') || ' to ' || coalesce(e.last::text, 'none')
			|| ' instead of ' || coalesce(h.first_seq::text, 'none') || ' to ' || coalesce(h.seq::text, 'none')
		FROM (SELECT min(seq) AS first, max(seq) AS last FROM events WHERE organization_id = $1 AND seq IS NOT NULL) e
		LEFT JOIN event_heads h ON h.organization_id = $1
		WHERE e.last IS DISTINCT FROM CASE WHEN h.first_seq <= h.seq THEN h.seq END
			OR e.first IS DISTINCT FROM CASE WHEN h.first_seq <= h.seq THEN h.first_seq END`},
	{"events are older than the event before", `
		SELECT seq::text FROM (SELECT seq, written_at, lag(written_at) OVER (ORDER BY seq) AS before FROM events
			WHERE organization_id = $1 AND seq IS NOT NULL) e
		WHERE written_at < before`},
	// A transaction cannot be open for so long. Such an event was forgotten.
	{"events have no number, although one that was written a minute later has one", `
		SELECT e.id::text FROM events e JOIN event_heads h ON h.organization_id = $1
			JOIN events last ON last.organization_id = $1 AND last.seq = h.seq
		WHERE e.organization_id = $1 AND e.seq IS NULL AND e.written_at < last.written_at - interval '1 minute'`},
}

// journaled are the tables of the records that have events, by the beginning of the types of their events.
var journaled = map[string]string{
	"budget": "budgets", "calendar_feed": "calendar_feeds", "capability": "capabilities", "client": "clients",
	"holiday": "holidays",
	"key":     "api_keys", "lock": "locks", "pricing": "organization_pricing", "privacy": "organization_privacy",
	"project": "projects", "proposal": "proposals", "rates": "rates",
	"session": "sessions", "settlement": "organization_settlement", "sign_in_identity": "sign_in_identities",
	"time_off": "time_off_requests", "time_off_type": "time_off_types", "timesheet": "timesheets",
	"user": "users", "webhook": "webhooks",
	"user_capabilities": "user_capabilities", "working_patterns": "working_patterns",
}

// written are the tables whose rows are written with an event and never change, by the types of these events.
var written = map[string]string{eventtype.Reminded: "timesheet_reminders", eventtype.BudgetReached: "budget_alerts"}

// versions returns the statements that compare records with their last events. Records that are older than the journal
// have none.
func versions(tables []catalog.Table) (list []statement) {
	for kind, table := range journaled {
		i := slices.IndexFunc(tables, func(t catalog.Table) bool { return t.Name == table })
		if i < 0 {
			continue
		}
		// An event without a number is later than all that have one. The two indexes need two look-ups.
		const last = `
			SELECT coalesce(
			  (SELECT %[1]s FROM events e WHERE e.organization_id = $1 AND e.seq IS NULL AND e.record_id = r.id
			    AND starts_with(e.type, '%[2]s.') ORDER BY e.written_at DESC, e.id DESC LIMIT 1),
			  (SELECT %[1]s FROM events e WHERE e.organization_id = $1 AND e.seq IS NOT NULL AND e.record_id = r.id
			    AND starts_with(e.type, '%[2]s.') ORDER BY e.seq DESC LIMIT 1))`
		version, is := `coalesce((convert_from(e.data, 'UTF8')::jsonb #>> '{after,version}')::bigint, -1)`, "r.version"
		if !tables[i].Has("version") {
			version, is = `CASE WHEN convert_from(e.data, 'UTF8')::jsonb ? 'after' THEN 0 ELSE -1 END`, "0"
		}
		list = append(list, statement{table + ": not the version of the last event, or deleted", fmt.Sprintf(
			`SELECT r.id::text FROM %s r WHERE r.organization_id = $1 AND %s <> (%s)`, table, is,
			fmt.Sprintf(last, version, kind))})
		if kind == "calendar_feed" || kind == "session" {
			continue // it goes with its user or with time, without an event
		}
		list = append(list, statement{table + ": missing, although no event deleted it", fmt.Sprintf(`
			SELECT DISTINCT e.record_id::text FROM events e WHERE e.organization_id = $1 AND e.record_id IS NOT NULL
				AND starts_with(e.type, '%[2]s.') AND e.type NOT IN ('%[3]s', '%[4]s')
			AND NOT EXISTS (SELECT FROM %[1]s r WHERE r.organization_id = $1 AND r.id = e.record_id)
			AND NOT EXISTS (SELECT FROM events d WHERE d.organization_id = $1 AND d.record_id = e.record_id
				AND d.type = '%[2]s.deleted')`,
			table, kind, eventtype.Reminded, eventtype.BudgetReached)})
	}
	for kind, table := range written {
		list = append(list, statement{table + ": missing, although an event wrote it", fmt.Sprintf(`
			SELECT e.record_id::text FROM events e WHERE e.organization_id = $1 AND e.type = '%s'
			AND NOT EXISTS (SELECT FROM %s r WHERE r.organization_id = $1 AND r.id = e.record_id)`, kind, table)})
	}
	slices.SortFunc(list, func(a, b statement) int { return strings.Compare(a.subject, b.subject) })
	return list
}

var idempotencyStatements = []statement{
	{"idempotency_keys without a response",
		`SELECT id::text FROM idempotency_keys WHERE organization_id = $1 AND response IS NULL`},
	{"idempotency_keys that expire before they were created",
		`SELECT id::text FROM idempotency_keys WHERE organization_id = $1 AND expires_at <= created_at`},
}

// known is the last number that an event can have: some may get theirs in a moment.
const known = `(SELECT coalesce(max(h.seq), 0) FROM event_heads h WHERE h.organization_id = $1)
	+ (SELECT count(*) FROM events e WHERE e.organization_id = $1 AND e.seq IS NULL)`

var webhookStatements = []statement{
	{"webhooks whose cursor is after the last event",
		`SELECT id::text FROM webhooks WHERE organization_id = $1 AND greatest(position, last_parked_seq) > ` + known},
	{"webhook_redeliveries of events that do not exist",
		`SELECT id::text FROM webhook_redeliveries WHERE organization_id = $1 AND to_seq > ` + known},
	{"webhook_attempts of events that do not exist",
		`SELECT id::text FROM webhook_attempts WHERE organization_id = $1 AND seq > ` + known},
}
