package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// CalendarFeed is the calendar feed of a user. Its id is that of the user. If it was created with an API key, it ends
// with the key.
type CalendarFeed struct{ ent.Schema }

// Annotations names the table.
func (CalendarFeed) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("calendar_feeds")}
}

// Fields are the columns.
func (CalendarFeed) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.Bytes("token_hash").Sensitive(),
		field.UUID("api_key_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("created_at"),
		field.Time("last_read_at").Optional().Nillable(),
	}
}
