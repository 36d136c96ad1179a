// Package address compares e-mail addresses: in any case of the letters of ASCII, and of no others. Unicode takes more
// for the same letter, such as the Kelvin sign for k, so strings.EqualFold, strings.ToLower and lower() of PostgreSQL
// would find a person by an address that is none of theirs. Stored addresses are ASCII, so lower(email) in an index is
// Fold of them.
package address

import "strings"

// Fold returns an address with the letters of ASCII in lower case. It is the same text for addresses that are the same.
func Fold(address string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, address)
}

// Same reports whether two addresses differ at most in the case of the letters of ASCII.
func Same(a, b string) bool { return Fold(a) == Fold(b) }
