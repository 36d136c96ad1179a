package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// Holiday is a public holiday of a country.
type Holiday struct{ ent.Schema }

// Annotations names the table.
func (Holiday) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("holidays")}
}

// Mixin adds the columns of every record.
func (Holiday) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Holiday) Fields() []ent.Field {
	return []ent.Field{
		field.String("country_code"),
		field.Time("date").SchemaType(columnType("date")),
		field.String("name"),
		field.Float("factor").Default(1),
	}
}
