package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// UserViews are the views of the board that a user has saved. They have the id of the user.
type UserViews struct{ ent.Schema }

// Annotations names the table.
func (UserViews) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("user_views")}
}

// Mixin adds the columns of every record.
func (UserViews) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (UserViews) Fields() []ent.Field {
	return []ent.Field{field.JSON("items", json.RawMessage{})}
}
