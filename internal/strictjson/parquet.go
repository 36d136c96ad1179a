package strictjson

import (
	"bytes"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/parquet"
)

// Parquet returns the columns as those of a table in the format Parquet. A list or an object is a column of JSON, an id
// or a word one of text.
func (c Columns) Parquet() []parquet.Column {
	columns := make([]parquet.Column, len(c))
	for i, f := range c {
		columns[i] = parquet.Column{Name: f.name, Type: f.parquetType()}
	}
	return columns
}

func (f *field) parquetType() parquet.Type {
	switch {
	case f.list:
		return parquet.JSON
	case f.date:
		return parquet.Date
	}
	switch f.kind {
	case kindString, kindEnum:
		return parquet.Text
	case kindBool:
		return parquet.Bool
	case kindDouble:
		return parquet.Float
	case kindInt32, kindInt64:
		return parquet.Int
	case kindTime:
		return parquet.Time
	}
	return parquet.JSON
}

// AppendRow appends a record as a row of such a table. What is null in JSON is null, and so is what is left out.
func (c Columns) AppendRow(w *parquet.Writer, m proto.Message) error {
	r := m.ProtoReflect()
	var text []byte
	for i, f := range c {
		var err error
		// The JSON form also says what is null.
		if text, err = appendField(text[:0], f, r); err != nil {
			return fmt.Errorf("strictjson: %w", err)
		}
		value := text[min(len(f.key), len(text)):]
		if len(value) == 0 || bytes.Equal(value, []byte("null")) {
			w.Null(i)
		} else if err := f.addTo(w, i, value, r); err != nil {
			return fmt.Errorf("strictjson: %s: %w", f.fd.FullName(), err)
		}
	}
	return w.EndRow()
}

// addTo adds the value of a field to column i. text is its JSON form, which is not null.
func (f *field) addTo(w *parquet.Writer, i int, text []byte, m protoreflect.Message) error {
	switch f.parquetType() {
	case parquet.Date:
		day, err := time.Parse(time.DateOnly, m.Get(f.fd).String())
		if err != nil {
			return err
		}
		w.Int(i, day.Unix()/(24*60*60))
	case parquet.Time:
		seconds, nanos := timestamp(m.Get(f.fd).Message())
		w.Int(i, seconds*1_000_000+nanos/1000)
	case parquet.Int:
		w.Int(i, m.Get(f.fd).Int())
	case parquet.Float:
		w.Float(i, m.Get(f.fd).Float())
	case parquet.Bool:
		w.Bool(i, m.Get(f.fd).Bool())
	case parquet.JSON:
		w.Text(i, string(text))
	default:
		if f.kind == kindEnum {
			w.Text(i, string(text[1:len(text)-1]))
		} else {
			w.Text(i, m.Get(f.fd).String())
		}
	}
	return nil
}
