package docs_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// archive opens the archive at /protos.zip.
func archive(t *testing.T) *zip.Reader {
	t.Helper()
	w := get(t, "GET", "/protos.zip", nil)
	if h := w.Header(); h.Get("Content-Type") != "application/zip" || h.Get("Access-Control-Allow-Origin") != "*" {
		t.Error(h)
	}
	r, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// same names the missing and the additional elements, which is clearer than equal for long lists.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, s := range want {
		if !slices.Contains(got, s) {
			t.Errorf("%s lacks %s", what, s)
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("%s has %s in addition", what, s)
		}
	}
}

func TestProtosAreServed(t *testing.T) {
	var got, want []string
	files := os.DirFS("../../../gen/protos")
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path != "protos.go" {
			want = append(want, path)
		}
		return err
	})
	if err != nil || len(want) == 0 {
		t.Fatal(err, want)
	}
	served := archive(t)
	for _, file := range served.File {
		got = append(got, file.Name)
		if file.Mode() != 0o644 || file.Modified.Year() != 1980 {
			t.Error(file.Name, file.Mode(), file.Modified)
		}
		is, err := fs.ReadFile(served, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if should, err := fs.ReadFile(files, file.Name); err != nil || !bytes.Equal(is, should) {
			t.Errorf("%s is not the file in gen/protos: %v", file.Name, err)
		}
	}
	same(t, "the archive", got, want)
}

// TestProtosMatchTheServer compares the archive, statement by statement, with the
// descriptors of the server. In .ci/run, buf compiles it.
func TestProtosMatchTheServer(t *testing.T) {
	served := archive(t)
	var got, want []string
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(fd protoreflect.FileDescriptor) bool {
		if fd == pb.File_workplan_v1_options_proto || fd == pb.File_workplan_v1_errors_proto {
			return true // only the server uses these
		}
		want = append(want, fd.Path())
		text, err := fs.ReadFile(served, fd.Path())
		if err != nil {
			t.Error(err)
			return true
		}
		same(t, fd.Path(), written(string(text)), statements(fd))
		return true
	})
	for _, file := range served.File {
		text, err := fs.ReadFile(served, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^import "(.*)";`).FindAllStringSubmatch(string(text), -1) {
			if _, err := fs.Stat(served, m[1]); err != nil && !strings.HasPrefix(m[1], "google/protobuf/") {
				t.Errorf("%s imports %s, which no toolchain has", file.Name, m[1])
			}
		}
		if strings.HasPrefix(file.Name, "workplan/") {
			got = append(got, file.Name)
		}
	}
	same(t, "the archive's own files", got, want)
}

var (
	comments  = regexp.MustCompile(`(?m)^\s*//.*$`)
	statement = regexp.MustCompile(`(?:"[^"]*"|[^";{}])*[;{}]`)
)

// written returns the statements of a proto file except imports and reserved names, each
// after the blocks that it is in.
func written(text string) (all []string) {
	var blocks []string
	for _, s := range statement.FindAllString(comments.ReplaceAllString(text, ""), -1) {
		words := strings.Join(strings.Fields(s[:len(s)-1]), " ")
		if words != "" && !strings.HasPrefix(words, "import ") && !strings.HasPrefix(words, "reserved ") {
			all = append(all, strings.Join(append(blocks, words), " / "))
		}
		switch s[len(s)-1] {
		case '{':
			blocks = append(blocks, words)
		case '}':
			blocks = blocks[:len(blocks)-1]
		}
	}
	return all
}

// statements returns the statements of a file with this descriptor.
func statements(fd protoreflect.FileDescriptor) []string {
	all := []string{
		`syntax = "proto3"`,
		"package " + string(fd.Package()),
		fmt.Sprintf("option go_package = %q", fd.Options().(*descriptorpb.FileOptions).GetGoPackage()),
	}
	for i := range fd.Services().Len() {
		sd := fd.Services().Get(i)
		service := "service " + string(sd.Name())
		all = append(all, service)
		for i := range sd.Methods().Len() {
			md := sd.Methods().Get(i)
			stream := ""
			if md.IsStreamingServer() {
				stream = "stream "
			}
			rpc := fmt.Sprintf("%s / rpc %s(%s) returns (%s%s)", service, md.Name(), typeName(md.Input()),
				stream, typeName(md.Output()))
			all = append(all, rpc)
			level := md.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel()
			if level != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN {
				all = append(all, rpc+" / option idempotency_level = "+level.String())
			}
		}
	}
	for i := range fd.Enums().Len() {
		ed := fd.Enums().Get(i)
		enum := "enum " + string(ed.Name())
		all = append(all, enum)
		for i := range ed.Values().Len() {
			all = append(all, fmt.Sprintf("%s / %s = %d", enum, ed.Values().Get(i).Name(), ed.Values().Get(i).Number()))
		}
	}
	for i := range fd.Messages().Len() {
		md := fd.Messages().Get(i)
		message := "message " + string(md.Name())
		all = append(all, message)
		for i := range md.Fields().Len() {
			all = append(all, message+" / "+field(md.Fields().Get(i)))
		}
	}
	return all
}

func field(fd protoreflect.FieldDescriptor) string {
	label, kind, options := "", fd.Kind().String(), ""
	switch {
	case fd.IsList():
		label = "repeated "
	case fd.HasOptionalKeyword():
		label = "optional "
	}
	switch {
	case fd.Message() != nil:
		kind = typeName(fd.Message())
	case fd.Enum() != nil:
		kind = typeName(fd.Enum())
	}
	usual := regexp.MustCompile(`_[a-z]`).ReplaceAllStringFunc(string(fd.Name()),
		func(s string) string { return strings.ToUpper(s[1:]) })
	if fd.JSONName() != usual {
		options = fmt.Sprintf(" [json_name = %q]", fd.JSONName())
	}
	return fmt.Sprintf("%s%s %s = %d%s", label, kind, fd.Name(), fd.Number(), options)
}

// typeName returns the name of a type as the protos of workplan.v1 write it.
func typeName(d protoreflect.Descriptor) string {
	return strings.TrimPrefix(string(d.FullName()), "workplan.v1.")
}
