package acceptance_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/test/apitest"
)

// identified is the response to GET /me or GetMe, as far as it shows the quota.
type identified struct {
	code, message string
	// limit, remaining and reset are the X-RateLimit headers, empty if they are missing.
	limit, remaining, reset string
	// retryAfter is the time to wait, in whole seconds.
	retryAfter int
}

// me calls GET /me or GetMe with an Authorization header and with other headers.
func me(t *testing.T, a *apitest.API, overREST bool, authorization string, header map[string]string) identified {
	t.Helper()
	headers := map[string]string{"Authorization": authorization}
	for name, value := range header {
		headers[name] = value
	}
	if overREST {
		ans := a.REST(t, "", "GET /api/v1/me", "", headers)
		if ans.Code == "rate_limited" && ans.Status != 429 {
			t.Errorf("rate_limited with status %d", ans.Status)
		}
		h := ans.Header
		seconds, _ := strconv.Atoi(h.Get("Retry-After"))
		return identified{ans.Code, ans.Message, h.Get("X-RateLimit-Limit"), h.Get("X-RateLimit-Remaining"),
			h.Get("X-RateLimit-Reset"), seconds}
	}
	var md metadata.MD
	_, err := pb.NewMeServiceClient(a.Conn).GetMe(metadata.NewOutgoingContext(t.Context(), metadata.New(headers)),
		&pb.GetMeRequest{}, grpc.Header(&md))
	first := func(name string) string { return strings.Join(md.Get(name), ", ") }
	got := identified{"", status.Convert(err).Message(), first("x-ratelimit-limit"), first("x-ratelimit-remaining"),
		first("x-ratelimit-reset"), 0}
	for _, detail := range status.Convert(err).Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			got.code = d.GetReason()
		case *errdetails.RetryInfo:
			got.retryAfter = int(d.GetRetryDelay().AsDuration() / time.Second)
		}
	}
	if got.code == "rate_limited" && status.Code(err) != codes.ResourceExhausted {
		t.Errorf("rate_limited with status %s", status.Code(err))
	}
	return got
}

// overBoth runs a test over REST and over gRPC, each time on a new database with a server
// of that quota.
func overBoth(t *testing.T, cfg quota.Config, test func(t *testing.T, a *apitest.API, overREST bool)) {
	for name, overREST := range map[string]bool{"over REST": true, "over gRPC": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _ := apitest.NewIsolated(t).Start(services.Config{Quota: cfg})
			test(t, a, overREST)
		})
	}
}

// scarce is a quota of 3 calls at once that gets a new one a minute.
var scarce = quota.Config{PerMinute: 1, Burst: 3}

func TestAKeyHasAQuota(t *testing.T) {
	t.Parallel()
	overBoth(t, scarce, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Key("worker", "worker", "*")
		a.Key("boss", "boss", "*")
		for _, left := range []string{"2", "1", "0"} {
			got := me(t, a, overREST, "Bearer "+a.Secret("worker"), nil)
			if reset, _ := strconv.Atoi(got.reset); got.code != "" || got.limit != "1" || got.remaining != left ||
				reset < 1 || reset > 180 {
				t.Errorf("with %s left: %+v", left, got)
			}
		}
		got := me(t, a, overREST, "Bearer "+a.Secret("worker"), nil)
		if got.code != "rate_limited" || got.limit != "1" || got.remaining != "0" ||
			got.retryAfter < 30 || got.retryAfter > 60 ||
			got.message != fmt.Sprintf("the key may send 1 request per minute: wait %d seconds", got.retryAfter) {
			t.Errorf("the fourth call: %+v", got)
		}
		if got := me(t, a, !overREST, "Bearer "+a.Secret("worker"), nil); got.code != "rate_limited" {
			t.Errorf("the fourth call over the other protocol: %+v", got)
		}
		if got := me(t, a, overREST, "Bearer "+a.Secret("boss"), nil); got.code != "" || got.remaining != "2" {
			t.Errorf("another key: %+v", got)
		}
	})
}

func TestAClientThatWaitsForRetryAfterGetsThrough(t *testing.T) {
	t.Parallel()
	overBoth(t, quota.Config{PerMinute: 20, Burst: 2}, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Key("worker", "worker", "*")
		for range 2 {
			got := identified{}
			for calls := 0; got.code == "" && calls < 100; calls++ {
				got = me(t, a, overREST, "Bearer "+a.Secret("worker"), nil)
			}
			if got.code != "rate_limited" || got.retryAfter < 1 || got.retryAfter > 3 {
				t.Fatalf("%+v", got)
			}
			time.Sleep(time.Duration(got.retryAfter) * time.Second)
			if after := me(t, a, overREST, "Bearer "+a.Secret("worker"), nil); after.code != "" {
				t.Errorf("after %d seconds: %+v", got.retryAfter, after)
			}
		}
	})
}

