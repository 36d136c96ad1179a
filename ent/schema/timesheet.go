package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// Timesheet says that days of a user are complete.
type Timesheet struct{ ent.Schema }

// Annotations names the table.
func (Timesheet) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("timesheets")}
}

// Mixin adds the columns of every record.
func (Timesheet) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Timesheet) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Time("start_date").SchemaType(columnType("date")).Immutable(),
		field.Time("end_date").SchemaType(columnType("date")).Immutable(),
		field.String("note").Optional().Nillable(),
		field.Enum("status").Values("pending", "approved", "rejected", "withdrawn", "reopened").Default("pending"),
		field.Float("hours"),
		field.UUID("decided_by_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("decided_at").Optional().Nillable(),
		field.String("rejection_reason").Optional().Nillable(),
		field.String("reopen_reason").Optional().Nillable(),
		// The sequencer sets it when it gives the event of the approval its number.
		field.Int64("approved_seq").Optional().Nillable(),
	}
}
