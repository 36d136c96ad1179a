package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/workplan-api/workplan/internal/rate"
)

// Rates are what hours are worth and cost, as a list of a user, a project, a client or the organization. It has the id
// of that record.
type Rates struct{ ent.Schema }

// Annotations names the table.
func (Rates) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("rates")}
}

// Mixin adds the columns of every record.
func (Rates) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Rates) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("owner").Values("user", "project", "client", "organization"),
		field.Other("items", rate.List{}).SchemaType(columnType("jsonb")),
	}
}
