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

// Edited returns the text of each file with the edits, by its path.
func Edited(edits []Edit) (map[string]string, error) {
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, e := range edits {
		path := filepath.Join(root, e.File)
		text, ok := texts[path]
		if !ok {
			b, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			text = string(b)
		}
		if strings.Count(text, e.Old) != 1 {
			return nil, fmt.Errorf("%s has not once the text that is changed: %q", e.File, e.Old)
		}
		texts[path] = strings.Replace(text, e.Old, e.New, 1)
	}
	return texts, nil
}

// BuildEdited compiles workplan with edits to dir/name, from copies of the files, and returns the path of the program.
func BuildEdited(ctx context.Context, dir, name string, edits []Edit) (string, error) {
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	texts, err := Edited(edits)
	if err != nil {
		return "", err
	}
	copies, err := os.MkdirTemp(dir, "edited-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(copies)
	replaced := map[string]string{}
	for path, text := range texts {
		to := filepath.Join(copies, fmt.Sprintf("%d.go", len(replaced)))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return "", err
		}
		replaced[path] = to
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
