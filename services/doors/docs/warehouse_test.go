package docs_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

var shell = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestWarehouseLoadsAll runs the commands of the guide that load the lists. They request every list of plans, and every
// record that a row names is in a file.
func TestWarehouseLoadsAll(t *testing.T) {
	a := apitest.NewIsolated(t)
	for call, body := range map[string]string{
		"POST /api/v1/assignments": `{"items": [
			{"userId": "$vacancy", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-05-04", "hours": 8}]}`,
		"POST /api/v1/actual-hours": `{"items": [
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-05-04", "hours": 8}]}`,
		"POST /api/v1/time-off": `{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-05-05",
			"endDate": "2026-05-05", "availability": 0, "reason": "x"}`,
		"PUT /api/v1/users/$worker/capabilities":     `{"items": [{"capabilityId": "$design", "level": 3}]}`,
		"PUT /api/v1/users/$worker/working-patterns": `{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 0, 0, 0]}]}`,
	} {
		if ans := a.REST(t, "admin", call, body, nil); ans.Status != http.StatusOK {
			t.Fatalf("%s: %s", call, ans.Raw)
		}
	}
	server, err := url.Parse(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	var lock sync.Mutex
	loaded := map[string]bool{}
	pass := httputil.NewSingleHostReverseProxy(server)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		loaded[r.URL.Path] = true
		lock.Unlock()
		pass.ServeHTTP(w, r)
	}))
	defer proxy.Close()

	guide, err := os.ReadFile("guides/warehouse.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := shell.FindAllSubmatch(guide, -1)
	script := strings.NewReplacer("http://127.0.0.1:8080", proxy.URL, "wpk_…", a.Secret("admin")).
		Replace(string(blocks[0][1]) + string(blocks[1][1]))
	bash := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	folder := t.TempDir()
	bash.Env = append(os.Environ(), "TMPDIR="+folder)
	if out, err := bash.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	_, calls := readDocument(t)
	for _, c := range calls {
		switch c.Path {
		case "/api/v1/keys", "/api/v1/sessions", "/api/v1/webhooks", "/api/v1/webhooks/{webhook_id}/attempts",
			"/api/v1/calendar-feeds": // of who has access, not of plans
		case "/api/v1/assignments/diff", "/api/v1/actual-hours/diff", "/api/v1/proposals/{proposal_id}/diff": // what changed
		case "/api/v1/money/lines": // what rows of other lists are worth
		default:
			if c.Lists != "" && !loaded[c.Path] {
				t.Errorf("%s is not loaded", c.Path)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	ids, named := map[string]bool{}, map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var row map[string]any
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			id, _ := row["id"].(string)
			ids[id] = true
			for name, value := range row {
				if id, ok := value.(string); ok && strings.HasSuffix(name, "Id") {
					named[id] = name + " of " + filepath.Base(file)
				}
			}
		}
	}
	if len(named) < 5 {
		t.Errorf("the rows name only %v", named)
	}
	for id, where := range named {
		if !ids[id] {
			t.Errorf("%s, the %s, is in no file", id, where)
		}
	}
}
