package acceptance_test

import (
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// The values that the input suite puts into every field, query parameter and path
// parameter.
var (
	hostileJSON = []string{
		`null`, `true`, `[]`, `[null]`, `{}`, `{"name": 1}`, `[[]]`, `["a", 7]`, `["a", {"name": "b"}]`,
		`0`, `-0`, `7`, `-1`, `1e2`, `1e400`, `-1e400`, `1e-400`, `24.001`, `-0.01`, `0.005`, `9007199254740993`,
		`123456789012345678901234567890`, `NaN`, `Infinity`, `-Infinity`, `08`, `0x10`, `+1`, `.5`, `1.`, `1_000`,
		`"\u0000"`, `"a\u0000b"`, `"hr:a\u0000b"`, "\"a\x00b\"", "\"\xff\xfe\"", `"\ud800"`, `"\udc00\ud800"`,
		"\"a\nb\"", `"\x41"`, `"unterminated`,
	}
	hostileText = []string{
		"", " ", "a", "8", "NaN", "Infinity", "null", "true", "\uffff", "\u202egnp.exe", "o\u0301",
		" padded ", "a\r\nb", "\x1b[31m",
		"%", "_", `\`, "'; DROP TABLE users; --", "<script>", "${jndi:ldap://x}", "../../etc/passwd",
		strings.Repeat("é", 255), strings.Repeat("é", 256), strings.Repeat("😀", 256), strings.Repeat("x", 10_001),
		"2026-02-30", "2026-02-29", "2024-02-29", "0000-00-00", "0000-01-01", "0001-01-01", "1969-12-31",
		"9999-12-31", "12026-01-01",
		"2026-1-1", "2026-01-01T00:00:00Z", " 2026-01-01", "２０２６-01-01", "today", "infinity", "-infinity",
		"0189-0000", "{01890000-0000-7000-8000-000000000000}", "urn:uuid:01890000-0000-7000-8000-000000000000",
		"01890000000070008000000000000000", "x01890000-0000-7000-8000-000000000000x",
		"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
		"01890000-0000-7000-8000-00000000000", "01890000-0000-7000-8000-0000000000000", "ACTIVE",
		"PROJECT_STATUS_ACTIVE", "unspecified",
		"a@example.org", "a@", "@example.org", "a b@example.org", "DE", "ZZ",
		"https://example.org/a.png", "https://example.org/a b", "https://example.org/%zz",
		"javascript:alert(1)", "JavaScript:alert(1)",
		"data:text/html,x", "data:image/png;base64,AAAA", "file:///etc/passwd", "//example.org",
		"2026-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
		"2026-01-01 00:00:00Z", "2026-01-01T24:00:00Z",
	}
	hostileNumbers = []string{
		"0", "-1", "1", "201", "1e2", "50.0", "1.5", "1e9", "1e400", "-1e400", "9007199254740991", "9007199254740992",
		"9223372036854775808", "18446744073709551616", "+5", "05", "0x10", "5 ", "1_0",
	}
)

// textsOf returns texts for a field: those for all fields, every word of its enum, and texts
// as long as its bounds.
func textsOf(fd protoreflect.FieldDescriptor) []string {
	texts := slices.Clone(hostileText)
	if fd.Enum() != nil {
		texts = append(texts, wordsOf(fd)...)
	}
	rules := stringRules(fd)
	if n := int(rules.GetMaxLen()); n > 0 && n < 20_000 {
		texts = append(texts, strings.Repeat("é", n), strings.Repeat("é", n+1), strings.Repeat("😀", n),
			" "+strings.Repeat("x", n)+"\t")
	}
	if n := int(rules.GetMinLen()); n > 0 {
		texts = append(texts, strings.Repeat("é", n), strings.Repeat("é", n-1), " "+strings.Repeat("x", n-1)+" ")
	}
	return distinct(append(texts, rules.GetIn()...))
}

// distinct drops repeated texts.
func distinct(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(texts, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

// numbersOf returns the bounds of a number and what is just outside of them.
func numbersOf(fd protoreflect.FieldDescriptor) (texts []string) {
	low, high, bounded := boundsOfNumber(fd)
	if !bounded {
		return nil
	}
	step := 1.0
	if fd.Kind() == protoreflect.DoubleKind {
		step = 0.001
	}
	for _, n := range []float64{low, low - step, high, high + step} {
		texts = append(texts, strconv.FormatFloat(n, 'f', -1, 64))
	}
	return texts
}

// jsonOf returns the values of a member of a body.
func jsonOf(fd protoreflect.FieldDescriptor) []string {
	values := append(slices.Clone(hostileJSON), numbersOf(fd)...)
	for _, text := range textsOf(fd) {
		values = append(values, quoted(text))
	}
	if fd.IsList() && isNumber(fd) {
		for _, number := range append(numbersOf(fd), "-0", "1e-7", "null", `"8"`) {
			for _, n := range []int{max(fewestItems(fd)-1, 0), max(fewestItems(fd), 1), mostItems(fd) + 1} {
				values = append(values, "["+strings.TrimSuffix(strings.Repeat(number+",", n), ",")+"]")
			}
		}
	} else if fd.IsList() {
		for _, text := range textsOf(fd) {
			values = append(values, "["+quoted(text)+"]")
		}
		if most := int(rulesOf(fd).GetRepeated().GetMaxItems()); most > 0 && most < 1000 {
			for _, n := range []int{most, most + 1} {
				var items []string
				for i := range n {
					items = append(items, quoted("x"+strconv.Itoa(i)))
				}
				values = append(values, "["+strings.Join(items, ",")+"]")
			}
		}
	}
	return distinct(values)
}

// quoted returns a text in JSON with as few escapes as possible.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`, "\n", `\n`, "\t", `\t`,
		"\x1b", `\u001b`).Replace(text) + `"`
}
