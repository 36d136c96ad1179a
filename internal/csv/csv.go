// Package csv writes cells of CSV (RFC 4180) that spreadsheets do not read as formulas.
package csv

import (
	"math"
	"strconv"
	"strings"
)

// formulas are the characters with which a cell must not begin, because spreadsheets would read
// it as a formula (OWASP, CSV injection), and the one that is put before them.
const formulas = "'=+-@\t\r\n＝＋－＠"

// AppendText appends a text as a cell. A text that begins with one of formulas gets ' before it.
// That includes ' itself, so the text is the cell without one ' at its beginning, if it has one.
func AppendText(b []byte, text string) []byte {
	if text != "" && strings.IndexAny(text, formulas) == 0 {
		text = "'" + text
	}
	if strings.ContainsAny(text, ",;\"\t\r\n ") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return append(b, text...)
}

// AppendNumber appends a number as a cell, which is empty if it is not a number (NaN).
func AppendNumber(b []byte, number float64) []byte {
	if math.IsNaN(number) {
		return b
	}
	return strconv.AppendFloat(b, number, 'f', -1, 64)
}
