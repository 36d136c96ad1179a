package acceptance_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/test/apitest"
)

// The model predicts the code of the error that a value leads to, or "" if it is accepted,
// from the descriptor of its field alone. Of the code of the server it uses only the form of a
// name, which package naming tests.
const (
	invalidJSON      = "invalid_json"
	validationFailed = "validation_failed"
	unknownField     = "unknown_field"
	unknownReference = "unknown_reference"
)

// predictMember predicts the response to a body with one member. Creating leaves out
// what is null; an update clears it.
func predictMember(fd protoreflect.FieldDescriptor, raw string, update bool, known func(id string) bool) string {
	if !isJSON(raw) {
		return invalidJSON
	}
	if !isWritable(fd, update) {
		return unknownField
	}
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return invalidJSON
	}
	switch {
	case value == nil && update && isNullable(fd),
		value == nil && !update && !isRequired(fd):
		return ""
	case value == nil:
		return validationFailed
	case fd.IsList():
		return predictList(fd, value, update, known)
	}
	return predictJSON(fd, rulesOf(fd), value, known)
}

// isRequired reports whether a request that creates needs the field. Those of the suite make persons.
func isRequired(fd protoreflect.FieldDescriptor) bool {
	unless, _ := proto.GetExtension(fd.Options(), pb.E_RequiredUnless).(string)
	return unless != "" || hasBehavior(fd, annotations.FieldBehavior_REQUIRED)
}

func predictList(
	fd protoreflect.FieldDescriptor, value any, update bool, known func(id string) bool,
) string {
	items, isList := value.([]any)
	if !isList {
		return validationFailed
	}
	if isNumber(fd) {
		return predictNumbers(fd, items)
	}
	if fd.Message() != nil {
		return predictObjects(fd, items)
	}
	form, _ := proto.GetExtension(fd.Options(), pb.E_ObjectForm).(string)
	code := ""
	for _, item := range items {
		if object, isObject := item.(map[string]any); isObject && form != "" && !update && len(object) == 1 {
			item = object[form]
		}
		text, isText := item.(string)
		fits := fitsText(fd, rulesOf(fd).GetRepeated().GetItems().GetString(), text)
		if isText && isID(fd) && (fits || isReference(fd, text)) {
			if fd.Name() != "deleted" && !known(text) { // of those to delete, one that no record has is left out
				code = unknownReference
			}
			continue
		}
		if !isText || !fits {
			return validationFailed
		}
	}
	if len(items) > mostItems(fd) || len(items) == 0 && hasBehavior(fd, annotations.FieldBehavior_REQUIRED) {
		return validationFailed
	}
	return code
}

// predictObjects predicts the response to a list of objects. No object of the suite has the members that they need.
func predictObjects(fd protoreflect.FieldDescriptor, items []any) string {
	code := ""
	for _, item := range items {
		object, isObject := item.(map[string]any)
		if code == "" {
			code = validationFailed
		}
		for name := range object {
			if fd.Message().Fields().ByJSONName(name) == nil {
				code = unknownField
			}
		}
		if !isObject {
			return validationFailed
		}
	}
	if len(items) > mostItems(fd) {
		return validationFailed
	}
	return code
}

func predictNumbers(fd protoreflect.FieldDescriptor, items []any) string {
	for _, item := range items {
		n, isNumber := item.(json.Number)
		if f, err := n.Float64(); !isNumber || err != nil || !fitsNumber(fd, f) {
			return validationFailed
		}
	}
	if len(items) < fewestItems(fd) || len(items) > mostItems(fd) {
		return validationFailed
	}
	return ""
}

func predictJSON(
	fd protoreflect.FieldDescriptor, rules *validate.FieldRules, value any, known func(id string) bool,
) string {
	fits := false
	switch v := value.(type) {
	case bool:
		fits = fd.Kind() == protoreflect.BoolKind
	case json.Number:
		f, err := v.Float64()
		tooSmall := f == 0 && strings.ContainsAny(strings.SplitN(strings.ToLower(v.String()), "e", 2)[0], "123456789")
		fits = err == nil && isNumber(fd) && fitsNumber(fd, f) && !tooSmall // it could not be returned as sent
	case string:
		switch {
		case fd.Kind() == protoreflect.StringKind:
			if fits = isReference(fd, v) || fitsText(fd, rules.GetString(), v); fits && isID(fd) && !known(v) {
				return unknownReference
			}
		case fd.Enum() != nil:
			fits = slices.Contains(wordsOf(fd), v)
		case fd.Message() != nil:
			fits = isTime(v)
		}
	}
	if !fits {
		return validationFailed
	}
	return ""
}

