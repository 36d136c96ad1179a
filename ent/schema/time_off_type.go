package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// TimeOffType is a reason for time off, such as vacation.
type TimeOffType struct{ ent.Schema }

// Annotations names the table.
func (TimeOffType) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("time_off_types")}
}

// Mixin adds the columns of every record.
func (TimeOffType) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (TimeOffType) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.Bool("is_active").Default(true),
	}
}
