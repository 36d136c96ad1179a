package journal

import (
	"bytes"
	"errors"
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
		got, err := decompress(compress(rows))
		if err != nil || !bytes.Equal(got, rows) {
			t.Errorf("%d rows change: %v", n, err)
		}
	}
	data := compress(make([]byte, 20*RowSize))
	for name, damaged := range map[string][]byte{
		"cut off": data[:len(data)-1], "empty": nil, "part of a row": s2.Encode(nil, make([]byte, RowSize+1)),
		"too large": s2.Encode(nil, make([]byte, (maxRows+1)*RowSize)),
	} {
		if _, err := decompress(damaged); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
