package webhooks

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestSignatureOfTheSpecification compares with the example of Standard Webhooks.
func TestSignatureOfTheSpecification(t *testing.T) {
	secret, err := ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	m := Message{ID: "msg_p5jXN8AQM9LWM0D4loKWxJek", Body: []byte(`{"test": 2432232314}`)}
	req, err := m.Request(t.Context(), "https://example.com/", time.Unix(1614265330, 0), secret)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"webhook-id": m.ID, "webhook-timestamp": "1614265330",
		"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		"content-type":      "application/json",
	}
	for name, value := range want {
		if got := req.Header.Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
}

// verify verifies a request with the package of Standard Webhooks.
func verify(t *testing.T, secret Secret, m Message, h http.Header) error {
	t.Helper()
	w, err := standardwebhooks.NewWebhook(secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	return w.Verify(m.Body, h)
}

func TestSecrets(t *testing.T) {
	now := time.Now()
	row := &ent.Webhook{
		OrganizationID: uuid.New(), ID: uuid.New(),
		SecretGeneration: 2, PreviousSecretExpiresAt: new(now.Add(time.Hour)),
	}
	older, newer := []byte(strings.Repeat("a", 32)), []byte(strings.Repeat("b", 32))
	before := MasterKeys{older}
	all := before.secrets(row, now)

	t.Run("the secrets of two generations sign until the overlap ends", func(t *testing.T) {
		if len(all) != 2 || all[0].Reveal() == all[1].Reveal() {
			t.Fatalf("%d secrets", len(all))
		}
		if all[1].Reveal() != before.derive(row, 1)[0].Reveal() {
			t.Error("the second secret is not the previous one")
		}
		if n := len(before.secrets(row, now.Add(2*time.Hour))); n != 1 {
			t.Errorf("%d secrets after the overlap", n)
		}
	})
	t.Run("each of them verifies a request, and no other secret does", func(t *testing.T) {
		m := pingMessage(row.ID, now)
		req, err := m.Request(t.Context(), "https://example.com/", now, all...)
		if err != nil {
			t.Fatal(err)
		}
		for i, secret := range all {
			if err := verify(t, secret, m, req.Header); err != nil {
				t.Errorf("secret %d: %v", i, err)
			}
		}
		if err := verify(t, NewSecret(), m, req.Header); err == nil {
			t.Error("a foreign secret verifies it")
		}
		m.Body = append(m.Body, ' ')
		if err := verify(t, all[0], m, req.Header); err == nil {
			t.Error("a changed body is verified")
		}
	})
	t.Run("with a new master key, the old secrets still sign", func(t *testing.T) {
		during := MasterKeys{newer, older}.secrets(row, now)
		if during[0].Reveal() == all[0].Reveal() {
			t.Error("the shown secret does not depend on the new key")
		}
		if !slices.ContainsFunc(during, func(s Secret) bool { return s.Reveal() == all[0].Reveal() }) {
			t.Error("the secret of the old key does not sign")
		}
	})
	t.Run("another endpoint has another secret", func(t *testing.T) {
		other := *row
		other.ID = uuid.New()
		if before.secrets(&other, now)[0].Reveal() == all[0].Reveal() {
			t.Error("it has the same secret")
		}
	})
}

func TestParseMasterKeys(t *testing.T) {
	const long = "0123456789abcdef0123456789abcdef"
	for text, want := range map[string]int{
		long: 1, long + "\n": 1, "\n" + long + "\r\n" + long + "2\n": 2,
		strings.Repeat("0", 44): 0, strings.Repeat("ab", 22) + "\n" + long: 0, long + "\n" +
			strings.Repeat("ab", 22): 2,
		"": 0, "\n": 0, "short": 0, long + "\nshort": 0, long + "\n" + long + "\n" + long: 0,
	} {
		keys, err := ParseMasterKeys(text)
		if len(keys) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d keys, %v", text, len(keys), err)
		}
	}
}

func TestEventMessage(t *testing.T) {
	organization := uuid.New()
	event := &pb.Event{Seq: 7, Type: "assignments.upserted", At: timestamppb.New(time.Unix(1614265330, 0)), RowCount: 3}
	for range 3 {
		event.Rows = append(event.Rows, &pb.EventRow{Id: uuid.NewString(), Date: "2027-03-01", Hours: 7.5})
	}
	message := func(t *testing.T, e *pb.Event) (m Message, body map[string]any) {
		t.Helper()
		m, err := EventMessage(organization, e)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(m.Body, &body); err != nil {
			t.Fatal(err)
		}
		return m, body
	}
	whole, body := message(t, event)
	if body["type"] != event.Type || body["timestamp"] != "2021-02-25T15:02:10.000000Z" || body["thin"] != nil ||
		len(body["data"].(map[string]any)["rows"].([]any)) != 3 {
		t.Errorf("body %s", whole.Body)
	}

	t.Run("a message has the same id each time, and no other message has it", func(t *testing.T) {
		again, _ := message(t, event)
		other, _ := message(t, &pb.Event{Seq: 8, Type: "client.updated"})
		foreign, err := EventMessage(uuid.New(), event)
		// After a backup was restored, another event has the number.
		later, _ := message(t,
			&pb.Event{Seq: 7, Type: event.Type, At: timestamppb.New(event.At.AsTime().Add(time.Microsecond))})
		if again.ID != whole.ID || other.ID == whole.ID || foreign.ID == whole.ID ||
			later.ID == whole.ID || err != nil {
			t.Errorf("ids %s %s %s %s %s: %v", whole.ID, again.ID, other.ID, foreign.ID, later.ID, err)
		}
	})
	thin := map[string]*pb.Event{
		"an event without all its rows": {Seq: 7, Type: event.Type, Rows: event.Rows, RowCount: 5000},
		"a large event": {Seq: 7, Type: "project.created", After: &structpb.Struct{
			Fields: map[string]*structpb.Value{"objective": structpb.NewStringValue(strings.Repeat("x", maxBody))},
		}},
	}
	for name, e := range thin {
		t.Run(name+" has a thin message", func(t *testing.T) {
			m, body := message(t, e)
			data := body["data"].(map[string]any)
			if body["thin"] != true || data["seq"] != 7. || data["rowCount"] != float64(e.RowCount) ||
				len(m.Body) > maxBody {
				t.Errorf("body %.300s", m.Body)
			}
			for _, name := range []string{"before", "after", "rows"} {
				if value, ok := data[name]; ok {
					t.Errorf("%s is %v", name, value)
				}
			}
			if len(e.Rows) == 0 && e.After == nil {
				t.Error("the event itself was changed")
			}
		})
	}
}
