package migrate

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/lib/pq"
)

// CreateRole creates a role that may log in with a password, unless the role exists. It changes no role. If the
// password is empty, PostgreSQL must be configured to let the role in without one. The caller needs the right
// CREATEROLE.
func CreateRole(ctx context.Context, db *sql.DB, role, password string) error {
	exists, err := roleExists(ctx, db, role)
	if err != nil || exists {
		return err
	}
	statement := "CREATE ROLE " + pq.QuoteIdentifier(role) + " LOGIN"
	if password != "" {
		verifier, err := scram(password)
		if err != nil {
			return err
		}
		statement += " PASSWORD " + pq.QuoteLiteral(verifier)
	}
	if _, err := db.ExecContext(ctx, statement); err != nil {
		return mayNot(fmt.Errorf("create the role %s: %w", pq.QuoteIdentifier(role), err),
			"create it as a superuser with CREATE ROLE "+pq.QuoteIdentifier(role)+" LOGIN PASSWORD '…'")
	}
	return nil
}

func roleExists(ctx context.Context, db *sql.DB, role string) (exists bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role).Scan(&exists)
	return exists, err
}

// scram returns what PostgreSQL stores of a password, SCRAM-SHA-256 of RFC 5803, so that no log of statements has the
// password.
func scram(password string) (string, error) {
	for _, b := range []byte(password) {
		if b < ' ' || b > '~' {
			return "", errors.New("the password of the new role may only have printable ASCII characters")
		}
	}
	const iterations = 4096 // the default of PostgreSQL
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	salted, err := pbkdf2.Key(sha256.New, password, salt, iterations, sha256.Size)
	if err != nil {
		return "", err
	}
	sign := func(text string) []byte {
		mac := hmac.New(sha256.New, salted)
		mac.Write([]byte(text))
		return mac.Sum(nil)
	}
	stored := sha256.Sum256(sign("Client Key"))
	encode := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", iterations, encode(salt), encode(stored[:]),
		encode(sign("Server Key"))), nil
}
