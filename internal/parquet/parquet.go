// Package parquet writes tables in the format Apache Parquet: what warehouses load without a schema of their own.
//
// It writes what a stream of records needs and no more: flat columns that may be null, plain values, pages compressed
// with Snappy. Pages are kept until they are a row group of a megabyte, so a table of any size is written in constant
// memory. A table that is cut off has no footer, and no reader accepts it.
//
// There are libraries that write all of the format. The smallest makes the program larger by a tenth.
package parquet

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/klauspost/compress/s2"
)

// MediaType is the registered name of the format.
const MediaType = "application/vnd.apache.parquet"

// Type is the type of a column's values.
type Type uint8

const (
	Text  Type = iota // UTF-8
	JSON              // the text of a JSON value
	Date              // days since 1970-01-01
	Time              // microseconds since 1970-01-01 UTC
	Int               // of 64 bits
	Float             // of 64 bits
	Bool
)

// Column is a column of a table. Each of its values may be null.
type Column struct {
	Name string
	Type Type
}

// magic begins and ends each table.
const magic = "PAR1"

const (
	// pageSize is the size of the values that become a page. Snappy finds what is repeated within so many bytes.
	pageSize = 64 << 10
	// groupSize is the size of the pages that become a row group. Of hours, it has some 20,000 rows.
	groupSize = 1 << 20
)

// Writer writes a table, row by row. The values of a row are added by column: one call for each column, in any order,
// and then EndRow. Close writes the footer.
type Writer struct {
	out     io.Writer
	columns []column
	offset  int64 // of the next byte in the table
	rows    int64 // of the groups that are written
	pending int64 // rows that are not written
	groups  thrift
	count   int    // of groups
	page    []byte // a page before it is compressed
	packed  []byte // and after it
	err     error
}

// column is a column, and its values that are not written: those of the last page, and the pages before.
type column struct {
	Column
	present []byte // a bit for each row: whether it has a value
	rows    int    // bits of present
	values  []byte // those that are not null, as plain values
	bools   int    // of Bool: the number of values, of which eight are a byte
	pages   []byte
	size    int64 // of the pages before they were compressed
}

// NewWriter returns a writer of a table with these columns to out.
func NewWriter(out io.Writer, columns []Column) *Writer {
	w := &Writer{out: out, columns: make([]column, len(columns))}
	for i, c := range columns {
		w.columns[i].Column = c
	}
	w.write([]byte(magic))
	return w
}

// Null adds that column i of the row has no value.
func (w *Writer) Null(i int) { w.columns[i].add(false) }

// Text adds a value of a column of the type Text or JSON.
func (w *Writer) Text(i int, s string) {
	c := &w.columns[i]
	c.add(true)
	c.values = append(binary.LittleEndian.AppendUint32(c.values, uint32(len(s))), s...)
}

// Int adds a value of a column of the type Date, Time or Int.
func (w *Writer) Int(i int, n int64) {
	c := &w.columns[i]
	c.add(true)
	if c.Type == Date {
		c.values = binary.LittleEndian.AppendUint32(c.values, uint32(n))
	} else {
		c.values = binary.LittleEndian.AppendUint64(c.values, uint64(n))
	}
}

// Float adds a value of a column of the type Float.
func (w *Writer) Float(i int, x float64) {
	c := &w.columns[i]
	c.add(true)
	c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(x))
}

// Bool adds a value of a column of the type Bool.
func (w *Writer) Bool(i int, b bool) {
	c := &w.columns[i]
	c.add(true)
	c.values = appendBit(c.values, c.bools, b)
	c.bools++
}

func (c *column) add(present bool) {
	c.present = appendBit(c.present, c.rows, present)
	c.rows++
}

// appendBit appends bit n of a sequence, of which the first one is the lowest of its byte.
func appendBit(b []byte, n int, set bool) []byte {
	if n%8 == 0 {
		b = append(b, 0)
	}
	if set {
		b[n/8] |= 1 << (n % 8)
	}
	return b
}

// EndRow ends a row. It returns the first error of the output.
func (w *Writer) EndRow() error {
	w.pending++
	size := 0
	for i := range w.columns {
		if c := &w.columns[i]; len(c.values) >= pageSize {
			w.endPage(c)
		}
		size += len(w.columns[i].pages)
	}
	if size >= groupSize {
		w.writeGroup()
	}
	return w.err
}

// Close writes what is left, and the footer with the metadata.
func (w *Writer) Close(metadata [][2]string) error {
	if w.pending > 0 {
		w.writeGroup()
	}
	w.writeFooter(metadata)
	return w.err
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
	}
	w.offset += int64(len(b))
}

