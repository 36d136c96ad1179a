package acceptance_test

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/test/apitest"
)

// Private data that must not leave the responses for which it is meant.
const (
	canaryReason = "canary reason 7c1f"
	canaryEmail  = "canary.7c1f@example.com"
)

// TestSecretsAreNowhere makes calls that succeed, are refused, fail and panic, with keys in
// the wrong places. Then it looks for the keys, their hashes, a reason and an e-mail in the
// log, the metrics, the errors, the texts of the statements and the database.
func TestSecretsAreNowhere(t *testing.T) {
	t.Parallel()
	for format, handler := range map[string]func(io.Writer, *slog.HandlerOptions) slog.Handler{
		"JSON": func(w io.Writer, opts *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, opts) },
		"text": func(w io.Writer, opts *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, opts) },
	} {
		t.Run("with a log in "+format, func(t *testing.T) {
			t.Parallel()
			log, statements := &buffer{}, &buffer{}
			var panics, fails atomic.Bool
			a := seed(apitest.NewIsolated(t))
			pool, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
				fmt.Fprintln(statements, query)
				switch {
				case panics.Load():
					panic("a panic in the driver")
				case fails.Load():
					return fmt.Errorf("refused: %s", query)
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			metrics := prometheus.NewRegistry()
			b, _ := a.Start(services.Config{
				DB: pool, Background: apitest.Open(t, a.DSN), Probe: apitest.Open(t, a.DSN),
				Metrics: metrics, Log: slog.New(handler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
			})
			a.Exec(`UPDATE users SET email = $1 WHERE name = 'Pe Peer'`, canaryEmail)

			errors, responses := &buffer{}, &buffer{}
			answers := func(answers ...*apitest.Answer) {
				for _, ans := range answers {
					fmt.Fprintln(responses, string(ans.Raw), ans.Body)
					if !ok(ans) {
						fmt.Fprintln(errors, ans.Header, string(ans.Raw), ans.Message, ans.Fields)
					}
				}
			}
			for _, as := range []string{"admin", "worker"} {
				for _, c := range calls {
					answers(b.REST(t, as, c.rest, c.body, nil), b.Call(t, as, c.rpc, c.request, nil))
				}
			}
			timeOff := `{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
				"endDate": "2026-07-14", "availability": 0, "reason": "` +
				canaryReason + `"}`
			answers(
				b.REST(t, "worker", "POST /api/v1/time-off", timeOff, nil),
				b.REST(t, "worker", "POST /api/v1/time-off", strings.Replace(timeOff, "$vacation", "$unknown", 1), nil),
				b.REST(t, "peer", "POST /api/v1/time-off", timeOff, nil),
				b.REST(t, "admin", "GET /api/v1/users?email="+canaryEmail+"&limit=x", "", nil),
			)
			misplace(t, b, a.Secret("admin"), answers)
			panics.Store(true)
			answers(b.REST(t, "worker", "POST /api/v1/clients", `{"companyName": "`+canaryReason+`"}`, nil),
				b.Call(t, "worker", "UserService/ListUsers", `{"email": "`+canaryEmail+`", "limit": 77}`, nil))
			panics.Store(false)
			fails.Store(true)
			answers(b.REST(t, "boss", "POST /api/v1/time-off", timeOff, nil),
				b.Call(t, "boss", "UserService/ListUsers", `{"email": "`+canaryEmail+`", "limit": 78}`, nil))
			fails.Store(false)
			a.Exec(`UPDATE api_keys SET revoked_at = now() WHERE name = 'boss'`)
			apitest.WaitForCallers()
			answers(b.REST(t, "boss", "GET /api/v1/users", "", nil))

			families, err := metrics.Gather()
			if err != nil {
				t.Fatal(err)
			}
			places := map[string]string{
				"the log": log.String(), "an error": errors.String(), "the metrics": fmt.Sprint(families),
				"the text of a statement": statements.String(),
			}
			database := texts(t, a)
			if !strings.Contains(database, canaryEmail) {
				t.Error("the control is not in the database")
			}
			// The search finds what is there.
			for place, planted := range map[string]string{
				"the log": "planted-request-id", "an error": "planted-request-id", "the metrics": "ListUsers",
				"the text of a statement": "api_keys",
			} {
				if !strings.Contains(places[place], planted) {
					t.Errorf("the control %q is not in %s", planted, place)
				}
			}
			if !strings.Contains(places["the log"], "a panic in the driver") {
				t.Error("no call has panicked")
			}
			canaries := map[string]string{
				"a reason": canaryReason, "an e-mail": canaryEmail, "an Authorization header": "Bearer w",
			}
			for _, name := range []string{"admin", "worker", "boss"} {
				key, _ := auth.ParseKey(a.Secret(name))
				hash := key.Hash()
				canaries["the secret of "+name] = key.Reveal()[26:69]
				canaries["the hash of "+name] = hex.EncodeToString(hash[:])
			}
			created := regexp.MustCompile(`wp[ck]_[0-9A-Za-z]{71}`).FindAllString(responses.String(), -1)
			if len(created) < 6 {
				t.Errorf("%d new secrets in the responses, want those of CreateKey, RotateKey and CreateCalendarFeed",
					len(created))
			}
			for i, text := range created {
				canaries[fmt.Sprint("the secret of new key ", i)] = text[26:69]
			}
			for place, text := range places {
				for what, canary := range canaries {
					if at := strings.Index(text, canary); at >= 0 {
						t.Errorf("%s is in %s: %s", what, place, text[max(0, at-200):min(len(text), at+100)])
					}
				}
			}
			for what, canary := range canaries {
				if strings.HasPrefix(what, "the secret") && strings.Contains(database, canary) {
					t.Errorf("%s is in the database", what)
				}
			}
		})
	}
}

// misplace sends a key in every wrong place.
func misplace(t *testing.T, b *apitest.API, secret string, answers func(...*apitest.Answer)) {
	mistyped := secret[:40] + other(secret[40]) + secret[41:]
	answers(b.REST(t, "admin", "GET /api/v1/users?limit=0x", "",
		map[string]string{"X-Request-Id": "planted-request-id"}))
	for _, header := range []string{
		"X-Request-Id", "X-Api-Key", "Api-Key", "Cookie", "User-Agent", "Referer", "If-Match", "If-None-Match",
		"Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "Content-Language", "Origin", "Forwarded",
		"X-Forwarded-For", "Traceparent", "Idempotency-Key",
		"Grpc-Timeout", "Grpc-Metadata-Key", "X-Http-Method-Override",
	} {
		values := map[string]string{header: secret}
		answers(b.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": 5}`, values),
			b.REST(t, "", "GET /api/v1/users", "", values))
		if header != "Accept-Encoding" && header != "User-Agent" && header != "Content-Type" &&
			header != "Grpc-Timeout" {
			answers(b.Call(t, "admin", "UserService/UpdateUser", `{"userId": "x"}`,
				map[string]string{strings.ToLower(header): secret}))
		}
	}
	for _, authorization := range []string{secret, "Basic " + secret, "Bearer  " + secret, "Bearer \"" + secret + "\"",
		"Bearer " + mistyped, "Bearer " + secret + secret} {
		answers(b.REST(t, "", "GET /api/v1/users", "", map[string]string{"Authorization": authorization}))
	}
	for _, call := range []string{
		"GET /api/v1/users?key=" + secret, "GET /api/v1/users?" + secret, "GET /api/v1/users?limit=" + secret,
		"GET /api/v1/users?cursor=" + secret, "GET /api/v1/users?email=" + secret + "&limit=x", "GET /api/v1/" + secret,
		"GET /" + secret, "GET /api/v1/users/" + secret, "PATCH /api/v1/users/" + secret,
		"DELETE /api/v1/users/" + secret, secret + " /api/v1/users",
	} {
		answers(b.REST(t, "admin", call, "", nil), b.REST(t, "", call, "", nil))
	}
	for _, body := range []string{secret, `"` + secret + `"`, `{"` + secret + `": 1}`,
		`{"name": 5, "image": "` + secret + `"}`, `{"image": "` + secret + `"}`, `{"reportsToId": "` + secret + `"}`,
		`{"name": "` + secret} {
		answers(b.REST(t, "admin", "PATCH /api/v1/users/$worker", body, nil))
	}
	answers(
		b.Call(t, "admin", "UserService/UpdateUser", `{"userId": "`+secret+`"}`, nil),
		b.Call(t, "admin", "UserService/ListUsers", `{"cursor": "`+secret+`"}`, nil),
	)
	// An rpc that does not exist, named by the key.
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+secret)
	if err := b.Conn.Invoke(ctx, "/"+secret+"/"+secret, &pb.GetMeRequest{}, &pb.GetMeResponse{}); err == nil {
		t.Error("an rpc exists")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.URL+"/api/v1/users?limit=x", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = secret
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(resp.Header))...), func(v string) bool {
		return strings.Contains(v, secret)
	}) {
		t.Errorf("the Host is in a header: %v", resp.Header)
	}
}

// texts returns the keys and the users as the database has them.
func texts(t *testing.T, a *apitest.API) string {
	t.Helper()
	rows, err := a.DB.QueryContext(t.Context(), `SELECT k::text FROM api_keys k UNION ALL SELECT u::text FROM users u`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all strings.Builder
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}
