package services

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestOutageLines(t *testing.T) {
	var text bytes.Buffer
	lines := &outageLines{}
	h := outage{slog.NewTextHandler(&text, nil), lines}.WithAttrs([]slog.Attr{slog.String("part", "x")})
	at := time.Now()
	log := func(after time.Duration, err error) (logged string) {
		t.Helper()
		text.Reset()
		r := slog.NewRecord(at.Add(after), slog.LevelWarn, "m", 0)
		r.AddAttrs(slog.Any("error", err))
		if err := h.Handle(context.Background(), r); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	away := fmt.Errorf("x: %w", driver.ErrBadConn)
	if got := log(0, away); !strings.Contains(got, "part=x") || strings.Contains(got, "left_out") {
		t.Errorf("the first line: %q", got)
	}
	for _, after := range []time.Duration{time.Second, 59 * time.Second} {
		if got := log(after, away); got != "" {
			t.Errorf("after %s: %q", after, got)
		}
	}
	if got := log(time.Minute, errors.New("another")); got == "" {
		t.Error("a line about something else is left out")
	}
	if got := log(time.Minute, away); !strings.Contains(got, "left_out=2") {
		t.Errorf("after a minute: %q", got)
	}
	log(time.Minute+time.Second, away)
	if n := lines.end(); n != 1 {
		t.Errorf("%d lines were left out at the end", n)
	}
	if got := log(time.Minute+2*time.Second, away); got == "" {
		t.Error("the next outage is not logged at once")
	}
}
