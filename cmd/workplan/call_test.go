package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestCall(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	key := importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	server := startServe(t, dsn)
	server.url(t)
	t.Setenv("WORKPLAN_GRPC", regexp.MustCompile(`"grpc":"([^"]+)"`).FindStringSubmatch(server.out.String())[1])
	t.Setenv("WORKPLAN_KEY", key)

	t.Run("prints the response as JSON", func(t *testing.T) {
		var resp struct {
			Data struct{ Items []struct{ Name string } }
		}
		out := mustRun(t, "", "call", "UserService/ListUsers", `{"limit": 1}`)
		if err := json.Unmarshal([]byte(out), &resp); err != nil || len(resp.Data.Items) != 1 ||
			resp.Data.Items[0].Name != "Grace Holt" {
			t.Errorf("%v: %s", err, out)
		}
		for _, name := range []string{"/workplan.v1.UserService/ListUsers",
			"workplan.v1.UserService/ListUsers", "ListUsers"} {
			if again := mustRun(t, `{"limit": 1}`, "call", name, "-"); again != out {
				t.Errorf("%s: %s", name, again)
			}
		}
	})
	t.Run("says which members a request has", func(t *testing.T) {
		mustFail(t, "", "which has limit, ", "call", "UserService/ListUsers", `{"items": 1}`)
		mustFail(t, "", "which has no members: ", "call", "MeService/GetMe", `{"items": 1}`)
	})
	t.Run("the README calls a server at another port", func(t *testing.T) {
		block := regexp.MustCompile("(?s)```sh\n([^`]*workplan call [^`]*)```").
			FindStringSubmatch(mustRead(t, "../../README.md"))
		if block == nil {
			t.Fatal("the README has no call")
		}
		script := strings.NewReplacer("WORKPLAN_GRPC=127.0.0.1:9090", "WORKPLAN_GRPC="+os.Getenv("WORKPLAN_GRPC"),
			"go run ./cmd/workplan", apitest.Program(t)).Replace(block[1])
		bash := exec.CommandContext(t.Context(), "bash", "-euc", script)
		bash.Env = append(os.Environ(), "WORKPLAN_GRPC=127.0.0.1:9090") // what the block sets must be what counts
		if out, err := bash.CombinedOutput(); err != nil || !strings.Contains(string(out), "Grace Holt") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("an error names the fields and the request", func(t *testing.T) {
		r := runCommand(t, "", "call", "ClientService/CreateClient", `{"client": {"companyName": "x", "email": "y"}}`)
		for _, part := range []string{"InvalidArgument", "code: validation_failed", "client.company_name: must be",
			"client.email: must be", "request id: "} {
			if r.code != 1 || !strings.Contains(r.err, part) {
				t.Errorf("exit %d, no %q in %s", r.code, part, r.err)
			}
		}
	})
	t.Run("mistakes are named", func(t *testing.T) {
		mustFail(t, "", "credential_invalid", "call", "MeService/GetMe", "--key", "wpk_x")
		mustFail(t, "", `did you mean "UserService/ListUsers"?`, "call", "UserSrvice/ListUsers")
		mustFail(t, "", `did you mean "ListUsers"?`, "call", "ListUser")
		mustFail(t, "", "this is the port of REST", "call", "MeService/GetMe", "--addr",
			strings.TrimPrefix(server.url(t), "http://"))
		mustFail(t, "", `unknown field "limt"`, "call", "UserService/ListUsers", `{"limt": 1}`)
		mustFail(t, "", "cannot reach 127.0.0.1:1", "call", "MeService/GetMe", "--addr", "127.0.0.1:1")
		mustFail(t, "", "EventService/WatchEvents sends a stream", "call", "WatchEvents")
	})
	t.Run("without an rpc it lists them", func(t *testing.T) {
		if out := mustRun(t, "", "call"); !strings.Contains(out, "\nMeService/GetMe\n") {
			t.Error(out)
		}
	})
}
