package main

import (
	"testing"
	"time"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// TestEdits finds the source that is edited, also after it was changed.
func TestEdits(t *testing.T) {
	if _, err := testbed.Edited(shortened(time.Minute)); err != nil {
		t.Error(err)
	}
}