// The words of the format, of parquet.thrift.
const (
	encodingPlain, encodingRLE = 0, 3
	codecSnappy                = 1
	dataPage                   = 0
	optional                   = 1
)

// endPage appends the values of a column to its pages.
func (w *Writer) endPage(c *column) {
	// Whether a row has a value is one run of bits: its length in groups of eight, and the bits.
	length := binary.AppendUvarint(nil, uint64(len(c.present))<<1|1)
	w.page = binary.LittleEndian.AppendUint32(w.page[:0], uint32(len(length)+len(c.present)))
	w.page = append(append(append(w.page, length...), c.present...), c.values...)
	if most := s2.MaxEncodedLen(len(w.page)); cap(w.packed) < most {
		w.packed = make([]byte, most)
	}
	packed := s2.EncodeSnappy(w.packed[:cap(w.packed)], w.page)

	var header thrift
	header.int32(1, dataPage)
	header.int32(2, int64(len(w.page)))
	header.int32(3, int64(len(packed)))
	header.beginStruct(5)
	header.int32(1, int64(c.rows))
	header.int32(2, encodingPlain)
	header.int32(3, encodingRLE)
	header.int32(4, encodingRLE)
	header.endStruct()
	header.endStruct()

	c.pages = append(append(c.pages, header.bytes...), packed...)
	c.size += int64(len(header.bytes) + len(w.page))
	c.present, c.values, c.rows, c.bools = c.present[:0], c.values[:0], 0, 0
}

// writeGroup writes the rows that are kept as a row group.
func (w *Writer) writeGroup() {
	start, total := w.offset, int64(0)
	g := &w.groups
	g.beginElement()
	g.list(1, thriftStruct, len(w.columns))
	for i := range w.columns {
		c := &w.columns[i]
		if c.rows > 0 {
			w.endPage(c)
		}
		g.beginElement()
		g.int64(2, w.offset)
		g.beginStruct(3)
		g.int32(1, physical[c.Type])
		g.list(2, thriftInt32, 2)
		g.varint(encodingPlain)
		g.varint(encodingRLE)
		g.list(3, thriftBinary, 1)
		g.text(c.Name)
		g.int32(4, codecSnappy)
		g.int64(5, w.pending)
		g.int64(6, c.size)
		g.int64(7, int64(len(c.pages)))
		g.int64(9, w.offset)
		g.endStruct()
		g.endStruct()
		w.write(c.pages)
		total += c.size
		c.pages, c.size = c.pages[:0], 0
	}
	g.int64(2, total)
	g.int64(3, w.pending)
	g.int64(5, start)
	g.endStruct()
	w.count++
	w.rows += w.pending
	w.pending = 0
}

// physical are the types of which values are stored, by their types.
var physical = [...]int64{Text: 6, JSON: 6, Date: 1, Time: 2, Int: 2, Float: 5, Bool: 0}

// writeFooter writes the description of the table.
func (w *Writer) writeFooter(metadata [][2]string) {
	var f thrift
	f.int32(1, 1) // the version
	f.list(2, thriftStruct, 1+len(w.columns))
	f.beginElement()
	f.string(4, "row")
	f.int32(5, int64(len(w.columns)))
	f.endStruct()
	for i := range w.columns {
		f.beginElement()
		f.schema(w.columns[i].Column)
		f.endStruct()
	}
	f.int64(3, w.rows)
	f.list(4, thriftStruct, w.count)
	f.bytes = append(f.bytes, w.groups.bytes...)
	f.list(5, thriftStruct, len(metadata))
	for _, pair := range metadata {
		f.beginElement()
		f.string(1, pair[0])
		f.string(2, pair[1])
		f.endStruct()
	}
	f.string(6, "workplan")
	f.endStruct()
	w.write(f.bytes)
	w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(f.bytes))), magic...))
}

// schema appends the fields that describe a column. Older readers know the converted type, newer ones the logical type.
func (f *thrift) schema(c Column) {
	f.int32(1, physical[c.Type])
	f.int32(3, optional)
	f.string(4, c.Name)
	converted := map[Type]int64{Text: 0, Date: 6, Time: 10, JSON: 19}
	logical := map[Type]int16{Text: 1, Date: 6, Time: 8, JSON: 12}
	number, ok := logical[c.Type]
	if !ok {
		return
	}
	f.int32(6, converted[c.Type])
	f.beginStruct(10)
	f.beginStruct(number)
	if c.Type == Time {
		f.bool(1, true) // in UTC
		f.beginStruct(2)
		f.beginStruct(2) // microseconds
		f.endStruct()
		f.endStruct()
	}
	f.endStruct()
	f.endStruct()
}
