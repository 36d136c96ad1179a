package main

import (
	"io"
	"log"
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

// TestPin pins the base images of the repository, with a registry that has them.
func TestPin(t *testing.T) {
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	push := func(reference string) (digest string) {
		index, err := random.Index(64, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		ref, err := name.ParseReference(reference)
		if err != nil {
			t.Fatal(err)
		}
		if err := remote.WriteIndex(ref, index); err != nil {
			t.Fatal(err)
		}
		hash, err := index.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return hash.String()
	}
	dir := t.TempDir()
	var files []string
	local := strings.NewReplacer("FROM golang", "FROM "+host+"/library/golang", "docker.io", host)
	for _, path := range []string{"image/Containerfile", "compose/compose.yaml"} {
		text, err := os.ReadFile(filepath.Join("../../deploy", path))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, filepath.Base(path)))
		if err := os.WriteFile(files[len(files)-1], []byte(local.Replace(string(text))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(i int) string {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	before := read(0)
	push(host + "/library/golang:1.26")
	if err := pin(t.Context(), files); err == nil || read(0) != before {
		t.Errorf("one image is missing: %v; wrote %q", err, read(0))
	}
	for range 2 { // the second time, the tags have moved
		golang, postgres := push(host+"/library/golang:1.26"), push(host+"/library/postgres:17")
		if err := pin(t.Context(), files); err != nil {
			t.Fatal(err)
		}
		if want := "FROM " + host + "/library/golang:1.26@" + golang +
			" AS build\n"; !strings.Contains(read(0), want) || !strings.Contains(read(0), "FROM scratch\n") {
			t.Errorf("the Containerfile has no %q:\n%s", want, read(0))
		}
		if want := "image: " + host + "/library/postgres:17@" + postgres + "\n"; !strings.Contains(read(1), want) ||
			!strings.Contains(read(1), "image: ${WORKPLAN_IMAGE:-workplan}\n") {
			t.Errorf("the Compose file has no %q:\n%s", want, read(1))
		}
	}
}
