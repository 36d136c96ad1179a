package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// Organization is a tenant. Its id is the organization_id of all other tables.
type Organization struct{ ent.Schema }

// Annotations names the table.
func (Organization) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("organizations")}
}

// Fields are the columns.
func (Organization) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("name"),
		field.Time("suspended_at").Optional().Nillable(),
		// The others are those of a move to another installation, see cmd/workplan/operate/move.
		field.UUID("move_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("closed_at").Optional().Nillable(),
		field.String("moved_to").Optional().Nillable(),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}
