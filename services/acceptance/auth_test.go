package acceptance_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/test/apitest"
)

// presents calls GET /me with an Authorization header. It expects a 401 with that code, or
// success if code is empty.
func presents(t *testing.T, a *apitest.API, overREST bool, authorization, code string) {
	t.Helper()
	header := map[string]string{"Authorization": authorization}
	var ans *apitest.Answer
	if overREST {
		ans = a.REST(t, "", "GET /api/v1/me", "", header)
		if code != "" && (ans.Status != 401 || ans.Header.Get("WWW-Authenticate") != "Bearer") {
			t.Errorf("status %d, WWW-Authenticate %q", ans.Status, ans.Header.Get("WWW-Authenticate"))
		}
	} else {
		ans = a.Call(t, "", "MeService/GetMe", "", header)
		if code != "" && ans.GRPC != codes.Unauthenticated {
			t.Errorf("status %s", ans.GRPC)
		}
	}
	if ans.Code != code {
		t.Errorf("code %q, want %q: %s", ans.Code, code, ans.Message)
	}
}

// TestCredentials sends good and bad credentials over both protocols.
func TestCredentials(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	stranger := auth.NewKey(uuid.MustParse(a.ID("unknown")))
	wrongSecret := auth.NewKey(a.Organization)
	key := a.Secret("worker")
	for protocol, overREST := range map[string]bool{"over REST": true, "over gRPC": false} {
		t.Run(protocol, func(t *testing.T) {
			b, _ := a.Start(services.Config{})
			t.Run("a key is accepted, its scheme in any case", func(t *testing.T) {
				presents(t, b, overREST, "Bearer "+key, "")
				presents(t, b, overREST, "bearer "+key, "")
			})
			for _, test := range []struct{ name, header string }{
				{"an empty header", ""},
				{"a scheme without a key", "Bearer"},
				{"a key without the scheme", key},
				{"another scheme", "Basic " + key},
				{"a garbled key", "Bearer wpk_" + strings.Repeat("!", 71)},
				{"a short key", "Bearer " + key[:74]},
				{"a key with trailing text", "Bearer " + key + " x"},
				{"a wrong checksum", "Bearer " + key[:74] + other(key[74])},
				{"a mistyped secret", "Bearer " + key[:40] + other(key[40]) + key[41:]},
				{"a well-formed key that was never issued", "Bearer " + wrongSecret.Reveal()},
				{"a key of an unknown organization", "Bearer " + stranger.Reveal()},
				{"eight kilobytes", "Bearer " + strings.Repeat("x", 8<<10)},
			} {
				t.Run(test.name+" is an invalid credential",
					func(t *testing.T) { presents(t, b, overREST, test.header, "credential_invalid") })
			}
		})
	}
	t.Run("no header is a missing credential", func(t *testing.T) {
		ans := a.REST(t, "", "GET /api/v1/me", "", nil)
		if ans.Status != 401 || ans.Code != "credential_missing" || ans.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%d %s, WWW-Authenticate %q", ans.Status, ans.Code, ans.Header.Get("WWW-Authenticate"))
		}
	})
	t.Run("a key in the URL is ignored", func(t *testing.T) {
		for _, param := range []string{"api_key", "access_token", "key", "authorization"} {
			if ans := a.REST(t, "",
				"GET /api/v1/users?"+param+"="+a.Secret("worker"), "", nil); ans.Code != "credential_missing" {
				t.Errorf("%s: %d %s", param, ans.Status, ans.Code)
			}
		}
	})
}

