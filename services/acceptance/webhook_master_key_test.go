package acceptance_test

import (
	"net/netip"
	"slices"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/webhooks"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestTheMasterKeyIsReplaced drills the replacement of SECRET_KEY: the old key, then both lines, then a rotation of the
// secret of the endpoint, then the new key alone. The receiver can verify each request with the secret that it has at
// the time, and nothing is lost.
func TestTheMasterKeyIsReplaced(t *testing.T) {
	t.Parallel()
	older, newer := []byte("the old master key of this test"), []byte("the new master key of this test")
	with := func(keys ...[]byte) services.Config {
		return services.Config{Webhooks: webhooks.Config{
			Keys: keys, AllowHTTP: true, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		}}
	}
	// The server of the fixture sends nothing, so that only the one of each step does.
	a := apitest.NewWith(t, services.Config{Webhooks: webhooks.Config{Keys: webhooks.MasterKeys{}}})
	var h *hook
	var sent []int64
	step := func(name string, verified []string, keys ...[]byte) {
		t.Helper()
		b, stop := a.Start(with(keys...))
		if h == nil {
			h = newHook(t, b, "client.*")
			verified = []string{h.secret}
		}
		h.a = b
		sent = append(sent, write(t, b, 1)...)
		h.waitFor(sent...)
		h.caughtUp() // an endpoint that changes before its position is stored gets the last event again
		got := h.last()
		for _, secret := range verified {
			w, err := standardwebhooks.NewWebhook(secret)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Verify(got.raw, got.header); err != nil {
				t.Errorf("%s: a receiver cannot verify the request: %v", name, err)
			}
		}
		if name == "both keys" { // the page says: rotate the secrets while both keys are there
			rotated := dataOf(t, h.post("rotate-secret", `{"overlapSeconds": 3600}`))
			old := h.secret
			h.secret = rotated["secret"].(string)
			sent = append(sent, write(t, b, 1)...)
			h.waitFor(sent...)
			got = h.last()
			for _, secret := range []string{old, h.secret} {
				if w, err := standardwebhooks.NewWebhook(secret); err != nil || w.Verify(got.raw, got.header) != nil {
					t.Errorf("after the rotation, a receiver with one of the secrets cannot verify the request")
				}
			}
		}
		h.caughtUp() // a server that stops before it has stored its position sends the last event again
		if err := stop(); err != nil {
			t.Fatal(err)
		}
	}
	step("the old key", nil, older)
	step("both keys", []string{h.secret}, newer, older)
	step("the new key alone", []string{h.secret}, newer)
	if got := h.events(); !slices.Equal(got, sent) {
		t.Errorf("the receiver has %v of %v", got, sent)
	}
}
