package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// SignInIdentity is the account of an OpenID Connect provider that a user signs in with. Its id is that of the user.
type SignInIdentity struct{ ent.Schema }

// Annotations names the table.
func (SignInIdentity) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("sign_in_identities")}
}

// Fields are the columns.
func (SignInIdentity) Fields() []ent.Field {
	return []ent.Field{
		organizationID(),
		id(),
		field.String("issuer"),
		field.String("subject"),
		field.Time("created_at").Immutable(),
	}
}
