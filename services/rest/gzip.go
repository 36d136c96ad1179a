package rest

import (
	"bytes"
	"compress/gzip"
	"strconv"
	"strings"
	"sync"
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
	weights := map[string]float64{}
	for _, value := range values {
		for coding := range strings.SplitSeq(value, ",") {
			name, parameter, _ := strings.Cut(coding, ";")
			weight := 1.0
			if q, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q="); ok {
				var err error
				if weight, err = strconv.ParseFloat(q, 64); err != nil {
					weight = 0
				}
			}
			weights[strings.ToLower(strings.TrimSpace(name))] = weight
		}
	}
	weight, named := weights["gzip"]
	if !named {
		weight = weights["*"]
	}
	return weight > 0 && weight >= weights["identity"]
}
