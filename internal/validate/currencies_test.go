package validate

import "testing"

func TestCurrentCurrency(t *testing.T) {
	for code, want := range map[string]bool{
		"EUR": true, "usd": true, "Jpy": true, "KWD": true, "CHF": true, "GBP": true, "XOF": true, "ZWG": true,
		"XCG": true, "BGN": false, "HRK": false,
		"DEM": false, "XXX": false, "XAU": false, "EU": false, "EURO": false, "": false, "\u0131DR": false,
	} {
		if got, is := CurrentCurrency(code); is != want {
			t.Errorf("%q: %q, %v", code, got, is)
		}
	}
}

func TestCurrencyDigits(t *testing.T) {
	for code, want := range map[string]int{"EUR": 2, "JPY": 0, "KWD": 3, "USD": 2} {
		if got := CurrencyDigits(code); got != want {
			t.Errorf("%s has %d decimals, want %d", code, got, want)
		}
	}
	for code := range digits {
		if _, is := CurrentCurrency(code); !is {
			t.Errorf("%s is no currency", code)
		}
	}
}
