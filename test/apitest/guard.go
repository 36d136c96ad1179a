package apitest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// tenantTables are the tables whose rows belong to an organization. TestGuardKnowsTheTables
// compares them with the catalog.
var tenantTables = []string{
	"users", "clients", "projects", "capabilities", "assignments", "actual_hours", "time_off_types",
	"time_off_requests", "api_keys", "idempotency_keys", "events", "event_heads", "webhooks", "webhook_redeliveries",
	"webhook_attempts", "working_patterns", "user_capabilities", "user_views", "record_external_ids", "holidays", "sessions",
	"calendar_feeds", "sign_in_identities", "stored_responses", "scim_names",
	"organization_privacy", "organization_pricing", "organization_settlement", "rates", "budgets", "budget_alerts", "locks",
	"closed_days", "timesheets", "timesheet_hours",
	"actual_hours_entries", "timesheet_reminders", "proposals", "proposal_rows",
}

// TenantTables returns the tables that Guard checks.
func TenantTables() []string { return slices.Clone(tenantTables) }

// These expressions match statements that plain has simplified.
var (
	textOrRemark = regexp.MustCompile(`'(?:[^']|'')*'|--[^\n]*|/\*(?s:.*?)\*/`)
	schemaWords  = regexp.MustCompile(`^\s*(?:create|alter|drop|comment|vacuum|analyze|explain|copy)\b`)
	named        = regexp.MustCompile(
		`(\bfrom|\bjoin|\bupdate|\binto|\busing|\btruncate|,)\s+(?:table\s+)?(?:only\s+)?(?:public\.)?(` +
			strings.Join(tenantTables, "|") + `)\b(\.|\s+(?:as\s+)?([a-z_][a-z0-9_]*))?`,
	)
	inserted = regexp.MustCompile(`\binsert\s+into\s+(?:public\.)?(?:` + strings.Join(tenantTables, "|") +
		`)\b\s*(?:as\s+[a-z_]+\s*)?(?:\(([^)]*)\))?`)
	assigned  = regexp.MustCompile(`(\bset\s+|,\s*)organization_id\s*=\s*\S+`)
	predicate = regexp.MustCompile(
		`(?:([a-z_][a-z0-9_]*)\.)?\borganization_id\s*=\s*(?:\$\d+|''::uuid|([a-z_][a-z0-9_]*)\.(?:organization_id|id)\b)`,
	)
	volatile   = regexp.MustCompile(`^\s*update\b.*\b(?:clock_timestamp|random|gen_random_uuid)\(`)
	simpleCase = regexp.MustCompile(`\bcase\s+[a-z_.$0-9]+\s+when\b`)
	notAnAlias = []string{
		"where", "set", "on", "join", "left", "right", "full", "inner", "cross", "natural", "order", "group", "having",
		"limit", "offset", "for", "values", "union", "except", "intersect", "using", "select",
		"returning", "when", "default",
		"overriding", "restart", "cascade",
	}
)

// plain returns a statement in lower case without its strings, comments and quotes.
func plain(query string) string {
	query = textOrRemark.ReplaceAllString(query, "''")
	return strings.ToLower(strings.ReplaceAll(query, `"`, ""))
}

// Guard returns an error if a statement names a tenant table without a predicate on
// organization_id. It needs one predicate for each time that it names such a table. Such
// a statement would also fail on a distributed database. With this check, the tests do
// not need a distributed database. It also refuses CASE x WHEN y: for its workers, Citus writes x = (x = y). And it
// refuses an UPDATE with clock_timestamp(), as Citus does.
func Guard(query string) error {
	if err, known := guarded.Load(query); known {
		return err.(guardResult).error
	}
	err := guard(query)
	guarded.Store(query, guardResult{err})
	return err
}

// guarded has the results of Guard by statement, since each connection asks for the statements that it prepares.
var guarded sync.Map

type guardResult struct{ error }

func guard(query string) error {
	text := plain(query)
	if schemaWords.MatchString(text) {
		return nil
	}
	for _, m := range inserted.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "organization_id") {
			return fmt.Errorf("no organization in: %s", query)
		}
	}
	if simpleCase.MatchString(text) && named.MatchString(text) {
		return fmt.Errorf("CASE WHEN x = y is needed in place of CASE x WHEN y in: %s", query)
	}
	if volatile.MatchString(strings.ReplaceAll(text, "\n", " ")) && named.MatchString(text) {
		return fmt.Errorf("a parameter is needed in place of a volatile function in: %s", query)
	}
	text = assigned.ReplaceAllString(text, "$1") // an assignment is not a predicate
	confined := map[string]int{}
	for _, m := range predicate.FindAllStringSubmatch(text, -1) {
		if m[1] == "" || m[1] != m[2] {
			confined[m[1]]++
		}
	}
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		clause, name := m[1], m[2]
		if m[4] != "" && !slices.Contains(notAnAlias, m[4]) {
			name = m[4]
		}
		switch {
		case m[3] == ".": // a column in a list
		case clause == "into" && inserted.MatchString(text):
		case confined[name] > 0:
			confined[name]--
		case confined[""] > 0:
			confined[""]--
		default:
			return fmt.Errorf("no organization for %s in: %s", name, query)
		}
	}
	return nil
}
