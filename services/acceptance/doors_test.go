package acceptance_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/test/apitest"
)

// knock is a request at a door: one that makes as much work as the door accepts.
type knock struct {
	// door is the name of the door, see services.Server.Doors.
	door       string
	call, body string
	// calls means that the request makes calls inside, each of which takes a token.
	calls bool
	// limit is the maximum size of the body, 0 if the door takes none.
	limit int
	// noTurn says why the request needs no turn.
	noTurn string
	// barred is the status for somebody who may do nothing at the moment, by default 403.
	barred int
}

// visitor has what the doors ask for.
type visitor struct{ feed, session string }

func newVisitor(t *testing.T, a *apitest.API) visitor {
	t.Helper()
	return visitor{newFeed(t, a, "admin"), signedIn(t, a, "admin").token()}
}

const initialize = `{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}`

var (
	year       = map[string]any{"startDate": "2026-01-01", "endDate": "2026-12-31"}
	noProposal = map[string]any{"proposal": "0197f3a2-5c1e-7a4b-9d3c-8e2f1a6b4c5d"}
	week       = map[string]any{"person": "Wo Worker", "fromDate": "2026-03-02", "toDate": "2026-03-09"}
	// expensive are arguments of each tool.
	expensive = map[string]map[string]any{
		"look_up": {"kind": "person", "name": "e"}, "find_free_people": year,
		"who_is_away":        with(year, "includePending", true),
		"time_off_to_decide": year, "timesheets_to_decide": year, "project_budget": {}, "plan_of_person": with(year, "person", "Wo Worker"),
		"plan_of_project":     with(year, "project", "Atlas"),
		"plan_against_actual": with(year, "bucket", "week"), "explain_change": {"changedBy": "Ada"},
		"propose_assignments": weekOfWorker(6), "propose_week_copy": week,
		"suggest_people": {"project": "Atlas", "hours": 4, "startDate": "2026-03-02", "endDate": "2026-03-06"},
		"list_proposals": {}, "show_proposal": noProposal, "submit_proposal": noProposal, "apply_proposal": noProposal,
	}
)

func messageOf(method string, params any) string {
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	return string(text)
}

