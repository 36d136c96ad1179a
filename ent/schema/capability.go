package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// Capability is a skill or role, such as design, that a row of hours can name.
type Capability struct{ ent.Schema }

// Annotations names the table.
func (Capability) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("capabilities")}
}

// Mixin adds the columns of every record.
func (Capability) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Capability) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.Bool("is_active").Default(true),
	}
}
