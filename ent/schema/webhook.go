package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Webhook is an endpoint to which events are sent, with the rights of an API key or of a user. A process that delivers
// to it has leased it.
type Webhook struct{ ent.Schema }

// Annotations names the table.
func (Webhook) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("webhooks")}
}

// Mixin adds the columns of every record.
func (Webhook) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Webhook) Fields() []ent.Field {
	return []ent.Field{
		field.String("url"),
		field.Other("types", pq.StringArray{}).SchemaType(columnType("text[]")),
		field.String("name").Optional().Nillable(),
		field.Enum("state").Values("pending", "active", "paused", "disabled"),
		field.UUID("api_key_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable(),
		field.Int32("secret_generation").Default(1),
		field.Time("previous_secret_expires_at").Optional().Nillable(),
		field.Int64("last_parked_seq").Optional().Nillable(),
		field.Int64("position"),
		field.Int32("tries").Default(0),
		field.Int32("failures").Default(0),
		field.Time("failing_since").Optional().Nillable(),
		field.String("last_error").Optional().Nillable(),
		field.Time("due_at"),
		field.Int64("lease").Default(0),
		field.Time("leased_until").Optional().Nillable(),
	}
}
