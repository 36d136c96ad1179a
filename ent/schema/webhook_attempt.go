package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// WebhookAttempt is a request to an endpoint.
type WebhookAttempt struct{ ent.Schema }

// Annotations names the table.
func (WebhookAttempt) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("webhook_attempts")}
}

// Fields are the columns.
func (WebhookAttempt) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.UUID("webhook_id", uuid.UUID{}).Immutable(),
		field.Time("created_at").Immutable(),
		field.Int64("seq").Optional().Nillable().Immutable(),
		field.String("type").Immutable(),
		field.Int32("duration").Immutable(),
		field.Enum("outcome").Values("delivered", "failed", "parked").Immutable(),
		field.Int32("status").Optional().Nillable().Immutable(),
		field.String("error").Optional().Nillable().Immutable(),
		field.String("response").Optional().Nillable().Immutable(),
	}
}
