package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/test/apitest"
)

const testTrace = "4bf92f3577b34da6a3ce929d0e0e4736"

// visited is a server in a process of its own, with webhooks and with the key of an admin.
type visited struct {
	*process
	url, ops, secret, dsn, receiver string
}

func startVisited(t *testing.T, env ...string) *visited {
	t.Helper()
	keyFile := filepath.Join(t.TempDir(), "secret.key")
	if err := os.WriteFile(keyFile, []byte("kU8vQ2xN5sYb1pR7tLw3dFz6hJm9cGa0eXo4"), 0o600); err != nil {
		t.Fatal(err)
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(receiver.Close)
	v := &visited{dsn: apitest.NewDatabase(t), receiver: receiver.URL}
	v.secret = importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", v.dsn)).Keys[0].GetSecret()
	v.process, v.url = startServeProcess(t, append(env, "DATABASE_URL="+v.dsn, "SHUTDOWN_DELAY=0s",
		"SECRET_KEY_FILE="+keyFile, "WEBHOOK_ALLOW_HTTP=true", "WEBHOOK_ALLOW_CIDRS=127.0.0.0/8")...)
	v.ops = "http://" + opsListening.FindStringSubmatch(v.out.String())[1]
	return v
}

// send sends a request and returns its status.
func (v *visited) send(t *testing.T, call, body string, header map[string]string) int {
	t.Helper()
	verb, path, _ := strings.Cut(call, " ")
	req, err := http.NewRequestWithContext(t.Context(), verb, v.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+v.secret)
	req.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// visit sends requests of all kinds: reads, a write, its repetition, errors.
func (v *visited) visit(t *testing.T, n int) {
	t.Helper()
	for _, step := range []struct {
		call, body string
		header     map[string]string
		status     int
	}{
		{"GET /api/v1/users", "", nil, 200},
		{"GET /api/v1/projects", "", map[string]string{"traceparent": "00-" + testTrace + "-00f067aa0ba902b7-01"}, 200},
		{"POST /api/v1/clients", fmt.Sprintf(`{"companyName": "Client %d"}`, n),
			map[string]string{"Idempotency-Key": fmt.Sprint("key-", n)}, 200},
		{"POST /api/v1/clients", fmt.Sprintf(`{"companyName": "Client %d"}`, n),
			map[string]string{"Idempotency-Key": fmt.Sprint("key-", n)}, 200},
		{"POST /api/v1/clients", `{}`, nil, 400},
		{"GET /api/v1/nothing", "", nil, 404},
		{"GET /api/v1/users", "", map[string]string{"Authorization": ""}, 401},
	} {
		if status := v.send(t, step.call, step.body, step.header); status != step.status {
			t.Fatalf("%s: %d, want %d", step.call, status, step.status)
		}
	}
}

func (v *visited) addWebhook(t *testing.T) {
	t.Helper()
	if status := v.send(t, "POST /api/v1/webhooks", `{"url": "`+v.receiver+`", "types": ["*"]}`, nil); status != 200 {
		t.Fatalf("a webhook: %d", status)
	}
}

// scrape returns what the operator's port shows at a path, in the format of OpenMetrics if it can.
func (v *visited) scrape(t *testing.T, path string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.ops+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/openmetrics-text")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// spanCollector is a collector of traces.
type spanCollector struct {
	mu    sync.Mutex
	spans map[string]string // the ids of traces by the names of their spans
}

func (c *spanCollector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var export collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &export); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range export.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				if id := fmt.Sprintf("%x", span.TraceId); c.spans[span.Name] != testTrace {
					c.spans[span.Name] = id
				}
			}
		}
	}
}

// alertRules returns the file with the rules that operators get.
func alertRules(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../deploy/observability/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// dashboardQueries returns the queries of the dashboard that operators get, by the titles of its panels.
func dashboardQueries(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../deploy/observability/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	queries := map[string][]string{}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			queries[p.Title] = append(queries[p.Title], target.Expr)
		}
	}
	if len(queries) == 0 {
		t.Fatal("the dashboard has no queries")
	}
	return queries
}

