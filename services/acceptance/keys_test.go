package acceptance_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/test/apitest"
)

var keyAPI = resource{
	path: "/api/v1/keys", one: "Key", many: "Keys", field: "key", table: "api_keys", scope: "read:keys",
}

const membersOfKey = "id name actorUserId scopes rateLimit expiresAt lastUsedAt revokedAt previousSecretExpiresAt " +
	"version createdAt updatedAt allScopes"

// ci is the body of a new key, changed as override says: "-" takes a member out.
func ci(override string) string {
	return merged(`{"name": "ci", "actorUserId": "$worker", "scopes": ["read:users"]}`, override)
}

// rotate is a step that rotates the key. An empty body is none.
func rotate(name, id, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST " + keyAPI.path + "/" + id + "/rotate", Body: body, RPC: "KeyService/RotateKey",
	},
		"rotation", map[string]any{"key_id": id}, expectations)
}

func revoke(name, id string, expectations ...expectation) apitest.Step {
	return revokeWith(name, id, ``, expectations...)
}

// revokeWith is a step that revokes the key. An empty body is none.
func revokeWith(name, id, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST " + keyAPI.path + "/" + id + "/revoke", Body: body, RPC: "KeyService/RevokeKey",
	},
		"revocation", map[string]any{"key_id": id}, expectations)
}

// holds keeps the secret of the response as a key of this name, and its id as $name.
func holds(name string) expectation {
	return func(p *pair) {
		saves(name)(p)
		checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
			secret, _ := apitest.Lookup(ans.Body, "data.secret").(string)
			if len(secret) != 75 {
				t.Fatalf("the secret has %d characters", len(secret))
			}
			a.Hold(name, secret)
		})(p)
	}
}

// works is a step that calls with the key. GET /me shows the id of the key $id.
func works(name, key, id string) apitest.Step {
	return apitest.Step{
		Name: name, As: key, Call: "GET /api/v1/me", RPC: "MeService/GetMe", Want: `{"data": {"keyId": "` + id + `"}}`,
	}
}

// fail is a step that calls with the keys when earlier changes are effective.
func fail(name, code string, keys ...string) apitest.Step {
	return do(name, func(t *testing.T, a *apitest.API) {
		apitest.WaitForCallers()
		for _, key := range keys {
			for _, overREST := range []bool{true, false} {
				presents(t, a, overREST, "Bearer "+a.Secret(key), code)
			}
		}
	})
}

// expiresIn expects that a time of the response is this long from now, give or take a minute.
func expiresIn(member string, d time.Duration) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		text, _ := apitest.Lookup(ans.Body, "data."+member).(string)
		at, err := time.Parse(time.RFC3339, text)
		if left := time.Until(at); err != nil || left > d || left < d-time.Minute {
			t.Errorf("%s is %q, in %s, want in %s", member, text, left, d)
		}
	})
}

// shows expects this text in the message of the error.
func shows(text string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if !strings.Contains(ans.Message, text) {
			t.Errorf("message %q, want %q in it", ans.Message, text)
		}
	})
}

