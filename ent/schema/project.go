package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// Project is work for a client between two dates.
type Project struct{ ent.Schema }

// Annotations names the table.
func (Project) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("projects")}
}

// Mixin adds the columns of every record.
func (Project) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Project) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.UUID("client_id", uuid.UUID{}).Immutable(),
		field.Time("start_date").SchemaType(columnType("date")),
		field.Time("end_date").SchemaType(columnType("date")),
		field.String("objective").Optional().Nillable(),
		field.UUID("project_manager_id", uuid.UUID{}).Optional().Nillable(),
		field.Enum("status").Values("draft", "planned", "active", "completed", "cancelled").Default("draft"),
		field.Enum("billing_type").Values("fixed_price", "retainer", "time_materials", "non_billable").Immutable(),
		field.Float("amount").Optional().Nillable().Immutable(),
		field.Float("hourly_rate").Optional().Nillable().Immutable(),
		field.Enum("color").Values("indigo", "teal", "orange", "pink", "blue", "lime", "purple", "brown",
			"cyan", "green",
			"magenta", "gray").Optional().Nillable(),
		field.String("currency").Optional().Nillable(),
		externalIDs(),
	}
}
