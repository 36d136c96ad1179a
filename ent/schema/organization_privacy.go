package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// OrganizationPrivacy is what people of an organization see of each other. It has the id of the organization. An
// organization without it hides nothing.
type OrganizationPrivacy struct{ ent.Schema }

// Annotations names the table.
func (OrganizationPrivacy) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("organization_privacy")}
}

// Mixin adds the columns of every record.
func (OrganizationPrivacy) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns. Each says who sees something of a person.
func (OrganizationPrivacy) Fields() []ent.Field {
	audience := func(name string) ent.Field { return field.Enum(name).Values("all", "managers").Default("all") }
	return []ent.Field{
		audience("leave_types"), audience("pending_requests"), audience("worked_hours"), audience("utilization"),
	}
}
