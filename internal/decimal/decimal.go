// Package decimal has numbers with six decimals, as amounts of money and hours are stored in lists.
package decimal

import (
	"fmt"
	"math"
	"strconv"
)

// Number is a number in millionths. A number of at most 15 digits is a float64 without loss.
type Number int64

const millionths = 1e6

// Of returns a number, and false if it has more than six decimals. It must be at least 0 and less than 10^9.
func Of(value float64) (Number, bool) {
	n := Rounded(value)
	return n, n.Float() == value
}

// Rounded returns the number with six decimals that is next to value, half away from zero. It must be less than 10^12.
func Rounded(value float64) Number { return Number(math.Round(value * millionths)) }

// Float returns the number as a float64.
func (n Number) Float() float64 { return float64(n) / millionths }

// Optional returns the number of a value that may be nil.
func Optional(value *float64) *Number {
	if value == nil {
		return nil
	}
	return new(Rounded(*value))
}

// OptionalFloat returns the float64 of a number that may be nil.
func OptionalFloat(n *Number) *float64 {
	if n == nil {
		return nil
	}
	return new(n.Float())
}

// MarshalJSON implements json.Marshaler: the value is a number, never with an exponent.
func (n Number) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, n.Float(), 'f', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return fmt.Errorf("a decimal number: %w", err)
	}
	*n = Rounded(value)
	return nil
}
