package main

import (
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestMCP(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	key := importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	server := startServe(t, dsn) // without MCP=on: the command uses gRPC
	server.url(t)
	t.Setenv("WORKPLAN_GRPC", regexp.MustCompile(`"grpc":"([^"]+)"`).FindStringSubmatch(server.out.String())[1])

	t.Run("a key is required", func(t *testing.T) {
		if r := runCommand(t, "", "mcp"); r.code != 1 || !strings.Contains(r.err, "WORKPLAN_KEY") {
			t.Errorf("%+v", r)
		}
		if r := runCommand(t, "", "mcp", "--key", key[:len(key)-1]+"-"); r.code != 1 ||
			!strings.Contains(r.err, "is not a whole API key") {
			t.Errorf("%+v", r)
		}
	})
	t.Setenv("WORKPLAN_KEY", key)
	t.Run("a message that is none", func(t *testing.T) {
		if r := runCommand(t, "{bad\n", "mcp"); r.code != 1 ||
			!strings.Contains(r.err, "messages of JSON-RPC 2.0, one on each line") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("an assistant calls tools over standard input and output", func(t *testing.T) {
		in, toCommand := io.Pipe()
		fromCommand, out := io.Pipe()
		ended := make(chan int, 1)
		go func() {
			ended <- run(t.Context(), []string{"mcp"}, streams{in, out, io.Discard})
		}()
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(context.Background(),
			&sdk.IOTransport{Reader: fromCommand, Writer: toCommand}, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := session.CallTool(t.Context(),
			&sdk.CallToolParams{Name: "look_up", Arguments: map[string]any{"kind": "person", "name": "grace"}})
		if err != nil || res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, `"Grace Holt"`) {
			t.Errorf("%v: %+v", err, res)
		}
		res, err = session.CallTool(t.Context(),
			&sdk.CallToolParams{Name: "plan_of_person",
				Arguments: map[string]any{"person": "Grace", "startDate": "soon"}})
		if err != nil || !res.IsError ||
			!strings.Contains(res.Content[0].(*sdk.TextContent).Text, `"field":"startDate"`) {
			t.Errorf("%v: %+v", err, res)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if code := <-ended; code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
}
