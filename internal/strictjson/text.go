package strictjson

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// special returns a word with the high bit set in each byte that a JSON string must
// escape: quotation marks, backslashes and control characters. Only the lowest set bit is
// exact; higher ones may be wrong.
func special(w uint64) uint64 {
	quote, slash := w^('"'*ones), w^('\\'*ones)
	return ((quote-ones)&^quote | (slash-ones)&^slash | (w-0x20*ones)&^w) & highs
}

func isSpecial(c byte) bool {
	return c < 0x20 || c == '"' || c == '\\'
}

// plain returns how many bytes at the start of s need no escape.
func plain(s []byte) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if mark := special(binary.LittleEndian.Uint64(s[i:])); mark != 0 {
			return i + bits.TrailingZeros64(mark)/8
		}
	}
	for i < len(s) && !isSpecial(s[i]) {
		i++
	}
	return i
}

// plainASCII is like plain, but also stops at bytes beyond ASCII.
func plainASCII(s []byte) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := binary.LittleEndian.Uint64(s[i:])
		if mark := special(w) | w&highs; mark != 0 {
			return i + bits.TrailingZeros64(mark)/8
		}
	}
	for i < len(s) && !isSpecial(s[i]) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// short maps a character to the letter of its two-character escape.
var short = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// appendString appends s in quotes. It copies s first and then looks for characters to
// escape, because few strings have any.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := len(b)
	b = append(b, s...)
	if n := plainASCII(b[start:]); n < len(s) {
		b = appendEscaped(b[:start+n], s[n:])
	}
	return append(b, '"')
}

func appendEscaped(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += size
			continue
		}
		switch {
		case !isSpecial(c):
			b = append(b, c)
		case short[c] != 0:
			b = append(b, '\\', short[c])
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
	}
	return b
}
