// Command pack packs the module as the module proxy would, from the files that git knows
// or would add, into a folder that GOPROXY can name: pack VERSION FOLDER. It prints the
// path of the zip file and its size.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: pack VERSION FOLDER")
	}
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// pack writes the module of the working directory, in the layout of a module proxy.
func pack(version, folder string) error {
	root, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return err
	}
	dir := strings.TrimSpace(string(root))
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	packed := module.Version{Path: modfile.ModulePath(mod), Version: version}
	files, err := list(dir)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, packed, files); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Now().UTC()})
	if err != nil {
		return err
	}
	folder = filepath.Join(folder, packed.Path, "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": info,
		version + ".mod":  mod,
		version + ".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	fmt.Println(filepath.Join(folder, version+".zip"), archive.Len())
	return nil
}

// list is the files that a commit of the working tree would have.
func list(dir string) ([]zip.File, error) {
	names, err := exec.Command("git", "-C", dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, err
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		f := file{dir, name}
		if _, err := f.Lstat(); err == nil { // else it is deleted, and not yet committed
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
