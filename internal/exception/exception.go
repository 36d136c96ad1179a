// Package exception is the exceptions of a lock as the column locks.exceptions has them.
package exception

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
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
func (l *List) Scan(src any) error {
	text, is := src.([]byte)
	if !is {
		return fmt.Errorf("exceptions are %T, and not JSON", src)
	}
	return json.Unmarshal(text, l)
}

// Value implements driver.Valuer. It returns a string: a []byte may be sent in the binary format of jsonb.
func (l List) Value() (driver.Value, error) {
	if l == nil {
		l = List{}
	}
	text, err := json.Marshal([]Exception(l))
	return string(text), err
}
