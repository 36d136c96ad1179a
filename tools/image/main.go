// Command image builds the container image of Workplan without a container daemon, and writes it as an OCI image
// layout. It prints the digest of the image. The same commit and the same version of Go give the same digest, in any
// folder and on any machine.
//
//	go -C tools run ./image --out ../.cache/image
//	go -C tools run ./image --push registry.example.com/workplan:1.2.3
//
// The image has the program, the account that runs it, and the licences. It is made for each platform.
package main

import (
	"archive/tar"
	"bytes"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the account of the process: no name on the host, and not root.
const user = "65532"

const (
	title       = "org.opencontainers.image.title"
	description = "org.opencontainers.image.description"
	source      = "org.opencontainers.image.source"
	licenses    = "org.opencontainers.image.licenses"
	version     = "org.opencontainers.image.version"
	revision    = "org.opencontainers.image.revision"
	created     = "org.opencontainers.image.created"
	refName     = "org.opencontainers.image.ref.name"
)

// notices is the file in the repository that has the licences of the software in the program.
const notices = "gen/licenses/copyright"

// errNoCommit is the error for a folder whose commit Go cannot read. Images of one commit would differ without a word.
var errNoCommit = errors.New("the program does not know its commit: build in a clone of the repository, with Git " +
	"installed; a linked worktree and a copy without .git will not do")

func main() {
	dir := flag.String("source", "..", "the folder of the repository")
	out := flag.String("out", "", "the folder of the OCI image layout; a layout that is there is replaced")
	push := flag.String("push", "", "the reference to push to, such as registry.example.com/workplan:1.2.3, with the "+
		"login of the Docker configuration")
	platforms := flag.String("platforms", "linux/amd64,linux/arm64", "the platforms, comma-separated")
	flag.Parse()
	if *out == "" && *push == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "image: give --out FOLDER, --push REFERENCE or both; see --help")
		os.Exit(2)
	}
	if err := run(*dir, *out, *push, strings.Split(*platforms, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(dir, out, push string, platforms []string) error {
	image, about, err := build(dir, platforms)
	if err != nil {
		return err
	}
	if out != "" {
		if err := write(out, image, about[version]); err != nil {
			return err
		}
	}
	if push != "" {
		ref, err := name.ParseReference(push)
		if err != nil {
			return err
		}
		if err := remote.WriteIndex(ref, image, remote.WithAuthFromKeychain(authn.DefaultKeychain)); err != nil {
			return err
		}
	}
	digest, err := image.Digest()
	if err == nil {
		fmt.Println(digest)
	}
	return err
}

// build returns the image of all platforms, and its labels.
func build(dir string, platforms []string) (image v1.ImageIndex, about map[string]string, err error) {
	image = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range platforms {
		platform, err := v1.ParsePlatform(p)
		if err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(os.Stderr, "Building for %s …\n", platform)
		var one v1.Image
		if one, about, err = buildFor(dir, platform); err != nil {
			return nil, nil, err
		}
		image = mutate.AppendManifests(image,
			mutate.IndexAddendum{Add: one, Descriptor: v1.Descriptor{Platform: platform}})
	}
	return mutate.Annotations(image, about).(v1.ImageIndex), about, nil
}

// buildFor returns the image of one platform, and its labels.
func buildFor(dir string, platform *v1.Platform) (v1.Image, map[string]string, error) {
	work, err := os.MkdirTemp("", "workplan-image-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "workplan")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=auto", "-ldflags=-s -w", "-o", program, "./cmd/workplan")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+platform.OS, "GOARCH="+platform.Architecture)
	if err := cmd.Run(); err != nil {
		return nil, nil, fmt.Errorf("build for %s: %w", platform, err)
	}
	about, when, err := describe(program)
	if err != nil {
		return nil, nil, err
	}
	if about[revision] == "" {
		return nil, nil, errNoCommit
	}
	files, err := archive(program, filepath.Join(dir, notices))
	if err != nil {
		return nil, nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files)), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.ConfigFile(image, &v1.ConfigFile{
		OS: platform.OS, Architecture: platform.Architecture, Created: v1.Time{Time: when},
		Config: v1.Config{
			Entrypoint:   []string{"/workplan"},
			Cmd:          []string{"serve"},
			User:         user + ":" + user,
			WorkingDir:   "/",
			ExposedPorts: map[string]struct{}{"8080/tcp": {}, "9090/tcp": {}},
			Labels:       about,
		},
	})
	if err != nil {
		return nil, nil, err
	}
	image, err = mutate.Append(image,
		mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: when}, CreatedBy: "tools/image"}})
	return image, about, err
}

// describe returns the labels of a program, and the time of the commit from which it was built.
func describe(program string) (about map[string]string, when time.Time, err error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, time.Time{}, err
	}
	when = time.Unix(0, 0).UTC()
	about = map[string]string{
		title:       "Workplan",
		description: "The work-planning service: REST, gRPC and a web app over PostgreSQL.",
		source:      "https://" + info.Main.Path,
		licenses:    "Apache-2.0",
		version:     strings.TrimPrefix(info.Main.Version, "v"),
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			about[revision] = s.Value
		case "vcs.time":
			if when, err = time.Parse(time.RFC3339, s.Value); err != nil {
				return nil, time.Time{}, err
			}
		}
	}
	about[created] = when.Format(time.RFC3339)
	return about, when, nil
}

// archive returns the files of the image as a tar archive. They belong to root, so that the process cannot change them.
func archive(program, notices string) ([]byte, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	copyright, err := os.ReadFile(notices)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, file := range []struct {
		name string
		mode int64
		text []byte
	}{
		{"etc/", 0o755, nil},
		{"etc/group", 0o444, []byte("root:x:0:\nworkplan:x:" + user + ":\n")},
		{"etc/passwd", 0o444, []byte("root:x:0:0:root:/:\nworkplan:x:" + user + ":" + user + ":Workplan:/:\n")},
		{"usr/", 0o755, nil},
		{"usr/share/", 0o755, nil},
		{"usr/share/doc/", 0o755, nil},
		{"usr/share/doc/workplan/", 0o755, nil},
		{"usr/share/doc/workplan/copyright", 0o444, copyright},
		{"workplan", 0o555, text},
	} {
		header := &tar.Header{
			Name: file.name, Mode: file.mode, Size: int64(len(file.text)), ModTime: time.Unix(0, 0),
			Typeflag: tar.TypeReg, Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(file.name, "/") {
			header.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(file.text); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), w.Close()
}

// write writes the image as an OCI image layout.
func write(out string, image v1.ImageIndex, tag string) error {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(out, "oci-layout")); err != nil {
			return fmt.Errorf("%s has other files: choose another folder", out)
		}
		if err := os.RemoveAll(out); err != nil {
			return err
		}
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	path, err := layout.Write(out, empty.Index)
	if err != nil {
		return err
	}
	return path.AppendIndex(image, layout.WithAnnotations(map[string]string{refName: tag}))
}
