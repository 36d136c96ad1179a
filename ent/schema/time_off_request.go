package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// TimeOffRequest is a request for time off.
type TimeOffRequest struct{ ent.Schema }

// Annotations names the table.
func (TimeOffRequest) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("time_off_requests")}
}

// Mixin adds the columns of every record.
func (TimeOffRequest) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (TimeOffRequest) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("time_off_type_id", uuid.UUID{}),
		field.Time("start_date").SchemaType(columnType("date")),
		field.Time("end_date").SchemaType(columnType("date")),
		field.Float("availability"),
		field.String("reason"),
		field.Enum("status").Values("pending", "approved", "rejected").Default("pending"),
		field.String("rejection_reason").Optional().Nillable(),
		field.UUID("decided_by_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("decided_at").Optional().Nillable(),
		externalIDs(),
	}
}
