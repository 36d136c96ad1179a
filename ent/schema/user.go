package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// User is a person in an organization, or a placeholder for one.
type User struct{ ent.Schema }

// Annotations names the table.
func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("users")}
}

// Mixin adds the columns of every record.
func (User) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.String("email").Optional(), // empty for a placeholder
		field.String("name"),
		field.String("image").Optional().Nillable(),
		field.String("country_code").Optional().Nillable(),
		field.Float("default_availability").Default(40),
		field.UUID("reports_to_id", uuid.UUID{}).Optional().Nillable(),
		field.Enum("role").Values("member", "manager", "admin").Default("member"),
		field.Bool("is_active").Default(true),
		field.Enum("kind").Values("placeholder").Optional().Nillable(), // nil for a person
		externalIDs(),
		field.Bool("can_sign_in").Default(true),
		field.Time("start_date").SchemaType(columnType("date")).Optional().Nillable(), // of employment
		field.Time("end_date").SchemaType(columnType("date")).Optional().Nillable(),
	}
}
