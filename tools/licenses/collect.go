// Package licenses collects the licences of the software in the program: the Go modules that it links on the platforms
// of a release, the standard library, and the npm packages in the web app. Only the generator and tests use it; what it
// finds is in gen/licenses.
package licenses

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Platforms are those of a release, see .goreleaser.yaml. Some modules are linked on some of them only.
var Platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64"}

// StandardLibrary is the name of the standard library in the list.
const StandardLibrary = "Go standard library"

// Component is a module or a package. The standard library has no version: it is that of the Go that builds the
// program.
type Component struct{ Name, Version string }

// String returns the name with the version.
func (c Component) String() string { return strings.TrimSpace(c.Name + " " + c.Version) }

// Notice is a component with the texts of its licences and notices, as they are.
type Notice struct {
	Component
	Texts []string
}

// linked is what go list prints of a package.
type linked struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// OfProgram returns the notices of the Go modules that cmd/workplan of the repository links, sorted by name. It fails
// if a module has no licence.
func OfProgram(ctx context.Context, root string) ([]Notice, error) {
	std, err := standardLibrary(ctx)
	if err != nil {
		return nil, err
	}
	files := map[Component]map[string]bool{}
	for _, platform := range Platforms {
		packages, err := list(ctx, root, platform)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Standard || p.Module.Main {
				continue
			}
			c := Component{p.Module.Path, p.Module.Version}
			if files[c] == nil {
				files[c] = map[string]bool{}
			}
			if err := addFiles(files[c], p.Dir, p.Module.Dir); err != nil {
				return nil, err
			}
		}
	}
	notices := []Notice{std}
	for c, names := range files {
		n, err := read(c, slices.Sorted(maps.Keys(names)))
		if err != nil {
			return nil, err
		}
		notices = append(notices, n)
	}
	slices.SortFunc(notices, func(a, b Notice) int { return cmp.Compare(a.String(), b.String()) })
	return notices, nil
}

// list returns the packages that the program links on a platform.
func list(ctx context.Context, root, platform string) (packages []linked, err error) {
	system, processor, _ := strings.Cut(platform, "/")
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Standard,Module", "./cmd/workplan")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, err
		}
		packages = append(packages, p)
	}
}

// isNotice matches the names of files with licences, and of those that the Apache License asks to pass on.
var isNotice = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([._-].*)?$`)

// addFiles adds the files with licences of a folder of a module, and of those above it: a package that was copied into
// a module often has its own.
func addFiles(files map[string]bool, dir, module string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && isNotice.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				files[filepath.Join(dir, e.Name())] = true
			}
		}
		if dir == module {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

func read(c Component, files []string) (Notice, error) {
	if len(files) == 0 {
		return Notice{}, fmt.Errorf("%s has no file with a licence", c)
	}
	n := Notice{Component: c}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return Notice{}, err
		}
		n.Texts = append(n.Texts, string(text))
	}
	return n, nil
}

func standardLibrary(ctx context.Context) (Notice, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return Notice{}, err
	}
	return read(Component{Name: StandardLibrary}, []string{filepath.Join(strings.TrimSpace(string(root)), "LICENSE")})
}

// webApp is the list that Vite writes of the packages in the web app.
const webApp = "web/dist/licenses.json"

// OfWebApp returns the notices of the npm packages in the web app of the repository.
func OfWebApp(root string) ([]Notice, error) {
	text, err := os.ReadFile(filepath.Join(root, webApp))
	if err != nil {
		return nil, err
	}
	var packages []struct{ Name, Version, Text string }
	if err := json.Unmarshal(text, &packages); err != nil {
		return nil, fmt.Errorf("%s: %w", webApp, err)
	}
	var notices []Notice
	for _, p := range packages {
		if p.Text == "" {
			return nil, fmt.Errorf("%s of the web app has no licence", p.Name)
		}
		notices = append(notices, Notice{Component{p.Name, p.Version}, []string{p.Text}})
	}
	return notices, nil
}
