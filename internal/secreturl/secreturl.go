// Package secreturl parses addresses of servers that may have a password.
package secreturl

import (
	"net/url"
	"strings"
)

// Parse is like [url.Parse]. It returns false if the address is malformed, or if a reserved character in its password
// is not percent-encoded: then a part of the password is parsed as a host, a path or a fragment, and would get into
// logs and look-ups of names. So @ must be encoded in all parts of an address.
func Parse(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Fragment != "" || strings.Count(address, "@") > 1 || u.User == nil &&
		strings.Contains(address, "@") {
		return nil, false
	}
	return u, true
}
