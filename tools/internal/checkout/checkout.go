// Package checkout finds the files of the repository, so that the programs of this module can be started in any of its
// folders.
package checkout

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// Root returns the path of the root of the repository that contains the working directory.
func Root() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/workplan-api/workplan").Output()
	if err != nil {
		return "", fmt.Errorf("the working directory is not in the repository: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Enter makes the root the working directory: go -C tools run starts a program in tools, and the files that its
// arguments name are relative to the root.
func Enter() error {
	root, err := Root()
	if err != nil {
		return err
	}
	return os.Chdir(root)
}

// Dirty ends the name of a commit whose checkout had other changes.
const Dirty = "-dirty"

// Commit returns the beginning of the hash of the commit that is checked out, or "unknown". It looks once, because a
// page that is written row by row is a change itself.
var Commit = sync.OnceValue(func() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty="+Dirty, "--exclude=*", "--abbrev=12").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
})
