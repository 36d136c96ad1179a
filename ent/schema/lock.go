package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/exception"
)

// Lock closes days, for everybody or for some users.
type Lock struct{ ent.Schema }

// Annotations names the table.
func (Lock) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("locks")}
}

// Mixin adds the columns of every record.
func (Lock) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Lock) Fields() []ent.Field {
	return []ent.Field{
		field.Time("start_date").Optional().Nillable().SchemaType(columnType("date")),
		field.Time("end_date").SchemaType(columnType("date")),
		field.Other("kinds", pq.StringArray{}).SchemaType(columnType("text[]")),
		// None are everybody.
		field.Other("user_ids", pq.StringArray{}).SchemaType(columnType("uuid[]")),
		field.String("reason"),
		field.Other("exceptions", exception.List{}).SchemaType(columnType("jsonb")),
		field.UUID("created_by_id", uuid.UUID{}),
	}
}
