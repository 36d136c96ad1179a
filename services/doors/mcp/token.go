package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
)

// tokenTime is how long a proposal can be applied.
const tokenTime = 10 * time.Minute

// The token of a proposal is sealed with the secret of the API key, see auth.Caller.Seal. So every server and the
// command can check it, and nothing is stored. It fits only the organization, the user, the key and the arguments that
// it was made for. It contains when it expires, and a hash of what the proposal would change: if the plan has changed
// since, other changes than those that were shown would be made, and the proposal is not applied.

// newToken returns the token of a proposal and when it expires. content are the arguments.
func newToken(c *auth.Caller, tool string, content any, shown hash, now time.Time) (string, time.Time, error) {
	expires := now.Add(tokenTime).UTC().Truncate(time.Second)
	label, err := labelOf(c, tool, content)
	if err != nil {
		return "", expires, err
	}
	sealed, err := c.Seal(strconv.FormatInt(expires.Unix(), 10)+" "+hex.EncodeToString(shown[:]), label)
	return sealed, expires, err
}

// openToken returns the hash of what the proposal with a token would change.
func openToken(c *auth.Caller, token, tool string, content any, now time.Time) (shown hash, err error) {
	const field = "token"
	label, err := labelOf(c, tool, content)
	if err != nil {
		return shown, err
	}
	text, err := c.Open(token, label)
	if err != nil {
		return shown, bad(problem.ValidationFailed, field,
			"is not that of a proposal with these arguments by this key: propose the change again")
	}
	expires, sum, _ := strings.Cut(text, " ")
	seconds, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return shown, err
	}
	if !now.Before(time.Unix(seconds, 0)) {
		return shown, bad(problem.ValidationFailed, field, "has expired: propose the change again")
	}
	_, err = hex.Decode(shown[:], []byte(sum))
	return shown, err
}

// labelOf returns what a token belongs to.
func labelOf(c *auth.Caller, tool string, content any) (string, error) {
	sum, err := hashOf(content)
	return strings.Join([]string{"mcp", tool, c.OrganizationID.String(), c.ActorID.String(), c.KeyID.String(),
		hex.EncodeToString(sum[:])}, " "), err
}

type hash [sha256.Size]byte

// hashOf returns the hash of a value in JSON.
func hashOf(v any) (hash, error) {
	b, err := json.Marshal(v)
	return sha256.Sum256(b), err
}