// TestEveryAuthenticatedResponseShowsTheQuota makes calls that succeed and that fail, each of
// which costs one.
func TestEveryAuthenticatedResponseShowsTheQuota(t *testing.T) {
	t.Parallel()
	a, _ := apitest.NewIsolated(t).Start(services.Config{Quota: quota.Config{PerMinute: 1, Burst: 50}})
	a.Key("boss", "boss", "read:clients", "write:clients", "write:assignments")
	items := strings.Repeat(`, {"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}`, 500)[2:]
	left := 50
	for _, test := range []struct {
		name, call, body string
		header           map[string]string
		status           int
	}{
		{"200", "GET /api/v1/clients/$acme", "", nil, 200},
		{"200 to HEAD", "HEAD /api/v1/clients/$acme", "", nil, 200},
		{"304", "GET /api/v1/clients/$acme", "", map[string]string{"If-None-Match": `"1"`}, 304},
		{"400", "GET /api/v1/clients?page=1", "", nil, 400},
		{"403 for a scope", "GET /api/v1/users", "", nil, 403},
		{"404", "GET /api/v1/clients/$unknown", "", nil, 404},
		{"409", "PATCH /api/v1/clients/$acme", `{}`, map[string]string{"If-Match": `"7"`}, 409},
		{"413", "POST /api/v1/clients", `{"companyName": "` + strings.Repeat("x", 4<<20) + `"}`, nil, 413},
		{"415", "POST /api/v1/clients", `x`, map[string]string{"Content-Type": "text/plain"}, 415},
		{"200 to 500 items", "POST /api/v1/assignments", `{"items": [` + items + `]}`, nil, 200},
		{"403 for a permission", "PATCH /api/v1/clients/$acme", `{"website": "https://example.com"}`, nil, 403},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "403 for a permission" {
				a.Exec("UPDATE users SET role = 'member' WHERE id = $1", a.ID("boss"))
				apitest.WaitForCallers()
			}
			ans := a.REST(t, "boss", test.call, test.body, test.header)
			if test.status != 304 {
				left--
			}
			if ans.Status != test.status || ans.Header.Get("X-RateLimit-Limit") != "1" ||
				ans.Header.Get("X-RateLimit-Remaining") != strconv.Itoa(left) ||
				ans.Header.Get("X-RateLimit-Reset") == "" {
				t.Errorf("status %d, want %d; %d left; %v", ans.Status, test.status, left, ans.Header)
			}
		})
	}
	t.Run("not one without a key", func(t *testing.T) {
		for _, overREST := range []bool{true, false} {
			for _, authorization := range []string{"Bearer wrong", "Bearer " + auth.NewKey(a.Organization).Reveal()} {
				if got := me(t, a, overREST, authorization, nil); got.code != "credential_invalid" ||
					got.limit+got.remaining+got.reset != "" {
					t.Errorf("%+v", got)
				}
			}
		}
	})
	t.Run("503", func(t *testing.T) {
		db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
			if strings.Contains(query, `FROM "clients"`) {
				return context.DeadlineExceeded
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler), Quota: scarce})
		if ans := b.REST(t, "boss", "GET /api/v1/clients", "", nil); ans.Status < 500 ||
			ans.Header.Get("X-RateLimit-Remaining") != "2" {
			t.Errorf("status %d, %v", ans.Status, ans.Header)
		}
	})
}

