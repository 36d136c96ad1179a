package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// Assignment is one row of planned hours.
type Assignment struct{ ent.Schema }

// Annotations names the table.
func (Assignment) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("assignments")}
}

// Mixin adds the columns of every record and those of hours.
func (Assignment) Mixin() []ent.Mixin { return []ent.Mixin{record{}, hours{}} }

// Fields are the columns that actual hours do not have. A row is tentative only if the column is true.
func (Assignment) Fields() []ent.Field {
	return []ent.Field{field.Bool("tentative").Optional().Nillable()}
}

// ActualHours is one row of hours worked.
type ActualHours struct{ ent.Schema }

// Annotations names the table.
func (ActualHours) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("actual_hours")}
}

// Mixin adds the columns of every record and those of hours.
func (ActualHours) Mixin() []ent.Mixin { return []ent.Mixin{record{}, hours{}} }

// Fields are the columns that planned hours do not have. The hours of a row that is the sum of its entries are in
// entries_hours, too.
func (ActualHours) Fields() []ent.Field {
	return []ent.Field{field.Float("entries_hours").Optional().Nillable()}
}

// hours are the columns that planned and actual hours share. User, project, capability and date are the natural key. In
// this key, a missing capability is equal to a missing capability.
type hours struct{ mixin.Schema }

func (hours) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("capability_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.Time("date").SchemaType(columnType("date")).Immutable(),
		field.Float("hours"),
	}
}
