// Command pack packs the module as the module proxy would, from the files that a commit of
// the working tree would have. It prints the name and the size of the zip file. It fails
// if the proxy would refuse the module.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const version = "v0.1.0"

func main() {
	log.SetFlags(0)
	if err := pack(); err != nil {
		log.Fatal(err)
	}
}

func pack() error {
	root, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return err
	}
	dir := strings.TrimSpace(string(root))
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	files, err := list(dir)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, module.Version{Path: modfile.ModulePath(mod), Version: version}, files); err != nil {
		return err
	}
	fmt.Printf("package: %s.zip %d\n", version, archive.Len())
	return nil
}

// list returns the files that a commit of the working tree would have.
func list(dir string) ([]zip.File, error) {
	names, err := exec.Command("git", "-C", dir, "ls-files", "-z", "--cached", "--others",
		"--exclude-standard").Output()
	if err != nil {
		return nil, err
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		f := file{dir, name}
		if _, err := f.Lstat(); err == nil { // otherwise the file is deleted
			files = append(files, f)
		}
	}
	return files, nil
}

// file is a file of the module.
type file struct{ dir, name string }

func (f file) Path() string                 { return f.name }
func (f file) Lstat() (os.FileInfo, error)  { return os.Lstat(filepath.Join(f.dir, f.name)) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(filepath.Join(f.dir, f.name)) }
