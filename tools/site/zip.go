package site

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"time"

	"github.com/klauspost/compress/flate"
)

// zipped returns an archive of files. Embedded files have no times; all get the same one. The compressor is that
// of a module, see package gzipped.
func zipped(files fs.FS) ([]byte, error) {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	w.RegisterCompressor(zip.Deflate,
		func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestCompression) })
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{
			Name: path, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		}
		header.SetMode(0o644)
		file, err := w.CreateHeader(header)
		if err != nil {
			return err
		}
		_, err = file.Write(body)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = w.Close()
	return archive.Bytes(), err
}
