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

// unpack unpacks the .txz file in a jar into dir. No name in the archive can lead outside of dir. Only the owner may
// write the files.
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
	return errors.New("the download has no .txz file")
}

func untar(t *tar.Reader, dir string) (err error) {
	root, err := os.OpenRoot(dir) // refuses names and links that lead outside of it
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
		return errors.Join(err, f.Chmod(mode), f.Close()) // the umask may have removed bits
	case tar.TypeSymlink:
		if path.IsAbs(h.Linkname) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), h.Linkname)) {
			return fmt.Errorf("link to %s leads out of the folder", h.Linkname)
		}
		return root.Symlink(h.Linkname, name)
	default:
		return fmt.Errorf("unexpected kind of entry %q", h.Typeflag)
	}
}

// makeDirs creates a folder and those above it. Every user may read them, regardless of the umask.
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
