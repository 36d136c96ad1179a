package deploy_test

import (
	"archive/tar"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/workplan-api/workplan/test/process"
)

// TestImage builds the image twice, in two folders, and runs what it holds as a container runtime would: in a root
// folder of its own that is read-only, as the user of the image, with no other file, without capabilities.
func TestImage(t *testing.T) {
	need(t, "git", "unshare", "setpriv", "chroot")
	work := mustTempDir(t)
	tool := filepath.Join(work, "image")
	mustOutput(t, "go", "-C", "../tools", "build", "-o", tool, "./image")
	mustCopy(t, filepath.Join(work, "one"))
	mustOutput(t, "git", "clone", "--quiet", filepath.Join(work, "one"), filepath.Join(work, "two"))
	digests := map[string]bool{}
	for _, name := range []string{"one", "two"} {
		digest := mustOutput(t, tool, "--source", filepath.Join(work, name), "--out", filepath.Join(work, "layout"),
			"--platforms", "linux/"+runtime.GOARCH)
		digests[strings.TrimSpace(digest)] = true
	}
	mustOutput(t, "git", "-C", filepath.Join(work, "one"), "worktree", "add", "--quiet", "--detach",
		filepath.Join(work, "linked"))
	mustOutput(t, "cp", "-r", filepath.Join(work, "one"), filepath.Join(work, "bare"))
	if err := os.RemoveAll(filepath.Join(work, "bare", ".git")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"linked", "bare"} {
		out, err := exec.CommandContext(t.Context(), tool, "--source", filepath.Join(work, name), "--out",
			filepath.Join(work, "none"), "--platforms", "linux/"+runtime.GOARCH).CombinedOutput()
		if err == nil && !digests[strings.TrimSpace(lastLine(string(out)))] ||
			err != nil && !strings.Contains(string(out), "does not know its commit") {
			t.Errorf("an image of a folder that is %s: %v: %s", name, err, out)
		}
	}
	if len(digests) != 1 {
		t.Fatalf("two builds of one commit differ: %v", slices.Collect(maps.Keys(digests)))
	}

	image := mustUnpack(t, filepath.Join(work, "layout"), filepath.Join(work, "root"))
	if !digests[image.digest] {
		t.Errorf("the layout has %s, and the tool prints %v", image.digest, digests)
	}
	if want := []string{
		"etc/", "etc/group", "etc/passwd", "usr/", "usr/share/", "usr/share/doc/", "usr/share/doc/workplan/",
		"usr/share/doc/workplan/copyright", "workplan",
	}; !slices.Equal(image.files, want) {
		t.Errorf("the files are %v, want %v", image.files, want)
	}
	if c := image.Config; c.User != "65532:65532" || !slices.Equal(c.Entrypoint, []string{"/workplan"}) ||
		!slices.Equal(c.Cmd, []string{"serve"}) {
		t.Errorf("the configuration is %+v", c)
	}
	for label, want := range map[string]string{
		"created": "2026-01-02T03:04:05Z", "version": "0.0.0-20260102030405-", "licenses": "Apache-2.0",
		"source": "https://github.com/workplan-api/workplan",
	} {
		if got := image.Config.Labels["org.opencontainers.image."+label]; !strings.HasPrefix(got, want) {
			t.Errorf("the label %s is %q, want %q", label, got, want)
		}
	}

	if size := mustSize(t, filepath.Join(work, "root", "workplan")); size > largestProgram {
		t.Errorf("the program has %d bytes, more than %d", size, largestProgram)
	}

	if licenses := mustOutput(t, filepath.Join(work, "root", "workplan"),
		"licenses"); licenses != string(mustRead(t, filepath.Join(work, "root", "usr/share/doc/workplan/copyright"))) {
		t.Error("the image has other licences than the program prints")
	}

	addr, database := emptyDatabase(t)
	dsn := fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", addr, database)
	args := append(image.Config.Entrypoint, image.Config.Cmd...)
	s := mustServe(t, nil, container(filepath.Join(work, "root"),
		append(slices.Clone(loopback), "DATABASE_URL="+dsn, "TZ=Asia/Tokyo"), append(args, "--migrate")...)...)

	status := string(mustRead(t, fmt.Sprintf("/proc/%d/status", s.PID)))
	for _, want := range []string{"Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532",
		"Groups:\t \n", "CapEff:\t0000000000000000", "NoNewPrivs:\t1"} {
		if !strings.Contains(status, want) {
			t.Errorf("the status of the process has no %q:\n%s", want, status)
		}
	}
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/root/x", s.PID), nil, 0o644); !errors.Is(err, syscall.EROFS) {
		t.Errorf("write to the root of the process: %v", err)
	}
	if text := string(s.Log()); !strings.Contains(text, `+09:00","level":"INFO","msg":"listening"`) {
		t.Errorf("the image does not know the time in Tokyo:\n%s", text)
	}

	inside := func(args ...string) (string, error) {
		args = container(filepath.Join(work, "root"), []string{"DATABASE_URL=" + dsn},
			append([]string{"/workplan"}, args...)...)
		out, err := process.Output(t.Context(), args[0], args[1:]...)
		return string(out), err
	}
	key, err := inside(firstOrganization...)
	if err != nil {
		t.Fatal(err)
	}
	expectMe(t, s.HTTP, key)

	info, err := buildinfo.ReadFile(filepath.Join(work, "root", "workplan"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(info.Deps, func(m *debug.Module) bool {
		return m.Path == "golang.org/x/crypto/x509roots/fallback"
	}) {
		t.Error("the program has no certificate authorities, and the image has none either")
	}
}

// largestProgram is the size in bytes that the program of a release may have. .ci/release-dry-run checks all platforms.
const largestProgram = 44_000_000

// mustSize returns the size of a file in bytes.
func mustSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// lastLine returns the last line of text.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// container is the command line of a process in the root folder of an image.
func container(root string, env []string, args ...string) []string {
	const script = `set -e
root=$1; shift
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs env -i "$CHROOT" --userspec=65532:65532 --groups= "$root" "$@"`
	chroot, _ := exec.LookPath("chroot")
	return append([]string{"unshare", "--mount", "--propagation", "private", "sh", "-c",
		strings.Replace(script, `"$CHROOT"`, strings.Join(append(quote(env), chroot), " "), 1), "sh", root}, args...)
}

func quote(words []string) []string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return quoted
}