// TestSeenFromOutside has a process with traces and a collector for them. The metrics that the dashboard
// and the rules name exist, a trace is in the log, the metrics and the collector, and the last spans
// arrive although the process ends at once.
func TestSeenFromOutside(t *testing.T) {
	t.Parallel()
	c := &spanCollector{spans: map[string]string{}}
	endpoint := httptest.NewServer(c)
	defer endpoint.Close()
	v := startVisited(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+endpoint.URL, "OTEL_BSP_SCHEDULE_DELAY=3600000")
	v.addWebhook(t)
	v.visit(t, 1)
	var text string
	eventually(t, "the event has a number and is delivered", func() bool {
		text = v.scrape(t, "/metrics")
		return regexp.MustCompile(`workplan_events_total [1-9]`).MatchString(text) &&
			regexp.MustCompile(`outcome="delivered",le="\+Inf"} [1-9]`).MatchString(text)
	})
	expressions := string(alertRules(t))
	for _, queries := range dashboardQueries(t) {
		expressions += strings.Join(queries, "\n")
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(slo:)?\b(?:workplan|go|process)_\w+`).
		FindAllStringSubmatch(expressions, -1) {
		// They need TLS or an archive, see TestACertificateIsRotatedUnderLoad and TestTheLastBackupIsMeasured.
		if m[1] == "" && m[0] != metrics.CertificateExpiry.Name && m[0] != metrics.LastBackup.Name {
			named[m[0]] = true
		}
	}
	if len(named) < 25 {
		t.Errorf("the dashboard and the rules name only %d metrics", len(named))
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if !strings.Contains(text, "\n"+name+"{") && !strings.Contains(text, "\n"+name+" ") {
			t.Errorf("the dashboard or a rule has %s, which a server does not have", name)
		}
	}
	for name, want := range map[string]string{
		"an exemplar":    `# {trace_id="` + testTrace + `"}`,
		"build info":     `workplan_build_info{goversion="go`,
		"readiness":      "workplan_ready 1",
		"rows":           `workplan_rows_total{rpc="/workplan.v1.UserService/ListUsers"} 2`,
		"a replay":       `workplan_idempotent_replays_total{rpc="/workplan.v1.ClientService/CreateClient"} 1`,
		"a failed key":   `workplan_failed_credentials_total{reason="credential_invalid"} `,
		"an error":       `workplan_errors_total{code="validation_failed",protocol="http"} 1`,
		"a statement":    `workplan_statements_total{statement="INSERT clients"} 1`,
		"the time of it": `workplan_statement_seconds_total{statement="INSERT clients"} `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in the metrics: %s", name, want)
		}
	}
	tables := append(apitest.TenantTables(), "organizations", "schema_revisions", "pg_extension", "pg_stat_archiver",
		"pg_stat_activity")
	for _, m := range regexp.MustCompile(`workplan_statements_total\{statement="([A-Z]+) ([^"]+)"`).
		FindAllStringSubmatch(text, -1) {
		if !slices.Contains(tables, m[2]) {
			t.Errorf("a statement is counted as %s %s, which is no table", m[1], m[2])
		}
	}
	if !strings.Contains(v.out.String(), `"trace_id":"`+testTrace+`","span_id":"`) {
		t.Error("the trace is not in the log")
	}
	if !strings.Contains(v.scrape(t, "/debug/pprof/goroutine?debug=2"), "go.opentelemetry.io") {
		t.Error("the control of TestSecretsOfTheProcess: no goroutine of OpenTelemetry runs")
	}
	if err := v.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-v.done; err != nil {
		t.Errorf("it ends with %v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range []string{"GET /api/v1/projects", "SELECT projects"} {
		if c.spans[name] != testTrace {
			t.Errorf("the collector has not got %s of the trace: %v", name, c.spans)
		}
	}
}

