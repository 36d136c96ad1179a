package journal

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/workplan-api/workplan/internal/hoursrow"
)

func TestCompress(t *testing.T) {
	for _, n := range []int{1, 11, maxRows} {
		rows := make([]byte, n*hoursrow.Size)
		for i := range rows {
			rows[i] = byte(rand.IntN(256))
		}
		got, err := decompress(nil, compress(rows))
		if err != nil || !bytes.Equal(got, rows) {
			t.Errorf("%d rows change: %v", n, err)
		}
	}
	data := compress(make([]byte, 20*hoursrow.Size))
	for name, damaged := range map[string][]byte{
		"cut off": data[:len(data)-1], "empty": nil, "part of a row": s2.Encode(nil, make([]byte, hoursrow.Size+1)),
		"too large": s2.Encode(nil, make([]byte, (maxRows+1)*hoursrow.Size)),
	} {
		if _, err := decompress(nil, damaged); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
