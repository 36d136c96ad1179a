package workplan

import "encoding/json"

// Optional is a member of a patch that can be cleared. Its zero value keeps the field,
// [Set] gives it a value, [Null] clears it.
type Optional[T any] struct {
	present bool
	value   *T
}

// Set gives a field a new value.
func Set[T any](value T) Optional[T] { return Optional[T]{present: true, value: &value} }

// Null clears a field.
func Null[T any]() Optional[T] { return Optional[T]{present: true} }

// IsZero reports whether the member is omitted from the patch.
func (o Optional[T]) IsZero() bool { return !o.present }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }
