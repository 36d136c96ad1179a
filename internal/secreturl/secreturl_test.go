package secreturl_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/secreturl"
)

// A password may have any two characters that an address reserves. Either the address is refused, or no part of the
// password is outside of the password.
func TestNoPartOfAPasswordIsAnotherPart(t *testing.T) {
	const reserved = `@/?#%:;&=+$,[]!'()*"<>\^|{} `
	for _, prefix := range []string{"postgres://me:", "redis://:", "http://me:", "postgres://127.0.0.1:1"} {
		for _, one := range reserved {
			for _, other := range reserved {
				address := prefix + "hunt" + string(one) + "ter2" + string(other) + "rest@127.0.0.1:1/x"
				u, ok := secreturl.Parse(address)
				if !ok {
					continue
				}
				u.User = nil
				for _, part := range []string{"hunt", "ter2", "rest"} {
					if strings.Contains(u.String(), part) {
						t.Errorf("%s is parsed as %s", address, u)
					}
				}
			}
		}
		u, ok := secreturl.Parse(prefix + url.QueryEscape("Sup3r@Secr3t/x") + "@127.0.0.1:1/x")
		if prefix != "postgres://127.0.0.1:1" && !ok {
			t.Errorf("%s: an encoded password is refused", prefix)
			continue
		}
		if password, _ := u.User.Password(); ok && u.Host != "127.0.0.1:1" {
			t.Errorf("the host is %s, the password %s", u.Host, password)
		}
	}
}
