package acceptance_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/test/apitest"
)

// keyed sends an Idempotency-Key, and expects a response that is not replayed.
func keyed(key string) expectation {
	return func(p *pair) {
		p.Header = maps.Clone(p.Header)
		if p.Header == nil {
			p.Header = map[string]string{}
		}
		p.Header[idempotency.Header] = key
		p.Check = expectReplayed(false)
	}
}

// replays expects a response that was stored under the key.
func replays(p *pair) { p.Check = expectReplayed(true) }

func expectReplayed(want bool) func(*testing.T, *apitest.API, *apitest.Answer) {
	return func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		t.Helper()
		if got := replayed(ans); got != want {
			t.Errorf("replayed is %t, want %t", got, want)
		}
	}
}

func replayed(ans *apitest.Answer) bool {
	return ans.Header.Get("Idempotency-Replayed") == "true" ||
		strings.Join(ans.Metadata.Get("idempotency-replayed"), "") == "true"
}

// badKey expects an error of the Idempotency-Key.
func badKey(code string) expectation {
	return func(p *pair) {
		refused(code)(p)
		p.Field, p.Path = idempotency.Header, idempotency.Header
	}
}

// rowCount expects that many rows of a table with this value.
func rowCount(want int, table, column, value string) apitest.Step {
	return do("the database", func(t *testing.T, a *apitest.API) {
		t.Helper()
		if n := a.Count(`SELECT count(*) FROM `+table+` WHERE `+column+` = $1`, value); n != want {
			t.Errorf("%d %s with %s, want %d", n, table, value, want)
		}
	})
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("~", 128)
	initech, hooli := `{"companyName": "Initech"}`, `{"companyName": "Hooli"}`
	hours := func(name string, dryRun bool, expectations ...expectation) apitest.Step {
		step, params := apitest.Step{
			Name: name, Call: "POST /api/v1/assignments", RPC: "AssignmentService/UpsertAssignments",
			Body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}]}`,
		}, map[string]any{}
		if dryRun {
			step.Call += "?dryRun=true"
			params["dryRun"] = true
		}
		return paired(step, "batch", params, expectations)
	}
	apitest.Run(t, []apitest.Step{
		clientAPI.create("the first call is executed", initech, keyed("a"), saves("new")),
		clientAPI.create("the same call again is replayed", initech, keyed("a"), replays,
			data(`{"id": "$new", "companyName": "Initech"}`)),
		rowCount(1, "clients", "company_name", "Initech"),
		clientAPI.create("with another key it is another call", initech, keyed("b")),
		rowCount(2, "clients", "company_name", "Initech"),
		clientAPI.create("another request with the key is refused", hooli, keyed("a"),
			badKey("idempotency_key_reused")),
		rowCount(0, "clients", "company_name", "Hooli"),
		clientAPI.update("another rpc may use the same key", "$acme", `{"companyName": "Acme 2"}`,
			keyed("a"), data(`{"version": 2}`)),
		clientAPI.create("and so may another API key", initech, by("boss"), keyed("a")),
		rowCount(3, "clients", "company_name", "Initech"),

		clientAPI.create("a key may have 128 characters", initech, keyed(longest)),
		clientAPI.create("and is found again", initech, keyed(longest), replays),
		clientAPI.create("129 are refused", hooli, keyed(longest+"~"), badKey("validation_failed")),
		clientAPI.create("a space is refused", hooli, keyed("a b"), badKey("validation_failed")),
		clientAPI.create("an empty key is refused", hooli, keyed(""), badKey("validation_failed")),
		rowCount(0, "clients", "company_name", "Hooli"),
		clientAPI.list("reads ignore the header", "", `{}`, keyed("a b")),

		clientAPI.create("an error is not stored", `{"companyName": "Initech", "accountManagerId": "$unknown"}`,
			keyed("free"), refused("unknown_reference")),
		clientAPI.create("so the key is free for a corrected request", initech, keyed("free")),
		hours("an error after a statement failed is not stored", false, func(p *pair) {
			p.Body, p.Request = strings.ReplaceAll(p.Body, "$worker", "$unknown"),
				strings.ReplaceAll(p.Request, "$worker", "$unknown")
		}, keyed("hours"), refused("unknown_reference")),
		hours("and the error names the item", false, func(p *pair) {
			p.Body, p.Request = strings.ReplaceAll(p.Body, "$worker", "$unknown"),
				strings.ReplaceAll(p.Request, "$worker", "$unknown")
			keyed("hours")(p)
			badField("unknown_reference", "items[0].userId")(p)
			p.Path = "batch.items[0].user_id"
		}),
		hours("a dry run stores nothing", true, keyed("hours")),
		hours("nor does it read", true, keyed("hours")),
		hours("the call itself is executed", false, keyed("hours")),
		hours("and replayed", false, keyed("hours"), replays),

		clientAPI.update("If-Match is a part of the request", "$acme", `{"companyName": "Acme 3"}`, ifMatch(`"2"`),
			keyed("match"), data(`{"version": 3}`)),
		clientAPI.update("a replay does not conflict with its own first try", "$acme", `{"companyName": "Acme 3"}`,
			ifMatch(`"2"`), keyed("match"), replays, data(`{"version": 3}`)),
		clientAPI.update("another version is another request", "$acme", `{"companyName": "Acme 3"}`, ifMatch(`"3"`),
			keyed("match"), badKey("idempotency_key_reused")),

		do("the rows expire", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE idempotency_keys SET expires_at = now() - interval '1 second'`)
		}),
		clientAPI.create("an expired key is as new", hooli, keyed("a"), saves("hooli")),
		clientAPI.create("and is replayed again", hooli, keyed("a"), replays, data(`{"id": "$hooli"}`)),
		rowCount(1, "clients", "company_name", "Hooli"),

		clientAPI.create("a manager creates a client", initech, by("boss"), keyed("role")),
		do("and is a member from now on", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE users SET role = 'member' WHERE id = $1`, a.ID("boss"))
			apitest.WaitForCallers()
		}),
		clientAPI.create("after a change of role nothing is replayed", initech, by("boss"), keyed("role"),
			badKey("idempotency_key_reused")),
	})
}

func TestIdempotencyKeyOfTwoValues(t *testing.T) {
	a := apitest.New(t)
	call := func(as string, keys ...string) error {
		ctx := a.Context(t.Context(), as)
		for _, key := range keys {
			ctx = metadata.AppendToOutgoingContext(ctx, strings.ToLower(idempotency.Header), key)
		}
		name := "Initech"
		_, err := pb.NewClientServiceClient(a.Conn).CreateClient(ctx,
			&pb.CreateClientRequest{Client: &pb.Client{CompanyName: &name}})
		return err
	}
	if err := call("admin", "a", "a"); err != nil {
		t.Errorf("the same value twice: %v", err)
	}
	if err := call("admin", "a", "b"); err == nil ||
		!strings.Contains(err.Error(), "Idempotency-Key must have only one value") {
		t.Errorf("two values: %v", err)
	}
}

// Each rpc that writes is replayed, over REST with the same bytes. The pool has one
// connection, so a call that needs a second one inside its transaction fails.
func TestEveryWriteIsReplayed(t *testing.T) {
	t.Parallel()
	for protocol, send := range map[string]func(*testing.T, *apitest.API, call) *apitest.Answer{
		"over REST": func(t *testing.T, a *apitest.API, c call) *apitest.Answer {
			return a.REST(t, "admin", c.rest, c.body, withKey("same"))
		},
		"over gRPC": func(t *testing.T, a *apitest.API, c call) *apitest.Answer {
			return a.Call(t, "admin", c.rpc, c.request, withKey("same"))
		},
	} {
		t.Run(protocol, func(t *testing.T) {
			a := seed(apitest.NewIsolated(t))
			db := apitest.Open(t, a.DSN)
			db.SetMaxOpenConns(1)
			a, _ = a.Start(services.Config{DB: db})
			for _, c := range calls {
				if c.verb() == "GET" {
					continue
				}
				t.Run(c.rpc, func(t *testing.T) {
					first, second := send(t, a, c), send(t, a, c)
					if !ok(first) || replayed(first) {
						t.Fatalf("first: %s %s", first.Code, first.Message)
					}
					if !ok(second) || !replayed(second) || !reflect.DeepEqual(first.Body, second.Body) ||
						!bytes.Equal(first.Raw, second.Raw) ||
						first.Header.Get("ETag") != second.Header.Get("ETag") {
						t.Errorf("first: %v\nthen: %s %s %v", first.Body, second.Code, second.Message, second.Body)
					}
				})
			}
		})
	}
}

// Two servers on one database get the same call at the same time.
func TestConcurrentUseOfAnIdempotencyKey(t *testing.T) {
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{})
	const rounds, callers = 20, 8
	var refused int
	for round := range rounds {
		header := map[string]string{idempotency.Header: strings.Repeat("k", round+1)}
		answers := make([]*apitest.Answer, callers)
		var wg sync.WaitGroup
		for i := range answers {
			wg.Go(func() {
				answers[i] = []*apitest.API{a, b}[i%2].REST(t, "admin", "POST /api/v1/clients",
					`{"companyName": "Initech"}`, header)
			})
		}
		wg.Wait()
		executed := 0
		for _, ans := range answers {
			switch {
			case ans.Status == 200 && !replayed(ans):
				executed++
			case ans.Status == 409 && ans.Code == "idempotency_in_progress" && ans.RetryAfter == time.Second:
				refused++
			case ans.Status != 200:
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		}
		if executed != 1 {
			t.Errorf("round %d: %d calls were executed", round, executed)
		}
	}
	if n := a.Count(`SELECT count(*) FROM clients WHERE company_name = 'Initech'`); n != rounds {
		t.Errorf("%d clients of %d rounds (%d calls were refused)", n, rounds, refused)
	}
}

// While a call runs, the same call on another server is refused soon.
func TestIdempotencyKeyInProgress(t *testing.T) {
	apitest.SkipOnCitus(t, "it looks for the lock that a session waits for, and those are on the workers")
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{})
	const call, body = "PATCH /api/v1/clients/$acme", `{"companyName": "Acme 2"}`
	header := map[string]string{idempotency.Header: "slow"}
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `SELECT FROM clients WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
		a.Organization, a.ID("acme")); err != nil {
		t.Fatal(err)
	}
	first := make(chan *apitest.Answer)
	go func() { first <- a.REST(t, "admin", call, body, header) }()
	for a.Count(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`) == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	start := time.Now()
	for _, ans := range []*apitest.Answer{
		b.REST(t, "admin", call, body, header),
		b.Call(t, "admin", "ClientService/UpdateClient",
			`{"clientId": "$acme", "client": {"companyName": "Acme 2"}, "updateMask": "companyName"}`, header),
	} {
		if ans.Code != "idempotency_in_progress" || ans.RetryAfter != time.Second ||
			ans.Status != 409 && ans.GRPC != codes.Aborted {
			t.Errorf("%d %s %s %s, retry after %s", ans.Status, ans.GRPC, ans.Code, ans.Message, ans.RetryAfter)
		}
	}
	if took := time.Since(start); took > 1500*time.Millisecond {
		// Without a limit of its own, each takes lock_timeout, 1 s.
		t.Errorf("the two refusals took %s", took)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if ans := <-first; ans.Status != 200 || replayed(ans) {
		t.Errorf("first: %d %s", ans.Status, ans.Raw)
	}
	if ans := b.REST(t, "admin", call, body, header); ans.Status != 200 || !replayed(ans) {
		t.Errorf("after that: %d %s", ans.Status, ans.Raw)
	}
}

func TestExpiredIdempotencyKeysAreRemoved(t *testing.T) {
	a := apitest.NewIsolated(t)
	const each = 250 // more than two batches
	for _, organization := range []any{a.Organization, a.Other} {
		a.Exec(`INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
			SELECT organization_id, gen_random_uuid(), id, '/x/Y', n::text, sha256(''), now(),
				now() + CASE WHEN n > $2 THEN interval '1 hour' ELSE '-1 second' END
			FROM (SELECT * FROM api_keys WHERE organization_id = $1 LIMIT 1) k, generate_series(1, $2 + 1) n`,
			organization, each)
	}
	var wg sync.WaitGroup
	for range 2 { // as two servers do
		wg.Go(func() {
			if err := idempotency.Expired(a.DB).Once(t.Context(), time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	left := func() int { return a.Count(`SELECT count(*) FROM idempotency_keys`) }
	if n := left(); n != 2 {
		t.Errorf("%d rows are left, want the 2 that have not expired", n)
	}
	a.Exec(`UPDATE idempotency_keys SET expires_at = now()`)
	a.Start(services.Config{})
	waitFor(t, "a server removes the rows that have expired", func() bool { return left() == 0 })
}

// TestTheCleanUpNeedsNoConnectionOfRequests has a server whose requests use all of their connections.
func TestTheCleanUpNeedsNoConnectionOfRequests(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
		SELECT organization_id, gen_random_uuid(), id, '/x/Y', 'x', sha256(''), now(), now() FROM api_keys
			WHERE organization_id = $1 LIMIT 1`,
		a.Organization)
	pool, other := apitest.Open(t, a.DSN), apitest.Open(t, a.DSN)
	for range pool.Stats().MaxOpenConnections {
		busy, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer busy.Close()
	}
	a.Start(services.Config{DB: pool, Probe: other, Background: other})
	waitFor(t, "the row that has expired is removed",
		func() bool { return a.Count(`SELECT count(*) FROM idempotency_keys`) == 0 })
}

