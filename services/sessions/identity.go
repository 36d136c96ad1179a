package sessions

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/ent/signinidentity"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/journal"
)

// identityRecord is the name of the resource in events.
const identityRecord = "sign_in_identity"

// Identity is the account of a person at an OpenID Connect provider, and its verified e-mail
// address. The provider may give the address to another account later, but never the subject.
type Identity struct{ Issuer, Subject, Email string }

// ErrOtherIdentity is the error if another identity is bound to the user, or the identity to
// another user.
var ErrOtherIdentity = problem.New(problem.PermissionDenied,
	"another account signs in as this user: sign in with that one, or ask an admin of your organization to unbind it")

// bind binds the identity to the user at the first sign-in. It fails if the user is bound to
// another one, or the identity to another user. db must be in a transaction: the row of the user
// is locked, so that a change of the e-mail address comes either before or after the sign-in.
func bind(ctx context.Context, db *ent.Client, id uuid.UUID, of Identity) error {
	if err := tenant.LockRow(ctx, db, user.Table, id); err != nil {
		return err
	}
	person, err := db.User.Query().Where(user.ID(id)).Only(ctx)
	if err != nil {
		return err
	}
	if !person.IsActive || !person.CanSignIn || !SameAddress(person.Email, of.Email) {
		return ErrOtherIdentity // since it was found
	}
	bound, err := db.SignInIdentity.Query().
		Where(signinidentity.Or(signinidentity.ID(id),
			signinidentity.And(signinidentity.Issuer(of.Issuer), signinidentity.Subject(of.Subject)))).All(ctx)
	switch {
	case err != nil:
		return err
	case len(bound) == 1 && bound[0].ID == id && bound[0].Issuer == of.Issuer && bound[0].Subject == of.Subject:
		return nil
	case len(bound) > 0:
		return ErrOtherIdentity
	}
	row := &ent.SignInIdentity{ID: id, Issuer: of.Issuer, Subject: of.Subject, CreatedAt: protoconv.Now()}
	err = journal.Insert(ctx, db, journal.Created(identityRecord, identityToProto(row)), row)
	if postgres.IsUniqueViolation(err) {
		return ErrOtherIdentity // another user was bound to it at the same time
	}
	return err
}

// Unbind deletes the identity that is bound to a user, and then ends the sessions that were begun with
// it, each with its event. It returns false and changes nothing if there is none. It begins no transaction.
func Unbind(ctx context.Context, db *ent.Client, id uuid.UUID) (found bool, err error) {
	row, err := db.SignInIdentity.Query().Where(signinidentity.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := journal.Delete(ctx, db, journal.Deleted(identityRecord, identityToProto(row)), row); err != nil {
		return false, err
	}
	_, err = end(ctx, db, session.UserID(id), session.MethodEQ(session.MethodOidc))
	return true, err
}

func identityToProto(row *ent.SignInIdentity) *pb.SignInIdentity {
	return &pb.SignInIdentity{Id: row.ID.String(), Issuer: row.Issuer, CreatedAt: timestamppb.New(row.CreatedAt)}
}

// SameAddress reports whether two e-mail addresses are the same in any case of their letters. An
// address with other characters than those of ASCII is never the same: the database takes some of
// them, such as the Kelvin sign, for the upper case of a letter of ASCII.
func SameAddress(a, b string) bool {
	return address.Same(a, b) && !strings.ContainsFunc(a, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}
