package decimal

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestNumbersAreExact compares numbers with decimals that were written by hand, as exact fractions.
func TestNumbersAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		micros := random.Int64N([]int64{1e3, 1e6, 1e9, 1e12, 1e15}[random.IntN(5)])
		digits := strconv.FormatInt(micros/1e6, 10) + "." + strconv.FormatInt(1e6+micros%1e6, 10)[1:]
		value, err := strconv.ParseFloat(digits, 64) // as a client sends it
		if err != nil {
			t.Fatal(err)
		}
		number, exact := Of(value)
		if !exact || int64(number) != micros {
			t.Fatalf("%s is %d, %v", digits, number, exact)
		}
		text, err := json.Marshal(number) // as the database stores it
		if err != nil {
			t.Fatal(err)
		}
		want, _ := new(big.Rat).SetString(digits)
		if stored, ok := new(big.Rat).SetString(string(text)); !ok || stored.Cmp(want) != 0 {
			t.Fatalf("%s is stored as %s", digits, text)
		}
		var read Number
		if err := json.Unmarshal(text, &read); err != nil || read != number {
			t.Fatalf("%s is read as %d: %v", text, read, err)
		}
	}
	for _, value := range []float64{0.0000001, 0.1234567, 1.00000001, 123456789.1234567} {
		if _, exact := Of(value); exact {
			t.Errorf("%v has at most six decimals", value)
		}
	}
}
