package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// ActualHoursEntry is a piece of work of which a row of actual hours is made.
type ActualHoursEntry struct{ ent.Schema }

// Annotations names the table.
func (ActualHoursEntry) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("actual_hours_entries")}
}

// Mixin adds the columns of every record.
func (ActualHoursEntry) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns. User, project, capability and date are the key of the row.
func (ActualHoursEntry) Fields() []ent.Field {
	return []ent.Field{
		field.String("entry_id").Immutable(),
		field.UUID("user_id", uuid.UUID{}),
		field.UUID("project_id", uuid.UUID{}),
		field.UUID("capability_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("date").SchemaType(columnType("date")),
		field.Float("hours"),
		field.String("note").Optional().Nillable(),
	}
}