// The database executes a write, and its response is lost.
func TestLostResponseOfTheDatabase(t *testing.T) {
	apitest.SkipOnCitus(t, "it cuts the response to the only statement of a write, and there a write has several")
	a := apitest.NewIsolated(t)
	p, pool := behind(t, a.DSN)
	p.up(t)
	b, _ := a.Start(services.Config{DB: pool, Background: apitest.Open(t, a.DSN), Log: slog.New(slog.DiscardHandler)})
	create, update := callTo(t, "ClientService/CreateClient"), callTo(t, "ClientService/UpdateClient")
	for protocol, send := range map[string]func(c call, header map[string]string) *apitest.Answer{
		"REST": func(c call, header map[string]string) *apitest.Answer {
			return b.REST(t, "admin", c.rest, c.body, header)
		},
		"gRPC": func(c call, header map[string]string) *apitest.Answer {
			return b.Call(t, "admin", c.rpc, c.request, header)
		},
	} {
		t.Run("over "+protocol, func(t *testing.T) {
			cut := func(tag string, c call, header map[string]string) *apitest.Answer {
				t.Helper()
				p.cutAt.Store(&tag)
				ans := send(c, header)
				if p.cutAt.Load() != nil {
					t.Fatalf("nothing was cut at %s", tag)
				}
				return ans
			}
			clients := func() int { return a.Count(`SELECT count(*) FROM clients`) }
			expect := func(ans *apitest.Answer, after time.Duration, known bool) {
				t.Helper()
				if ans.Code != "unavailable" || ans.RetryAfter != after ||
					strings.Contains(ans.Message, "not known whether") == known {
					t.Errorf("%s, retry after %s: %s", ans.Code, ans.RetryAfter, ans.Message)
				}
			}
			a.Exec(`UPDATE clients SET website = NULL`) // so that update changes something
			if ans := send(create, nil); !ok(ans) {     // the key is cached now, and its use is noted
				t.Fatalf("%s", ans.Message)
			}
			before := clients()
			expect(cut("INSERT 0 1", create, nil), 0, false)
			if n := clients(); n != before+1 {
				t.Errorf("%d clients, want %d", n, before+1)
			}
			expect(cut("INSERT 0 1", update, nil), time.Second, true)
			a.Exec(`UPDATE clients SET website = NULL`)
			version := fmt.Sprint(a.Count(`SELECT version FROM clients WHERE id = $1`, a.ID("acme")))
			expect(cut("INSERT 0 1", update, map[string]string{"If-Match": strconv.Quote(version)}), 0, false)

			committed := withKey("committed " + protocol)
			expect(cut("COMMIT", create, committed), time.Second, true)
			if ans := send(create, committed); !ok(ans) || !replayed(ans) {
				t.Errorf("after a lost commit: %s", ans.Message)
			}
			if n := clients(); n != before+2 {
				t.Errorf("%d clients, want %d", n, before+2)
			}

			lost := withKey("lost " + protocol)
			expect(cut("UPDATE 1", create, lost), time.Second, true) // of the row of the key
			if n := clients(); n != before+2 {
				t.Errorf("%d clients, want %d", n, before+2)
			}
			if ans := send(create, lost); !ok(ans) || replayed(ans) {
				t.Errorf("after a lost statement: %s", ans.Message)
			}
		})
	}
}

