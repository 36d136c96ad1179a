package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/s2"
)

func TestCompress(t *testing.T) {
	for _, n := range []int{1, 11, maxRows} {
		rows := make([]byte, n*RowSize)
		for i := range rows {
			rows[i] = byte(rand.IntN(256))
		}
		got, err := decompress(nil, compress(rows))
		if err != nil || !bytes.Equal(got, rows) {
			t.Errorf("%d rows change: %v", n, err)
		}
	}
	data := compress(make([]byte, 20*RowSize))
	for name, damaged := range map[string][]byte{
		"cut off": data[:len(data)-1], "empty": nil, "part of a row": s2.Encode(nil, make([]byte, RowSize+1)),
		"too large": s2.Encode(nil, make([]byte, (maxRows+1)*RowSize)),
	} {
		if _, err := decompress(nil, damaged); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUndo has the events of a row that had 6 hours.
func TestUndo(t *testing.T) {
	const created, changed, latest = 1_000_000, 9_000_000, 5_000_000
	for name, tt := range map[string]struct {
		hours, previous float64
		version, flags  uint64
		isDeleted       bool
		existed, was    bool
		wasChanged      uint64
	}{
		"the row was created": {hours: 6, previous: math.NaN(), version: 1},
		"the second version":  {7, 6, 2, knownMask, false, true, false, created},
		"a later version":     {7, 6, 3, knownMask, false, true, false, latest},
		"it was tentative": {7, 6, 3, knownMask | wasTentativeMask, false, true,
			true, latest},
		"it became tentative": {6, 6, 3, knownMask | TentativeMask, false, true,
			false, latest},
		"an older event of a row that became tentative":   {6, 6, 3, TentativeMask, false, true, false, latest},
		"an older event of a row that became firm":        {6, 6, 3, 0, false, true, true, latest},
		"other hours of a tentative row":                  {7, 6, 3, TentativeMask, false, true, true, latest},
		"a row that was deleted keeps what the event has": {0, 6, 3, TentativeMask, true, true, true, changed},
	} {
		row := make([]byte, RowSize)
		put := func(at int, word uint64) { binary.BigEndian.PutUint64(row[at:], word) }
		put(atHours, math.Float64bits(tt.hours))
		put(atPrevious, math.Float64bits(tt.previous))
		put(atVersion, tt.version)
		put(atCreated, created|tt.flags)
		put(atChanged, changed)
		existed := Undo(row, tt.isDeleted, latest)
		if existed != tt.existed {
			t.Errorf("%s: existed %v", name, existed)
		}
		if existed && (math.Float64frombits(word(row[atHours:])) != 6 || word(row[atVersion:]) != tt.version-1 ||
			Tentative(row) != tt.was || word(row[atCreated:])&^FlagsMask != created ||
			word(row[atChanged:]) != tt.wasChanged) {
			t.Errorf("%s: %x", name, row[atHours:])
		}
	}
}
