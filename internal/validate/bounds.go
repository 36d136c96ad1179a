package validate

import (
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
)

// check returns what is wrong with a value, or an empty text.
type check func(protoreflect.Value) string

// bounds are the rules of buf.validate of a field.
type bounds struct {
	value       check // of the value, or of each value of a list; nil if it may have every one
	least, most int   // items of a list
}

// MostItems returns how many items a list has at most.
func MostItems(fd protoreflect.FieldDescriptor) int {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if list := rules.GetRepeated(); list != nil && list.MaxItems != nil {
		return int(min(list.GetMaxItems(), math.MaxInt32))
	}
	return math.MaxInt
}

// boundsOf returns the bounds of a field. Only rules that the protos use are known. It panics if a field has another
// one, which a test finds.
func boundsOf(fd protoreflect.FieldDescriptor) bounds {
	b := bounds{most: MostItems(fd)}
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if rules == nil {
		return b
	}
	if list := rules.GetRepeated(); list != nil {
		know(fd, rules, "repeated")
		know(fd, list, "min_items", "max_items", "items")
		b.least = int(list.GetMinItems())
		if list.Items != nil {
			b.value = boundsOfValue(fd, list.GetItems())
		}
		return b
	}
	b.value = boundsOfValue(fd, rules)
	if inner := b.value; rules.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE {
		b.value = func(v protoreflect.Value) string {
			if v.Equal(zeroOf(fd)) {
				return ""
			}
			return inner(v)
		}
	}
	return b
}

func zeroOf(fd protoreflect.FieldDescriptor) protoreflect.Value {
	if fd.Kind() == protoreflect.EnumKind {
		return protoreflect.ValueOfEnum(0)
	}
	return fd.Default()
}

// know panics if rules have other fields than these.
func know(fd protoreflect.FieldDescriptor, rules proto.Message, names ...protoreflect.Name) {
	rules.ProtoReflect().Range(func(rule protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if !slices.Contains(names, rule.Name()) {
			panic(fmt.Sprintf("validate: %s has the rule %s, which this package does not know", fd.FullName(),
				rule.FullName()))
		}
		return true
	})
	fields := rules.ProtoReflect().Descriptor().Fields()
	for _, limit := range []protoreflect.Name{"gte", "lte"} { // a number has both
		if slices.Contains(names, limit) && !rules.ProtoReflect().Has(fields.ByName(limit)) {
			panic(fmt.Sprintf("validate: %s has no %s", fd.FullName(), limit))
		}
	}
	if len(rules.ProtoReflect().GetUnknown()) > 0 {
		panic(fmt.Sprintf("validate: %s has rules of a newer version of buf.validate", fd.FullName()))
	}
}

func boundsOfValue(fd protoreflect.FieldDescriptor, rules *validate.FieldRules) check {
	know(fd, rules, "ignore", "string", "double", "int32", "int64", "enum")
	switch {
	case rules.GetString() != nil:
		return boundsOfString(fd, rules.GetString())
	case rules.GetDouble() != nil:
		r := rules.GetDouble()
		know(fd, r, "gte", "lte", "finite")
		low, high, message := r.GetGte(), r.GetLte(), inRange(rules)
		return func(v protoreflect.Value) string {
			if f := v.Float(); f >= low && f <= high {
				return ""
			}
			return message
		}
	case rules.GetInt32() != nil:
		know(fd, rules.GetInt32(), "gte", "lte")
		return boundsOfInteger(int64(rules.GetInt32().GetGte()), int64(rules.GetInt32().GetLte()), inRange(rules))
	case rules.GetInt64() != nil:
		know(fd, rules.GetInt64(), "gte", "lte")
		return boundsOfInteger(rules.GetInt64().GetGte(), rules.GetInt64().GetLte(), inRange(rules))
	}
	r := rules.GetEnum()
	know(fd, r, "defined_only", "not_in")
	values, message := fd.Enum().Values(), "must be one of "+protoconv.WordsOf(fd.Enum()).String()
	return func(v protoreflect.Value) string {
		n := v.Enum()
		if slices.Contains(r.GetNotIn(), int32(n)) || r.GetDefinedOnly() && values.ByNumber(n) == nil {
			return message
		}
		return ""
	}
}

func boundsOfInteger(low, high int64, message string) check {
	return func(v protoreflect.Value) string {
		if n := v.Int(); n >= low && n <= high {
			return ""
		}
		return message
	}
}

