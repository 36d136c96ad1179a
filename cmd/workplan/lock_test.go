package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// blocked is the line of a request that waited too long for a lock.
var blocked = regexp.MustCompile(`"error":"[^"]*lock timeout[^"]*"`)

// TestALockHasAName: if a session holds a row, the line of each request that waits for it in vain names the session,
// also of those that wait behind another one, and no value of its statement.
func TestALockHasAName(t *testing.T) {
	apitest.SkipOnCitus(t, "the worker has the lock")
	v := startVisited(t)
	v.visit(t, 1)
	held := openPool(t, v.dsn+" application_name=nightly")
	tx, err := held.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	var id string
	if err := tx.QueryRow(`UPDATE clients SET company_name = company_name WHERE email IS DISTINCT FROM 'ada@secret.example'
		AND company_name = 'Client 1' RETURNING id`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	patch := func() int {
		return v.send(t, "PATCH /api/v1/clients/"+id, `{"website": "https://example.com/changed"}`, nil)
	}
	statuses := make(chan int)
	for range 2 {
		go func() { statuses <- patch() }()
	}
	if one, other := <-statuses, <-statuses; one != 503 || other != 503 {
		t.Fatal(one, other)
	}
	lines := func() []string { return blocked.FindAllString(v.out.String(), -1) }
	eventually(t, "both requests are logged", func() bool { return len(lines()) == 2 })
	named := regexp.MustCompile(`process \d+ \(nightly\) blocks it, in a transaction since \S+Z, ` +
		`idle in transaction since \S+Z, last statement UPDATE clients"`)
	if slices.ContainsFunc(lines(), func(line string) bool { return !named.MatchString(line) }) {
		t.Error(lines())
	}
	if strings.Contains(v.out.String(), "secret.example") {
		t.Error("the log has a value")
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if status := patch(); status != 200 {
		t.Error(status)
	}
}
