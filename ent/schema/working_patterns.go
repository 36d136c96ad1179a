package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// WorkingPatterns are the hours that a user works on each day of the week. It has the id of the user.
type WorkingPatterns struct{ ent.Schema }

// Annotations names the table.
func (WorkingPatterns) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("working_patterns")}
}

// Mixin adds the columns of every record.
func (WorkingPatterns) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (WorkingPatterns) Fields() []ent.Field {
	return []ent.Field{field.JSON("items", json.RawMessage{})}
}
