package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// IdempotencyKey is an Idempotency-Key that a client sent with a write, and the response to that write. It is stored in
// the transaction of the write. The key is unique for an rpc and an API key or a session: api_key_id is the id of
// either.
type IdempotencyKey struct{ ent.Schema }

// Annotations names the table.
func (IdempotencyKey) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("idempotency_keys")}
}

// Fields are the columns. Rows are deleted after expires_at.
func (IdempotencyKey) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.UUID("api_key_id", uuid.UUID{}).Immutable(),
		field.String("rpc").Immutable(),
		field.String("key").Immutable(),
		field.Bytes("fingerprint").Immutable(),
		field.Bytes("response").Optional(),
		field.Time("created_at").Immutable(),
		field.Time("expires_at").Immutable(),
	}
}