// TestWhatIsNotModifiedCostsNoQuota reads again what the client has: a record, figures, and a calendar feed.
func TestWhatIsNotModifiedCostsNoQuota(t *testing.T) {
	t.Parallel()
	a, _ := apitest.NewIsolated(t).Start(services.Config{Quota: scarce})
	waitFor(t, "all events have numbers",
		func() bool { return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0 })
	for i, call := range []string{
		"GET /api/v1/projects/$atlas", "HEAD /api/v1/projects/$atlas",
		"GET /api/v1/capacity?start_date=2028-01-01&end_date=2028-01-31", "GET $feed",
	} {
		key := fmt.Sprint("reader", i)
		a.Key(key, "worker", "*")
		isFeed := call == "GET $feed"
		if isFeed {
			call = "GET " + newFeed(t, a, key)
			waitFor(t, "the feed has its event",
				func() bool { return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0 })
		}
		tag := ""
		for n, want := range []struct {
			listed    bool
			status    int
			remaining string
		}{{false, 200, "2"}, {true, 304, "2"}, {true, 304, "2"}, {true, 304, "2"}, {true, 304, "2"}, {false, 200, "1"},
			{true, 304, "1"}, {false, 200, "0"}, {true, 429, "0"}} {
			header := map[string]string{}
			if want.listed {
				header["If-None-Match"] = tag
			}
			var status int
			var h http.Header
			if isFeed {
				resp, _ := readFeed(t, a, call, header)
				status, h = resp.StatusCode, resp.Header
			} else {
				ans := a.REST(t, key, call, "", header)
				status, h = ans.Status, ans.Header
			}
			got, reset := h.Get("X-RateLimit-Remaining"), h.Get("X-RateLimit-Reset")
			seconds, _ := strconv.Atoi(reset)
			remaining, _ := strconv.Atoi(want.remaining)
			if status != want.status || got != want.remaining || seconds <= 60*(2-remaining) ||
				seconds > 60*(3-remaining) {
				t.Errorf("%s, call %d: %d with %s left, full in %s s, want %d with %s", call, n, status, got, reset,
					want.status, want.remaining)
			}
			if want.status == 200 {
				tag = h.Get("ETag")
			}
		}
	}
}

func TestTheQuotaIsCheckedBeforeTheScope(t *testing.T) {
	t.Parallel()
	overBoth(t, scarce, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Key("worker", "worker", "read:clients")
		list := func() *apitest.Answer {
			if overREST {
				return a.REST(t, "worker", "GET /api/v1/users?page=1", "", nil)
			}
			return a.Call(t, "worker", "UserService/ListUsers", `{"offset": -1}`, nil)
		}
		for range 3 {
			if ans := list(); ans.Code != "scope_missing" {
				t.Errorf("%s %s", ans.Code, ans.Message)
			}
		}
		if ans := list(); ans.Code != "rate_limited" {
			t.Errorf("%s %s", ans.Code, ans.Message)
		}
		if ans := a.REST(t, "", "GET /api/v1/users", "", nil); ans.Code != "credential_missing" {
			t.Errorf("%s %s", ans.Code, ans.Message)
		}
	})
}

func TestAKeyMayHaveAQuotaOfItsOwn(t *testing.T) {
	t.Parallel()
	overBoth(t, scarce, func(t *testing.T, a *apitest.API, overREST bool) {
		authorization := "Bearer " + a.Secret("worker") // its rate limit is 0
		for range 10 {
			if got := me(t, a, overREST, authorization, nil); got != (identified{}) {
				t.Fatalf("without a limit: %+v", got)
			}
		}
		for _, test := range []struct {
			rateLimit        any
			limit, remaining string
		}{{60, "60", "9"}, {6, "6", "0"}, {nil, "1", "1"}, {0, "", ""}} {
			a.Exec(`UPDATE api_keys SET rate_limit = $1 WHERE organization_id = $2 AND name = 'worker'`,
				test.rateLimit, a.Organization)
			changed, began := time.Now(), time.Now()
			got := me(t, a, overREST, authorization, nil)
			for got.limit != test.limit {
				if began.Sub(changed) > time.Second {
					t.Fatalf("a second after the change to %v: %+v", test.rateLimit, got)
				}
				time.Sleep(20 * time.Millisecond)
				began = time.Now()
				got = me(t, a, overREST, authorization, nil)
			}
			if got.remaining != test.remaining {
				t.Errorf("rate limit %v: %+v", test.rateLimit, got)
			}
		}
	})
}

// wrongKeys are credentials of all kinds that are refused with 401.
func wrongKeys(a *apitest.API) []string {
	key := a.Secret("worker")
	return []string{
		"Bearer", "Basic " + key, "Bearer short", "Bearer " + key[:74] + other(key[74]),
		"Bearer " + auth.NewKey(a.Organization).Reveal(), "Bearer " + auth.NewKey(uuid.New()).Reveal(),
		"Bearer " + a.Secret("boss"), "Bearer " + a.Secret("lead"), // revoked and expired
	}
}

func TestWrongKeysAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	cfg := quota.Config{WrongKeysPerMinute: 20}
	overBoth(t, cfg, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Exec(`UPDATE api_keys SET revoked_at = now() WHERE name = 'boss'`)
		a.Exec(`UPDATE api_keys SET expires_at = now() WHERE name = 'lead'`)
		wrong := wrongKeys(a)
		sent := 0
		send := func() identified {
			sent++
			// X-Forwarded-For has no effect, because the peer is not a trusted proxy.
			forged := map[string]string{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", sent)}
			return me(t, a, overREST, wrong[sent%len(wrong)], forged)
		}
		start := time.Now()
		for range 20 {
			if got := send(); !slices.Contains([]string{"credential_invalid", "key_revoked", "key_expired"}, got.code) {
				t.Fatalf("wrong key %d: %+v", sent, got)
			}
		}
		for {
			got := send()
			if got.code == "rate_limited" {
				if got.retryAfter < 1 || got.retryAfter > 3 ||
					!strings.HasPrefix(got.message, "too many wrong API keys came from this address: wait ") ||
					got.limit != "" {
					t.Errorf("wrong key %d: %+v", sent, got)
				}
				break
			}
			if allowed := 21 + int(time.Since(start)/(3*time.Second)); sent > allowed {
				t.Fatalf("wrong key %d of %d: %+v", sent, allowed, got)
			}
		}
		if got := me(t, a, overREST, "Bearer "+a.Secret("worker"), nil); got.code != "" {
			t.Errorf("a valid key: %+v", got)
		}
		if overREST {
			if ans := a.REST(t, "", "GET /api/v1/me", "", nil); ans.Code != "credential_missing" {
				t.Errorf("no key: %d %s", ans.Status, ans.Code)
			}
		}
	})
}

// TestGuessingCostsNoDatabaseWork sends well-formed keys that do not exist, many at once.
func TestGuessingCostsNoDatabaseWork(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var lookUps atomic.Int32
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
		if strings.Contains(query, "FROM api_keys") {
			lookUps.Add(1)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Quota: quota.Config{WrongKeysPerMinute: 20}})
	guess := func() identified {
		t.Helper()
		return me(t, b, true, "Bearer "+auth.NewKey(b.Organization).Reveal(), nil)
	}
	if got := me(t, b, true, "Bearer "+b.Secret("worker"), nil); got.code != "" {
		t.Fatalf("%+v", got)
	}
	start := time.Now()
	var guesses sync.WaitGroup
	for range 50 {
		guesses.Go(func() {
			for range 4 {
				guess()
			}
		})
	}
	guesses.Wait()
	// 8 look-ups begin at once, and then 20 a second. One look-up is that of the worker.
	if n, limit := int(lookUps.Load()), 9+int(time.Since(start)/(50*time.Millisecond)); n > limit {
		t.Errorf("200 guesses cost %d look-ups, want at most %d", n, limit)
	}
	var last identified
	for guesses := 0; last.code != "rate_limited" && guesses < 100; guesses++ {
		last = guess()
	}
	t.Run("a key that was in use goes on working", func(t *testing.T) {
		for range 3 {
			if got := me(t, b, true, "Bearer "+b.Secret("worker"), nil); got.code != "" {
				t.Errorf("%+v", got)
			}
			apitest.WaitForCallers()
			for range 3 {
				guess()
			}
		}
	})
	t.Run("a key that was not works too", func(t *testing.T) {
		if got := me(t, b, true, "Bearer "+b.Secret("peer"), nil); got.code != "" {
			t.Errorf("%+v", got)
		}
	})
}

// TestKeysThatWereNotSeenWorkDuringAnAttack uses 100 keys for the first time while their address sends 20 wrong keys of
// the same organization a second. The wrong keys cost at most 20 look-ups a second.
func TestKeysThatWereNotSeenWorkDuringAnAttack(t *testing.T) {
	t.Parallel()
	const tries = 100
	a := apitest.NewIsolated(t)
	var lookUps atomic.Int32
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
		if strings.Contains(query, "FROM api_keys") {
			lookUps.Add(1)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Quota: quota.Config{WrongKeysPerMinute: 20}})
	names := make([]string, tries)
	for i := range names {
		names[i] = fmt.Sprint("new ", i)
		b.Key(names[i], "worker", "*")
	}
	var running sync.WaitGroup
	defer running.Wait()
	attack, end := context.WithCancel(t.Context())
	defer end()
	start := time.Now()
	running.Go(func() {
		for tick := time.NewTicker(50 * time.Millisecond); attack.Err() == nil; <-tick.C {
			running.Go(func() { me(t, b, true, "Bearer "+auth.NewKey(b.Organization).Reveal(), nil) })
		}
	})
	time.Sleep(2 * time.Second) // more wrong keys than an address may send in a minute
	answered := 0
	for i, name := range names {
		began := time.Now()
		got := me(t, b, i%2 == 0, "Bearer "+b.Secret(name), nil)
		if took := time.Since(began); got.code == "" && took < 2*time.Second {
			answered++
		} else {
			t.Logf("key %d after %s: %+v", i, took, got)
		}
	}
	if answered < tries*95/100 {
		t.Errorf("%d of %d keys that were not seen before work within 2 seconds", answered, tries)
	}
	if n, limit := int(lookUps.Load())-tries, 8+int(time.Since(start)/(50*time.Millisecond)); n > limit {
		t.Errorf("the wrong keys cost %d look-ups, want at most %d", n, limit)
	}
	t.Run("and people sign in with theirs", func(t *testing.T) {
		for _, name := range []string{"peer", "lead", "boss"} {
			newBrowser(t, b).do("POST /session", `{"key": "`+b.Secret(name)+`"}`, 200)
		}
	})
}

