package hoursrow

import (
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// TestUndo has the events of a row that had 6 hours.
func TestUndo(t *testing.T) {
	const created, updated, latest = 1_000_000, 9_000_000, 5_000_000
	for name, tt := range map[string]struct {
		hours, previous float64
		version         uint64
		flags           Flags
		isDeleted       bool
		existed, was    bool
		wasUpdated      int64
	}{
		"the row was created":                             {hours: 6, previous: math.NaN(), version: 1},
		"the second version":                              {7, 6, 2, KnowsBefore, false, true, false, created},
		"a later version":                                 {7, 6, 3, KnowsBefore, false, true, false, latest},
		"it was tentative":                                {7, 6, 3, KnowsBefore | WasTentative, false, true, true, latest},
		"it became tentative":                             {6, 6, 3, KnowsBefore | Tentative, false, true, false, latest},
		"an older event of a row that became tentative":   {6, 6, 3, Tentative, false, true, false, latest},
		"an older event of a row that became firm":        {6, 6, 3, 0, false, true, true, latest},
		"other hours of a tentative row":                  {7, 6, 3, Tentative, false, true, true, latest},
		"a row that was deleted keeps what the event has": {0, 6, 3, Tentative, true, true, true, updated},
	} {
		row := make(Row, Size)
		row.put(atHours, math.Float64bits(tt.hours))
		row.put(atPrevious, math.Float64bits(tt.previous))
		row.put(atVersion, tt.version)
		row.put(atCreated, created)
		row[atFlags] = byte(tt.flags)
		row.put(atUpdated, updated)
		existed := row.Undo(tt.isDeleted, latest)
		if existed != tt.existed {
			t.Errorf("%s: existed %v", name, existed)
		}
		if existed && (row.Hours() != 6 || row.Version() != int64(tt.version)-1 || row.Tentative() != tt.was ||
			row.Created() != created || row.Updated() != tt.wasUpdated) {
			t.Errorf("%s: %x", name, row[atHours:])
		}
	}
}

// TestGoldenRows has rows of events as each release has stored them, which every later one reads.
func TestGoldenRows(t *testing.T) {
	const (
		ids = "0198f3a0000070008000000000000001" + "0198f3a0000070008000000000000002" + "0198f3a0000070008000000000000003"
		day = "000025c3" // 2026-06-20
	)
	type values struct {
		capability      uuid.UUID
		hours, previous float64
		version         int64
		flags           Flags
	}
	capability := uuid.MustParse("0198f3a0-0000-7000-8000-000000000004")
	for name, tt := range map[string]struct {
		row  string
		want values
	}{
		"of the first release, created": {
			ids + strings.Repeat("00", 16) + day + "4020000000000000" + "0000000000000001" +
				"0002f72b69d4c000" + "0002f72b69d4c000" + "7ff8000000000000",
			values{uuid.Nil, 8, math.NaN(), 1, 0},
		},
		"of the first release, changed": {
			ids + "0198f3a0000070008000000000000004" + day + "401e000000000000" + "0000000000000002" +
				"0002f72b69d4c000" + "0002f72b69d4c000" + "4020000000000000",
			values{capability, 7.5, 8, 2, 0},
		},
		"of the release with tentative hours, tentative": {
			ids + strings.Repeat("00", 16) + day + "4020000000000000" + "0000000000000001" +
				"4002f72b69d4c000" + "0002f72b69d4c000" + "7ff8000000000000",
			values{uuid.Nil, 8, math.NaN(), 1, Tentative},
		},
		"with what was before, made firm": {
			ids + strings.Repeat("00", 16) + day + "4020000000000000" + "0000000000000003" +
				"3002f72b69d4c000" + "0002f72b69d4c000" + "4010000000000000",
			values{uuid.Nil, 8, 4, 3, KnowsBefore | WasTentative},
		},
		"with what was before, deleted": {
			ids + strings.Repeat("00", 16) + day + "0000000000000000" + "0000000000000004" +
				"4002f72b69d4c000" + "0002f72b69d4c000" + "4020000000000000",
			values{uuid.Nil, 0, 8, 4, Tentative},
		},
	} {
		data, err := hex.DecodeString(tt.row)
		if err != nil || len(data) != Size {
			t.Fatalf("%s: %d bytes, %v", name, len(data), err)
		}
		rows := slices.Collect(Rows(append(data, data...)))
		if len(rows) != 2 {
			t.Fatalf("%s: %d rows", name, len(rows))
		}
		row := rows[1]
		previous, existed := row.Previous()
		got := values{row.Capability(), row.Hours(), previous, row.Version(), row.Flags()}
		if math.IsNaN(tt.want.previous) {
			if existed {
				t.Errorf("%s: existed before", name)
			}
			got.previous, tt.want.previous = 0, 0
		}
		if got != tt.want {
			t.Errorf("%s: got %v, want %v", name, got, tt.want)
		}
		if row.Created() != row.Updated() {
			t.Errorf("%s: created at %s", name, Time(row.Created()))
		}
		if got := Date(row.Day()).Format(time.DateOnly); got != "2026-06-20" {
			t.Errorf("%s: on %s", name, got)
		}
		last := row.ID().String()[35:] + row.User().String()[35:] + row.Project().String()[35:]
		if last != "123" {
			t.Errorf("%s: ids %x", name, row[:48])
		}
	}
}
