package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// OrganizationSettlement is how people of an organization settle their days. It has the id of the organization. An
// organization without it has the default of each field.
type OrganizationSettlement struct{ ent.Schema }

// Annotations names the table.
func (OrganizationSettlement) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("organization_settlement")}
}

// Mixin adds the columns of every record.
func (OrganizationSettlement) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (OrganizationSettlement) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("period").Values("week", "half_month", "month").Default("week"),
		field.Int32("week_start").SchemaType(columnType("bigint")).Default(1), // as in ISO 8601, 1 is Monday
		field.Bool("self_approval").Default(false),
		field.Int32("auto_lock_after_days").SchemaType(columnType("bigint")).Optional().Nillable(),
	}
}
