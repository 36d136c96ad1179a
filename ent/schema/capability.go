package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// Capability is what people can do, as a row of hours names it.
type Capability struct{ ent.Schema }

// Annotations names the table.
func (Capability) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("capabilities")}
}

// Mixin adds what every record has.
func (Capability) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Capability) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.Bool("is_active").Default(true),
	}
}
