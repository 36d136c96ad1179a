package auth

import (
	"context"
	"errors"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/recent"
	"github.com/workplan-api/workplan/services/quota"
)

// A wrong key costs one look-up in the database, and only as long as its address has tries
// left. A key that this process has found before does not depend on the tries: neighbours
// behind the same proxy cannot lock it out.

const (
	// unknownTime is how long an unknown key is not looked up again. Only the import of an
	// organization can make it known meanwhile: other secrets are made by the server.
	unknownTime = time.Minute
	// maxFirstLookUps is how many look-ups of keys that this process has not found before
	// run at once. It is lower than the tries of an address, so that many clients that
	// start at once are not refused.
	maxFirstLookUps = 8
)

// isWrong reports whether err refuses a credential. A missing one is not wrong, and neither is
// a session that has ended: each morning, the browsers of a whole office send such.
func isWrong(err error) bool {
	var p *problem.Error
	return !errors.Is(err, errEnded) && errors.As(err, &p) && p.HTTPStatus() == http.StatusUnauthorized && p.Code != problem.CredentialMissing
}

// knownKeys remembers the keys that look-ups found, and did not find. Both lists are
// bounded, and keys that were not found cannot push out the others.
type knownKeys struct {
	found *lru.Cache[credential, struct{}]
	// unknown has the errors of the keys that a look-up did not find in the last unknownTime.
	unknown *recent.Cache[credential, error]
	// slots has a place for each of the first look-ups that may run at once.
	slots chan struct{}
}

func newKnownKeys() *knownKeys {
	return &knownKeys{
		found: newCache[credential, struct{}](), unknown: recent.New[credential, error](unknownTime),
		slots: make(chan struct{}, maxFirstLookUps),
	}
}

// note notes the result of a look-up. Expired and revoked keys exist.
func (k *knownKeys) note(cred credential, err error) {
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

// firstLookUp looks up a key that this process has not found before.
func (a *Admission) firstLookUp(ctx context.Context, cred credential, key Key, from quota.Sender) (*Caller, error) {
	select {
	case a.known.slots <- struct{}{}:
		defer func() { <-a.known.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(lookUpLimit):
		return nil, &problem.Error{Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: time.Second}
	}
	if caller, err, ok := a.cached(cred); ok { // another request has looked it up meanwhile
		return caller, err
	}
	if err := a.quota.WrongKeys.StartLookUp(from); err != nil {
		return nil, err
	}
	caller, err := a.lookUpOnce(ctx, cred, key)
	if !isUnknown(err) {
		a.quota.WrongKeys.GiveBack(from)
	}
	return caller, err
}