func TestTwoAuthorizationHeadersAreAnInvalidCredential(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	t.Run("over REST", func(t *testing.T) {
		req, _ := http.NewRequestWithContext(t.Context(), "GET", a.URL+"/api/v1/me", nil)
		for _, key := range []string{"worker", "admin"} {
			req.Header.Add("Authorization", "Bearer "+a.Secret(key))
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 401 || !strings.Contains(string(body), "credential_invalid") {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	})
	t.Run("over gRPC", func(t *testing.T) {
		ans := a.Invoke(t, "worker", "/workplan.v1.MeService/GetMe", &pb.GetMeRequest{}, &pb.GetMeResponse{},
			map[string]string{"authorization": "Bearer " + a.Secret("admin")})
		if ans.Code != "credential_invalid" {
			t.Errorf("%s %s", ans.GRPC, ans.Code)
		}
	})
}

// other returns another digit of base62.
func other(c byte) string {
	if c == 'a' {
		return "b"
	}
	return "a"
}

func TestGetMeSaysThatTheOrganizationIsSuspended(t *testing.T) {
	t.Parallel()
	suspend := func(at string) apitest.Step {
		return do("the operator changes the suspension", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE organizations SET suspended_at = `+at+` WHERE id = $1`, a.Organization)
			apitest.WaitForCallers()
		})
	}
	says := func(at string) apitest.Step {
		return apitest.Step{
			Name: "a key is told", As: "worker", Call: "GET /api/v1/me", RPC: "MeService/GetMe",
			Want: `{"data": {"organization": {"suspendedAt": ` + at + `}}}`,
		}
	}
	apitest.Run(t, []apitest.Step{says("null"), suspend("'2026-07-01T08:00:00Z'"),
		says(`"2026-07-01T08:00:00.000000Z"`), suspend("NULL"), says("null")})
}

// TestChangesOfAKeyAreEffectiveWithinASecond changes keys, users and the organization in the
// database.
func TestChangesOfAKeyAreEffectiveWithinASecond(t *testing.T) {
	t.Parallel()
	clients := callTo(t, "ClientService/CreateClient")
	for _, test := range []struct {
		name, change string
		// status and code are of a call that needs a scope, meCode of GET /me.
		status       int
		code, meCode string
		then         string
	}{
		{"a key that is revoked", `UPDATE api_keys SET revoked_at = now() WHERE name = 'boss'`, 401, "key_revoked",
			"key_revoked", `UPDATE api_keys SET revoked_at = NULL WHERE name = 'boss'`},
		{"a key that was revoked by a server whose clock is ahead",
			`UPDATE api_keys SET revoked_at = now() + interval '1 hour' WHERE name = 'boss'`, 401,
			"key_revoked", "key_revoked", ``},
		{"a key that has expired", `UPDATE api_keys SET expires_at = now() WHERE name = 'boss'`, 401, "key_expired",
			"key_expired", `UPDATE api_keys SET expires_at = now() + interval '1 hour' WHERE name = 'boss'`},
		{"a key that was deleted", `UPDATE api_keys SET secret_hash = sha256(secret_hash) WHERE name = 'boss'`, 401,
			"credential_invalid", "credential_invalid", ``},
		{"a key whose user is deactivated", `UPDATE users SET is_active = false WHERE email = 'boss@example.com'`, 403,
			"actor_inactive", "", `UPDATE users SET is_active = true`},
		{"a key of a suspended organization", `UPDATE organizations SET suspended_at = now()`, 403,
			"organization_suspended", "", `UPDATE organizations SET suspended_at = NULL`},
		{"a key whose user lost the role", `UPDATE users SET role = 'member' WHERE email = 'boss@example.com'`, 403,
			"permission_denied", "", `UPDATE users SET role = 'manager' WHERE email = 'boss@example.com'`},
		{"a key that lost the scope", `UPDATE api_keys SET scopes = '{read:clients}' WHERE name = 'boss'`, 403,
			"scope_missing", "", `UPDATE api_keys SET scopes = '{write:clients}' WHERE name = 'boss'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.New(t)
			call := func() (overREST, overGRPC *apitest.Answer) {
				return a.REST(t, "boss", clients.rest, clients.body, nil),
					a.Call(t, "boss", clients.rpc, clients.request, nil)
			}
			if r, g := call(); !ok(r) || !ok(g) {
				t.Fatalf("before: %d %s, %s %s", r.Status, r.Message, g.GRPC, g.Message)
			}
			a.Exec(test.change)
			changed, began := time.Now(), time.Now()
			r, g := call()
			for r.Code != test.code || g.Code != test.code {
				if began.Sub(changed) > time.Second {
					t.Fatalf("a second later: %d %q, %s %q", r.Status, r.Code, g.GRPC, g.Code)
				}
				time.Sleep(20 * time.Millisecond)
				began = time.Now()
				r, g = call()
			}
			want := map[int]codes.Code{401: codes.Unauthenticated, 403: codes.PermissionDenied}[test.status]
			if r.Status != test.status || g.GRPC != want {
				t.Errorf("%d and %s, want %d and %s", r.Status, g.GRPC, test.status, want)
			}
			if ans := a.REST(t, "boss", "GET /api/v1/me", "", nil); ans.Code != test.meCode {
				t.Errorf("GET /me: %d %q, want %q", ans.Status, ans.Code, test.meCode)
			}
			if ans := a.Call(t, "boss", "MeService/GetMe", "", nil); ans.Code != test.meCode {
				t.Errorf("GetMe: %s %q, want %q", ans.GRPC, ans.Code, test.meCode)
			}
			if test.then == "" {
				return
			}
			a.Exec(test.then)
			apitest.WaitForCallers()
			if r, g := call(); !ok(r) || !ok(g) {
				t.Errorf("after: %d %s, %s %s", r.Status, r.Message, g.GRPC, g.Message)
			}
		})
	}
	t.Run("a key that expires while it is cached", func(t *testing.T) {
		t.Parallel()
		a := apitest.New(t)
		a.Exec(`UPDATE api_keys SET expires_at = now() + interval '300 milliseconds' WHERE name = 'boss'`)
		for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
			began := time.Now()
			if ans := a.REST(t, "boss", "GET /api/v1/me", "", nil); ans.Code == "key_expired" {
				return
			}
			if began.Sub(start) > 800*time.Millisecond {
				t.Fatal("it is still accepted, half a second late")
			}
		}
	})
}

