package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// WebhookRedelivery is a range of events that an endpoint gets apart from its cursor, or a parked event.
type WebhookRedelivery struct{ ent.Schema }

// Annotations names the table.
func (WebhookRedelivery) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("webhook_redeliveries")}
}

// Fields are the columns.
func (WebhookRedelivery) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.UUID("webhook_id", uuid.UUID{}).Immutable(),
		field.Int64("from_seq").Immutable(),
		field.Int64("to_seq").Immutable(),
		field.Int64("position"),
		field.Bool("parked"),
	}
}
