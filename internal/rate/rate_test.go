package rate

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/decimal"
)

// TestChangesOfLists compares the days on which two random lists differ with a look at each day.
func TestChangesOfLists(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	begin := time.Date(2028, 2, 20, 0, 0, 0, 0, time.UTC) // with a leap day
	day := func(i int) string { return begin.AddDate(0, 0, i).Format(time.DateOnly) }
	users := []uuid.UUID{uuid.Nil, uuid.MustParse("0198f3a0-0000-7000-8000-000000000001")}
	list := func() (l List) {
		for range random.IntN(6) {
			r := Rate{Kind: []Kind{Bill, Cost}[random.IntN(2)], Currency: []string{"EUR", "USD"}[random.IntN(2)]}
			if i := random.IntN(21); i > 0 {
				r.ValidFrom = day(i)
			}
			if user := users[random.IntN(2)]; user != uuid.Nil {
				r.UserID = &user
			}
			if amount := decimal.Number(random.IntN(3)); amount > 0 {
				r.Amount = &amount
			}
			if !slices.ContainsFunc(l, func(o Rate) bool { return o.For() == r.For() && o.ValidFrom == r.ValidFrom }) {
				l = append(l, r)
			}
		}
		l.Sort()
		return l
	}
	differs := 0
	for range 20_000 {
		before, after := list(), list()
		changes := before.Changes(after)
		for _, kind := range []Kind{Bill, Cost} {
			for _, user := range users {
				f := For{Kind: kind, User: user}
				for i := range 25 {
					want := slow(before, f, day(i)) != slow(after, f, day(i))
					got := slices.ContainsFunc(changes, func(c Change) bool {
						return c.For == f && c.First <= day(i) && (c.Until == "" || day(i) < c.Until)
					})
					if got != want {
						t.Fatalf("%v on %s: %v, want %v, of %v and %v: %v", f, day(i), got, want, before, after, changes)
					}
					if want {
						differs++
					}
				}
			}
		}
	}
	if differs == 0 {
		t.Error("no two lists differ")
	}
}

// slow returns what a list says of a day, by looking at each rate.
func slow(l List, f For, day string) string {
	begun, says := "", "no item"
	for _, r := range l {
		if r.For() != f || r.ValidFrom > day || r.ValidFrom < begun {
			continue
		}
		if begun, says = r.ValidFrom, "nothing"; r.Amount != nil {
			says = strconv.FormatInt(int64(*r.Amount), 10) + r.Currency
		}
	}
	return says
}
