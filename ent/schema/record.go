// Package schema declares the tables for Ent. The SQL in ent/migrations creates them, with composite keys that start
// with the organization. Ent only needs to know the id.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// record has the columns of every row of an organization.
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

// externalIDs are the ids of a record in other systems. The table record_external_ids has them once more.
func externalIDs() ent.Field {
	return field.Other("external_ids", pq.StringArray{}).SchemaType(columnType("text[]"))
}

// newID returns an id that sorts by its time of creation, so that new entries of an index are next to each other.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// columnType sets the type of a column if it differs from Ent's default.
func columnType(name string) map[string]string {
	return map[string]string{dialect.Postgres: name}
}
