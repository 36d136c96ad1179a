package validate

import (
	"strings"
	"sync"

	"golang.org/x/text/currency"
)

// current are the currencies that are legal tender somewhere.
var current = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for found := currency.Query(); found.Next(); {
		m[found.Unit().String()] = true
	}
	return m
})

// CurrentCurrency returns a currency code in upper case, and whether ISO 4217 has it for a currency that is legal
// tender today. The code must have exactly three bytes, see AssignedCountry.
func CurrentCurrency(code string) (string, bool) {
	if len(code) != 3 {
		return code, false
	}
	code = strings.ToUpper(code)
	return code, current()[code]
}
