package auth

import (
	"context"
	"errors"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/ttlcache"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// A wrong key costs one look-up in the database, and waits for its turn. A key that this process
// has found before does not wait.

// unknownTime is how long an unknown key is not looked up again. Only the import of an
// organization can make it known meanwhile: other secrets are made by the server.
const unknownTime = time.Minute

// isWrong reports whether err refuses a credential. A missing one is not wrong, and neither is
// a session that has ended: each morning, the browsers of a whole office send such.
func isWrong(err error) bool {
	var p *problem.Error
	return errors.Is(err, errNoFeed) || !errors.Is(err, errEnded) && errors.As(err, &p) &&
		p.HTTPStatus() == http.StatusUnauthorized && p.Code != problem.CredentialMissing
}

// knownKeys remembers the keys that look-ups found, and did not find. Both lists are
// bounded, and keys that were not found cannot push out the others.
type knownKeys struct {
	found *lru.Cache[credential, struct{}]
	// unknown has the errors of the keys that a look-up did not find in the last unknownTime.
	unknown *ttlcache.Cache[credential, error]
}

func newKnownKeys() *knownKeys {
	return &knownKeys{found: newCache[credential, struct{}](), unknown: ttlcache.New[credential, error](unknownTime)}
}

// remember remembers the result of a look-up. Expired and revoked keys exist.
func (k *knownKeys) remember(cred credential, err error) {
	switch {
	case err == nil:
		k.found.Add(cred, struct{}{})
	case isUnknown(err):
		k.found.Remove(cred)
		k.unknown.Add(cred, err, time.Now())
	}
}

// isUnknown reports whether a look-up found neither a key nor a session nor a calendar feed.
func isUnknown(err error) bool {
	return errors.Is(err, errUnknown) || errors.Is(err, errNoSession) || errors.Is(err, errNoFeed)
}

// firstLookUp looks up a caller whose credential this process has not found before.
func (a *Admission) firstLookUp(ctx context.Context, c *Caller, from quota.Sender) (found *Caller, err error) {
	end, err := a.quota.WrongKeys.StartLookUp(ctx, from, c.OrganizationID)
	if err != nil {
		return nil, err
	}
	missed := false
	defer func() { end(missed) }()
	if found, err, ok := a.cached(c.credential); ok { // another request has looked it up meanwhile
		return found, err
	}
	found, err = a.lookUpOnce(ctx, c)
	missed = isUnknown(err)
	return found, err
}
