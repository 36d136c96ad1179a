package main

import (
	"testing"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// TestEdits finds the source that is edited, also after it was changed, and compiles it.
func TestEdits(t *testing.T) {
	if _, err := testbed.BuildEdited(t.Context(), t.TempDir(), "workplan", mistakes); err != nil {
		t.Error(err)
	}
}
