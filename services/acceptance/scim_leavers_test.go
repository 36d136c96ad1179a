package acceptance_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestEntraTombstones deletes a user in Entra, which puts the id of the object before the address. The user keeps the
// address, so that nightly batches and the person who comes back find the user.
func TestEntraTombstones(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	const address, hex = "ada@example.com", "283405f5aa014c1b9d5e0c2f5b7e9d10"
	id := scimMust(t, api, 201, "POST /Users",
		`{"userName": "`+address+`", "externalId": "ada", "displayName": "Ada"}`).
		body["id"].(string)
	user := "/Users/" + id
	find := func(userName string) float64 {
		t.Helper()
		return scimMust(t, api, 200, "GET /Users?filter="+url.QueryEscape(`userName eq "`+userName+`"`), "").
			body["totalResults"].(float64)
	}
	has := func(when, email string, active bool) {
		t.Helper()
		row := api.REST(t, "admin", "GET /api/v1/users/"+id, "", nil)
		if is := fmt.Sprint(apitest.Lookup(row.Body, "data.email"), apitest.Lookup(row.Body, "data.isActive")); is !=
			fmt.Sprint(email, active) {
			t.Errorf("%s: %s, want %s %t", when, is, email, active)
		}
	}
	op := func(path, value string) string {
		return fmt.Sprintf(`{"op": "Replace", "path": %q, "value": %q}`, path, value)
	}
	leave, back := op("active", "False"), op("active", "True")
	bury := func(address string) string { return op("userName", hex+address) }
	for name, requests := range map[string][]string{
		"one request":                                {leave + "," + bury(address)},
		"the userName first":                         {bury(address) + "," + leave},
		"two requests":                               {leave, bury(address)},
		"two requests, the userName first":           {bury(address), leave},
		"every night again":                          {leave + "," + bury(address), leave + "," + bury(address)},
		"in capitals":                                {leave + "," + op("userName", strings.ToUpper(hex+address))},
		"an address that Workplan does not have yet": {leave + "," + bury("ada.king@example.com")},
		"without a path": {
			`{"op": "replace", "value": {"active": false, "userName": "` + hex + address + `"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, operations := range requests {
				scimMust(t, api, 200, "PATCH "+user, patchOf(operations))
			}
			has("deleted", address, false)
			if find(address) != 1 || find(hex+address) != 1 {
				t.Error("the person is not found")
			}
			batch := api.REST(t, "admin", "POST /api/v1/users/upsert",
				`{"match": "email", "items": [{"email": "`+address+`",
				"externalIds": ["hr:7"], "name": "Ada"}]}`, nil)
			if batch.Status != 200 {
				t.Errorf("a batch: %s", batch.Raw)
			}
			scimMust(t, api, 200, "PATCH "+user, patchOf(back+","+op("userName", address)))
			has("restored", address, true)
		})
	}
	t.Run("PUT", func(t *testing.T) {
		scimMust(t, api, 200, "PUT "+user, `{"userName": "`+hex+address+`", "active": false}`)
		has("deleted", address, false)
		scimMust(t, api, 200, "PUT "+user, `{"userName": "`+address+`", "active": true}`)
		has("restored", address, true)
	})
	t.Run("one that was stored before", func(t *testing.T) {
		api.Exec(`UPDATE users SET email = $2, is_active = false WHERE id = $1`, id, hex+address)
		if find(hex+address) != 1 {
			t.Error("the person is not found")
		}
		scimMust(t, api, 200, "PATCH "+user, patchOf(leave+","+bury(address)))
		has("again", hex+address, false)
		scimMust(t, api, 200, "PATCH "+user, patchOf(back+","+op("userName", address)))
		has("restored", address, true)
	})
	t.Run("a second user is not created", func(t *testing.T) {
		got := scimCall(t, api, "POST /Users", `{"userName": "`+hex+address+`", "active": false}`)
		if got.StatusCode != 409 || !strings.Contains(string(got.raw), id) {
			t.Errorf("%d %s", got.StatusCode, got.raw)
		}
	})
	t.Run("what is no tombstone is a wish", func(t *testing.T) {
		for _, wish := range []string{
			hex + "@example.com", hex[1:] + address, hex + "other@example.com", "ada.king@example.com",
		} {
			scimMust(t, api, 200, "PATCH "+user, patchOf(op("userName", wish)))
			has("changed", wish, true)
		}
	})
}
