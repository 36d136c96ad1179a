package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/budget"
)

// Budget is what a project may take, from a day on. It has the id of the project.
type Budget struct{ ent.Schema }

// Annotations names the table.
func (Budget) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("budgets")}
}

// Mixin adds the columns of every record.
func (Budget) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Budget) Fields() []ent.Field {
	return []ent.Field{
		field.Other("items", budget.List{}).SchemaType(columnType("jsonb")),
		field.Other("alert_at", pq.Int64Array{}).SchemaType(columnType("bigint[]")),
	}
}