func TestLastUseOfAKeyIsKeptToTheMinute(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	lastUsed := func(name string) (at *time.Time) {
		if err := a.DB.QueryRowContext(t.Context(),
			`SELECT last_used_at FROM api_keys WHERE organization_id = $1 AND name = $2`, a.Organization,
			name).Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	if at := lastUsed("worker"); at != nil {
		t.Fatalf("an unused key was used at %v", at)
	}
	a.REST(t, "worker", "GET /api/v1/me", "", nil)
	waitFor(t, "the use is stored", func() bool { return lastUsed("worker") != nil })
	at := lastUsed("worker")
	if !at.Equal(at.Truncate(time.Minute)) || time.Since(*at) > 2*time.Minute {
		t.Errorf("used at %v, want this minute", at)
	}
	a.Exec(`UPDATE api_keys SET last_used_at = '2020-01-01' WHERE name = 'boss'`)
	a.Call(t, "boss", "MeService/GetMe", "", nil)
	waitFor(t, "the next use is stored", func() bool { return lastUsed("boss").Year() != 2020 })
	if at := lastUsed("lead"); at != nil {
		t.Errorf("a key that was not used was used at %v", at)
	}
}

// TestNoRequestWaitsForTheUseOfItsKey locks the row of a key: its request must not wait, and the use is stored later.
// The use of a key that was revoked or has expired is not stored. A server that stops stores what it has noted.
func TestNoRequestWaitsForTheUseOfItsKey(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	used := func(name string) bool {
		return a.Count(
			`SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = $2 AND last_used_at IS NOT NULL`,
			a.Organization, name,
		) > 0
	}
	a.Exec(`UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND name = 'lead'`, a.Organization)
	a.Exec(`UPDATE api_keys SET expires_at = now() WHERE organization_id = $1 AND name = 'peer'`, a.Organization)
	for name, code := range map[string]string{"lead": "key_revoked", "peer": "key_expired"} {
		if ans := a.REST(t, name, "GET /api/v1/me", "", nil); ans.Code != code {
			t.Errorf("%s: %d %s", name, ans.Status, ans.Raw)
		}
	}
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(),
		`SELECT FROM api_keys WHERE organization_id = $1 AND name = 'worker' FOR UPDATE`, a.Organization); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if ans := a.REST(t, "worker", "GET /api/v1/me", "", nil); ans.Status != 200 ||
		time.Since(began) > 500*time.Millisecond {
		t.Errorf("%d after %s", ans.Status, time.Since(began))
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the use is stored", func() bool { return used("worker") })

	b, stop := a.Start(services.Config{})
	b.REST(t, "boss", "GET /api/v1/me", "", nil)
	if err := stop(); err != nil || !used("boss") {
		t.Errorf("after the stop the use is stored: %t; %v", used("boss"), err)
	}
	if used("lead") || used("peer") {
		t.Error("the use of a key that has ended is stored")
	}
}

func TestCallersOfOneKeyShareOneLookUp(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var lookUps atomic.Int32
	proceed := make(chan struct{})
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
		if strings.Contains(query, "FROM api_keys") {
			lookUps.Add(1)
			<-proceed
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler)})

	leaving, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		req, _ := http.NewRequestWithContext(leaving, "GET", b.URL+"/api/v1/me", nil)
		req.Header.Set("Authorization", "Bearer "+a.Secret("worker"))
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			t.Errorf("the first caller got %d", resp.StatusCode)
		}
	}()
	waitFor(t, "the first caller waits", func() bool { return lookUps.Load() == 1 })
	began := time.Now()
	var others sync.WaitGroup
	for i := range 20 {
		others.Go(func() {
			if i%2 == 0 {
				if ans := b.REST(t, "worker", "GET /api/v1/me", "", nil); ans.Status != 200 {
					t.Errorf("%d %s", ans.Status, ans.Raw)
				}
			} else if ans := b.Call(t, "worker", "MeService/GetMe", "", nil); !ok(ans) {
				t.Errorf("%s %s", ans.GRPC, ans.Message)
			}
		})
	}
	time.Sleep(time.Second) // so that all of them wait, also on a busy machine
	leave()
	<-gone
	time.Sleep(100 * time.Millisecond) // so that the server knows
	close(proceed)
	others.Wait()
	// What a look-up has found is used for 900 ms. On a busy machine, some callers come after that.
	if n, most := lookUps.Load(), 1+int32(time.Since(began)/(800*time.Millisecond)); n > most {
		t.Errorf("%d look-ups, at most %d", n, most)
	}
}