type descriptor struct {
	Digest    string
	Manifests []descriptor
	Config    *descriptor
	Layers    []descriptor
}

type imageConfig struct {
	Config struct {
		User            string
		Entrypoint, Cmd []string
		Labels          map[string]string
	}
	digest string
	files  []string
}

// mustUnpack writes the files of the first platform of an image into a folder.
func mustUnpack(t *testing.T, layout, root string) (image imageConfig) {
	t.Helper()
	blob := func(d descriptor) string {
		return filepath.Join(layout, "blobs", strings.Replace(d.Digest, ":", "/", 1))
	}
	decode := func(path string, v any) {
		if err := json.Unmarshal(mustRead(t, path), v); err != nil {
			t.Fatal(err)
		}
	}
	var index, platforms, manifest descriptor
	decode(filepath.Join(layout, "index.json"), &index)
	decode(blob(index.Manifests[0]), &platforms)
	decode(blob(platforms.Manifests[0]), &manifest)
	decode(blob(*manifest.Config), &image)
	image.digest = index.Manifests[0].Digest
	for _, layer := range manifest.Layers {
		f, err := os.Open(blob(layer))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		unzipped, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		for files := tar.NewReader(unzipped); ; {
			header, err := files.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			image.files = append(image.files, header.Name)
			if header.Typeflag == tar.TypeDir {
				continue // mustWrite makes it
			}
			text, err := io.ReadAll(files)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(root, header.Name)
			mustWrite(t, path, string(text))
			if err := os.Chmod(path, header.FileInfo().Mode()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return image
}
