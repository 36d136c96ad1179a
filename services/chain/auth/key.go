package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"log/slog"
	"math/big"
	"strings"

	"github.com/google/uuid"
)

// The format of a key: wpk_, or wps_ for the token of a session, or wpc_ for that of a calendar
// feed, then the organization's id, the secret and a checksum, each in base62 with a fixed number
// of digits.
const (
	prefix         = "wpk_"
	sessionPrefix  = "wps_"
	feedPrefix     = "wpc_"
	idDigits       = 22
	secretDigits   = 43
	checksumDigits = 6
	keyLength      = len(prefix) + idDigits + secretDigits + checksumDigits

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// FormOfKey says what an API key looks like, for errors about one that does not.
var FormOfKey = fmt.Sprintf("it begins with %s and has %d characters", prefix, keyLength)

// Key is an API key, or the token of a session or of a calendar feed, in clear text. It is redacted in fmt with any
// verb, in JSON and in the log. Only Reveal returns its text.
type Key struct {
	prefix       string
	organization uuid.UUID
	secret       [32]byte
}

// NewKey returns a new key of the organization with a random secret.
func NewKey(organization uuid.UUID) Key { return newKey(prefix, organization) }

// NewToken returns a new token of a session, in the same way.
func NewToken(organization uuid.UUID) Key { return newKey(sessionPrefix, organization) }

// NewFeedToken returns a new token of a calendar feed, in the same way.
func NewFeedToken(organization uuid.UUID) Key { return newKey(feedPrefix, organization) }

func newKey(prefix string, organization uuid.UUID) Key {
	k := Key{prefix: prefix, organization: organization}
	rand.Read(k.secret[:])
	return k
}

// ParseKey parses the text of a key. It returns false if the text is not a key or its
// checksum is wrong. The checksum detects a mistyped key without a look-up.
func ParseKey(s string) (Key, bool) { return parse(s, prefix) }

// parse parses the text of a key or of a token with this prefix.
func parse(s, prefix string) (Key, bool) {
	k := Key{prefix: prefix}
	if len(s) != keyLength || !strings.HasPrefix(s, prefix) {
		return k, false
	}
	body, sum := s[:keyLength-checksumDigits], s[keyLength-checksumDigits:]
	if sum != checksum(body) {
		return k, false
	}
	id, secret := body[len(prefix):len(prefix)+idDigits], body[len(prefix)+idDigits:]
	return k, decode(k.organization[:], id) && decode(k.secret[:], secret)
}

// Organization returns the id of the organization that the key belongs to. The id is not
// secret.
func (k Key) Organization() uuid.UUID { return k.organization }

// Hash returns the SHA-256 of the secret. The database stores only this hash. A secret of
// 256 random bits cannot be guessed, so a fast hash is safe.
func (k Key) Hash() [sha256.Size]byte { return sha256.Sum256(k.secret[:]) }

// Reveal returns the text of the key. The text is shown once, when the key is created.
func (k Key) Reveal() string {
	body := k.prefix + encode(k.organization[:], idDigits) + encode(k.secret[:], secretDigits)
	return body + checksum(body)
}

func (k Key) redacted() string {
	text := k.Reveal()
	return k.prefix + "***" + text[len(text)-4:]
}

// Format implements fmt.Formatter for every verb.
func (k Key) Format(f fmt.State, _ rune) { fmt.Fprint(f, k.redacted()) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.redacted()), nil }

// LogValue implements slog.LogValuer.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.redacted()) }

func checksum(s string) string {
	return encode(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(s))), checksumDigits)
}

var radix = big.NewInt(int64(len(base62)))

func encode(b []byte, digits int) string {
	n, digit := new(big.Int).SetBytes(b), new(big.Int)
	out := make([]byte, digits)
	for i := digits - 1; i >= 0; i-- {
		n.DivMod(n, radix, digit)
		out[i] = base62[digit.Int64()]
	}
	return string(out)
}

// decode fills dst with the base62 number s. It returns false if s has another
// character or is too large.
func decode(dst []byte, s string) bool {
	n := new(big.Int)
	for i := range len(s) {
		digit := strings.IndexByte(base62, s[i])
		if digit < 0 {
			return false
		}
		n.Add(n.Mul(n, radix), big.NewInt(int64(digit)))
	}
	if n.BitLen() > 8*len(dst) {
		return false
	}
	n.FillBytes(dst)
	return true
}
