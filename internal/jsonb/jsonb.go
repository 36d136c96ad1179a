// Package jsonb reads and writes the columns of the type jsonb that have a list. The types of several packages that may
// not import each other are such lists.
package jsonb

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// Scan reads a list from a column, as sql.Scanner does.
func Scan[Item any](src any, list *[]Item) error {
	text, is := src.([]byte)
	if !is {
		return fmt.Errorf("a column of the type jsonb is %T, and not JSON", src)
	}
	return json.Unmarshal(text, list)
}

// Value returns a list as driver.Valuer does: an empty one if it is nil. It is a string, because a []byte may be sent
// in the binary format of jsonb.
func Value[Item any](list []Item) (driver.Value, error) {
	if list == nil {
		list = []Item{}
	}
	text, err := json.Marshal(list)
	return string(text), err
}