// predictParameter predicts the response to a query with one parameter.
func predictParameter(fd protoreflect.FieldDescriptor, text string) string {
	values := []string{text}
	if fd.IsList() {
		values = strings.Split(text, ",")
	}
	if len(values) > mostItems(fd) || fd.Name() == "cursor" {
		return validationFailed // a cursor is not made up
	}
	for _, value := range values {
		switch reference := isReference(fd, value); {
		case reference && fd.IsList():
			continue // an id without a record is left out
		case reference:
			return unknownReference // no value of the suite is the address of a user whom it has not created
		}
		if !fitsParameter(fd, value) {
			return validationFailed
		}
	}
	return ""
}

func fitsParameter(fd protoreflect.FieldDescriptor, text string) bool {
	rules := rulesOf(fd).GetString()
	if fd.IsList() {
		rules = rulesOf(fd).GetRepeated().GetItems().GetString()
	}
	switch {
	case text == "" || !utf8.ValidString(text):
		return false
	case fd.Name() == "types":
		return false // no value of the suite is a type of events
	case fd.Name() == "after":
		return afterForm.MatchString(text)
	case isMoment(fd):
		return isMomentText(text)
	case fd.Kind() == protoreflect.BoolKind:
		return text == "true" || text == "false"
	case fd.Enum() != nil:
		return slices.Contains(wordsOf(fd), text)
	case fd.Message() != nil:
		return isTime(text)
	case isNumber(fd):
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && (fd.Kind() == protoreflect.DoubleKind || !math.IsInf(f, 0)) || !isJSON(text) {
			return false
		}
		// A limit is clamped.
		return fd.Name() == "limit" && (math.IsInf(f, 0) || f == math.Trunc(f)) ||
			fd.Name() != "limit" && fitsNumber(fd, f)
	}
	return fitsText(fd, rules, text)
}

// isMoment reports whether a field is a moment of the journal: the number of an event, or a time.
func isMoment(fd protoreflect.FieldDescriptor) bool {
	return fd.Kind() == protoreflect.StringKind &&
		slices.Contains([]protoreflect.Name{"as_of", "from_moment", "to_moment"}, fd.Name())
}

func isMomentText(text string) bool {
	return afterForm.MatchString(text) && text != "head" || isTime(text)
}

// isNoMoment reports whether a response refuses a moment because the journal does not have it.
func isNoMoment(fd protoreflect.FieldDescriptor, ans *apitest.Answer) bool {
	return isMoment(fd) && (ans.Code == "cursor_expired" || strings.Contains(ans.Message, "is in the future"))
}

// mostItems is the largest number of values of a list.
func mostItems(fd protoreflect.FieldDescriptor) int {
	if rules := rulesOf(fd).GetRepeated(); rules != nil && rules.MaxItems != nil {
		return int(rules.GetMaxItems())
	}
	return math.MaxInt
}

// fewestItems is the smallest number of values of a list.
func fewestItems(fd protoreflect.FieldDescriptor) int {
	return int(rulesOf(fd).GetRepeated().GetMinItems())
}

func isNumber(fd protoreflect.FieldDescriptor) bool {
	return slices.Contains([]protoreflect.Kind{protoreflect.DoubleKind, protoreflect.Int32Kind, protoreflect.Int64Kind},
		fd.Kind())
}

func fitsNumber(fd protoreflect.FieldDescriptor, f float64) bool {
	low, high, bounded := boundsOfNumber(fd)
	if fd.FullName() == "workplan.v1.HolidayCalendar.last_year" { // ten years from the first one in the suite
		low, high = 2027, 2036
	}
	whole := fd.Kind() == protoreflect.DoubleKind || f == math.Trunc(f)
	return whole && !math.IsInf(f, 0) && (!bounded || f >= low && f <= high)
}

