package workplan

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// encode returns the query of the fields of params that are not zero, by their query tags.
func encode(params any) string {
	query := url.Values{}
	for field, value := range reflect.ValueOf(params).Fields() {
		if !value.IsZero() {
			query.Set(field.Tag.Get("query"), text(value))
		}
	}
	return query.Encode()
}

// text returns the value of a query parameter. The items of a list are separated by commas.
func text(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Pointer:
		return text(value.Elem())
	case reflect.Slice:
		items := make([]string, value.Len())
		for i := range items {
			items[i] = text(value.Index(i))
		}
		return strings.Join(items, ",")
	}
	if t, ok := value.Interface().(time.Time); ok {
		return t.Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value.Interface())
}
