package apitest

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/process"
)

// program is compiled when the first test needs it. The folder is removed after the last one of the package.
var program struct {
	sync.Once
	dir, path string
	err       error
}

// Program returns the path of workplan of this checkout. The tests of a package share it. Every user may run it.
func Program(t testing.TB) string {
	t.Helper()
	program.Do(func() {
		if program.dir, program.err = os.MkdirTemp("", "workplan-program-"); program.err != nil {
			return
		}
		if program.path, program.err = process.Build(context.Background(), program.dir); program.err == nil {
			program.err = errors.Join(os.Chmod(program.dir, 0o755), os.Chmod(program.path, 0o755))
		}
	})
	if program.err != nil {
		t.Fatal(program.err)
	}
	return program.path
}

// removeProgram is called after the tests.
func removeProgram(err error) error {
	if program.dir == "" {
		return err
	}
	return errors.Join(err, os.RemoveAll(program.dir))
}
