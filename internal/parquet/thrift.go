package parquet

import "encoding/binary"

// thrift is a struct in Thrift's compact protocol, in which Parquet describes its tables. The fields of a struct are
// added in the order of their numbers.
type thrift struct {
	bytes []byte
	last  int16   // the number of the field before
	outer []int16 // the same of the structs around
}

const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftInt32  = 5
	thriftInt64  = 6
	thriftBinary = 8
	thriftList   = 9
	thriftStruct = 12
)

// field begins a field. The numbers of Parquet are so small that the difference to the field before fits in four bits.
func (t *thrift) field(number int16, kind byte) {
	t.bytes = append(t.bytes, byte(number-t.last)<<4|kind)
	t.last = number
}

// varint appends a number as an element of a list, or after the head of its field.
func (t *thrift) varint(n int64) { t.bytes = binary.AppendVarint(t.bytes, n) }

func (t *thrift) int32(number int16, n int64) {
	t.field(number, thriftInt32)
	t.varint(n)
}

func (t *thrift) int64(number int16, n int64) {
	t.field(number, thriftInt64)
	t.varint(n)
}

func (t *thrift) bool(number int16, b bool) {
	if b {
		t.field(number, thriftTrue)
	} else {
		t.field(number, thriftFalse)
	}
}

func (t *thrift) string(number int16, s string) {
	t.field(number, thriftBinary)
	t.text(s)
}

// text appends a text as an element of a list, or after the head of its field.
func (t *thrift) text(s string) {
	t.bytes = append(binary.AppendUvarint(t.bytes, uint64(len(s))), s...)
}

// list begins a list of so many elements, which follow.
func (t *thrift) list(number int16, kind byte, length int) {
	t.field(number, thriftList)
	if length < 15 {
		t.bytes = append(t.bytes, byte(length)<<4|kind)
	} else {
		t.bytes = binary.AppendUvarint(append(t.bytes, 0xf0|kind), uint64(length))
	}
}

func (t *thrift) beginStruct(number int16) {
	t.field(number, thriftStruct)
	t.beginElement()
}

// beginElement begins a struct that is an element of a list.
func (t *thrift) beginElement() {
	t.outer = append(t.outer, t.last)
	t.last = 0
}

// endStruct ends a struct. The outermost one ends the description.
func (t *thrift) endStruct() {
	t.bytes = append(t.bytes, 0)
	if n := len(t.outer); n > 0 {
		t.last, t.outer = t.outer[n-1], t.outer[:n-1]
	}
}
