package apitest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// tenantTables are the tables of the rows of organizations. TestGuard holds them
// against the catalog.
var tenantTables = []string{
	"users", "clients", "projects", "capabilities", "assignments", "actual_hours", "time_off_types", "time_off_requests", "api_keys",
}

// TenantTables are the tables that Guard looks for.
func TenantTables() []string { return slices.Clone(tenantTables) }

var (
	named       = regexp.MustCompile(`(?i)\b(?:from|join|update|into|using|,)\s+(?:only\s+)?"?(` + strings.Join(tenantTables, "|") + `)"?(?:\s+(?:as\s+)?"?([a-z_][a-z0-9_]*)"?)?`)
	predicate   = regexp.MustCompile(`(?i)(?:"?([a-z_][a-z0-9_]*)"?\.)?"?organization_id"?\s*=\s*(?:\$\d+|"?[a-z_][a-z0-9_]*"?\.)`)
	insert      = regexp.MustCompile(`(?is)^\s*insert\s+into\s+"?[a-z_]+"?\s*(?:as\s+[a-z_]+\s*)?\(([^)]*)\)`)
	notAnAlias  = map[string]bool{"where": true, "set": true, "on": true, "join": true, "left": true, "inner": true, "order": true, "group": true, "limit": true, "for": true, "values": true, "union": true, "using": true, "select": true, "cross": true, "returning": true, "offset": true}
	schemaWords = regexp.MustCompile(`(?i)^\s*(--|create|alter|drop|comment|vacuum|analyze|explain|copy)\b`)
)

// Guard refuses a statement that names a table of an organization without saying
// which organization, for each time that it names one: rule 2 of the design, proved
// without a distributed database as rule 8 asks.
func Guard(query string) error {
	if schemaWords.MatchString(query) || strings.Contains(query, "information_schema") || strings.Contains(query, "pg_") {
		return nil
	}
	if m := insert.FindStringSubmatch(query); m != nil && !strings.Contains(m[1], "organization_id") {
		return fmt.Errorf("no organization in: %s", query)
	}
	confined, bare := map[string]int{}, 0
	for _, m := range predicate.FindAllStringSubmatch(query, -1) {
		if m[1] == "" {
			bare++
		} else {
			confined[strings.ToLower(m[1])]++
		}
	}
	for _, m := range named.FindAllStringSubmatch(query, -1) {
		table, alias := strings.ToLower(m[1]), strings.ToLower(m[2])
		if alias == "" || notAnAlias[alias] {
			alias = table
		}
		switch {
		case insert.MatchString(query) && strings.Contains(strings.ToLower(m[0]), "into"):
		case confined[alias] > 0:
			confined[alias]--
		case bare > 0:
			bare--
		default:
			return fmt.Errorf("no organization for %s in: %s", alias, query)
		}
	}
	return nil
}
