package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// maxBody is the largest body of a message with all of its event. Receivers commonly accept
// this much. The message of a larger event is thin.
const maxBody = 20 << 10

// Secret signs the messages to one endpoint.
type Secret []byte

const secretPrefix = "whsec_"

// NewSecret returns a random secret.
func NewSecret() Secret {
	s := make(Secret, sha256.Size)
	_, _ = rand.Read(s) // it never fails
	return s
}

// ParseSecret returns the secret that Reveal has written.
func ParseSecret(text string) (Secret, error) {
	s, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, secretPrefix))
	if err != nil || len(s) == 0 || !strings.HasPrefix(text, secretPrefix) {
		return nil, errors.New("a secret is " + secretPrefix + " and base64")
	}
	return s, nil
}

// Reveal returns the text of the secret, as Standard Webhooks writes it.
func (s Secret) Reveal() string { return secretPrefix + base64.StdEncoding.EncodeToString(s) }

// Message is what an endpoint receives. Its id is the same each time that it is sent.
type Message struct {
	ID   string
	Body []byte
}

// payload is the body of a message.
type payload struct {
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Thin      bool            `json:"thin,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// EventMessage returns the message of an event of an organization. If the body would be larger
// than maxBody, or the event does not have all its rows, the message is thin: it has neither
// before, after nor rows, and GetEvent returns the whole event.
func EventMessage(organization uuid.UUID, e *pb.Event) (Message, error) {
	// The time is a part of the id because after a backup was restored, other events get the numbers
	// of those that were lost. Receivers must not take them for events that they have got.
	m := Message{ID: "msg_" +
		uuid.NewSHA1(organization, fmt.Appendf(nil, "%d %d", e.Seq, e.At.AsTime().UnixMicro())).String()}
	var err error
	if m.Body, err = body(e, int(e.RowCount) > len(e.Rows)); err == nil && len(m.Body) > maxBody {
		m.Body, err = body(e, true)
	}
	return m, err
}

// body returns the body of a message. The event of a thin one lacks members: null and an empty list would say that the
// record was created or deleted, and that there are no rows.
func body(e *pb.Event, thin bool) ([]byte, error) {
	var without []protoreflect.Name
	if thin {
		without = []protoreflect.Name{"before", "after", "rows"}
	}
	data, err := strictjson.AppendWithout(nil, e, without...)
	if err != nil {
		return nil, err
	}
	return json.Marshal(payload{e.Type, timestamp(e.At.AsTime()), thin, data})
}

// pingType is the type of the message that an endpoint must accept to become active. It is
// not an event.
const pingType = "webhook.ping"

func pingMessage(webhook uuid.UUID, now time.Time) Message {
	body := fmt.Sprintf(`{"type":%q,"timestamp":%q,"data":{"webhookId":%q}}`, pingType, timestamp(now), webhook)
	return Message{ID: "msg_" + uuid.Must(uuid.NewV7()).String(), Body: []byte(body)}
}

func timestamp(t time.Time) string { return string(strictjson.AppendTime(nil, t)) }

// Request returns the request that sends the message, signed with each of the secrets at a
// time.
func (m Message) Request(ctx context.Context, url string, at time.Time, secrets ...Secret) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(m.Body))
	if err != nil {
		return nil, err
	}
	seconds := strconv.FormatInt(at.Unix(), 10)
	var signatures []string
	for _, secret := range secrets {
		signatures = append(signatures, m.sign(secret, seconds))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Workplan-Webhooks")
	req.Header.Set("Webhook-Id", m.ID)
	req.Header.Set("Webhook-Timestamp", seconds)
	req.Header.Set("Webhook-Signature", strings.Join(signatures, " "))
	return req, nil
}

// sign returns the signature of Standard Webhooks 1.0.
func (m Message) sign(secret Secret, seconds string) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "%s.%s.%s", m.ID, seconds, m.Body)
	return "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
}
