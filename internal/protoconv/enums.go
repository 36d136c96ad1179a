package protoconv

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Words are the words of an enum. The database and JSON have the word of a value: active
// for PROJECT_STATUS_ACTIVE. The zero value, which means "not given", has no word.
type Words struct {
	byNumber map[protoreflect.EnumNumber]string
	byWord   map[string]protoreflect.EnumNumber
	list     string
}

var words sync.Map // protoreflect.EnumDescriptor to *Words

// WordsOf returns the words of an enum. They are read from its descriptor once.
func WordsOf(ed protoreflect.EnumDescriptor) *Words {
	if w, ok := words.Load(ed); ok {
		return w.(*Words)
	}
	w, _ := words.LoadOrStore(ed, newWords(ed))
	return w.(*Words)
}

func newWords(ed protoreflect.EnumDescriptor) *Words {
	w := &Words{byNumber: map[protoreflect.EnumNumber]string{}, byWord: map[string]protoreflect.EnumNumber{}}
	var prefix string
	if zero := ed.Values().ByNumber(0); zero != nil {
		prefix, _ = strings.CutSuffix(string(zero.Name()), "UNSPECIFIED")
	}
	var all []string
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if v.Number() == 0 {
			continue
		}
		word := strings.ToLower(strings.TrimPrefix(string(v.Name()), prefix))
		w.byNumber[v.Number()], w.byWord[word] = word, v.Number()
		all = append(all, word)
	}
	w.list = strings.Join(all, ", ")
	return w
}

// Word returns the word of a value, and false for the zero value and for a
// number that the enum does not have.
func (w *Words) Word(n protoreflect.EnumNumber) (string, bool) {
	word, ok := w.byNumber[n]
	return word, ok
}

// Number returns the value of a word, and false for any other spelling. It
// never returns the zero value.
func (w *Words) Number(word string) (protoreflect.EnumNumber, bool) {
	n, ok := w.byWord[word]
	return n, ok
}

// String returns the words in the order of the enum, for messages: "draft,
// planned, active, completed, cancelled".
func (w *Words) String() string { return w.list }

// Enum is a generated enum.
type Enum interface {
	~int32
	protoreflect.Enum
}

// Word returns the word of an enum value, or an empty string for the zero value.
func Word[W ~string](e protoreflect.Enum) W {
	word, _ := WordsOf(e.Descriptor()).Word(e.Number())
	return W(word)
}

// EnumOf returns the enum value of a word, or the zero value if the word is unknown.
func EnumOf[E Enum, W ~string](word W) E {
	var zero E
	n, _ := WordsOf(zero.Descriptor()).Number(string(word))
	return E(n)
}

// OptionalWord returns the word of an enum value, or nil if there is none.
func OptionalWord[W ~string, E Enum](e *E) *W {
	if e == nil {
		return nil
	}
	word := Word[W](*e)
	return &word
}

// OptionalEnumOf returns the enum value of a word, or nil if there is none.
func OptionalEnumOf[E Enum, W ~string](word *W) *E {
	if word == nil {
		return nil
	}
	e := EnumOf[E](*word)
	return &e
}
