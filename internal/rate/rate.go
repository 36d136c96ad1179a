// Package rate is the list of rates of a record as the column rates.items has it, and what the list says of a day.
package rate

import (
	"cmp"
	"database/sql/driver"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/jsonb"
)

// Kind is what a rate is for.
type Kind string

const (
	// Bill is what a client pays for an hour.
	Bill Kind = "bill"
	// Cost is what an hour costs the organization.
	Cost Kind = "cost"
)

// Rate is what an hour is worth or costs from a day on.
type Rate struct {
	Kind Kind `json:"kind"`
	// ValidFrom is a day as YYYY-MM-DD; empty if the rate holds since ever.
	ValidFrom string `json:"validFrom,omitempty"`
	// Amount is less than 10^9, so it has at most 15 digits. It is nil if the list has no rate from this day on.
	Amount   *decimal.Number `json:"amount"`
	Currency string          `json:"currency"`
	// UserID and CapabilityID are whose hours it is for, nil for all.
	UserID       *uuid.UUID `json:"userId,omitempty"`
	CapabilityID *uuid.UUID `json:"capabilityId,omitempty"`
}

// For is whose hours a rate is for. The rates of one replace each other from day to day.
type For struct {
	Kind             Kind
	User, Capability uuid.UUID // uuid.Nil for all
}

// Compare compares f with g in the order of lists.
func (f For) Compare(g For) int {
	return cmp.Or(cmp.Compare(f.Kind, g.Kind), slices.Compare(f.User[:], g.User[:]),
		slices.Compare(f.Capability[:], g.Capability[:]))
}

// Key is what no two rates of a list have in common.
type Key struct {
	For
	ValidFrom string
}

// Key returns the key of the rate.
func (r *Rate) Key() Key { return Key{r.For(), r.ValidFrom} }

// For returns whose hours the rate is for.
func (r *Rate) For() For {
	f := For{Kind: r.Kind}
	if r.UserID != nil {
		f.User = *r.UserID
	}
	if r.CapabilityID != nil {
		f.Capability = *r.CapabilityID
	}
	return f
}

// SaysSame reports whether both say the same of their days. Nil is no item, which is not the same as one without an
// amount: before the first item of a project, its hourlyRate counts.
func (r *Rate) SaysSame(other *Rate) bool {
	if r == nil || other == nil {
		return r == other
	}
	if r.Amount == nil || other.Amount == nil {
		return r.Amount == other.Amount
	}
	return *r.Amount == *other.Amount && r.Currency == other.Currency
}

// List is the rates of a record, in the order of Sort.
type List []Rate

// Sort sorts the list by the first days of the rates, and those of one day by whose hours they are for.
func (l List) Sort() {
	slices.SortFunc(l, func(a, b Rate) int {
		return cmp.Or(cmp.Compare(a.ValidFrom, b.ValidFrom), a.For().Compare(b.For()))
	})
}

// Of returns the rates of a kind.
func (l List) Of(kind Kind) (kept List) {
	for _, r := range l {
		if r.Kind == kind {
			kept = append(kept, r)
		}
	}
	return kept
}

// At returns the rate that holds on a day, or nil if none has begun.
func (l List) At(f For, day string) (at *Rate) {
	for i := range l {
		if l[i].ValidFrom > day {
			break
		}
		if l[i].For() == f {
			at = &l[i]
		}
	}
	return at
}

// Change is days on which two lists differ.
type Change struct {
	For
	First string // empty since ever
	Until string // the day after the last one, empty for ever
}

// Changes returns on which days another list says something else than l, of each whose hours they are for.
func (l List) Changes(other List) (changes []Change) {
	days := map[For][]string{}
	for _, list := range []List{l, other} {
		for i := range list {
			days[list[i].For()] = append(days[list[i].For()], list[i].ValidFrom)
		}
	}
	for f, begins := range days {
		slices.Sort(begins)
		begins = slices.Compact(begins)
		for i, day := range begins {
			if l.At(f, day).SaysSame(other.At(f, day)) {
				continue
			}
			c := Change{For: f, First: day}
			if i+1 < len(begins) {
				c.Until = begins[i+1]
			}
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.First, b.First), a.Compare(b.For))
	})
	return changes
}

// Scan implements sql.Scanner.
func (l *List) Scan(src any) error { return jsonb.Scan(src, (*[]Rate)(l)) }

// Value implements driver.Valuer.
func (l List) Value() (driver.Value, error) { return jsonb.Value([]Rate(l)) }
