// Package budget is the list of a budget as the column budgets.items has it, and what holds on a day.
package budget

import (
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/jsonb"
)

// Period is how long a budget is for.
type Period string

const (
	// Total is the whole project.
	Total Period = "total"
	// Month is each calendar month.
	Month Period = "month"
)

// Item is the hours that a project may use, or what they may be worth, from a day on.
type Item struct {
	// ValidFrom is a day as YYYY-MM-DD; empty if the item holds since ever.
	ValidFrom string `json:"validFrom,omitempty"`
	// Hours and Amount are nil if the item has none. One of them is there.
	Hours  *decimal.Number `json:"hours,omitempty"`
	Amount *decimal.Number `json:"amount,omitempty"`
	Period Period          `json:"period"`
}

// List is the items of a budget, in the order of Sort.
type List []Item

// Sort sorts the list by the first days of the items.
func (l List) Sort() {
	slices.SortFunc(l, func(a, b Item) int { return strings.Compare(a.ValidFrom, b.ValidFrom) })
}

// At returns the item that holds on a day, or nil if none has begun.
func (l List) At(day string) (at *Item) {
	for i := range l {
		if l[i].ValidFrom > day {
			break
		}
		at = &l[i]
	}
	return at
}

// HasAmount reports whether an item has an amount.
func (l List) HasAmount() bool {
	return slices.ContainsFunc(l, func(it Item) bool { return it.Amount != nil })
}

// Scan implements sql.Scanner.
func (l *List) Scan(src any) error { return jsonb.Scan(src, (*[]Item)(l)) }

// Value implements driver.Valuer.
func (l List) Value() (driver.Value, error) { return jsonb.Value([]Item(l)) }
