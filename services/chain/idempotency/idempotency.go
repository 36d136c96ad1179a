// Package idempotency implements the header Idempotency-Key (gRPC metadata idempotency-key)
// of writes.
//
// A write with a key runs in one transaction with the row of its key. So the row, which has
// the response, exists if and only if the write happened. The same request again, with the
// same API key, gets the stored response for 24 hours. A failed write stores nothing, and the
// same request runs again. Reads ignore the header. Dry runs store nothing.
//
// A key belongs to an API key and an rpc. Its fingerprint covers the rpc, If-Match, whether the
// response has rows, the role of the acting user and the request. A stored response contains only what this API key
// received before, and after a change of the role nothing is replayed. A secret in a response
// is stored encrypted, see [auth.Caller.Seal].
//
// The bytes that are stored for an organization on a day are limited. A write beyond it stores its row
// without the response, so it still happens once, and the same request again is refused.
//
// Requests without a key cost nothing here.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/idempotencykey"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
)

// Header is the HTTP header with the key, and the metadata of a gRPC call.
const Header = "Idempotency-Key"

// Call is a write.
type Call struct {
	Method *rpc.Method
	Caller *auth.Caller
	// Message is the request as the client wrote it.
	Message proto.Message
	// Key is the Idempotency-Key, as Parse returns it.
	Key string
	// IfMatch are the values of the header.
	IfMatch []string
	// Minimal means that the response is wanted without rows.
	Minimal bool
}

const (
	keptFor = 24 * time.Hour
	// waitForOther is how long a request waits for another one with the same key before it
	// fails with idempotency_in_progress.
	waitForOther = "100ms"
	retryAfter   = time.Second
)

// Keys are the Idempotency-Keys in the database.
type Keys struct {
	room      *room
	notStored prometheus.Counter
}

// New returns the keys. It stores at most perDay bytes of responses for an organization on a day, and counts in
// notStored those beyond. 0 is no limit.
func New(perDay int64, notStored prometheus.Counter) *Keys {
	return &Keys{newRoom(perDay), notStored}
}

// Explain returns the error of a write without a key. If nobody knows whether the write happened, the error does not
// ask the client to try again.
func Explain(err error) error {
	if !postgres.IsOutcomeUnknown(err) {
		return err
	}
	return &problem.Error{
		Code: problem.Unavailable,
		Message: "the service lost its database during the request, and it is not known whether the request was " +
			"executed: look before you send it again, or send an " + Header + " with every write",
		Cause: err,
	}
}

// Parse returns the key of a request by the values of its header, or "" if it has none.
func Parse(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	if !rpc.IsToken(key) {
		return "", problem.Field(problem.ValidationFailed, Header, "must have 1 to 128 visible ASCII characters")
	}
	if slices.ContainsFunc(values, func(v string) bool { return v != key }) {
		return "", problem.Field(problem.ValidationFailed, Header, "must have only one value")
	}
	return key, nil
}

// Do calls run for a write with a key, at most once, in a transaction of db with the row of the key. If the write has
// happened already, Do returns the stored response, and replayed is true.
func (k *Keys) Do(
	ctx context.Context, db *ent.Client, c Call, run func() (proto.Message, error),
) (resp proto.Message, replayed bool, err error) {
	print, err := c.fingerprint()
	if err != nil {
		return nil, false, err
	}
	var b []byte // what is stored
	err = db.Unit.Do(ctx, func() error {
		id, err := c.claim(ctx, db, print)
		if err != nil {
			return err
		}
		if replayed = id == uuid.Nil; replayed {
			resp, err = c.stored(ctx, db, print)
			return err
		}
		if resp, err = run(); err != nil {
			return err
		}
		if b, err = c.encode(resp); err != nil {
			return err
		}
		if b, err = k.room.fit(ctx, db, b); err != nil {
			return err
		}
		return db.IdempotencyKey.Update().Where(idempotencykey.ID(id)).SetResponse(b).Exec(ctx)
	})
	if err != nil {
		return nil, false, err
	}
	if !replayed && bytes.Equal(b, missing) {
		k.notStored.Inc()
	}
	return resp, replayed, nil
}