// inRange returns the message for a number that is out of its range.
func inRange(rules *validate.FieldRules) string {
	switch {
	case rules.GetDouble() != nil:
		double := rules.GetDouble()
		return fmt.Sprintf("must be from %s to %s", strconv.FormatFloat(double.GetGte(), 'f', -1, 64),
			strconv.FormatFloat(double.GetLte(), 'f', -1, 64))
	case rules.GetInt32() != nil:
		return fmt.Sprintf("must be from %d to %d", rules.GetInt32().GetGte(), rules.GetInt32().GetLte())
	}
	return fmt.Sprintf("must be from %d to %d", rules.GetInt64().GetGte(), rules.GetInt64().GetLte())
}

func boundsOfString(fd protoreflect.FieldDescriptor, r *validate.StringRules) check {
	know(fd, r, "in", "uuid", "email", "uri", "min_len", "max_len", "pattern")
	if len(r.GetIn()) > 0 {
		message := "must be one of " + strings.Join(r.GetIn(), ", ")
		return func(v protoreflect.Value) string {
			if slices.Contains(r.GetIn(), v.String()) {
				return ""
			}
			return message
		}
	}
	hasForm, form := formOf(r)
	empty := "must not be empty"
	if option(fd, pb.E_Nullable) {
		empty += ": null is for none"
	}
	if reference := rpc.Reference(fd); reference != "" {
		form = "must be " + reference
	}
	if text, _ := proto.GetExtension(fd.Options(), pb.E_Text).(*pb.TextRules); text.GetMessage() != "" {
		form, empty = text.GetMessage(), text.GetMessage()
	}
	low, high := int(r.GetMinLen()), math.MaxInt
	if r.MaxLen != nil {
		high = int(min(r.GetMaxLen(), math.MaxInt32))
	}
	return func(v protoreflect.Value) string {
		s := v.String()
		n := len(s)
		if n > high || n < utf8.UTFMax*low {
			n = utf8.RuneCountInString(s)
		}
		switch {
		case s == "" && hasForm != nil && !hasForm(s):
			return empty
		case n < low && low == 1:
			return "must not be empty"
		case n < low:
			return fmt.Sprintf("must be at least %d characters", low)
		case n > high:
			return fmt.Sprintf("must be at most %d characters", high)
		case hasForm != nil && !hasForm(s):
			return form
		}
		return ""
	}
}

// formOf returns the form that a string must have, and the message for one that does not have it.
func formOf(r *validate.StringRules) (has func(string) bool, message string) {
	switch {
	case r.GetUuid():
		has, message = isUUID, "must be a valid UUID"
	case r.GetEmail():
		has, message = isEmail.MatchString, "must be a valid email address"
	case r.GetUri():
		has, message = isURI, "must be a valid URI"
	}
	if r.Pattern == nil {
		return has, message
	}
	pattern, named := regexp.MustCompile(r.GetPattern()), has
	return func(s string) bool { return pattern.MatchString(s) && (named == nil || named(s)) },
		"does not match the pattern " + r.GetPattern()
}

func isUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		case c == '-' && (i == 8 || i == 13 || i == 18 || i == 23):
		default:
			return false
		}
	}
	return true
}

// isEmail is the form of an address in HTML.
var isEmail = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
	"(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$")

// The parts of a URI, as in RFC 3986.
const (
	uriChar = `[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}`
	uriUser = `(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*`
	uriName = `(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*`
	uriPath = `(?:/(?:` + uriChar + `)*)*`
	uriTail = `(?:` + uriChar + `|[/?])*`
)

var uri = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:` +
	`(?://(?:` + uriUser + `@)?(?:\[([^\]]+)\]|(` + uriName + `))(?::[0-9]*)?` + uriPath + // with an authority
	`|/(?:(?:` + uriChar + `)+` + uriPath + `)?` + // an absolute path
	`|(?:` + uriChar + `)+` + uriPath + `|)` + // a path that begins with a segment, or none
	`(?:\?` + uriTail + `)?(?:#` + uriTail + `)?$`)

// futureIP is an address of a kind that RFC 3986 leaves to the future, and zone one of RFC 6874 after an address.
var (
	futureIP = regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$`)
	zone     = regexp.MustCompile(`%25(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$`)
)

// isURI reports whether a text is a URI as in RFC 3986, not a relative reference.
func isURI(s string) bool {
	m := uri.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	if address := m[1]; address != "" && !futureIP.MatchString(address) {
		parsed, err := netip.ParseAddr(zone.ReplaceAllString(address, ""))
		return err == nil && parsed.Is6() && parsed.Zone() == ""
	}
	host, err := url.PathUnescape(m[2])
	return err == nil && utf8.ValidString(host)
}
