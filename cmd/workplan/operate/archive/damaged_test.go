package archive_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// summed returns a file with the checksum of its lines, as somebody makes it who changes them on purpose.
func summed(t *testing.T, file []byte) []byte {
	t.Helper()
	end := bytes.LastIndexByte(file[:len(file)-1], '\n') + 1
	var last map[string]any
	if err := json.Unmarshal(file[end:], &last); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(file[:end])
	last["sha256"] = hex.EncodeToString(sum[:])
	line, err := json.Marshal(last)
	if err != nil {
		t.Fatal(err)
	}
	return append(append(file[:end:end], line...), '\n')
}

// TestDamagedEventsAreRefused imports files that are whole, but have an event that no reader of the journal could be
// shown.
func TestDamagedEventsAreRefused(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	for i := range 2 {
		if ans := a.REST(t, "admin", "POST /api/v1/assignments", fmt.Sprintf(`{"items": [{"userId": "$worker",
			"projectId": "$atlas", "date": "2026-03-0%d", "hours": 8}]}`, i+1), nil); ans.Status != 200 {
			t.Fatal(ans.Raw)
		}
		if ans := a.REST(t, "admin", "POST /api/v1/capabilities", fmt.Sprintf(`{"name": "Damaged %d"}`, i),
			nil); ans.Status != 200 {
			t.Fatal(ans.Raw)
		}
	}
	target := apitest.NewDatabase(t)
	db := open(t, target)
	// In another schema, because an archive has all tables of that of the program.
	a.Exec(`CREATE SCHEMA kept`)
	a.Exec(`CREATE TABLE kept.events AS SELECT * FROM events`)
	for name, damage := range map[string]string{
		"no JSON":               `data = '{' WHERE encoding = 1`,
		"JSON of another kind":  `data = '{"after": 1}' WHERE encoding = 1`,
		"no record":             `record_id = NULL WHERE encoding = 1`,
		"rows that end early":   `data = substr(data, 2) WHERE encoding <> 1`,
		"no rows":               `data = '', row_count = 0 WHERE encoding <> 1`,
		"more rows than it has": `row_count = row_count + 1 WHERE encoding <> 1`,
		"rows that are packed":  `encoding = 3 WHERE encoding <> 1`,
		"an unknown encoding":   `encoding = 9 WHERE encoding = 1`,
		"an endless number":     `data = overlay(data placing '\x7ff0000000000000'::bytea from 69) WHERE encoding <> 1`,
	} {
		t.Run(name, func(t *testing.T) {
			a.Exec(`UPDATE events SET `+damage+` AND organization_id = $1`, a.Organization)
			mustFail(t, db, mustExport(t, a.DSN, a.Organization), "cannot be read")
			a.Exec(`UPDATE events e SET data = k.data, row_count = k.row_count, encoding = k.encoding, record_id = k.record_id
				FROM kept.events k WHERE e.organization_id = $1 AND k.organization_id = $1 AND k.id = e.id`, a.Organization)
		})
	}
	for table, rows := range dump(t, target, a.Organization) {
		if len(rows) > 0 {
			t.Errorf("%s has %d rows", table, len(rows))
		}
	}
	file := mustExport(t, a.DSN, a.Organization)
	begin, end, _ := bytes.Cut(file, []byte("\n"))
	var header map[string]any
	if err := json.Unmarshal(begin, &header); err != nil {
		t.Fatal(err)
	}
	organization := header["organization"].(map[string]any)
	want := organization["name"]
	organization["name"] = "Another one"
	line, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	if r := mustImport(t, target, summed(t, append(append(line, '\n'), end...))); r.Organization.Name != want {
		t.Errorf("the organization is called %q, and its row has %q", r.Organization.Name, want)
	}
	mustFail(t, db, summed(t, append(append(line, '\n'), end...)), fmt.Sprintf("organization %q", want))
}