// fingerprint identifies a request. Two requests with the same key must have the same one.
func (c Call) fingerprint() ([]byte, error) {
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(c.Message)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	parts := []string{c.Method.Name, string(c.Caller.Role), strings.Join(c.IfMatch, ",")}
	if c.Minimal { // else the fingerprint is that of the releases before
		parts = append(parts, "minimal")
	}
	for _, part := range parts {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	h.Write(body)
	return h.Sum(nil), nil
}

// insertKey waits if another transaction has inserted the same key and has not ended. It
// replaces an expired row, and returns no id if the key exists.
const insertKey = `
INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (organization_id, api_key_id, rpc, key) DO UPDATE
SET fingerprint = excluded.fingerprint, response = NULL, created_at = excluded.created_at,
  expires_at = excluded.expires_at
WHERE idempotency_keys.expires_at <= excluded.created_at
RETURNING id`

// claim inserts the row of the key and returns its id, or uuid.Nil if the key exists. It
// fails with idempotency_in_progress if another request with the key is running, on any
// node.
func (c Call) claim(ctx context.Context, db *ent.Client, print []byte) (uuid.UUID, error) {
	limit, err := limitLocks(ctx, db, waitForOther)
	if err != nil {
		return uuid.Nil, err
	}
	now := protoconv.Now()
	id := uuid.Nil
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&id) }, insertKey,
		uuid.Must(uuid.NewV7()), c.Caller.CredentialID(), c.Method.Name, c.Key, print, now, now.Add(keptFor))
	if postgres.IsLockTimeout(err) {
		return uuid.Nil, running(err)
	}
	if err != nil {
		return uuid.Nil, err
	}
	_, err = limitLocks(ctx, db, limit)
	return id, err
}

// limitLocks limits how long the transaction waits for a lock, and returns the limit before. SET LOCAL … TO DEFAULT
// would not bring that back: behind a pooler in the mode session it is set by a statement, and the default is no limit.
func limitLocks(ctx context.Context, db *ent.Client, limit string) (before string, err error) {
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error { return scan(&before, new(string)) }, `
SELECT old.lock_timeout, set_config('lock_timeout', $1, true)
FROM (SELECT current_setting('lock_timeout') AS lock_timeout OFFSET 0) old`, limit)
	return before, err
}

// stored returns the response of the first request with the key.
func (c Call) stored(ctx context.Context, db *ent.Client, print []byte) (proto.Message, error) {
	row, err := db.IdempotencyKey.Query().
		Where(idempotencykey.APIKeyID(c.Caller.CredentialID()), idempotencykey.RPC(c.Method.Name),
			idempotencykey.Key(c.Key)).Only(ctx)
	switch {
	case ent.IsNotFound(err): // it expired and was removed a moment ago
		return nil, running(err)
	case err != nil:
		return nil, err
	case !bytes.Equal(row.Fingerprint, print):
		return nil, problem.Field(problem.IdempotencyReused, Header,
			"was used for another request, or before the role of the acting user changed: send a new one")
	}
	if bytes.Equal(row.Response, missing) {
		return nil, problem.Field(problem.IdempotencyMissing, Header,
			"belongs to a request that was executed, but there was no room for its response: read the records instead")
	}
	return c.decode(row.Response)
}

func running(cause error) error {
	p := problem.Field(problem.IdempotencyRunning, Header,
		"belongs to a request that is still running: wait for it and send the request again")
	p.RetryAfter, p.Cause = retryAfter, cause
	return p
}

// encode returns the response as it is stored, with its secrets sealed.
func (c Call) encode(resp proto.Message) ([]byte, error) {
	if hasSecrets(resp) {
		resp = proto.Clone(resp)
		err := replaceSecrets(resp, func(text string) (string, error) { return c.Caller.Seal(text, c.Key) })
		if err != nil {
			return nil, err
		}
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(resp)
}

// decode is the opposite of encode. Only the text of the API key that the response was
// sealed with opens it.
func (c Call) decode(b []byte) (proto.Message, error) {
	resp := c.Method.Output.New().Interface()
	if err := proto.Unmarshal(b, resp); err != nil {
		return nil, err
	}
	err := replaceSecrets(resp, func(sealed string) (string, error) { return c.Caller.Open(sealed, c.Key) })
	if err != nil {
		p := problem.Field(problem.IdempotencyReused, Header,
			"was used with an earlier secret of this API key, and the response has a secret that only that one can "+
				"read: rotate the key in question instead")
		p.Cause = err
		return nil, p
	}
	return resp, nil
}
