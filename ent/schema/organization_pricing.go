package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// OrganizationPricing is in which currency an organization counts. It has the id of the organization. An organization
// without it has the default of each field.
type OrganizationPricing struct{ ent.Schema }

// Annotations names the table.
func (OrganizationPricing) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("organization_pricing")}
}

// Mixin adds the columns of every record.
func (OrganizationPricing) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (OrganizationPricing) Fields() []ent.Field {
	return []ent.Field{field.String("currency").Default("EUR")}
}
