package auth

import (
	"slices"
	"sync"

	"github.com/workplan-api/workplan/internal/rpc"
)

// SCIM is the scope of keys for identity providers. No rpc needs it: a key with it may send requests to /scim/v2, and
// nothing else. What these requests call runs with scimScopes, see Credentials.SCIM. So an identity provider gets one
// scope, and its key cannot read or write users over REST or gRPC, nor make other keys.
//
// It gives people access like write:keys, because who manages users decides who signs in, and as what. So nobody but an
// admin has it without a key, and only a key that has it can give it.
const SCIM = "scim"

// These are the scopes of what hours cost. No rpc needs them: those of rates need them for cost rates, beside their
// own.
const (
	ReadCosts  = "read:costs"
	WriteCosts = "write:costs"
)

// scimScopes are the scopes of the calls that requests to /scim/v2 make: to read and write users, and to give them
// roles, access, and the ids of the identity provider.
var scimScopes = []string{"read:users", SCIM, "write:keys", "write:users"}

// inSCIM returns the caller for the calls of a request to /scim/v2.
func (c *Caller) inSCIM() *Caller {
	inside := *c
	inside.Scopes = nil
	if c.Has(SCIM) {
		inside.Scopes = scimScopes
	}
	return &inside
}

// AllScopes returns every scope, in alphabetical order: those that rpcs need, those of
// costs, and SCIM. It panics if an rpc has no
// scope: then the server does not start either.
var AllScopes = sync.OnceValue(func() []string {
	table, err := rpc.NewTable()
	if err != nil {
		panic(err)
	}
	return slices.Sorted(slices.Values(append(table.Scopes(), ReadCosts, WriteCosts, SCIM)))
})
