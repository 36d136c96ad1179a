// Command protodeps writes the third-party .proto files that Workplan's protos import. It prints them from the
// descriptors in the Go modules of go.mod, so that buf needs no schema registry and the files match the modules.
//
// Usage: protodeps DIR FILE...
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/jhump/protoreflect/v2/protoprint"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: protodeps DIR FILE...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "protodeps:", err)
		os.Exit(1)
	}
}

func run(dir string, roots []string) error {
	p := printer{dir: dir, done: map[string]bool{}}
	for _, root := range roots {
		fd, err := protoregistry.GlobalFiles.FindFileByPath(root)
		if err != nil {
			return fmt.Errorf("%s: %w", root, err)
		}
		if err := p.print(fd); err != nil {
			return err
		}
	}
	return nil
}

type printer struct {
	dir  string
	done map[string]bool
}

// print writes fd and its imports. Buf has google/protobuf built in.
func (p *printer) print(fd protoreflect.FileDescriptor) error {
	if p.done[fd.Path()] || strings.HasPrefix(fd.Path(), "google/protobuf/") {
		return nil
	}
	p.done[fd.Path()] = true
	for i := range fd.Imports().Len() {
		if err := p.print(fd.Imports().Get(i).FileDescriptor); err != nil {
			return err
		}
	}
	path := filepath.Join(p.dir, filepath.FromSlash(fd.Path()))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := (&protoprint.Printer{}).PrintProtoFile(fd, f); err != nil {
		return fmt.Errorf("%s: %w", fd.Path(), err)
	}
	return f.Close()
}
