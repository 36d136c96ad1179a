// Package naming has the rules for text that people write and read: which form of it is stored, and which texts a
// search takes for the same. Everything else only calls it.
//
// Names that look the same are the same. So a name is stored in Unicode's form NFC, without white space and invisible
// characters at its ends. Names that were stored before that rule stay as they are until they are written again, so a
// look-up by a whole name asks for their forms, too.
//
// A search ignores case and accents. It needs no index and no column of its own: it is a regular expression over the
// stored names, which finds each letter with all of its accents.
package naming

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean returns the form of a text that is stored: NFC, without white space and invisible characters at its ends. If
// nothing can be seen of the text, Clean returns an empty one.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	s = norm.NFC.String(strings.TrimFunc(s, isInvisible))
	if !strings.ContainsFunc(s, isVisible) {
		return ""
	}
	return s
}

// isPlain reports whether a text is visible ASCII without spaces at its ends, as most are.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == ' ' && (i == 0 || i == len(s)-1) {
			return false
		}
	}
	return true
}

// isInvisible reports whether a character at the end of a text cannot be seen. NUL is not among them, because a text
// that has it is refused. Neither are the characters that change the one before them: they are part of an emoji.
func isInvisible(r rune) bool {
	switch {
	case r == 0, isTag(r), unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	case r == '\u2800': // a pattern of Braille without dots
		return true
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

func isVisible(r rune) bool {
	return !isInvisible(r) && !isTag(r) && !unicode.Is(unicode.Variation_Selector, r)
}

// Forms returns the texts that may be stored for a name that a client wrote: the one of [Clean] first, and those that
// were stored before that rule.
func Forms(s string) []string {
	clean := Clean(s)
	forms := []string{clean}
	for _, form := range []string{norm.NFD.String(clean), strings.TrimSpace(s)} {
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms
}

// letters are the letters that look like others with a stroke, or like two, and have no decomposition in Unicode. They
// are in lower case.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ŧ': "t",
}

func isAccent(r rune) bool { return r >= 0x300 && r <= 0x36F }

// Fold returns a text without case and accents. Two texts that a search takes for the same have the same one.
func Fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if isAccent(r) {
			continue
		}
		r = unicode.ToLower(unicode.ToUpper(r)) // such as the two forms of sigma
		if text, ok := letters[r]; ok {
			b.WriteString(text)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// Finds returns whether a search for part finds a name.
func Finds(part string) func(name string) bool {
	part = Fold(part)
	return func(name string) bool { return strings.Contains(Fold(name), part) }
}

// lastOfSeveral is the end of the part of Unicode in which several letters fold to one.
const lastOfSeveral = 0x2FFF

// folded has the letters that fold to a text, such as e, é and Ê for e. A letter that folds to two, such as ß, is also
// in begins for the first of them, and in ends for the second.
var folded = sync.OnceValue(func() (letters struct{ all, begins, ends map[string]string }) {
	letters.all, letters.begins, letters.ends = map[string]string{}, map[string]string{}, map[string]string{}
	for r := rune(0); r <= lastOfSeveral; r++ {
		if !unicode.IsLetter(r) {
			continue
		}
		text := []rune(Fold(string(r)))
		letters.all[string(text)] += string(r)
		if len(text) == 2 {
			letters.begins[string(text[0])] += string(r)
			letters.ends[string(text[1])] += string(r)
		}
	}
	return letters
})

// Pattern returns a PostgreSQL regular expression for a search: it matches the names that [Finds] finds, in whichever
// form they are stored.
func Pattern(part string) string {
	text := []rune(Fold(part))
	if len(text) == 0 {
		return regexp.QuoteMeta(part) // accents alone
	}
	at := func(i int) string {
		half := "" // such as ß for the s at the end of stras
		if i == 0 {
			half = folded().ends[string(text[i])]
		}
		if i == len(text)-1 {
			half += folded().begins[string(text[i])]
		}
		if half == "" {
			return letter(text[i])
		}
		return "(?:" + letter(text[i]) + "|" + anyOf(half) + ")"
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if one := folded().all[string(text[i:min(i+2, len(text))])]; i+1 < len(text) && one != "" { // such as ß for ss
			b.WriteString("(?:" + at(i) + at(i+1) + "|" + anyOf(one) + ")")
			i++
		} else {
			b.WriteString(at(i))
		}
	}
	return b.String()
}

// letter returns a pattern for what folds to a character.
func letter(r rune) string {
	if all := folded().all[string(r)]; all != "" {
		return anyOf(all)
	}
	all := string(r)
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		all += string(other)
	}
	if parts := norm.NFD.String(string(r)); parts != string(r) { // such as a syllable of Korean
		return "(?:" + all + "|" + parts + ")"
	}
	if len(all) == utf8.RuneLen(r) {
		return regexp.QuoteMeta(all)
	}
	return anyOf(all)
}

// anyOf returns a pattern for one of some letters, with any accents.
func anyOf(letters string) string { return "[" + letters + "][\u0300-\u036f]*" }