// TestAProgramWithAWrongKeyLocksOutNobody repeats one wrong key, from the address of a
// program that has a valid key and has not used it yet.
func TestAProgramWithAWrongKeyLocksOutNobody(t *testing.T) {
	t.Parallel()
	overBoth(t, quota.Config{WrongKeysPerMinute: 20}, func(t *testing.T, a *apitest.API, overREST bool) {
		wrong := "Bearer " + auth.NewKey(a.Organization).Reveal()
		for range 40 {
			me(t, a, overREST, wrong, nil)
		}
		if got := me(t, a, overREST, wrong, nil); got.code != "rate_limited" {
			t.Errorf("the wrong key: %+v", got)
		}
		for _, name := range []string{"worker", "peer", "boss"} {
			if got := me(t, a, overREST, "Bearer "+a.Secret(name), nil); got.code != "" {
				t.Errorf("the key of %s: %+v", name, got)
			}
		}
	})
}

// TestATrustedProxyNamesTheClient sends wrong keys through a trusted proxy: the address of
// the test.
func TestATrustedProxyNamesTheClient(t *testing.T) {
	t.Parallel()
	cfg := quota.Config{WrongKeysPerMinute: 2, TrustedProxies: []string{"127.0.0.0/8"}}
	overBoth(t, cfg, func(t *testing.T, a *apitest.API, overREST bool) {
		send := func(client string) string {
			return me(t, a, overREST, "Bearer wrong", map[string]string{"X-Forwarded-For": client}).code
		}
		for i, want := range []string{"credential_invalid", "credential_invalid", "rate_limited"} {
			if code := send(fmt.Sprintf("192.0.2.%d, 198.51.100.1", i)); code != want {
				t.Errorf("wrong key %d: %s, want %s", i+1, code, want)
			}
		}
		if code := send("198.51.100.2"); code != "credential_invalid" {
			t.Errorf("another client: %s", code)
		}
	})
}

// TestTwoServersShareAQuotaThroughRedis also kills Redis and starts it again.
func TestTwoServersShareAQuotaThroughRedis(t *testing.T) {
	t.Parallel()
	redis := apitest.StartRedis(t)
	log := &buffer{}
	cfg := services.Config{Quota: scarce, Log: slog.New(slog.NewJSONHandler(log, nil))}
	cfg.Quota.RedisURL = redis.URL
	a, _ := apitest.NewIsolated(t).Start(cfg)
	cfg.Metrics = nil
	b, _ := a.Start(cfg)
	keys := 0
	// left returns what is left after one call to each server with a new key.
	left := func() [2]string {
		keys++
		name := fmt.Sprintf("key %d", keys)
		a.Key(name, "worker", "*")
		authorization := "Bearer " + a.Secret(name)
		return [2]string{me(t, a, true, authorization, nil).remaining, me(t, b, false, authorization, nil).remaining}
	}
	waitFor(t, "the servers share", func() bool { return left() == [2]string{"2", "1"} })
	redis.Kill()
	for range 3 {
		if got := left(); got != [2]string{"2", "2"} {
			t.Errorf("without Redis, %s are left, want 2 on each server", got)
		}
	}
	redis.Start()
	waitFor(t, "the servers share again", func() bool { return left() == [2]string{"2", "1"} })
	for _, want := range []string{`"level":"WARN","msg":"Redis does not respond`, `"msg":"Redis responds again`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	if strings.Contains(log.String(), "canary") {
		t.Error("the log has the password of Redis")
	}
}

func TestRefusalsAreCounted(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	a, _ := apitest.NewIsolated(t).
		Start(services.Config{Metrics: metrics, Quota: quota.Config{PerMinute: 1, Burst: 1, WrongKeysPerMinute: 1}})
	a.Key("worker", "worker", "*")
	for range 3 {
		me(t, a, true, "Bearer "+a.Secret("worker"), nil)
		me(t, a, true, "Bearer wrong", nil)
		me(t, a, false, "Bearer wrong", nil)
	}
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "workplan_refusals_total" {
				counts[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
			}
		}
	}
	if counts["quota"] != 2 || counts["wrong_keys"] != 5 {
		t.Errorf("%v", counts)
	}
}
