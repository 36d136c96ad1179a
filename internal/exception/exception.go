// Package exception is the exceptions of a lock as the column locks.exceptions has them.
package exception

import (
	"database/sql/driver"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/jsonb"
)

// Exception opens the days of a lock for a user until a time.
type Exception struct {
	ID          uuid.UUID `json:"id"`
	UserID      uuid.UUID `json:"userId"`
	Until       time.Time `json:"until"`
	Reason      string    `json:"reason"`
	CreatedByID uuid.UUID `json:"createdById"`
	CreatedAt   time.Time `json:"createdAt"`
}

// List is the exceptions of a lock, oldest first.
type List []Exception

// Scan implements sql.Scanner.
func (l *List) Scan(src any) error { return jsonb.Scan(src, (*[]Exception)(l)) }

// Value implements driver.Valuer.
func (l List) Value() (driver.Value, error) { return jsonb.Value([]Exception(l)) }
