package parquet_test

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/parquet"
)

var update = flag.Bool("update", false, "write testdata")

// TestTypes compares a table of all types with testdata/types.parquet. The gate "stranger" reads that file with DuckDB,
// so after an update run it.
func TestTypes(t *testing.T) {
	var out bytes.Buffer
	w := parquet.NewWriter(&out, []parquet.Column{
		{"text", parquet.Text}, {"json", parquet.JSON}, {"date", parquet.Date}, {"time", parquet.Time},
		{"int", parquet.Int}, {"float", parquet.Float}, {"bool", parquet.Bool},
	})
	for i := range 20 { // so that bits fill more than two bytes
		w.Text(0, strings.Repeat("ä", i))
		w.Text(1, `{"a":[1]}`)
		w.Int(2, int64(-i))
		w.Int(3, int64(i)*1_000_001)
		w.Int(4, math.MinInt64+int64(i))
		w.Float(5, float64(i)/4)
		w.Bool(6, i%3 == 0)
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
		for column := range 7 {
			w.Null(column)
		}
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close([][2]string{{"name", "value"}}); err != nil {
		t.Fatal(err)
	}
	const file = "testdata/types.parquet"
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%d bytes, and %s has %d: %v", out.Len(), file, len(want), err)
	}
}

// TestGroups checks that rows are written when they are a megabyte, so that a table needs no more memory, and that
// what is repeated is small.
func TestGroups(t *testing.T) {
	var out bytes.Buffer
	w := parquet.NewWriter(&out, []parquet.Column{{"text", parquet.Text}, {"int", parquet.Int}})
	random := rand.NewChaCha8([32]byte{})
	written := 0
	for range 30 << 10 {
		var text [1 << 10]byte
		_, _ = random.Read(text[:])
		w.Text(0, string(text[:]))
		w.Int(1, 7)
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 4 {
			written++
			out.Reset()
		}
	}
	if written != 30 {
		t.Errorf("30 MiB were written in %d parts before the end, want 30", written)
	}
}

type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestErrors checks that an error of the output is returned, at the latest by Close.
func TestErrors(t *testing.T) {
	for _, left := range []int{0, 4, 20, 60} {
		w := parquet.NewWriter(&full{left}, []parquet.Column{{"int", parquet.Int}})
		w.Int(0, 1)
		_ = w.EndRow()
		if err := w.Close(nil); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
