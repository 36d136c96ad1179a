package rest

import (
	"bytes"
	"sync"

	"github.com/klauspost/compress/gzip" // a tenth of the time of compress/gzip at this level
)

// minCompressed is the size of the smallest body that is compressed, in bytes.
const minCompressed = 1 << 10

// gzipped is a reusable gzip writer with its output buffer.
type gzipped struct {
	out    bytes.Buffer
	writer *gzip.Writer
}

var gzips = sync.Pool{New: func() any {
	z := &gzipped{}
	z.writer, _ = gzip.NewWriterLevel(&z.out, gzip.BestSpeed) // fails only for an unknown level
	return z
}}

// compress returns body compressed, in memory that is valid until the next call.
func (z *gzipped) compress(body []byte) []byte {
	z.out.Reset()
	z.writer.Reset(&z.out)
	_, _ = z.writer.Write(body) // writes to a bytes.Buffer do not fail
	_ = z.writer.Close()
	return z.out.Bytes()
}

// acceptsGzip reports whether the values of Accept-Encoding allow gzip: gzip or * has a
// weight above 0, and identity does not have a higher weight.
func acceptsGzip(values []string) bool {
	weights := weightsOf(values)
	weight, named := weights["gzip"]
	if !named {
		weight = weights["*"]
	}
	return weight > 0 && weight >= weights["identity"]
}
