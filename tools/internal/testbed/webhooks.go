package testbed

import (
	"os"
	"path/filepath"
	"strings"
)

// Webhooks writes a master key into a folder, and returns the environment of a server that delivers to endpoints on
// this machine.
func Webhooks(dir string) (env []string, err error) {
	secret := filepath.Join(dir, "secret.key")
	return []string{"SECRET_KEY_FILE=" + secret, "WEBHOOK_ALLOW_CIDRS=127.0.0.0/8", "WEBHOOK_ALLOW_HTTP=true"},
		os.WriteFile(secret, []byte(strings.Repeat("abcdefgh", 4)), 0o600)
}