func TestKeysAreCreated(t *testing.T) {
	t.Parallel()
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	apitest.Run(t, []apitest.Step{
		keyAPI.create("a key has its defaults and its secret", ci(`{}`), holds("ci"),
			hasMembers("data", membersOfKey+" secret"), hasHeader("ETag", `"1"`),
			data(`{"name": "ci", "actorUserId": "$worker", "scopes": ["read:users"], "rateLimit": null,
				"expiresAt": null, "lastUsedAt": null,
				"revokedAt": null, "previousSecretExpiresAt": null, "version": 1}`)),
		works("the secret works at once", "ci", "$ci"),
		keyAPI.create("every field can be set",
			ci(`{"name": " full ", "rateLimit": 0, "expiresAt": "2099-12-31T23:59:59.1234567+01:00"}`),
			data(`{"name": "full", "rateLimit": 0, "expiresAt": "2099-12-31T22:59:59.123456Z"}`)),
		keyAPI.create("null is as absent", ci(`{"rateLimit": null, "expiresAt": null}`), overREST),
		keyAPI.create("scopes are sorted and distinct", ci(`{"scopes": ["write:users", "read:users", "write:users"]}`),
			data(`{"scopes": ["read:users", "write:users"]}`)),
		do("a user is deactivated", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("peer"))
		}),
		keyAPI.create("a deactivated user may be the actor", ci(`{"actorUserId": "$peer"}`)),

		keyAPI.create("a name is required", ci(`{"name": "-"}`), invalid("name")),
		keyAPI.create("a name is not blank", ci(`{"name": " "}`), invalid("name")),
		keyAPI.create("a name has at most 255 characters",
			ci(`{"name": "`+strings.Repeat("é", 256)+`"}`), invalid("name")),
		keyAPI.create("255 are enough", ci(`{"name": "`+strings.Repeat("é", 255)+`"}`)),
		keyAPI.create("an actor is required", ci(`{"actorUserId": "-"}`), invalid("actorUserId")),
		keyAPI.create("an actor is an id", ci(`{"actorUserId": "worker"}`), invalid("actorUserId")),
		keyAPI.create("an actor exists", ci(`{"actorUserId": "$unknown"}`),
			badField("unknown_reference", "actorUserId")),
		keyAPI.create("scopes are required", ci(`{"scopes": "-"}`), invalid("scopes")),
		keyAPI.create("one at least", ci(`{"scopes": []}`), invalid("scopes")),
		keyAPI.create("a scope that does not exist is named, with the right one",
			ci(`{"scopes": ["read:users", "read:user"]}`), invalid("scopes[1]"), shows(`did you mean "read:users"?`)),
		keyAPI.create("one that resembles none is told all", ci(`{"scopes": ["everything"]}`), invalid("scopes[0]"),
			shows("read:actual_hours, read:assignments, ")),
		keyAPI.create("* is not a scope", ci(`{"scopes": ["*"]}`), invalid("scopes[0]")),
		keyAPI.create("nor is another case", ci(`{"scopes": ["Read:Users"]}`), invalid("scopes[0]")),
		keyAPI.create("every unknown scope is listed", ci(`{"scopes": ["a", "read:users", "b"]}`),
			invalid("scopes[0]"), fieldCount(2)),
		keyAPI.create("a scope is a string", ci(`{"scopes": [5]}`), overREST, invalid("scopes[0]")),
		keyAPI.create("a list with one that is not", ci(`{"scopes": ["read:users", null]}`),
			overREST, invalid("scopes[1]")),
		keyAPI.create("a rate limit is not negative", ci(`{"rateLimit": -1}`), invalid("rateLimit"),
			shows("must be from 0 to 1000000")),
		keyAPI.create("nor above a million", ci(`{"rateLimit": 1000001}`), invalid("rateLimit")),
		keyAPI.create("an expiry is in the future", ci(`{"expiresAt": "`+in(-time.Minute)+`"}`), invalid("expiresAt")),
		keyAPI.create("an expiry is a time", ci(`{"expiresAt": "2099-12-31"}`), overREST, invalid("expiresAt")),
		keyAPI.create("the server sets the secret", ci(`{"secret": "wpk_x"}`), badField("unknown_field", "secret")),
		keyAPI.create("and the version", ci(`{"version": 7}`), badField("unknown_field", "version")),
		do("none of these was created", func(t *testing.T, a *apitest.API) {
			if n := a.Count(`SELECT count(*) FROM api_keys WHERE organization_id = $1`, a.Organization); n > 13 {
				t.Errorf("%d keys, want 7 of the fixture and at most 6", n)
			}
		}),
	})
}

// TestOnlyAdminsManageKeys makes every call as a manager and as a member who have all scopes.
func TestOnlyAdminsManageKeys(t *testing.T) {
	t.Parallel()
	var steps []apitest.Step
	for _, who := range []string{"boss", "worker"} {
		refusedAs := func(code string) expectation { return func(p *pair) { by(who)(p); refused(code)(p) } }
		steps = append(steps,
			keyAPI.list("the list is not for "+who, "", "{}", refusedAs("permission_denied")),
			keyAPI.create("nor a new key", ci(`{}`), refusedAs("permission_denied")),
			keyAPI.create("not even one that acts as "+who, ci(`{"actorUserId": "$`+who+`"}`),
				refusedAs("permission_denied")),
			keyAPI.update("nor a change", "$pm_key", `{"name": "x"}`, refusedAs("permission_denied")),
			keyAPI.update("not even of the own key", "$"+who+"_key", `{"name": "x"}`, refusedAs("permission_denied")),
			rotate("nor a rotation", "$pm_key", ``, refusedAs("permission_denied")),
			revoke("nor a revocation", "$pm_key", refusedAs("permission_denied")),
			keyAPI.list("an invalid request comes first", "offset=-1", `{"offset": -1}`, by(who),
				badParam("validation_failed", "offset")),
			keyAPI.list("so does a cursor that is made up", "cursor=AAAA", `{"cursor": "AAAA"}`, by(who),
				badParam("validation_failed", "cursor")),
			keyAPI.update("so does an unknown key", "$unknown", `{"name": "x"}`, refusedAs("not_found")),
			rotate("in a rotation too", "$unknown", ``, refusedAs("not_found")),
			revoke("and in a revocation", "$unknown", refusedAs("not_found")),
		)
	}
	apitest.Run(t, append(steps, do("nothing has changed", func(t *testing.T, a *apitest.API) {
		if n := a.Count(
			`SELECT count(*) FROM api_keys WHERE version > 1 OR revoked_at IS NOT NULL OR organization_id = $1 AND name = 'ci'`,
			a.Organization,
		); n != 0 {
			t.Errorf("%d keys have", n)
		}
	})))
}

// TestAKeyGivesOnlyScopesThatItHas tries every scope with a key of an admin that has all other
// scopes, and with one that has only it.
func TestAKeyGivesOnlyScopesThatItHas(t *testing.T) {
	t.Parallel()
	var steps []apitest.Step
	for _, scope := range everyScope {
		others := slices.DeleteFunc(slices.Clone(everyScope), func(s string) bool { return s == scope })
		list := `["` + scope + `"]`
		steps = append(steps, do("keys for "+scope, func(_ *testing.T, a *apitest.API) {
			a.Key("others", "admin", append(others, "write:keys")...)
			a.Key("only", "admin", scope, "write:keys")
		}), keyAPI.create(scope+" is given by a key that has it", ci(`{"scopes": `+list+`}`),
			by("only"), holds("target")),
			rotate("and rotated by it", "$target", ``, by("only"), holds("target")))
		if scope == "write:keys" {
			continue // a key without it cannot call
		}
		steps = append(steps,
			keyAPI.create("not by a key without it", ci(`{"scopes": `+list+`}`), by("others"),
				badField("permission_denied", "scopes[0]"), shows("the calling key does not have")),
			rotate("nor rotated by it", "$target", ``, by("others"), badParam("permission_denied", "scopes[0]"),
				shows("the calling key does not have")),
			keyAPI.update("but changed", "$target", `{"name": "other"}`, by("others")),
			revoke("and revoked", "$target", by("others")))
	}
	apitest.Run(t, append(steps,
		do("a key has two scopes",
			func(_ *testing.T, a *apitest.API) { a.Key("two", "admin", "write:keys", "read:users") }),
		keyAPI.create("every lacking scope is listed",
			ci(`{"scopes": ["write:users", "read:users", "write:clients"]}`), by("two"),
			badField("permission_denied", "scopes[0]"), fieldCount(2),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !strings.HasSuffix(ans.Fields[1], "scopes[2]") {
					t.Errorf("fields %q", ans.Fields)
				}
			})),
		keyAPI.create("a scope that does not exist comes first", ci(`{"scopes": ["write:users", "all"]}`),
			by("two"), invalid("scopes[1]")),
		keyAPI.create("so does an actor that does not exist",
			ci(`{"scopes": ["write:users"], "actorUserId": "$unknown"}`), by("two"),
			badField("unknown_reference", "actorUserId")),
	))
}

// TestAStarIsEveryScopeOfEachVersion makes a key with *, and lets it look as a version with fewer scopes has stored it.
func TestAStarIsEveryScopeOfEachVersion(t *testing.T) {
	t.Parallel()
	shown := func(want ...any) expectation {
		return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			if got := dataOf(t, ans)["scopes"]; !reflect.DeepEqual(got, want) {
				t.Errorf("scopes %v, want %v", got, want)
			}
		})
	}
	every := everyScope
	all := make([]any, len(every))
	for i, scope := range every {
		all[i] = scope
	}
	me := func(want ...any) apitest.Step {
		return paired(
			apitest.Step{Name: "GET /me has every scope by its name", Call: "GET /api/v1/me", RPC: "MeService/GetMe"},
			"", nil, []expectation{by("boss"), shown(want...)},
		)
	}
	apitest.Run(t, []apitest.Step{
		do("there are keys", func(t *testing.T, a *apitest.API) {
			a.Key("star", "admin", "*")
			a.Key("almost", "admin",
				slices.DeleteFunc(slices.Clone(every), func(s string) bool { return s == "read:users" })...)
			if n := a.Count(`SELECT count(*) FROM api_keys WHERE name = 'star' AND scopes @> $1 AND '*' = ANY (scopes)`,
				pq.Array(every)); n != 1 {
				t.Error("the star is not stored together with every scope")
			}
		}),
		do("a version with one scope has stored the key", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET scopes = '{"*",read:clients}' WHERE name = 'boss'`)
			apitest.WaitForCallers()
		}),
		me(all...),
		keyAPI.update("it is shown as such", "$boss_key", `{"name": "all"}`, shown(all...),
			data(`{"allScopes": true}`)),
		rotate("a key that lacks a scope does not rotate it", "$boss_key", ``, by("almost"),
			badParam("permission_denied", "scopes["+strconv.Itoa(slices.Index(every, "read:users"))+"]")),
		rotate("one with every scope does", "$boss_key", ``, shown(all...)),
	})
}

// TestAKeyExtendsOnlyKeysWhoseScopesItHas changes a key with a key of an admin that has fewer scopes, and with one that
// has all.
func TestAKeyExtendsOnlyKeysWhoseScopesItHas(t *testing.T) {
	t.Parallel()
	broad := ci(`{"scopes": ["write:users", "write:keys"], "rateLimit": 60, "expiresAt": "2098-01-01T00:00:00Z"}`)
	narrow := func(e ...expectation) expectation {
		return func(p *pair) {
			by("narrow")(p)
			for _, set := range e {
				set(p)
			}
		}
	}
	refusal := func(field string) expectation {
		return narrow(badField("permission_denied", field), shows("gives scopes that the calling key does not have"))
	}
	expire := func(expiry string) apitest.Step {
		return do("the key expires "+expiry, func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET expires_at = $2 WHERE id = $1`, a.ID("ci"), expiry)
		})
	}
	apitest.Run(t, []apitest.Step{
		do("a key writes keys alone", func(_ *testing.T, a *apitest.API) { a.Key("narrow", "admin", "write:keys") }),
		keyAPI.create("another one has more scopes", broad, holds("ci")),
		keyAPI.update("it gets no more time", "$ci", `{"expiresAt": "2099-01-01T00:00:00Z"}`, refusal("expiresAt")),
		keyAPI.update("and not all time", "$ci", `{"expiresAt": null}`, refusal("expiresAt")),
		keyAPI.update("no higher limit", "$ci", `{"rateLimit": 61}`, refusal("rateLimit")),
		keyAPI.update("not that of the installation, which is higher", "$ci",
			`{"rateLimit": null}`, refusal("rateLimit")),
		keyAPI.update("not none", "$ci", `{"rateLimit": 0}`, refusal("rateLimit")),
		keyAPI.update("both are named", "$ci", `{"rateLimit": 0, "expiresAt": null, "name": "x"}`,
			refusal("rateLimit"), fieldCount(2)),
		keyAPI.update("what is wrong comes first", "$ci", `{"rateLimit": 0, "expiresAt": "2001-01-01T00:00:00Z"}`,
			narrow(invalid("expiresAt"))),
		keyAPI.update("it gets less", "$ci", `{"rateLimit": 59, "expiresAt": "2097-01-01T00:00:00Z", "name": "less"}`,
			narrow(data(`{"rateLimit": 59, "name": "less"}`))),
		keyAPI.update("the same again is no more", "$ci", `{"rateLimit": 59, "expiresAt": "2097-01-01T00:00:00Z"}`,
			narrow(data(`{"version": 2}`))),
		keyAPI.update("a key that has the scopes gives more", "$ci", `{"rateLimit": null, "expiresAt": null}`,
			data(`{"rateLimit": null, "expiresAt": null}`)),
		keyAPI.update("less than that of the installation is less", "$ci",
			`{"rateLimit": 10, "expiresAt": "2099-01-01T00:00:00Z"}`, narrow(data(`{"rateLimit": 10}`))),
		expire("2001-01-01"),
		keyAPI.update("a key that has expired is not revived", "$ci", `{"expiresAt": null}`, refusal("expiresAt")),
		keyAPI.update("not for a day either", "$ci", `{"expiresAt": "2099-01-01T00:00:00Z"}`, refusal("expiresAt")),
		keyAPI.update("but renamed", "$ci", `{"name": "late"}`, narrow(data(`{"name": "late"}`))),
		keyAPI.update("a key that has the scopes revives it", "$ci", `{"expiresAt": null}`,
			data(`{"expiresAt": null}`)),
		revoke("and one that lacks them revokes it", "$ci", narrow(data(`{"revokedAt": "*"}`))),
	})
}

func TestKeysAreChanged(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		keyAPI.create("there is a key", ci(`{"rateLimit": 60, "expiresAt": "2099-01-01T00:00:00Z"}`), holds("ci")),
		keyAPI.update("name, rate limit and expiry change", "$ci",
			`{"name": " build ", "rateLimit": 120, "expiresAt": "2098-01-01T00:00:00Z"}`,
			hasMembers("data", membersOfKey), hasHeader("ETag", `"2"`),
			data(`{"name": "build", "rateLimit": 120, "expiresAt": "2098-01-01T00:00:00.000000Z", "version": 2}`)),
		keyAPI.update("the same again changes nothing", "$ci", `{"name": "build", "rateLimit": 120}`,
			data(`{"version": 2}`)),
		keyAPI.update("nor does nothing", "$ci", `{}`, data(`{"version": 2}`)),
		keyAPI.update("null clears", "$ci", `{"rateLimit": null, "expiresAt": null}`,
			data(`{"rateLimit": null, "expiresAt": null, "version": 3}`)),
		keyAPI.update("but not the name", "$ci", `{"name": null}`, invalid("name")),
		keyAPI.update("a name is not blank", "$ci", `{"name": " "}`, invalid("name")),
		keyAPI.update("a rate limit has bounds", "$ci", `{"rateLimit": 1000001}`, invalid("rateLimit")),
		keyAPI.update("an expiry is in the future", "$ci",
			`{"expiresAt": "2001-01-01T00:00:00Z"}`, invalid("expiresAt")),
		keyAPI.update("scopes stay", "$ci", `{"scopes": ["write:users"]}`, badField("unknown_field", "scopes")),
		keyAPI.update("and the actor", "$ci", `{"actorUserId": "$admin"}`, badField("unknown_field", "actorUserId")),
		keyAPI.update("and what the server sets", "$ci", `{"revokedAt": null}`, badField("unknown_field", "revokedAt")),
		keyAPI.update("a precondition that holds", "$ci", `{"rateLimit": 6000}`,
			ifMatch(`"3"`), data(`{"version": 4}`)),
		keyAPI.update("and one that does not", "$ci", `{"rateLimit": 2}`, ifMatch(`"3"`), refused("version_conflict")),
		keyAPI.update("no key has this id", "$unknown", `{"rateLimit": 2}`, refused("not_found")),
		works("a change leaves the secret as it is", "ci", "$ci"),
		do("the key expires", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, a.ID("ci"))
		}),
		fail("it stops", "key_expired", "ci"),
		keyAPI.update("a key that has expired can be renamed", "$ci", `{"name": "late"}`, data(`{"name": "late"}`)),
		keyAPI.update("and works again with another expiry", "$ci", `{"expiresAt": "2099-01-01T00:00:00Z"}`,
			data(`{"version": 6}`)),
		do("a second later", func(*testing.T, *apitest.API) { apitest.WaitForCallers() }),
		works("it works", "ci", "$ci"),
	})
}

func TestKeysAreRotated(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		keyAPI.create("there is a key", ci(`{"scopes": ["write:users", "read:users"]}`), holds("first")),
		works("its secret works", "first", "$first"),
		rotate("without a body the overlap is a day", "$first", ``, holds("second"),
			hasMembers("data", membersOfKey+" secret"), hasHeader("ETag", `"2"`),
			data(`{"id": "$first", "name": "ci", "scopes": ["read:users", "write:users"], "version": 2}`),
			expiresIn("previousSecretExpiresAt", 24*time.Hour)),
		works("the new secret works at once", "second", "$first"),
		works("and so does the old one", "first", "$first"),
		keyAPI.list("the list shows until when, and no secret", "", "{}",
			checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
				for _, item := range apitest.Lookup(ans.Body, "data.items").([]any) {
					if _, shown := item.(map[string]any)["secret"]; shown {
						t.Errorf("%v", item)
					}
					if apitest.Lookup(item, "id") == a.ID("first") &&
						apitest.Lookup(item, "previousSecretExpiresAt") == nil {
						t.Errorf("%v", item)
					}
				}
			})),
		rotate("an empty body is the same", "$first", `{}`, holds("third"),
			expiresIn("previousSecretExpiresAt", 24*time.Hour)),
		works("the second secret is the previous one now", "second", "$first"),
		fail("the first one has stopped", "credential_invalid", "first"),
		rotate("the overlap can be chosen", "$first", `{"overlapSeconds": 3600}`, holds("fourth"),
			expiresIn("previousSecretExpiresAt", time.Hour)),
		do("the hour passes", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET previous_secret_expires_at = now() WHERE id = $1`, a.ID("first"))
		}),
		fail("the previous secret has expired", "key_expired", "third"),
		works("the current one has not", "fourth", "$first"),
		keyAPI.update("an expiry in the past is not shown", "$first", `{"name": "renamed"}`,
			data(`{"previousSecretExpiresAt": null, "version": 5}`)),
		rotate("a week is the longest overlap", "$first", `{"overlapSeconds": 604800}`, holds("fifth"),
			expiresIn("previousSecretExpiresAt", 7*24*time.Hour)),
		rotate("with 0 the old secret stops at once", "$first", `{"overlapSeconds": 0}`, holds("sixth"),
			data(`{"previousSecretExpiresAt": null, "version": 7}`)),
		fail("and is unknown, as is the one before", "credential_invalid", "fifth", "fourth"),
		works("the new one works", "sixth", "$first"),

		rotate("an overlap is not negative", "$first", `{"overlapSeconds": -1}`, invalid("overlapSeconds")),
		rotate("nor longer than a week", "$first", `{"overlapSeconds": 604801}`, invalid("overlapSeconds")),
		rotate("nor a text", "$first", `{"overlapSeconds": "1h"}`, overREST, invalid("overlapSeconds")),
		rotate("a body has no other members", "$first", `{"overlap": 1}`, overREST,
			badField("unknown_field", "overlap")),
		rotate("a body is an object", "$first", `null`, overREST, refused("invalid_json")),
		rotate("a body is JSON", "$first", `overlapSeconds=0`, overREST,
			func(p *pair) { p.Header = map[string]string{"Content-Type": "application/x-www-form-urlencoded"} },
			refused("unsupported_media_type")),
		rotate("a precondition that does not hold", "$first", ``, ifMatch(`"6"`), refused("version_conflict")),
		rotate("and one that does", "$first", ``, ifMatch(`"7"`), data(`{"version": 8}`), holds("seventh")),
		rotate("no key has this id", "$unknown", ``, refused("not_found")),
		rotate("an id is a UUID", "x", ``, badParam("validation_failed", "key_id")),

		do("the key expires before the overlap ends", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET expires_at = now() + interval '1 hour' WHERE id = $1`, a.ID("first"))
		}),
		keyAPI.update("no secret works longer than its key", "$first", `{}`,
			expiresIn("previousSecretExpiresAt", time.Hour)),
		do("the key expires", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, a.ID("first"))
		}),
		rotate("a key that has expired has no new secret", "$first", ``,
			refused("invalid_state"), shows("has expired")),
		fail("both secrets have expired", "key_expired", "seventh", "sixth"),
		keyAPI.update("a key without an expiry", "$first", `{"expiresAt": null}`,
			data(`{"previousSecretExpiresAt": "*"}`)),
		revoke("is revoked", "$first", data(`{"previousSecretExpiresAt": null}`)),
		rotate("a revoked key has no new secret", "$first", ``, refused("invalid_state"), shows("is revoked")),
		fail("both secrets are revoked", "key_revoked", "seventh", "sixth"),
	})
}

func TestKeysAreRevoked(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		keyAPI.create("there is a key", ci(`{}`), holds("ci")),
		revoke("a precondition that does not hold", "$ci", ifMatch(`"2"`), refused("version_conflict")),
		revoke("it is revoked", "$ci", ifMatch(`"1"`), hasMembers("data", membersOfKey+" made"),
			hasMembers("data.made", membersOfMade), hasHeader("ETag", `"2"`),
			data(`{"id": "$ci", "revokedAt": "*", "version": 2}`)),
		revoke("again changes nothing", "$ci", data(`{"revokedAt": "*", "version": 2}`)),
		fail("it stops", "key_revoked", "ci"),
		keyAPI.update("it can be renamed", "$ci", `{"name": "old"}`, data(`{"name": "old", "revokedAt": "*"}`)),
		revoke("no key has this id", "$unknown", refused("not_found")),
		revokeWith("a body has no other members", "$ci", `{"reason": "x"}`, overREST,
			badField("unknown_field", "reason")),
		do("an admin has another key", func(_ *testing.T, a *apitest.API) { a.Key("self", "admin", "write:keys") }),
		apitest.Step{
			Name: "it knows its id", As: "self", Call: "GET /api/v1/me", RPC: "MeService/GetMe",
			Save: map[string]string{"self": "data.keyId"},
		},
		revoke("a key revokes itself", "$self", by("self"), data(`{"revokedAt": "*"}`)),
		fail("and stops", "key_revoked", "self"),
	})
}

func TestKeysAreListed(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		keyAPI.create("there is one more key", ci(`{}`), holds("ci")),
		keyAPI.list("the oldest is first", "limit=2&count=true", `{"limit": 2, "count": true}`,
			hasHeader("X-Total-Count", "8"), keepsCursor,
			data(`{"items": [{"id": "$admin_key", "name": "admin", "actorUserId": "$admin"}, {"id": "$boss_key"}],
				"total": 8, "limit": 2, "hasMore": true}`)),
		keyAPI.list("a cursor continues", "limit=1&cursor=$cursor", `{"limit": 1, "cursor": "$cursor"}`,
			data(rowsOf("$lead_key"))),
		keyAPI.list("so does an offset", "offset=7", `{"offset": 7}`, data(rowsOf("$ci")),
			hasMembers("data.items.0", membersOfKey)),
		revoke("the new key is revoked", "$ci"),
		keyAPI.list("and still listed", "offset=7", `{"offset": 7}`,
			data(`{"items": [{"id": "$ci", "revokedAt": "*"}]}`)),
		do("the last key changes in 2040", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET updated_at = '2040-01-01T00:00:00Z' WHERE id = $1`, a.ID("ci"))
		}),
		keyAPI.list("updatedSince filters", "updatedSince=2040-01-01T00:00:00Z",
			`{"updatedSince": "2040-01-01T00:00:00Z"}`, data(rowsOf("$ci"))),
		do("an admin has a key to read and one for all else", func(_ *testing.T, a *apitest.API) {
			a.Key("only", "admin", "read:keys")
			a.Key("without", "admin",
				slices.DeleteFunc(slices.Clone(allScopes), func(s string) bool { return s == "read:keys" })...)
		}),
		keyAPI.list("the scope is enough", "limit=1", `{"limit": 1}`, by("only"), data(rowsOf("$admin_key"))),
		keyAPI.list("it is needed", "", "{}", by("without"), outOfScope("read:keys")),
	})
}
