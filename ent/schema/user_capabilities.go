package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// UserCapabilities are the capabilities that a user has, with a level for each. It has the id of the user.
type UserCapabilities struct{ ent.Schema }

// Annotations names the table.
func (UserCapabilities) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("user_capabilities")}
}

// Mixin adds the columns of every record.
func (UserCapabilities) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (UserCapabilities) Fields() []ent.Field {
	return []ent.Field{field.JSON("items", json.RawMessage{})}
}
