package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
)

// sealingKey returns a key for AES-256, derived from the secret of k. The database has only
// a hash of the secret, so it cannot derive the sealing key.
func (k Key) sealingKey() [32]byte {
	b, err := hkdf.Key(sha256.New, k.secret[:], nil, "workplan sealing key", 32)
	if err != nil {
		panic(err) // the length is allowed
	}
	return [32]byte(b)
}

func (c *Caller) sealer() (cipher.AEAD, error) {
	block, err := aes.NewCipher(c.sealingKey[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Seal encrypts a text so that only a caller with the same secret of the same API key can
// open it, with the same label.
func (c *Caller) Seal(text, label string) (string, error) {
	aead, err := c.sealer()
	if err != nil {
		return "", err
	}
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nil, nil, []byte(text), []byte(label))), nil
}

// Open returns the text that Seal encrypted. It fails if the API key has another secret now.
func (c *Caller) Open(sealed, label string) (string, error) {
	aead, err := c.sealer()
	if err != nil {
		return "", err
	}
	b, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", err
	}
	text, err := aead.Open(nil, nil, b, []byte(label))
	return string(text), err
}
