package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// APIKey is a credential that acts as one user of one organization. Only the SHA-256 of its secret is stored.
// After a rotation the previous secret works until previous_secret_expires_at.
type APIKey struct{ ent.Schema }

// Annotations names the table.
func (APIKey) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("api_keys")}
}

// Mixin adds the columns of every record.
func (APIKey) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (APIKey) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.UUID("actor_user_id", uuid.UUID{}).Immutable(),
		field.Bytes("secret_hash").Sensitive(),
		field.Other("scopes", pq.StringArray{}).SchemaType(columnType("text[]")),
		field.Int32("rate_limit").Optional().Nillable(),
		field.Time("expires_at").Optional().Nillable(),
		field.Time("revoked_at").Optional().Nillable(),
		field.Time("last_used_at").Optional().Nillable(),
		field.Bytes("previous_secret_hash").Optional().Sensitive(),
		field.Time("previous_secret_expires_at").Optional().Nillable(),
	}
}
