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

// The expressions see a statement as plain leaves it.
var (
	textOrRemark = regexp.MustCompile(`'(?:[^']|'')*'|--[^\n]*|/\*(?s:.*?)\*/`)
	schemaWords  = regexp.MustCompile(`^\s*(?:create|alter|drop|comment|vacuum|analyze|explain|copy)\b`)
	named        = regexp.MustCompile(`(\bfrom|\bjoin|\bupdate|\binto|\busing|\btruncate|,)\s+(?:table\s+)?(?:only\s+)?(?:public\.)?(` + strings.Join(tenantTables, "|") + `)\b(\.|\s+(?:as\s+)?([a-z_][a-z0-9_]*))?`)
	inserted     = regexp.MustCompile(`\binsert\s+into\s+(?:public\.)?(?:` + strings.Join(tenantTables, "|") + `)\b\s*(?:as\s+[a-z_]+\s*)?(?:\(([^)]*)\))?`)
	assigned     = regexp.MustCompile(`(\bset\s+|,\s*)organization_id\s*=\s*\S+`)
	predicate    = regexp.MustCompile(`(?:([a-z_][a-z0-9_]*)\.)?\borganization_id\s*=\s*(?:\$\d+|([a-z_][a-z0-9_]*)\.(?:organization_id|id)\b)`)
	notAnAlias   = []string{
		"where", "set", "on", "join", "left", "right", "full", "inner", "cross", "natural", "order", "group", "having", "limit", "offset", "for",
		"values", "union", "except", "intersect", "using", "select", "returning", "when", "default", "overriding", "restart", "cascade",
	}
)

// plain is a statement in lower case without its texts, remarks and quotation marks.
func plain(query string) string {
	query = textOrRemark.ReplaceAllString(query, "''")
	return strings.ToLower(strings.ReplaceAll(query, `"`, ""))
}

// Guard refuses a statement that names a table of an organization without saying
// which organization, for each time that it names one: rule 2 of the design, proved
// without a distributed database as rule 8 asks.
func Guard(query string) error {
	text := plain(query)
	if schemaWords.MatchString(text) {
		return nil
	}
	for _, m := range inserted.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "organization_id") {
			return fmt.Errorf("no organization in: %s", query)
		}
	}
	text = assigned.ReplaceAllString(text, "$1") // to write it is not to ask for it
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
