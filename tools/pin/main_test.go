package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/random"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// TestPin pins the files of the repository, with a registry of its own in place of theirs.
func TestPin(t *testing.T) {
	server := httptest.NewServer(registry.New())
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")

	digest := ""
	push := func() {
		image, err := random.Index(1000, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range []string{"/library/postgres:17", "/golang:1.26"} {
			ref, err := name.ParseReference(host + tag)
			if err != nil {
				t.Fatal(err)
			}
			if err := remote.WriteIndex(ref, image); err != nil {
				t.Fatal(err)
			}
		}
		d, err := image.Digest()
		if err != nil {
			t.Fatal(err)
		}
		digest = d.String()
	}
	push()

	var files []string
	for file, line := range map[string]string{"../../deploy/image/Containerfile": "FROM golang", "../../deploy/compose/compose.yaml": "image: docker.io/library/postgres"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), line) {
			t.Fatalf("%s has no %q", file, line)
		}
		prefix, image, _ := strings.Cut(line, " ")
		image = host + "/" + strings.TrimPrefix(image, "docker.io/")
		files = append(files, filepath.Join(t.TempDir(), filepath.Base(file)))
		write(t, files[len(files)-1], strings.Replace(string(text), line, prefix+" "+image, 1))
	}

	// The second time, the tags have other images.
	for range 2 {
		if err := pin(files); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if text := read(t, file); strings.Count(text, "@"+digest) != 1 || strings.Count(text, "@sha256") != 1 || strings.Contains(text, "workplan}@") {
				t.Errorf("%s is not pinned to %s:\n%s", file, digest, text)
			}
		}
		push()
	}

	before := read(t, files[0])
	unknown := filepath.Join(t.TempDir(), "Containerfile")
	write(t, unknown, "FROM "+host+"/none:1\n")
	if err := pin([]string{files[0], unknown}); err == nil || !strings.Contains(err.Error(), "/none:1") {
		t.Errorf("an image that does not exist: %v", err)
	}
	if read(t, files[0]) != before {
		t.Error("a file was changed although a digest is unknown")
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
