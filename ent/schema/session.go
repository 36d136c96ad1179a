package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// Session is a person who has signed in to the console. If that was with an API key, the session ends with the key.
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
		field.Bytes("token_hash").Sensitive(),
		field.Enum("method").Values("oidc", "key", "demo"),
		field.UUID("api_key_id", uuid.UUID{}).Optional().Nillable(),
		field.Bytes("api_key_hash").Optional().Sensitive(),
		field.Time("created_at").Immutable(),
		field.Time("last_used_at"),
		field.Time("expires_at"),
	}
}