func withKey(key string) map[string]string {
	return map[string]string{idempotency.Header: strings.ReplaceAll(key, " ", "-")}
}

// TestStoredResponsesHaveNoSecrets sends every write with an Idempotency-Key, over REST and gRPC, and looks into what
// is stored. The replay has the secret again.
func TestStoredResponsesHaveNoSecrets(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	secret := regexp.MustCompile(`(wpk_|wpc_|whsec_)[0-9A-Za-z+/]{20,}`)
	shown := map[string]bool{}
	for _, overREST := range []bool{true, false} {
		for _, c := range calls {
			verb, path, _ := strings.Cut(c.rest, " ")
			send := func() *apitest.Answer {
				if overREST {
					return a.REST(t, "admin", c.rest, c.body, map[string]string{"Idempotency-Key": "once"})
				}
				return a.Call(t, "admin", c.rpc, c.request, map[string]string{"idempotency-key": "twice"})
			}
			first := send()
			if verb == "GET" || !ok(first) {
				continue
			}
			text := secret.FindString(fmt.Sprint(first.Body))
			if text == "" {
				continue
			}
			shown[c.rpc] = true
			if again := secret.FindString(fmt.Sprint(send().Body)); again != text {
				t.Errorf("%s: the replay has another secret", path)
			}
		}
	}
	if want := []string{"CalendarFeedService/CreateCalendarFeed", "KeyService/CreateKey",
		"KeyService/RotateKey", "WebhookService/CreateWebhook",
		"WebhookService/RotateWebhookSecret"}; !slices.Equal(slices.Sorted(maps.Keys(shown)), want) {
		t.Errorf("secrets are in the responses of %v", slices.Sorted(maps.Keys(shown)))
	}
	rows, err := a.DB.QueryContext(t.Context(),
		`SELECT rpc, response FROM idempotency_keys WHERE organization_id = $1`, a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var rpc string
		var response []byte
		if err := rows.Scan(&rpc, &response); err != nil {
			t.Fatal(err)
		}
		if secret.Match(response) {
			t.Errorf("%s: a secret is stored", rpc)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
