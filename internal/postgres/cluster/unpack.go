package cluster

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/ulikunitz/xz"
)

// unpack unpacks the one .txz in a jar into dir. Nothing is written outside of dir, whatever the names in it say, and
// nobody but the owner may write what is unpacked.
func unpack(jar io.ReaderAt, size int64, dir string) (err error) {
	z, err := zip.NewReader(jar, size)
	if err != nil {
		return err
	}
	for _, f := range z.File {
		if path.Ext(f.Name) != ".txz" {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		x, err := xz.NewReader(r)
		if err != nil {
			return errors.Join(err, r.Close())
		}
		return errors.Join(untar(tar.NewReader(x), dir), r.Close())
	}
	return errors.New("the download holds no .txz")
}

func untar(t *tar.Reader, dir string) (err error) {
	root, err := os.OpenRoot(dir) // refuses a name or a link that leads out of it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := place(root, h, t); err != nil {
			return fmt.Errorf("unpack %s: %w", h.Name, err)
		}
	}
}

func place(root *os.Root, h *tar.Header, content io.Reader) error {
	name := filepath.FromSlash(path.Clean(h.Name))
	if !filepath.IsLocal(name) {
		return errors.New("the name leads out of the folder")
	}
	if h.Typeflag == tar.TypeDir {
		return makeDirs(root, name)
	}
	if err := makeDirs(root, filepath.Dir(name)); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeReg:
		mode := fs.FileMode(0o644)
		if h.FileInfo().Mode()&0o100 != 0 {
			mode = 0o755
		}
		f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, content)
		return errors.Join(err, f.Chmod(mode), f.Close()) // Chmod, because the umask may be tighter
	case tar.TypeSymlink:
		if path.IsAbs(h.Linkname) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), h.Linkname)) {
			return fmt.Errorf("link to %s leads out of the folder", h.Linkname)
		}
		return root.Symlink(h.Linkname, name)
	default:
		return fmt.Errorf("unexpected kind of entry %q", h.Typeflag)
	}
}

// makeDirs makes a folder and those above it, readable by everybody even under a tight umask.
func makeDirs(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := makeDirs(root, filepath.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	return root.Chmod(name, 0o755)
}