func boundsOfNumber(fd protoreflect.FieldDescriptor) (low, high float64, bounded bool) {
	rules := rulesOf(fd)
	if fd.IsList() {
		rules = rules.GetRepeated().GetItems()
	}
	switch {
	case rules.GetDouble() != nil:
		if rules.GetDouble().HasGt() {
			return math.Nextafter(rules.GetDouble().GetGt(), math.Inf(1)), rules.GetDouble().GetLte(), true
		}
		return rules.GetDouble().GetGte(), rules.GetDouble().GetLte(), true
	case rules.GetInt32() != nil:
		return float64(rules.GetInt32().GetGte()), float64(rules.GetInt32().GetLte()), true
	case rules.GetInt64() != nil:
		return float64(rules.GetInt64().GetGte()), float64(cmp.Or(rules.GetInt64().GetLte(), math.MaxInt64)), true
	}
	return 0, 0, false
}

var (
	afterForm = regexp.MustCompile(`^(head|0|[1-9]\d{0,17})$`)
	uuidForm  = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	timeForm  = regexp.MustCompile(
		`^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`,
	)
	mailForm = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)*$")
	uriForm  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	badURL   = regexp.MustCompile(`(?i)^\s*(javascript|vbscript|file|data):`)
	imageURL = regexp.MustCompile(`(?i)^\s*data:image/`)
)

// trimmed returns the form of a text that is stored.
func trimmed(fd protoreflect.FieldDescriptor, text string) string {
	switch {
	case option(fd, pb.E_Verbatim):
		return strings.TrimSpace(text)
	case option(fd, pb.E_Trimmed):
		return naming.Clean(text)
	}
	return text
}

// fitsText reports whether a text keeps the bounds of its field.
func fitsText(fd protoreflect.FieldDescriptor, rules *validate.StringRules, text string) bool {
	text = trimmed(fd, text)
	documented, _ := proto.GetExtension(fd.Options(), pb.E_Text).(*pb.TextRules)
	length := uint64(utf8.RuneCountInString(text))
	switch {
	case fd.FullName() == "workplan.v1.HolidayCalendar.file": // no value of the suite is a calendar in base64
	case strings.Contains(text, "\x00"):
	case length < max(rules.GetMinLen(), documented.GetMinLen()):
	case rules.GetMaxLen() > 0 && length > rules.GetMaxLen():
	case documented.GetMaxLen() > 0 && length > documented.GetMaxLen():
	case rules.GetUuid() && !uuidForm.MatchString(text):
	case rules.GetEmail() && !mailForm.MatchString(text):
	case (rules.GetUri() || documented.GetFormat() == "uri") && !uriForm.MatchString(text):
	case len(rules.GetIn()) > 0 && !slices.Contains(rules.GetIn(), text):
	case rules.GetPattern() != "" && !regexp.MustCompile(rules.GetPattern()).MatchString(text):
	case documented.GetPattern() != "" && !regexp.MustCompile(documented.GetPattern()).MatchString(text):
	case option(fd, pb.E_CalendarDate) && !isDate(text):
	case option(fd, pb.E_Country) && text == "ZZ": // it is not assigned
	case option(fd, pb.E_CurrencyCode) && text == "NaN": // no currency
	case option(fd, pb.E_SafeUrl) && badURL.MatchString(text) && !imageURL.MatchString(text):
	default:
		return true
	}
	return false
}

func isDate(text string) bool {
	t, err := time.Parse(time.DateOnly, text)
	return err == nil && t.Year() >= 1 && t.Year() <= 9999
}

func isTime(text string) bool {
	t, err := time.Parse(time.RFC3339Nano, text)
	return err == nil && timeForm.MatchString(text) && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999
}

// isJSON reports whether a text is one JSON value in valid UTF-8. encoding/json replaces half
// of a surrogate pair; the API refuses it.
func isJSON(text string) bool {
	var value any
	if !utf8.ValidString(text) || !json.Valid([]byte(text)) {
		return false
	}
	if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &value) == nil {
		return !strings.Contains(value.(string), "\ufffd")
	}
	return true
}