// knocks returns requests at all doors that ask for a key, a token or a session.
func knocks(v visitor) (all []knock) {
	all = []knock{
		{door: "/calendar/", call: "GET " + v.feed, barred: http.StatusNotFound},
		{door: "GET /session", call: "GET /session", barred: http.StatusUnauthorized},
		{door: "POST /session", call: "POST /session", body: `{"key": "$key"}`, limit: 4 << 10},
		{door: "DELETE /session", call: "DELETE /session", noTurn: "nobody must be kept from signing out"},
	}
	for tool, arguments := range expensive {
		body := messageOf("tools/call", map[string]any{"name": tool, "arguments": arguments})
		all = append(all, knock{door: "/mcp", call: "POST /mcp", body: body, calls: true, limit: 1 << 20})
	}
	for method, params := range map[string]any{
		"tools/list": nil, "resources/list": nil, "ping": nil, "resources/read": map[string]any{"uri": "workplan://guides/events"},
		"initialize": json.RawMessage(initialize),
	} {
		all = append(all, knock{door: "/mcp", call: "POST /mcp", body: messageOf(method, params), limit: 1 << 20})
	}
	users := "/scim/v2/Users"
	patch := patchOf(`{"op": "replace", "path": "title", "value": "Lead"}, {"op": "replace", "path": "displayName", "value": "Wo"}`)
	members := patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}, {"value": "$peer"}]}`)
	for route, k := range map[string]knock{
		"GET ServiceProviderConfig": {}, "GET ResourceTypes": {}, "GET ResourceTypes/{id}": {call: "GET /scim/v2/ResourceTypes/User"},
		"GET Schemas": {}, "GET Schemas/{id}": {call: "GET /scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User"},
		"GET Users": {calls: true}, "POST Users/.search": {body: `{"count": 200}`, calls: true},
		"POST Users":     {body: `{"userName": "nia@example.com", "displayName": "Nia"}`, calls: true},
		"GET Users/{id}": {call: "GET " + users + "/$worker", calls: true},
		"PUT Users/{id}": {
			call: "PUT " + users + "/$worker", body: `{"userName": "worker@example.com", "displayName": "Wo"}`,
			calls: true,
		},
		"PATCH Users/{id}":  {call: "PATCH " + users + "/$worker", body: patch, calls: true},
		"DELETE Users/{id}": {call: "DELETE " + users + "/$peer", calls: true},
		"GET Groups":        {calls: true}, "POST Groups/.search": {body: `{"count": 200}`, calls: true},
		"GET Groups/{id}": {call: "GET /scim/v2/Groups/admin", calls: true},
		"PUT Groups/{id}": {call: "PUT /scim/v2/Groups/manager", body: `{"members": [{"value": "$worker"}]}`,
			calls: true},
		"PATCH Groups/{id}": {call: "PATCH /scim/v2/Groups/manager", body: members, calls: true},
	} {
		verb, path, _ := strings.Cut(route, " ")
		k.door = verb + " /scim/v2/" + path
		if k.call == "" {
			k.call = k.door
		}
		if k.body != "" {
			k.limit = 1 << 20
		}
		all = append(all, k)
	}
	return all
}

// keyless are the doors that need no key, or that ask somebody else who it is.
var keyless = []string{
	"grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
}

func (k knock) String() string { return k.call + " " + k.body[:min(len(k.body), 90)] }

// at sends a knock with a key, or with what else the door asks for.
func (k knock) at(ctx context.Context, a *apitest.API, v visitor, key string) (status int, text string, err error) {
	verb, path, _ := strings.Cut(a.Expand(k.call), " ")
	body := strings.ReplaceAll(k.body, "$key", a.Secret(key))
	req, err := http.NewRequestWithContext(ctx, verb, a.URL+path, strings.NewReader(expandSCIM(a, body)))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if strings.HasSuffix(k.door, "/session") {
		req.Header.Set("Origin", a.URL)
		req.AddCookie(&http.Cookie{Name: "workplan_session", Value: v.session})
	} else {
		req.Header.Set("Authorization", "Bearer "+a.Secret(key))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(raw), err
}

// openDoors starts a server of a on which all doors are open.
func openDoors(t *testing.T, a *apitest.API, cfg services.Config) *apitest.API {
	t.Helper()
	cfg.MCP, cfg.SCIM = true, scim.Groups{Admin: "Admins", Manager: "Managers"}
	b, _ := a.Start(cfg)
	waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })
	return b
}

func TestEveryDoorIsKnown(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b := openDoors(t, a, services.Config{})
	known := map[string]bool{}
	for _, k := range knocks(visitor{}) {
		known[k.door] = true
	}
	for _, name := range keyless {
		known[name] = true
	}
	if got := slices.Sorted(maps.Keys(known)); !slices.Equal(got, b.Doors) {
		t.Errorf("the tests know the doors\n%q, the server has\n%q", got, b.Doors)
	}
	if got := connectAssistant(t, b, "admin").tools(t); !slices.Equal(got, slices.Sorted(maps.Keys(expensive))) {
		t.Errorf("the server has the tools %q", got)
	}
}

// together calls f for all items at once.
func together[T any](items []T, f func(T)) {
	var running sync.WaitGroup
	for _, item := range items {
		running.Go(func() { f(item) })
	}
	running.Wait()
}

// TestEveryDoorTakesATurn has an organization whose turns are all taken. Whatever it asks for is refused, so nothing is
// a way around its share.
func TestEveryDoorTakesATurn(t *testing.T) {
	apitest.SkipOnCitus(t, "a table there cannot be replaced by a view")
	t.Parallel()
	a := seed(apitest.NewIsolated(t))
	v := newVisitor(t, a)
	a.Exec(sleeping("capabilities"))
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: apitest.Guard, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := openDoors(t, a, services.Config{DB: db, Limits: services.Limits{Requests: 1}})
	ctx, leave := context.WithCancel(t.Context())
	var holder sync.WaitGroup
	holder.Go(func() {
		_, _, _ = knock{call: "GET /api/v1/capabilities"}.at(ctx, b, v, "admin")
	})
	waitFor(t, "the turn is taken", func() bool { return asleep(t, a) == 1 })
	together(knocks(v), func(k knock) {
		if k.noTurn != "" {
			return
		}
		if status, text, err := k.at(t.Context(), b, v, "admin"); err != nil || status != http.StatusTooManyRequests {
			t.Errorf("%s: %d %.200s %v", k, status, text, err)
		}
	})
	stream := call{rest: "GET /api/v1/events/stream?after=0"}
	together(append(slices.Clone(calls), stream), func(c call) {
		if ans := b.REST(t, "admin", c.rest, c.body, nil); ans.Code != "too_many_concurrent" {
			t.Errorf("%s: %d %.200s", c.rest, ans.Status, ans.Raw)
		}
	})
	if asleep(t, a) != 1 {
		t.Error("the turn was free meanwhile, so the test proves nothing")
	}
	leave()
	holder.Wait()
}

// TestEveryDoorNeedsOneTurn asks a server that runs one request at a time. A request that waited for a second turn
// would be refused, because it has the only one.
func TestEveryDoorNeedsOneTurn(t *testing.T) {
	t.Parallel()
	a := seed(apitest.NewIsolated(t))
	v := newVisitor(t, a)
	b := openDoors(t, a, services.Config{Limits: services.Limits{Requests: 1}})
	for _, k := range knocks(v) {
		if status, text, err := k.at(t.Context(), b, v, "admin"); err != nil || status == http.StatusTooManyRequests ||
			status >= 500 {
			t.Errorf("%s: %d %.200s %v", k, status, text, err)
		}
	}
}

// sleeping returns statements after which reads of a table never end.
func sleeping(table string) string {
	return fmt.Sprintf(`ALTER TABLE %[1]s RENAME TO slow_%[1]s;
		CREATE VIEW %[1]s AS SELECT s.* FROM slow_%[1]s s, (SELECT pg_sleep(60) OFFSET 0) forever`, table)
}

// asleep counts the statements that sleep.
func asleep(t *testing.T, a *apitest.API) int {
	t.Helper()
	return a.Count(`SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND state = 'active' AND wait_event = 'PgSleep'`)
}

// TestEveryDoorTakesTokens has callers with one token. A call inside of a request finds none.
func TestEveryDoorTakesTokens(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var tests []func(b *apitest.API)
	for i, k := range knocks(newVisitor(t, a)) {
		// sessions share the tokens of all that their user has, see quota_test.go
		if strings.HasSuffix(k.door, "/session") {
			continue
		}
		key := fmt.Sprintf("key %d", i)
		a.Key(key, "admin", "*", "scim")
		a.Exec(`UPDATE api_keys SET rate_limit = 6 WHERE name = $1`, key)
		tests = append(tests, func(b *apitest.API) {
			limited := func() bool {
				status, text, err := k.at(t.Context(), b, visitor{}, key)
				if err != nil {
					t.Error(err)
				}
				return status == http.StatusTooManyRequests || strings.Contains(text, "rate_limited")
			}
			if got := limited(); got != k.calls {
				t.Errorf("%s: with one token the first request is refused: %v, want %v", k, got, k.calls)
			}
			if !limited() {
				t.Errorf("%s: without a token the second request is not refused", k)
			}
		})
	}
	b := openDoors(t, a, services.Config{Quota: quota.Config{PerMinute: 6}})
	together(tests, func(test func(*apitest.API)) { test(b) })
}

// TestDoorsEndWithTheirRequest has requests whose statements would take a minute. They end when the client leaves, and
// when their time is over.
func TestDoorsEndWithTheirRequest(t *testing.T) {
	apitest.SkipOnCitus(t, "a table there cannot be replaced by a view")
	t.Parallel()
	a := apitest.NewIsolated(t)
	v := newVisitor(t, a)
	off := fmt.Sprintf(`{"userId": "$admin", "timeOffTypeId": "$vacation", "startDate": "%[1]s", "endDate": "%[1]s", "availability": 0,
"reason": "Rest"}`,
		time.Now().Format(time.DateOnly))
	// which the feed has to read
	if ans := a.REST(t, "admin", "POST /api/v1/time-off", off, nil); ans.Status != http.StatusOK {
		t.Fatalf("%d %s", ans.Status, ans.Raw)
	}
	a.Exec(sleeping("capabilities") + ";" + sleeping("time_off_requests") + `;
		CREATE FUNCTION forever() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN new; END';
		CREATE TRIGGER forever BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION forever()`)
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: apitest.Guard, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := openDoors(t, a, services.Config{DB: db, Limits: services.Limits{Requests: 8}})
	group := patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}, {"value": "$peer"}]}`)
	slow := []knock{
		{call: "GET /api/v1/capabilities"},
		{call: "POST /mcp", body: messageOf("tools/call", map[string]any{
			"name": "look_up", "arguments": map[string]any{"kind": "skill", "name": "e"},
		})},
		{call: "PATCH /scim/v2/Users/$worker",
			body: patchOf(`{"op": "replace", "path": "displayName", "value": "Wo"}`)},
		{call: "PATCH /scim/v2/Groups/manager", body: group},
		{call: "GET " + v.feed},
	}
	for _, k := range slow {
		ctx, leave := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			if status, text, err := k.at(ctx, b, v, "admin"); err == nil {
				t.Errorf("%s: %d %s", k, status, text)
			}
		})
		waitFor(t, k.String()+" works", func() bool { return asleep(t, a) == 1 })
		leave()
		running.Wait()
		for left := time.Now(); asleep(t, a) > 0; time.Sleep(20 * time.Millisecond) {
			if time.Since(left) > 5*time.Second { // half of the time that a request has
				t.Fatalf("%s works although the client has left", k)
			}
		}
	}
	together(slow, func(k knock) {
		began := time.Now()
		status, text, err := k.at(t.Context(), b, v, "admin")
		failed := status == http.StatusServiceUnavailable || strings.Contains(text, `"code\":\"unavailable`)
		if took := time.Since(began); err != nil || !failed || took > 20*time.Second {
			t.Errorf("%s: after %s %d %s %v", k, took, status, text, err)
		}
	})
}

