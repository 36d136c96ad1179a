package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestProgressSaysHowLong: a command that reads a file for long says how much is done and how long the rest will take.
func TestProgressSaysHowLong(t *testing.T) {
	f, err := os.Open(mustWrite(t, strings.Repeat("0123456789", 100)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.CopyN(io.Discard, f, 250); err != nil {
		t.Fatal(err)
	}
	out := &syncBuffer{}
	p := newProgress(streams{out: out, err: out}, "Importing %s …")
	p.share = func() float64 { return readShare(f) }
	p.rows("assignments", 0)
	p.began, p.said = time.Now().Add(-time.Minute), time.Now().Add(-11*time.Second)
	p.rows("assignments", 50_000)
	p.end()
	want := regexp.MustCompile(`^Importing assignments … 50000 rows so far, 25 % of all, about 3m0s left\n$`)
	if !want.MatchString(out.String()) {
		t.Error(out.String())
	}
}
