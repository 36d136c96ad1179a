// Package schema declares the tables. Each has the organization first in its
// key, see rule 1 of the design; Ent only knows the id, because it never needs
// the physical key, and migrations/ holds the composite keys.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// record is what every row of an organization has.
type record struct{ mixin.Schema }

func (record) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.Int64("version").Default(1),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

func organizationID() ent.Field {
	return field.UUID("organization_id", uuid.UUID{}).Immutable()
}

func id() ent.Field {
	return field.UUID("id", uuid.UUID{}).Default(newID).Immutable()
}

// newID makes ids that sort by the time they were made, so that new rows of an
// index lie together.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// columnType fixes the type of a column where Ent's own differs from the
// migrations'.
func columnType(name string) map[string]string {
	return map[string]string{dialect.Postgres: name}
}
