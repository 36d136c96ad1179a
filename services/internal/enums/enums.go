// Package enums translates between the enums of the messages and the words that
// the database and REST have for them: PROJECT_STATUS_ACTIVE is active.
package enums

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// Enum is a generated enum.
type Enum interface {
	~int32
	protoreflect.Enum
}

// Word returns the word of a value.
func Word[W ~string](e protoreflect.Enum) W {
	name, _ := strictjson.EnumName(e.Descriptor(), e.Number())
	return W(name)
}

// Of returns the value of a word; an unknown word gives the unspecified value.
func Of[E Enum, W ~string](word W) E {
	var zero E
	n, _ := strictjson.EnumNumber(zero.Descriptor(), string(word))
	return E(n)
}
