package naming_test

import (
	"regexp"
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/workplan-api/workplan/internal/naming"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                  "",
		"Acme":              "Acme",
		" Acme\t":           "Acme",
		"Acme GmbH":         "Acme GmbH",
		"\u200bAcme\ufeff":  "Acme",
		"Acme\u00ad\u2060":  "Acme",
		"\u202eAcme\u202c ": "Acme",
		"A\u200bcme":        "A\u200bcme", // in the middle it may be meant
		"Cafe\u0301":        "Caf\u00e9",
		"\u212bngstrom":     "\u00c5ngstrom",
		" ":                 "",
		"\u200b\u200d":      "",
		"\u3164\u115f":      "",
		"\u2800":            "",
		"\ufe0f":            "",
		"\U000e0067":        "",
		"\x00":              "\x00", // which is refused
		"Team ❤\ufe0f":      "Team ❤\ufe0f",
		"\U0001f3f4\U000e0067\U000e0062\U000e007f": "\U0001f3f4\U000e0067\U000e0062\U000e007f",
		"ქართული":                                  "ქართული",
	} {
		if got := naming.Clean(in); got != want || naming.Clean(got) != got {
			t.Errorf("%+q becomes %+q, want %+q", in, got, want)
		}
	}
}

func TestForms(t *testing.T) {
	for in, want := range map[string][]string{
		"Acme":             {"Acme"},
		" Acme ":           {"Acme"},
		"Acme\u200b":       {"Acme", "Acme\u200b"},
		"Caf\u00e9":        {"Caf\u00e9", "Cafe\u0301"},
		"Cafe\u0301":       {"Caf\u00e9", "Cafe\u0301"},
		"Cafe\u0301\ufeff": {"Caf\u00e9", "Cafe\u0301", "Cafe\u0301\ufeff"},
	} {
		if got := naming.Forms(in); !slices.Equal(got, want) {
			t.Errorf("%+q has the forms %+q, want %+q", in, got, want)
		}
	}
}

// TestSearchOfParts: each part of a name finds the name, also one that ends within a letter.
func TestSearchOfParts(t *testing.T) {
	for _, name := range []string{"Hauptstraße 1", "Ærø Œuvre", "ĲSSELMEER", "Ǆep Ljubljana", "ŉ Þór", "Weiß"} {
		letters := []rune(naming.Fold(name))
		for i := range letters {
			for j := i + 1; j <= len(letters); j++ {
				part := string(letters[i:j])
				if !regexp.MustCompile(naming.Pattern(part)).MatchString(name) {
					t.Errorf("%q is not found in %q", part, name)
				}
			}
		}
	}
}

// TestSearch matches with Go: patterns use only what Go and PostgreSQL have in common.
func TestSearch(t *testing.T) {
	for _, tt := range []struct {
		part, name string
		want       bool
	}{
		{"web", "New WEBsite", true},
		{"ÜBER", "das Übergangsprojekt", true},
		{"uber", "das Übergangsprojekt", true},
		{"Über", "Uber", true},
		{"ibrahim", "İbrahim Ş.", true},
		{"IBRAHIM", "ıbrahım", true},
		{"nguyen", "Nguyễn Văn A", true},
		{"Nguyễn", "NGUYEN", true},
		{"soren", "Søren", true},
		{"lodz", "Łódź", true},
		{"dordevic", "Đorđević", true},
		{"strasse", "Hauptstraße 1", true},
		{"straße", "HAUPTSTRASSE", true},
		{"straße", "Hauptstrase", false},
		{"aerø", "Ærø", true},
		{"aero", "Ærø", true},
		{"σίσυφος", "ΣΊΣΥΦΟΣ", true},
		{"σισυφος", "Σίσυφος", true},
		{"елка", "Ёлка", true},
		{"日本", "日本語", true},
		{"김", "김민준", true},
		{"김", "이민준", false},
		{"कि", "किशोर", true},
		{"कि", "कमला", false},
		{"𐐨", "𐐀", true},
		{"kelvin", "\u212aelvin", true},
		{"web", "wb", false},
		{"100%", "100% done", true},
		{"100%", "1000 done", false},
		{"a_b", "a_b", true},
		{"a_b", "aXb", false},
		{`\`, `a\b`, true},
		{`\`, "ab", false},
		{".*", "anything", false},
		{"[x] (y)|z^$+?{1}", "a [X] (Y)|Z^$+?{1}", true},
		{"***=a", "***=A", true},
		{"\u0301", "e", false},
	} {
		for _, form := range []norm.Form{norm.NFC, norm.NFD} {
			part, name := tt.part, form.String(tt.name)
			if got := regexp.MustCompile(naming.Pattern(part)).MatchString(name); got != tt.want {
				t.Errorf("%s in %+q: the pattern %q matches: %v", part, name, naming.Pattern(part), got)
			}
			if got := naming.Finds(part)(name); got != tt.want && part != "\u0301" {
				t.Errorf("%s in %+q: Finds is %v", part, name, got)
			}
		}
	}
}