// TestPrometheus has a real Prometheus that scrapes a server, with windows of seconds instead of hours.
// Every query of the dashboard returns data, and alerts fire when the database refuses connections.
func TestPrometheus(t *testing.T) {
	if os.Getenv("WORKPLAN_TEST_PROMETHEUS") == "" {
		t.Skip("it takes a minute: run .ci/observability")
	}
	v := startVisited(t)
	v.addWebhook(t)
	p := startPrometheus(t, strings.TrimPrefix(v.ops, "http://"))
	n := 0
	missing := func() []string {
		var empty []string
		for title, queries := range dashboardQueries(t) {
			for _, q := range queries {
				if strings.Contains(q, metrics.CertificateExpiry.Name) || strings.Contains(q, metrics.LastBackup.Name) {
					continue // they need TLS and an archive
				}
				q = strings.NewReplacer("$__rate_interval", "15s", `job=~"$job"`, `job=~".*"`).Replace(q)
				if len(p.query(t, "query", q)) == 0 {
					empty = append(empty, title+": "+q)
				}
			}
		}
		return empty
	}
	var empty []string
	deadline := time.Now().Add(90 * time.Second)
	for empty = missing(); len(empty) > 0 && time.Now().Before(deadline); empty = missing() {
		n++
		v.visit(t, n)
		time.Sleep(500 * time.Millisecond)
	}
	if len(empty) > 0 {
		t.Errorf("after %d visits, these queries of the dashboard have no data:\n%s", n, strings.Join(empty, "\n"))
	}
	const backup = "WorkplanBackupOld" // there is none
	eventually(t, backup+" fires", func() bool { return slices.Contains(p.firing(t), backup) })
	if alerts := p.firing(t); !slices.Equal(alerts, []string{backup}) {
		t.Errorf("alerts fire while all is well but for backups: %v", alerts)
	}

	began := time.Now()
	allowConnections(t, v.dsn, false)
	for _, alert := range []string{"WorkplanNotReady", "WorkplanAvailabilityBurnsFast"} {
		eventually(t, alert+" fires", func() bool {
			v.send(t, "GET /api/v1/users", "", nil)
			return slices.Contains(p.firing(t), alert)
		})
		t.Logf("%s fires %s after the database refuses connections", alert, time.Since(began).Round(time.Second))
	}
	allowConnections(t, v.dsn, true)
	eventually(t, "WorkplanNotReady ends", func() bool { return !slices.Contains(p.firing(t), "WorkplanNotReady") })
	t.Logf("%d queries of the dashboard have data", func() (sum int) {
		for _, queries := range dashboardQueries(t) {
			sum += len(queries)
		}
		return sum
	}())
}

// allowConnections lets a database accept connections, or refuse them and end those that it has.
func allowConnections(t *testing.T, dsn string, allow bool) {
	t.Helper()
	m := regexp.MustCompile(`dbname='?(\w+)'?`).FindStringSubmatch(dsn)
	if m == nil {
		t.Fatalf("no database in %q", dsn)
	}
	db, err := sql.Open("postgres", strings.Replace(dsn, m[0], "dbname=postgres", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		fmt.Sprintf("ALTER DATABASE %s ALLOW_CONNECTIONS %t", m[1], allow),
		fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s' AND NOT %t",
			m[1], allow),
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// prometheusProcess is a Prometheus that scrapes one server each second.
type prometheusProcess struct{ url string }

var duration = regexp.MustCompile(`\[(?:5m|30m|1h|2h|6h|1d|3d)\]`)

func startPrometheus(t *testing.T, target string) *prometheusProcess {
	t.Helper()
	dir := t.TempDir()
	short := duration.ReplaceAllString(string(alertRules(t)), "[10s]")
	short = regexp.MustCompile(`(?m)^( +for:) .*$`).ReplaceAllString(short, "$1 1s")
	listener, err := net.Listen("tcp", "127.0.0.1:0") // to find a free port
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for file, text := range map[string]string{
		"rules.yaml": short,
		"prometheus.yaml": "global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [rules.yaml]\n" +
			"scrape_configs:\n- {job_name: workplan, static_configs: [{targets: [\"" + target + "\"]}]}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := &syncBuffer{}
	cmd := exec.Command("prometheus", "--config.file="+filepath.Join(dir, "prometheus.yaml"),
		"--storage.tsdb.path="+filepath.Join(dir, "data"),
		"--web.listen-address="+address, "--enable-feature=exemplar-storage")
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	p := &prometheusProcess{"http://" + address}
	eventually(t, "Prometheus is ready: "+out.String(),
		func() bool { return httpStatus(t, p.url+"/-/ready") == http.StatusOK })
	return p
}

// query returns the results of a query.
func (p *prometheusProcess) query(t *testing.T, path, query string) []struct {
	Metric map[string]string
} {
	t.Helper()
	resp, err := http.Get(p.url + "/api/v1/" + path + "?" + url.Values{"query": {query}}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Status, Error string
		Data          struct {
			Result []struct{ Metric map[string]string }
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || answer.Status != "success" {
		t.Fatalf("%s: %v %s", query, err, answer.Error)
	}
	return answer.Data.Result
}

// firing returns the names of the alerts that fire.
func (p *prometheusProcess) firing(t *testing.T) (names []string) {
	t.Helper()
	for _, r := range p.query(t, "query", `ALERTS{alertstate="firing"}`) {
		names = append(names, r.Metric["alertname"])
	}
	return names
}
