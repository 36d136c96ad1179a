package workplan

import "encoding/json"

// Optional is a member of a patch that can be cleared. Its zero value leaves the field
// as it is; [Set] gives it a value, [Null] clears it.
type Optional[T any] struct {
	present bool
	value   *T
}

// Set is a new value.
func Set[T any](value T) Optional[T] { return Optional[T]{present: true, value: &value} }

// Null clears a field.
func Null[T any]() Optional[T] { return Optional[T]{present: true} }

// IsZero tells whether the member is left out of the patch.
func (o Optional[T]) IsZero() bool { return !o.present }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }
