package acceptance_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// holder is how a message names who has a value: an id, an external id, or an item of the batch.
var holder = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}| [a-z]+:\S+|items\[\d+\] too`)

// namesHolder fails a test if the error for a value that is taken does not name who has it.
func namesHolder(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
	if !holder.MatchString(ans.Message) {
		t.Errorf("the message does not name who has the value: %q", ans.Message)
	}
}

// saysBut expects that the message contains a text, and not another, which may be empty.
func saysBut(text, not string) expectation {
	return checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
		want := a.Expand(text)
		if !strings.Contains(ans.Message, want) || not != "" && strings.Contains(ans.Message, not) {
			t.Errorf("the message is %q, want %q, and not %q", ans.Message, want, not)
		}
	})
}

// TestWhoHasATakenValue: a batch names who has what an item wants as the client knows it, and gives no advice that
// would give a person to somebody else.
func TestWhoHasATakenValue(t *testing.T) {
	t.Parallel()
	const advice = "match:"
	user := func(id, email string, more ...string) string {
		ids := append([]string{"hr:" + id}, more...)
		return `{"name": "` + id + `", "email": "` + email + `@taken.example", "externalIds": ` + asJSON(ids) + `}`
	}
	batch := func(match string, items ...string) string {
		return `{"match": "` + match + `", "items": [` + strings.Join(items, ", ") + `]}`
	}
	hr := func(items ...string) string { return batch("externalId:hr", items...) }
	taken := func(field string) expectation { return badField("already_exists", field) }
	saved := func(p *pair) { p.Save = map[string]string{"one": "data.0.id", "two": "data.1.id"} }
	apitest.Run(t, []apitest.Step{
		userAPI.upsert("two people", "", hr(user("1", "one"), user("2", "two", "erp:2")),
			did(`{}, {}`, 2, 0, 0), saved),
		userAPI.create("and one whom HR does not know",
			`{"name": "Three", "email": "three@taken.example", "externalIds": ["erp:3"]}`,
			by("admin"), func(p *pair) { p.Save = map[string]string{"three": "data.id"} }),

		userAPI.upsert("the address of a person whom HR knows", "", hr(user("x", "one")), taken("items[0].email"),
			saysBut("is the address of the user hr:1", advice)),
		userAPI.upsert("of one whom HR does not know", "", hr(user("x", "three")), taken("items[0].email"),
			saysBut(`is the address of another user, $three, who has no external id of the source hr: a batch with match: "email"`, "")),
		userAPI.upsert("of an item that is new", "", hr(user("x", "new"), user("y", "New")), taken("items[1].email"),
			saysBut("is the address of items[0] too", advice)),
		userAPI.upsert("of an item that gets it", "", hr(user("1", "new"), user("y", "new")), taken("items[1].email"),
			saysBut("is the address of items[0] too", advice)),
		userAPI.upsert("an external id of an item", "", hr(user("x", "x", "erp:9"), user("y", "y", "erp:9")),
			taken("items[1].externalIds[1]"), saysBut("is an external id of items[0] too", "")),
		userAPI.upsert("of a person whom HR knows", "", hr(user("x", "x", "erp:2")), taken("items[0].externalIds[1]"),
			saysBut("is an external id of the user hr:2", "")),
		userAPI.upsert("of one whom HR does not know", "", hr(user("x", "x", "erp:3")),
			taken("items[0].externalIds[1]"),
			saysBut("is an external id of another user, $three", advice)),
		userAPI.upsert("of an item of a batch that matches by address", "",
			batch("email", user("x", "x", "erp:9"), user("y", "y", "erp:9")), taken("items[1].externalIds[1]"),
			saysBut("is an external id of items[0] too", "")),
		userAPI.upsert("of a person, in such a batch", "", batch("email", user("x", "x", "erp:2")),
			taken("items[0].externalIds[1]"),
			saysBut("is an external id of another user, $two", "")),
		clientAPI.upsert("an external id of a client of the batch", "", batch("externalId:crm",
			`{"companyName": "Aa", "externalIds": ["crm:1", "erp:9"]}`, `{"companyName": "Bb", "externalIds": ["crm:2", "erp:9"]}`),
			taken("items[1].externalIds[1]"), saysBut("is an external id of items[0] too", "")),

		userAPI.create("one new user gets the id of who has the address", `{"name": "X", "email": "ONE@taken.example"}`,
			by("admin"), taken("email"), saysBut("is the address of another user, $one", "")),
		userAPI.update("so does a change", "$two", `{"email": "one@taken.example"}`,
			by("admin"), taken("email"), saysBut("is the address of another user, $one", "")),
	})
}
