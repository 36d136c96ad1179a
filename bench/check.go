package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"strings"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// sameAnswers sends one request of a scenario to all arms and returns an error where
// they do not do the same work: a list has the same bytes, a write the same fields
// apart from its version and time. The returned note says where workplan runs another
// statement than thin and raw do, so that the ratios say less than they seem to.
func (e *environment) sameAnswers(ctx context.Context, c *call) (note string, err error) {
	var want *answer
	for try := 0; try == 0 || note != "" && try < 5; try++ { // the server itself also asks now and then
		if want, err = fetch(ctx, e.rest.http, e.data.key, c); err != nil {
			return "", err
		}
		if note, err = e.sameStatement(ctx, c); err != nil {
			return "", err
		}
	}
	addresses := map[string]string{thinName: e.thinAddress}
	if e.versus != nil {
		addresses[versusName] = e.versus.http
	}
	for name, address := range addresses {
		got, err := fetch(ctx, address, e.data.key, c)
		if err != nil {
			return "", err
		}
		if err := same(c, want, got); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	got, err := e.fetchGRPC(ctx, c)
	if err != nil {
		return "", err
	}
	got.header = want.header // it has no such headers
	if err := same(c, want, got); err != nil {
		return "", fmt.Errorf("grpc: %w", err)
	}
	return note, e.raw.with(func(s *session) error { return c.raw(ctx, s) })
}

// answer is what is compared.
type answer struct {
	header http.Header
	body   []byte
}

func fetch(ctx context.Context, address, key string, c *call) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, c.verb, "http://"+address+c.path, bytes.NewReader(c.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s: %.500s", c.verb, c.path, resp.Status, body)
	}
	return &answer{resp.Header, body}, err
}

// fetchGRPC returns the answer over gRPC in the JSON of REST.
func (e *environment) fetchGRPC(ctx context.Context, c *call) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	client, err := overGRPC(e.grpc.grpc, e.data.key)(ctx)
	if err != nil {
		return nil, err
	}
	defer client.close()
	encoded, err := client.(*grpcCaller).fetch(ctx, c)
	if err != nil {
		return nil, err
	}
	var m proto.Message
	switch c.rpc {
	case listRPC:
		m = &pb.ListAssignmentsResponse{}
	case upsertRPC:
		m = &pb.UpsertAssignmentsResponse{}
	default:
		m = &pb.UpdateClientResponse{}
	}
	if err := proto.Unmarshal(encoded, m); err != nil {
		return nil, err
	}
	body, err := strictjson.Append(nil, m)
	return &answer{body: body}, err
}

func same(c *call, want, got *answer) error {
	if c.verb == http.MethodGet {
		if !bytes.Equal(want.body, got.body) {
			return fmt.Errorf("%s %s: another answer than workplan:\n%.1000s\n%.1000s", c.verb, c.path, got.body, want.body)
		}
	} else {
		w, g := fieldsOf(want.body), fieldsOf(got.body)
		if w == nil || !reflect.DeepEqual(w, g) {
			return fmt.Errorf("%s %s: other fields than workplan:\n%.1000s\n%.1000s", c.verb, c.path, got.body, want.body)
		}
	}
	for name := range maps.Keys(want.header) {
		switch name {
		case "Date", "X-Request-Id", "Etag", "Content-Length": // a write makes another version
		default:
			if !reflect.DeepEqual(want.header[name], got.header[name]) {
				return fmt.Errorf("%s %s: header %s is %q, that of workplan %q", c.verb, c.path, name, got.header[name], want.header[name])
			}
		}
	}
	return nil
}

// fieldsOf returns the records of a write without what every write changes.
func fieldsOf(body []byte) any {
	var answer struct{ Data any }
	if json.Unmarshal(body, &answer) != nil {
		return nil
	}
	list, ok := answer.Data.([]any)
	if !ok {
		list = []any{answer.Data}
	}
	for _, record := range list {
		fields, ok := record.(map[string]any)
		if !ok || fields["version"] == nil || fields["updatedAt"] == nil {
			return nil
		}
		delete(fields, "version")
		delete(fields, "updatedAt")
	}
	return list
}

// statementShown is how much of a statement PostgreSQL shows.
const statementShown = 1000

// sameStatement looks which statement the pool of workplan ran last. Others of its
// connections may have had other work, so one that is the same is enough.
func (e *environment) sameStatement(ctx context.Context, c *call) (note string, err error) {
	rows, err := e.db.QueryContext(ctx, "SELECT query FROM pg_stat_activity WHERE application_name = $1 ORDER BY state_change DESC", restName)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var seen []string
	for rows.Next() {
		var query string
		if err := rows.Scan(&query); err != nil {
			return "", err
		}
		if head(query) == head(c.statement) {
			return "", nil
		}
		seen = append(seen, query)
	}
	return fmt.Sprintf("workplan does not run the statement of thin and raw, %.200s, but one of: %.1000s", c.statement, strings.Join(seen, "; ")), rows.Err()
}

func head(s string) string { return s[:min(len(s), statementShown)] }