func TestTheUseOfAKeyIsNotedOnceAMinuteAndNeverInTheWay(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var writes atomic.Int32
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
		if strings.Contains(query, "UPDATE api_keys") {
			writes.Add(1)
			return errors.New("the disk is full")
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	began := time.Now().Truncate(time.Minute)
	for range 3 {
		if ans := b.REST(t, "worker", "GET /api/v1/me", "", nil); ans.Status != 200 {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
		apitest.WaitForCallers()
	}
	minutes := int32(time.Since(began)/time.Minute) + 1
	if n := writes.Load(); n < 1 || n > minutes {
		t.Errorf("%d writes in %d minutes", n, minutes)
	}
}

// TestLogLinesAreOneJSONObjectEach makes requests that could break a line of the log.
func TestLogLinesAreOneJSONObjectEach(t *testing.T) {
	t.Parallel()
	log := &buffer{}
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log, nil))})
	b.REST(t, "admin", "GET /api/v1/users?%0d%0a%1b[31m=1", "",
		map[string]string{"User-Agent": strings.Repeat("x", 10_000), "X-Request-Id": "a\"b"})
	b.REST(t, "admin", "GET /api/v1/%0d%0a%7b%22level%22:1%7d", "", nil)
	ctx := metadata.AppendToOutgoingContext(b.Context(t.Context(), "admin"), "x-request-id", "one two")
	if _, err := pb.NewMeServiceClient(b.Conn).GetMe(ctx, &pb.GetMeRequest{}); err != nil {
		t.Fatal(err)
	}
	requests := 0
	for line := range strings.Lines(log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		if fields["msg"] == "request" {
			requests++
			for _, name := range []string{"request_id", "protocol", "status", "duration_us"} {
				if _, ok := fields[name]; !ok {
					t.Errorf("no %s among %q", name, slices.Sorted(maps.Keys(fields)))
				}
			}
		}
		if len(line) > 2000 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	if requests != 3 {
		t.Errorf("%d lines for 3 requests:\n%s", requests, log)
	}
}

// buffer is a bytes.Buffer that many goroutines may write to.
type buffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// TestRequestLinesHaveTheIDOfTheRecord looks for the id in the lines of a request that creates a record, and of some
// that name one, also if they fail.
func TestRequestLinesHaveTheIDOfTheRecord(t *testing.T) {
	t.Parallel()
	log := &buffer{}
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log, nil))})
	created := b.REST(t, "admin", "POST /api/v1/keys",
		`{"name": "x", "actorUserId": "$admin", "scopes": ["read:users"]}`, nil)
	data, _ := apitest.Lookup(created.Body, "data").(map[string]any)
	key, _ := data["id"].(string)
	if created.Status != 200 || key == "" {
		t.Fatalf("%d %s", created.Status, created.Raw)
	}
	b.REST(t, "admin", "POST /api/v1/keys/"+key+"/revoke", "", nil)
	b.REST(t, "worker", "PATCH /api/v1/users/$worker", `{"role": "admin"}`, nil)
	b.REST(t, "admin", "GET /api/v1/users", "", nil)
	want := []any{key, key, b.ID("worker"), nil}
	var got []any
	for line := range strings.Lines(log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		if fields["msg"] == "request" {
			got = append(got, fields["record_id"])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the ids are %v, want %v:\n%s", got, want, log)
	}
}
