package strictjson

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// enumNames is the JSON form of an enum's values. The zero value has none: it
// stands for no value.
type enumNames struct {
	quoted  map[protoreflect.EnumNumber]string
	numbers map[string]protoreflect.EnumNumber
	list    string
	oneOf   string
}

var enums sync.Map // protoreflect.EnumDescriptor -> *enumNames

func namesOf(ed protoreflect.EnumDescriptor) *enumNames {
	if v, ok := enums.Load(ed); ok {
		return v.(*enumNames)
	}
	e := &enumNames{
		quoted:  map[protoreflect.EnumNumber]string{},
		numbers: map[string]protoreflect.EnumNumber{},
	}
	var prefix string
	if zero := ed.Values().ByNumber(0); zero != nil {
		if p, ok := strings.CutSuffix(string(zero.Name()), "UNSPECIFIED"); ok {
			prefix = p
		}
	}
	var all []string
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if v.Number() == 0 {
			continue
		}
		name := strings.ToLower(strings.TrimPrefix(string(v.Name()), prefix))
		e.quoted[v.Number()] = `"` + name + `"`
		e.numbers[name] = v.Number()
		all = append(all, name)
	}
	e.list = strings.Join(all, ", ")
	e.oneOf = "must be one of " + e.list
	v, _ := enums.LoadOrStore(ed, e)
	return v.(*enumNames)
}

// EnumName returns the JSON name of a value: PROJECT_STATUS_ACTIVE is "active".
// It reports false for the zero value, which stands for no value, and for a
// number that the enum does not have (api-v1.md, the values of the fields).
func EnumName(ed protoreflect.EnumDescriptor, n protoreflect.EnumNumber) (string, bool) {
	q, ok := namesOf(ed).quoted[n]
	if !ok {
		return "", false
	}
	return q[1 : len(q)-1], true
}

// EnumNumber returns the value with a JSON name: "active" is
// PROJECT_STATUS_ACTIVE. It reports false for any other spelling, and never
// returns the zero value (api-v1.md, the values of the fields).
func EnumNumber(ed protoreflect.EnumDescriptor, name string) (n protoreflect.EnumNumber, ok bool) {
	n, ok = namesOf(ed).numbers[name]
	return n, ok
}

// EnumList returns the JSON names in the order of the enum, for messages:
// "draft, planned, active, completed, cancelled" (decisions.md section 5).
func EnumList(ed protoreflect.EnumDescriptor) string {
	return namesOf(ed).list
}
