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

// The format of a key, decisions.md section 6: wpk_, the organization's id, the
// secret and a checksum, the three in base62 of a fixed width.
const (
	prefix         = "wpk_"
	idDigits       = 22
	secretDigits   = 43
	checksumDigits = 6
	keyLength      = len(prefix) + idDigits + secretDigits + checksumDigits

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// Key is a credential in the clear. It prints itself redacted, whatever the verb,
// in JSON and in the log; only Reveal gives its text.
type Key struct {
	organization uuid.UUID
	secret       [32]byte
}

// NewKey makes a key of the organization with a random secret.
func NewKey(organization uuid.UUID) Key {
	k := Key{organization: organization}
	rand.Read(k.secret[:])
	return k
}

// ParseKey reads a key. A checksum stops a mistyped key before it costs a look-up.
func ParseKey(s string) (Key, bool) {
	var k Key
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

// Organization is the id of the organization that the key says it belongs to. It
// says where to look the key up and is no secret.
func (k Key) Organization() uuid.UUID { return k.organization }

// Hash is the SHA-256 of the secret, which is all that is stored. 256 random bits
// need no slow hash.
func (k Key) Hash() [sha256.Size]byte { return sha256.Sum256(k.secret[:]) }

// Reveal returns the text of the key, to be shown once to the one who made it.
func (k Key) Reveal() string {
	body := prefix + encode(k.organization[:], idDigits) + encode(k.secret[:], secretDigits)
	return body + checksum(body)
}

func (k Key) redacted() string {
	text := k.Reveal()
	return prefix + "***" + text[len(text)-4:]
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

// decode fills dst with the number that s is; false where s has another character
// or does not fit.
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
