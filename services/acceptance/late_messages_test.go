package acceptance_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

// held is a request that has been sent but for its last byte.
type held struct {
	body *io.PipeWriter
	last byte
	got  chan *http.Response
}

// hold sends a request to create a key, with the key of as, but for its last byte. The server has admitted the caller
// when it returns.
func hold(t *testing.T, a *apitest.API, as string, overREST bool) *held {
	t.Helper()
	const key = `{"name": "late", "actorUserId": "$admin", "scopes": ["read:users"]}`
	body, url, kind := []byte(a.Expand(key)), a.URL+"/api/v1/keys", "application/json"
	transport := &http.Transport{}
	if !overREST {
		var m pb.CreateKeyRequest
		if err := protojson.Unmarshal([]byte(a.Expand(`{"key": `+key+`}`)), &m); err != nil {
			t.Fatal(err)
		}
		message, err := proto.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		body = append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))), message...)
		url, kind = "http://"+a.Conn.Target()+pb.KeyService_CreateKey_FullMethodName, "application/grpc"
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetUnencryptedHTTP2(true)
	}
	t.Cleanup(transport.CloseIdleConnections)
	reader, writer := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, reader)
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = int64(len(body))
	req.Header.Set("Authorization", "Bearer "+a.Secret(as))
	req.Header.Set("Content-Type", kind)
	req.Header.Set("TE", "trailers")
	h := &held{writer, body[len(body)-1], make(chan *http.Response, 1)}
	go func() {
		resp, err := (&http.Client{Transport: transport}).Do(req)
		if err != nil {
			t.Error(err)
		}
		h.got <- resp
	}()
	if _, err := writer.Write(body[:len(body)-1]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	return h
}

// end sends the last byte and returns the code of the response, or "" if it is a success.
func (h *held) end(t *testing.T) string {
	t.Helper()
	if _, err := h.body.Write([]byte{h.last}); err != nil {
		t.Fatal(err)
	}
	h.body.Close()
	resp := <-h.got
	if resp == nil {
		return "no response"
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	status := resp.Trailer.Get("Grpc-Status") + resp.Header.Get("Grpc-Status")
	if resp.StatusCode == http.StatusOK && (status == "" || status == "0") {
		return ""
	}
	return fmt.Sprint(status, resp.Header.Get("Grpc-Message"), resp.Trailer.Get("Grpc-Message"), string(text))
}

// TestAMessageThatComesLateHasNoOldRights sends the last byte of a request after its caller has lost the right to it.
// With the right it succeeds.
func TestAMessageThatComesLateHasNoOldRights(t *testing.T) {
	t.Parallel()
	for _, overREST := range []bool{true, false} {
		a := apitest.New(t)
		a.Key("second", "admin", "write:keys", "read:users")
		create := func() int {
			return a.Count(`SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = 'late'`, a.Organization)
		}
		late := func(what, want string, change func()) {
			t.Helper()
			before, h := create(), hold(t, a, "second", overREST)
			change()
			apitest.WaitForCallers()
			got := h.end(t)
			if made := create() - before; (got == "") != (want == "") || !strings.Contains(got, want) ||
				(made == 1) != (want == "") {
				t.Errorf("REST %t, %s: %q and %d keys, want %q", overREST, what, got, made, want)
			}
		}
		late("nothing has changed", "", func() {})
		set := func(statement string) func() { return func() { a.Exec(statement, a.Organization) } }
		late("the scope is taken away", "does not have the scope",
			set(`UPDATE api_keys SET scopes = '{read:users}' WHERE organization_id = $1 AND name = 'second'`))
		a.Exec(`UPDATE api_keys SET scopes = '{write:keys,read:users}' WHERE organization_id = $1 AND name = 'second'`,
			a.Organization)
		apitest.WaitForCallers()
		late("the organization is suspended", "suspended",
			set(`UPDATE organizations SET suspended_at = now() WHERE id = $1`))
		a.Exec(`UPDATE organizations SET suspended_at = NULL WHERE id = $1`, a.Organization)
		apitest.WaitForCallers()
		late("the user is deactivated", "deactivated",
			set(`UPDATE users SET is_active = false WHERE organization_id = $1 AND id = '`+a.ID("admin")+`'`))
		a.Exec(`UPDATE users SET is_active = true WHERE organization_id = $1`, a.Organization)
		apitest.WaitForCallers()
		late("the key is revoked", "revoked",
			set(`UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND name = 'second'`))
	}
}
