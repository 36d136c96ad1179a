package webhooks

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/workplan-api/workplan/ent"
)

// MasterKeys are the keys from which the secrets of all endpoints are derived. So no secret is
// in the database or in its backups. The first key derives the secrets that are shown. All of
// them sign, so that the operator can replace a key: the new key becomes the first one, the
// secrets are rotated, and then the old key is removed.
type MasterKeys [][]byte

const (
	minMasterKey = 32
	// A random key of 32 characters has more different ones, also in hexadecimal digits.
	minDifferent  = 6
	maxMasterKeys = 2
)

// ParseMasterKeys parses SECRET_KEY: one or two lines, each a key of at least 32
// characters.
func ParseMasterKeys(text string) (MasterKeys, error) {
	var keys MasterKeys
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			keys = append(keys, []byte(line))
		}
		if line != "" && len(line) < minMasterKey {
			return nil, fmt.Errorf("a key has less than %d characters: make one with `openssl rand -base64 32`",
				minMasterKey)
		}
		// The old key, in the second line, may be weak: it is accepted so that it can be replaced.
		if line != "" && len(keys) == 1 && different(line) < minDifferent {
			return nil, errors.New("a key repeats a few characters, so anybody can guess it: make one with " +
				"`openssl rand -base64 32`")
		}
	}
	if len(keys) == 0 || len(keys) > maxMasterKeys {
		return nil, errors.New("it must have one key, or two lines with the new key and the old one")
	}
	return keys, nil
}

// different returns how many different bytes a text has.
func different(text string) int {
	seen := map[byte]bool{}
	for i := range len(text) {
		seen[text[i]] = true
	}
	return len(seen)
}

// secrets returns the secrets that sign messages to an endpoint, the one that is shown first.
func (k MasterKeys) secrets(row *ent.Webhook, now time.Time) (all []Secret) {
	all = k.derive(row, row.SecretGeneration)
	if row.PreviousSecretExpiresAt != nil && now.Before(*row.PreviousSecretExpiresAt) {
		all = append(all, k.derive(row, row.SecretGeneration-1)...)
	}
	return all
}

// derive returns the secret of a generation, one for each master key. Each rotation begins a
// generation.
func (k MasterKeys) derive(row *ent.Webhook, generation int32) (all []Secret) {
	info := fmt.Sprintf("workplan webhook %s %s %d", row.OrganizationID, row.ID, generation)
	for _, master := range k {
		secret, err := hkdf.Key(sha256.New, master, nil, info, sha256.Size)
		if err != nil {
			panic(err) // the length is allowed
		}
		all = append(all, secret)
	}
	return all
}
