package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Customer is a client of an organization. Ent reserves the name Client for its own entry point. The table is clients.
type Customer struct{ ent.Schema }

// Annotations names the table.
func (Customer) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("clients")}
}

// Mixin adds the columns of every record.
func (Customer) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Customer) Fields() []ent.Field {
	return []ent.Field{
		field.String("company_name"),
		field.String("email").Optional().Nillable(),
		field.String("image").Optional().Nillable(),
		field.String("country_code").Optional().Nillable(),
		field.String("website").Optional().Nillable(),
		field.Bool("is_active").Default(true),
		field.Enum("client_priority").Values("high", "medium", "low").Default("medium"),
		field.Other("categories", pq.StringArray{}).SchemaType(columnType("text[]")),
		field.UUID("account_manager_id", uuid.UUID{}).Optional().Nillable(),
		field.String("currency").Optional().Nillable(),
		externalIDs(),
	}
}
