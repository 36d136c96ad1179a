package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Session is a person who has signed in to the console.
type Session struct{ ent.Schema }

// Annotations names the table.
func (Session) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("sessions")}
}

// Fields are the columns.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.UUID("user_id", uuid.UUID{}),
		field.Bytes("token_hash"),
		field.Enum("method").Values("oidc", "key", "demo"),
		field.Other("scopes", pq.StringArray{}).SchemaType(columnType("text[]")).Optional(),
		field.Time("created_at").Immutable(),
		field.Time("last_used_at"),
		field.Time("expires_at"),
	}
}
