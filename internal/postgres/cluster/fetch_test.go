package cluster_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ulikunitz/xz"

	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// MustMirror starts a mirror and sets an empty cache, which it returns.
func MustMirror(t *testing.T, answer http.HandlerFunc) (cache string) {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	cache = filepath.Join(MustDataDir(t), "cache")
	t.Setenv("WORKPLAN_POSTGRES_MIRROR", s.URL)
	t.Setenv("WORKPLAN_CACHE", cache)
	t.Setenv("PG_BINDIR", "fetch")
	return cache
}

// expectEmpty checks that a failed fetch leaves no file but the lock.
func expectEmpty(t *testing.T, cache string) {
	t.Helper()
	entries, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "lock" {
			t.Errorf("%s is left in the cache", e.Name())
		}
	}
}

func TestFetch(t *testing.T) {
	t.Run("refuses a file with another checksum", func(t *testing.T) {
		var path string
		cache := MustMirror(t, func(w http.ResponseWriter, r *http.Request) {
			path = r.URL.Path
			_, _ = w.Write(archive(t, entry{name: "bin/postgres", text: "evil"}))
		})
		var log strings.Builder
		_, err := cluster.Start(t.Context(),
			cluster.Config{Log: func(format string, _ ...any) { log.WriteString(format) }})
		if err == nil || !strings.Contains(err.Error(), "checksum") || !strings.Contains(err.Error(), "PG_BINDIR") {
			t.Fatalf("got %v", err)
		}
		if !strings.HasPrefix(path, "/io/zonky/test/postgres/embedded-postgres-binaries-") ||
			!strings.Contains(log.String(), "Downloading") {
			t.Errorf("asked for %s, said %q", path, log.String())
		}
		expectEmpty(t, cache)
	})

	t.Run("says what to do when there is no network", func(t *testing.T) {
		cache := MustMirror(t, http.NotFound)
		_, err := cluster.Start(t.Context(), cluster.Config{})
		if err == nil || !strings.Contains(err.Error(), "404") ||
			!strings.Contains(err.Error(), "install PostgreSQL 15 or newer, or set PG_BINDIR") {
			t.Fatalf("got %v", err)
		}
		expectEmpty(t, cache)
	})

	t.Run("does not wait for a mirror that hangs longer than the context", func(t *testing.T) {
		MustMirror(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		began := time.Now()
		if _, err := cluster.Start(ctx, cluster.Config{}); err == nil || time.Since(began) > 10*time.Second {
			t.Fatalf("after %v: %v", time.Since(began), err)
		}
	})

	t.Run("uses no folder named by PG_BINDIR that has no PostgreSQL", func(t *testing.T) {
		t.Setenv("PG_BINDIR", t.TempDir())
		if _, err := cluster.Start(t.Context(), cluster.Config{}); err == nil ||
			!strings.Contains(err.Error(), "PG_BINDIR") {
			t.Fatalf("got %v", err)
		}
	})

	t.Run("refuses a PostgreSQL that is too old", func(t *testing.T) {
		dir := t.TempDir()
		for _, name := range []string{"postgres", "initdb"} {
			script := "#!/bin/sh\necho 'postgres (PostgreSQL) 14.9'\n"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PG_BINDIR", dir)
		if _, err := cluster.Start(t.Context(), cluster.Config{}); err == nil ||
			!strings.Contains(err.Error(), "14 is too old") {
			t.Fatalf("got %v", err)
		}
	})
}

func TestFetchForReal(t *testing.T) {
	if os.Getenv("WORKPLAN_TEST_FETCH") != "1" {
		t.Skip("downloads PostgreSQL from Maven Central; set WORKPLAN_TEST_FETCH=1 to run it")
	}
	cache := filepath.Join(MustDataDir(t), "cache")
	t.Setenv("WORKPLAN_CACHE", cache)
	t.Setenv("PG_BINDIR", "fetch")
	// Two processes and this one at once.
	commands := make([]*exec.Cmd, 2)
	for i := range commands {
		commands[i] = exec.Command(os.Args[0])
		commands[i].Env = append(os.Environ(), ownerEnv+"=-") // without input, it stops as soon as it has started
		if err := commands[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	c := MustStart(t, cluster.Config{Log: t.Logf})
	t.Logf("started in %v", time.Since(began))
	for _, cmd := range commands {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if got := MustText(t, c.DSN("postgres"), "SHOW server_version"); !strings.HasPrefix(got, "17.") {
		t.Error(got)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) != 2 {
		t.Errorf("in the cache are %v, %v", entries, err)
	}
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WORKPLAN_POSTGRES_MIRROR", "http://127.0.0.1:1") // from here on it must do without the network
	began = time.Now()
	c = MustStart(t, cluster.Config{})
	t.Logf("started again in %v", time.Since(began))
	_ = MustText(t, c.DSN("postgres"), "SELECT 1")
}

type entry struct {
	name, text, link string
	kind             byte
}

// archive packs entries like the binaries: a .txz file in a .jar file.
func archive(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var packed bytes.Buffer
	x, err := xz.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(x)
	for _, e := range entries {
		if e.kind == 0 {
			e.kind = tar.TypeReg
		}
		err := w.WriteHeader(&tar.Header{
			Name: e.name, Typeflag: e.kind, Linkname: e.link, Mode: 0o777, Size: int64(len(e.text)),
		})
		if err == nil {
			_, err = w.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), x.Close()); err != nil {
		t.Fatal(err)
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	f, err := z.Create("postgres-test.txz")
	if err == nil {
		_, err = f.Write(packed.Bytes())
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return jar.Bytes()
}

func TestUnpack(t *testing.T) {
	t.Run("unpacks programs and links that only the owner may write", func(t *testing.T) {
		dir := t.TempDir()
		jar := archive(t,
			entry{name: "bin/", kind: tar.TypeDir}, entry{name: "./bin/hello", text: "#!/bin/sh\necho hello\n"},
			entry{name: "lib/a/link", kind: tar.TypeSymlink, link: "../../bin/hello"})
		if err := cluster.Unpack(bytes.NewReader(jar), int64(len(jar)), dir); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(filepath.Join(dir, "lib/a/link")).CombinedOutput(); err != nil ||
			string(out) != "hello\n" {
			t.Errorf("got %q, %v", out, err)
		}
		if info, err := os.Stat(filepath.Join(dir, "bin/hello")); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("got %v, %v", info.Mode(), err)
		}
	})

	for name, entries := range map[string][]entry{
		"a name that leads out":          {{name: "../evil", text: "x"}},
		"an absolute name":               {{name: "/tmp/evil", text: "x"}},
		"a link that leads out":          {{name: "a", kind: tar.TypeSymlink, link: "../evil"}},
		"an absolute link":               {{name: "a", kind: tar.TypeSymlink, link: "/tmp"}},
		"a second file of the same name": {{name: "a", text: "x"}, {name: "a", text: "y"}},
		"a device":                       {{name: "a", kind: tar.TypeChar}},
		"a hard link":                    {{name: "a", text: "x"}, {name: "b", kind: tar.TypeLink, link: "a"}},
		"a link out by way of another link": {{name: "d/", kind: tar.TypeDir},
			{name: "d/up", kind: tar.TypeSymlink, link: ".."}, {name: "d/up/up2", kind: tar.TypeSymlink, link: ".."},
			{name: "up2/evil", text: "x"}},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "in")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			jar := archive(t, entries...)
			if err := cluster.Unpack(bytes.NewReader(jar), int64(len(jar)), dir); err == nil {
				t.Error("no error")
			}
			if found, err := os.ReadDir(parent); err != nil || len(found) != 1 {
				t.Errorf("beside the folder: %v, %v", found, err)
			}
		})
	}
}
