package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Proposal is a change of planned hours that is not applied yet. Its wishes are the rows of proposal_rows.
type Proposal struct{ ent.Schema }

// Annotations names the table.
func (Proposal) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("proposals")}
}

// Mixin adds the columns of every record.
func (Proposal) Mixin() []ent.Mixin { return []ent.Mixin{record{}} }

// Fields are the columns.
func (Proposal) Fields() []ent.Field {
	return []ent.Field{
		field.String("title"),
		field.String("note").Optional().Nillable(),
		field.Enum("visibility").Values("private", "organization").Default("private"),
		// None are the managers of all of its persons, and admins.
		field.Other("reviewer_ids", pq.StringArray{}).SchemaType(columnType("uuid[]")),
		field.Enum("source").Values("person", "assistant", "import", "suggestion").Default("person").Immutable(),
		field.Time("expires_at").Optional().Nillable(),
		field.Enum("status").Values("draft", "in_review", "approved", "applied", "rejected", "withdrawn").Default("draft"),
		field.UUID("creator_id", uuid.UUID{}).Immutable(),
		field.Int64("row_count"),
		field.Time("submitted_at").Optional().Nillable(),
		field.UUID("decided_by_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("decided_at").Optional().Nillable(),
		field.String("rejection_reason").Optional().Nillable(),
		field.UUID("applied_by_id", uuid.UUID{}).Optional().Nillable(),
		field.Time("applied_at").Optional().Nillable(),
		// How many of its rows were created, updated, deleted, unchanged and skipped; empty until it is applied.
		field.Other("outcome", pq.Int64Array{}).SchemaType(columnType("bigint[]")),
		field.UUID("reverts_id", uuid.UUID{}).Optional().Nillable().Immutable(),
	}
}
