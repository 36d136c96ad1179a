// Package gzipped compresses files that are generated and committed. It uses the gzip of a module: that of Go may write
// other bytes in another version, and the files would not be fresh any more.
package gzipped

import (
	"bytes"

	"github.com/klauspost/compress/gzip"
)

// Bytes returns content compressed by gzip.
func Bytes(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
