package auth

import (
	"crypto/subtle"
	"time"
)

// kind is a kind of credential. What differs between API keys, sessions and calendar feeds is here.
type kind struct {
	prefix string
	// unknown is the error for a credential that does not exist, and mistyped for one whose checksum does not fit.
	unknown, mistyped error
	// lookUp reads the columns of scan by the organization and the hash of the secret. lookUpOpen reads those of
	// several open calls, of any organization; calendar feeds have none.
	lookUp, lookUpOpen string
	// scan sets what a caller has from the columns of a row.
	scan func(a *Admission, scan func(columns ...any) error, c *Caller) error
	// storeUse stores when the credential was last used.
	storeUse string
}

var (
	ofKey = &kind{
		prefix: prefix, unknown: errUnknown,
		mistyped: invalid("the API key is mistyped: its last characters do not fit the rest"),
		lookUp:   lookUpKey, lookUpOpen: lookUpOpenKeys, scan: (*Admission).scanKey, storeUse: storeUseOfKey,
	}
	ofSession = &kind{
		prefix: sessionPrefix, unknown: errNoSession, mistyped: errNoSession,
		lookUp: lookUpSession, lookUpOpen: lookUpOpenSessions, scan: (*Admission).scanSession,
		storeUse: storeUseOfSession,
	}
	ofFeed = &kind{
		prefix: feedPrefix, unknown: errNoFeed, mistyped: errNoFeed,
		lookUp: lookUpFeed, scan: (*Admission).scanFeed, storeUse: storeUseOfFeed,
	}
)

// errUnknown is the error for a well-formed key that does not exist.
var errUnknown = invalid("the API key is not valid")

// lookUpKey finds a key by its secret or by its previous secret, with a look-up in each of the
// two unique indexes. An expired previous secret is found too, so that the response is
// key_expired.
const lookUpKey = `
SELECT ` + keyColumns + `
FROM (SELECT * FROM api_keys WHERE organization_id = $1 AND secret_hash = $2
      UNION ALL SELECT * FROM api_keys WHERE organization_id = $1 AND previous_secret_hash = $2) k
JOIN users u ON u.organization_id = $1 AND u.id = k.actor_user_id` + ofOrganization

const keyColumns = `k.id, k.name, k.actor_user_id, k.secret_hash, k.previous_secret_hash, k.previous_secret_expires_at,
       k.scopes, k.rate_limit, k.expires_at, k.revoked_at IS NOT NULL, k.last_used_at, u.role, u.is_active,
       ` + organizationColumns

// scanKey scans keyColumns into a caller who has sent a secret with secretHash.
func (a *Admission) scanKey(scan func(columns ...any) error, c *Caller) error {
	var current, previous []byte
	var previousExpiry *time.Time
	var rateLimit *int32
	if err := scan(&c.KeyID, &c.KeyName, &c.ActorID, &current, &previous, &previousExpiry,
		granted{c}, &rateLimit, &c.expiresAt,
		&c.revoked, &c.lastUsed, &c.Role, &c.actorActive,
		&c.SuspendedAt, &c.closedAt, &c.movedTo, &c.SettledVersion, &c.private); err != nil {
		return err
	}
	if subtle.ConstantTimeCompare(current, c.secretHash[:]) != 1 {
		if subtle.ConstantTimeCompare(previous, c.secretHash[:]) != 1 {
			return errUnknown
		}
		c.secretExpiresAt = previousExpiry
	}
	c.limit = a.quota.LimitOf(rateLimit)
	return nil
}
