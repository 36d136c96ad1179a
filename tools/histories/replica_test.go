package main

import (
	"os"
	"strings"
	"testing"
)

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

type fields = map[string]any

func created(seq number, id string, version float64) event {
	return event{Seq: seq, Type: "client.updated", Record: &struct{ Type, ID string }{"client", id},
		After: fields{"version": version}}
}

func deleted(seq number, id string) event {
	e := created(seq, id, 0)
	e.After = nil
	return e
}

func upserted(seq number, hours, version float64, previous any) event {
	return event{Seq: seq, Type: "assignments.upserted", RowCount: 1, Rows: []map[string]any{
		{"id": "r", "hours": hours, "version": version, "previousHours": previous},
	}}
}

func TestReplica(t *testing.T) {
	for _, test := range []struct {
		name, want string // want is a part of the error, or ""
		events     []event
		tables     map[string]fields
	}{
		{"a client is made and changed", "", []event{created(8, "a", 1), created(9, "a", 2)}, map[string]fields{
			"client a": {"version": 2.0},
		}},
		{"a client is made and deleted", "", []event{created(8, "a", 1), deleted(9, "a")}, nil},
		{"a gap", "event 9 follows event 7", []event{created(9, "a", 1)}, nil},
		{"a repeated event", "event 8 follows event 8", []event{created(8, "a", 1), created(8, "a", 1)}, nil},
		{"a change without an event", "version 3", []event{created(8, "a", 1), created(9, "a", 3)}, nil},
		{"an event of a change that was undone", "exists from events", []event{created(8, "a", 1)}, nil},
		{"a record without an event", "in the table", nil, map[string]fields{"client a": {"version": 1.0}}},
		{"a deletion of nothing", "does not exist", []event{deleted(8, "a")}, nil},
		{"a key is used and revoked", "", []event{{
			Seq: 8, Type: "key.revoked", Record: &struct{ Type, ID string }{"key", "k"},
			After: fields{"version": 1.0, "lastUsedAt": "2026-01-01T00:00:00Z"},
		}}, map[string]fields{"key k": {"version": 1.0}}},
		{"hours", "", []event{upserted(8, 4, 1, nil), upserted(9, 6, 2, 4.0)}, map[string]fields{
			"assignment r": {"id": "r", "hours": 6.0, "version": 2.0},
		}},
		{"hours in another order", "writes over 4 hours", []event{upserted(8, 2, 1, nil), upserted(9, 6, 2, 4.0)}, nil},
	} {
		p := replica{name: "test", seq: 7, records: map[string]map[string]any{}}
		var err error
		for _, e := range test.events {
			if err == nil {
				err = p.apply(e)
			}
		}
		if err == nil {
			err = p.equals(test.tables)
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// Until the event of the marker, the copy may be newer than the events.
func TestReplicaIsLoadedWhileOthersWrite(t *testing.T) {
	p := replica{seq: 7, marker: "m", records: map[string]fields{"client a": {"version": 3.0}}}
	for _, e := range []event{created(8, "a", 2), created(9, "a", 3), deleted(10, "b"), created(11, "m", 1),
		created(12, "a", 4)} {
		if err := p.apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.apply(created(13, "a", 6)); !isBroken(err) {
		t.Errorf("a version is missing: %v", err)
	}
}

// The controls change texts of the source that must exist.
func TestMistakesFitTheSource(t *testing.T) {
	for _, m := range mistakes {
		if n := strings.Count(string(read(t, "../../"+m.File)), m.Old); n != 1 {
			t.Errorf("%s has %d times %q", m.File, n, m.Old)
		}
	}
}
