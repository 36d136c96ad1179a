// Package bearer checks API keys and writes the header that carries one.
package bearer

import (
	"errors"
	"strings"
)

// Authorization returns the value of the header Authorization. Its errors do not repeat the key.
func Authorization(key string) (string, error) {
	if key == "" {
		return "", errors.New("the API key is empty")
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("the API key has a character that no key has, such as a space or a line break")
	}
	return "Bearer " + key, nil
}
