package testbed

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// Edit is a change of a source file of this checkout: its text Old, which must be there once, becomes New.
type Edit struct{ File, Old, New string }

// BuildEdited compiles workplan with edits to dir/name, from copies of the files, and returns the path of the program.
func BuildEdited(ctx context.Context, dir, name string, edits []Edit) (string, error) {
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	copies, err := os.MkdirTemp(dir, "edited-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(copies)
	replaced := map[string]string{}
	for _, e := range edits {
		from := filepath.Join(root, e.File)
		to := filepath.Join(copies, strings.ReplaceAll(e.File, "/", "_"))
		if replaced[from] != "" {
			from = to
		}
		text, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		if strings.Count(string(text), e.Old) != 1 {
			return "", fmt.Errorf("%s has not once the text that is changed: %q", e.File, e.Old)
		}
		if err := os.WriteFile(to, []byte(strings.Replace(string(text), e.Old, e.New, 1)), 0o600); err != nil {
			return "", err
		}
		replaced[filepath.Join(root, e.File)] = to
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	file := filepath.Join(copies, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return "", err
	}
	program := filepath.Join(dir, name)
	_, err = process.Output(ctx, "go", "build", "-C", root, "-overlay="+file, "-o", program, "./cmd/workplan")
	return program, err
}