func TestEveryDoorBoundsItsBody(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	v := newVisitor(t, a)
	b := openDoors(t, a, services.Config{})
	for _, k := range knocks(v) {
		if k.limit == 0 {
			continue
		}
		k.body = strings.Repeat(" ", k.limit+1)
		if status, text, err := k.at(t.Context(), b, v, "admin"); err != nil ||
			status != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %s %v", k.call, status, text, err)
		}
	}
}

// TestOnlyMeAdmitsTheBarred: whoever is deactivated, or whose organization is suspended, learns that from GET /me.
// Nothing else admits them.
func TestOnlyMeAdmitsTheBarred(t *testing.T) {
	t.Parallel()
	for name, bar := range map[string]string{
		"a deactivated user":       `UPDATE users SET is_active = false WHERE email = 'admin@example.com'`,
		"a suspended organization": `UPDATE organizations SET suspended_at = now()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := seed(apitest.NewIsolated(t))
			v := newVisitor(t, a)
			a.Exec(bar)
			b := openDoors(t, a, services.Config{})
			for _, k := range knocks(v) {
				want := max(k.barred, http.StatusForbidden)
				if k.barred == http.StatusUnauthorized {
					want = k.barred
				}
				if k.door == "DELETE /session" {
					continue // it has ended
				}
				if status, text, err := k.at(t.Context(), b, v, "admin"); err != nil || status != want {
					t.Errorf("%s: %d %.200s %v, want %d", k, status, text, err, want)
				}
			}
			for _, c := range calls {
				want := http.StatusForbidden
				if c.rest == "GET /api/v1/me" {
					want = http.StatusOK
				}
				if ans := b.REST(t, "admin", c.rest, c.body, nil); ans.Status != want {
					t.Errorf("%s: %d %.200s", c.rest, ans.Status, ans.Raw)
				}
			}
		})
	}
}

// TestMCPTakesNoBatch: a batch would be one request, however many calls it has.
func TestMCPTakesNoBatch(t *testing.T) {
	t.Parallel()
	api := apitest.NewWith(t, services.Config{MCP: true})
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		for name, body := range map[string]string{
			"several":       "[" + messageOf("tools/list", nil) + "," + messageOf("ping", nil) + "]",
			"one":           " \n[" + messageOf("ping", nil) + "]",
			"notifications": `[{"jsonrpc": "2.0", "method": "notifications/initialized"}]`,
		} {
			req := httptest.NewRequest(http.MethodPost, api.URL+"/mcp", strings.NewReader(body))
			req.RequestURI = ""
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("Authorization", "Bearer "+api.Secret("admin"))
			if version != "" {
				req.Header.Set("Mcp-Protocol-Version", version)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "takes no batches") {
				t.Errorf("%s in version %q: %s %s", name, version, resp.Status, text)
			}
		}
	}
}

// TestMessagesWithoutAKeyAreBounded: reflection answers as many messages as a tool needs, not as many as somebody
// sends.
func TestMessagesWithoutAKeyAreBounded(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	if _, err := grpc_health_v1.NewHealthClient(a.Conn).Check(t.Context(),
		&grpc_health_v1.HealthCheckRequest{}); err != nil {
		t.Fatal(err)
	}
	stream, err := grpc_reflection_v1.NewServerReflectionClient(a.Conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ask := &grpc_reflection_v1.ServerReflectionRequest{
		MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_ListServices{},
	}
	answered := 0
	for range 501 {
		_ = stream.Send(ask) // an error has its reason in that of Recv
		if _, err = stream.Recv(); err != nil {
			break
		}
		answered++
	}
	if answered != 500 || !strings.Contains(status.Convert(err).Message(), "at most 500 messages") {
		t.Errorf("%d answers, then %v", answered, err)
	}
}

// TestRefusalsDoNotWait has the lock of the organization taken. Whoever may not make a change is refused nevertheless:
// else those who may would wait for those who may not.
func TestRefusalsDoNotWait(t *testing.T) {
	t.Parallel()
	a := seed(apitest.NewIsolated(t))
	a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		VALUES ($1, gen_random_uuid(), 1, now(), now(), $2, $3, '2026-02-03', 4)`, a.Organization, a.ID("worker"), a.ID("atlas"))
	var writes []call
	for _, c := range calls {
		if c.verb() != http.MethodGet {
			writes = append(writes, c)
		}
	}
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`,
		a.Organization); err != nil {
		t.Fatal(err)
	}
	refused, waited := 0, []call(nil)
	for _, c := range writes {
		switch ans := a.REST(t, "peer", c.rest, c.body, nil); ans.Status {
		case http.StatusForbidden:
			refused++
		case http.StatusServiceUnavailable:
			waited = append(waited, c)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for _, c := range waited {
		if ans := a.REST(t, "peer", c.rest, c.body, nil); ans.Status == http.StatusForbidden {
			t.Errorf("%s waits for the lock, and is then refused: %s", c.rest, ans.Raw)
		}
	}
	if refused < 20 {
		t.Errorf("only %d of %d calls are refused", refused, len(writes))
	}
}