func isWritable(fd protoreflect.FieldDescriptor, update bool) bool {
	return !hasBehavior(fd, annotations.FieldBehavior_OUTPUT_ONLY) &&
		!(update && hasBehavior(fd, annotations.FieldBehavior_IMMUTABLE))
}

func isNullable(fd protoreflect.FieldDescriptor) bool { return option(fd, pb.E_Nullable) }

func isID(fd protoreflect.FieldDescriptor) bool { return proto.HasExtension(fd.Options(), pb.E_IdOf) }

// isReference reports whether a text stands for the id of a record: an external id, which no record of the suite has,
// or the address of a user.
func isReference(fd protoreflect.FieldDescriptor, text string) bool {
	of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
	marks := map[string]string{"User": ":@", "Placeholder": ":@", "Client": ":", "Project": ":", "TimeOff": ":"}[of]
	return utf8.ValidString(text) && !strings.Contains(text, "\x00") && strings.ContainsAny(text, marks)
}

// wordsOf returns the words of an enum as JSON has them.
func wordsOf(fd protoreflect.FieldDescriptor) (words []string) {
	values := fd.Enum().Values()
	prefix := strings.TrimSuffix(string(values.ByNumber(0).Name()), "UNSPECIFIED")
	for i := range values.Len() {
		if v := values.Get(i); v.Number() != 0 {
			words = append(words, strings.ToLower(strings.TrimPrefix(string(v.Name()), prefix)))
		}
	}
	return words
}

func rulesOf(fd protoreflect.FieldDescriptor) *validate.FieldRules {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if rules == nil {
		rules = &validate.FieldRules{}
	}
	if rules.GetRepeated() == nil && fd.IsList() {
		rules = &validate.FieldRules{Type: &validate.FieldRules_Repeated{Repeated: &validate.RepeatedRules{}}}
	}
	if rules.GetString() == nil && rules.GetType() == nil {
		rules = proto.CloneOf(rules)
		rules.Type = &validate.FieldRules_String_{String_: &validate.StringRules{}}
	}
	return rules
}

// stringRules are the rules of a text, or of each text of a list.
func stringRules(fd protoreflect.FieldDescriptor) *validate.StringRules {
	if fd.IsList() {
		return rulesOf(fd).GetRepeated().GetItems().GetString()
	}
	return rulesOf(fd).GetString()
}

func hasBehavior(fd protoreflect.FieldDescriptor, behavior annotations.FieldBehavior) bool {
	behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, behavior)
}

func option(fd protoreflect.FieldDescriptor, x protoreflect.ExtensionType) bool {
	set, _ := proto.GetExtension(fd.Options(), x).(bool)
	return set
}

// readsBack reports whether a value that was sent is the one that the API returns.
func readsBack(fd protoreflect.FieldDescriptor, raw string, got any) bool {
	var sent any
	if json.Unmarshal([]byte(raw), &sent) != nil {
		return false
	}
	switch v := sent.(type) {
	case nil:
		return true // cleared, or the default of a new record
	case string:
		v = trimmed(fd, v)
		if option(fd, pb.E_Country) || option(fd, pb.E_CurrencyCode) {
			v = strings.ToUpper(v)
		}
		text, _ := got.(string)
		return text == v || isID(fd) && strings.EqualFold(text, v) || fd.Message() != nil && sameTime(text, v)
	case []any:
		form, _ := proto.GetExtension(fd.Options(), pb.E_ObjectForm).(string)
		var want []any
		for _, item := range v {
			if object, isObject := item.(map[string]any); isObject {
				item = object[form]
			}
			text, isText := item.(string)
			if !isText {
				want = append(want, item)
			} else if text = trimmed(fd, text); !slices.Contains(want, any(text)) {
				want = append(want, text)
			}
		}
		list, _ := got.([]any)
		return slices.Equal(list, want)
	}
	return sent == got
}

// sameTime compares two times to the microsecond.
func sameTime(a, b string) bool {
	s, err1 := time.Parse(time.RFC3339Nano, a)
	t, err2 := time.Parse(time.RFC3339Nano, b)
	return err1 == nil && err2 == nil && s.Sub(t).Abs() < time.Microsecond
}

// same reports whether two JSON values are equal.
func same(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
