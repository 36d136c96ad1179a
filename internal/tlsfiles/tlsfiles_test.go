package tlsfiles

import (
	"bytes"
	"crypto/tls"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/tlstest"
)

// files are the paths of a server in a new folder, with a valid pair of an authority.
func files(t *testing.T) (Config, *tlstest.Authority) {
	t.Helper()
	dir, a := t.TempDir(), tlstest.NewAuthority(t)
	cfg := Config{CertFile: filepath.Join(dir, "tls.crt"), KeyFile: filepath.Join(dir, "tls.key")}
	cert, key := a.Valid()
	tlstest.Write(t, cfg.CertFile, cert)
	tlstest.Write(t, cfg.KeyFile, key)
	return cfg, a
}

func mustLoad(t *testing.T, cfg Config) *Files {
	t.Helper()
	f, err := Load(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLoadNamesWhatIsWrong(t *testing.T) {
	cfg, a := files(t)
	cert, key := a.Valid()
	other, _ := a.Valid()
	old, oldKey := a.Issue(time.Now().Add(-2*time.Hour), time.Now().Add(-time.Minute))
	early, earlyKey := a.Issue(time.Now().Add(time.Hour), time.Now().Add(2*time.Hour))
	for _, tc := range []struct {
		name            string
		cert, key, want string
	}{
		{"an empty certificate", "", string(key), "is not in PEM"},
		{"a half-written certificate", string(cert[:len(cert)/2]), string(key),
			"tls.crt has an incomplete block: it may be half-written"},
		{"a chain whose second certificate is half-written", string(cert) + string(a.PEM[:len(a.PEM)/2]), string(key),
			"tls.crt has an incomplete block"},
		{"a half-written key", string(cert), string(key[:len(key)/2]), "tls.key has an incomplete block"},
		{"the key of another certificate", string(other), string(key), "private key does not match public key"},
		{"swapped files", string(key), string(cert), "PEM inputs may have been switched"},
		{"an encrypted key",
			string(cert), "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMTIz\n-----END ENCRYPTED PRIVATE KEY-----\n",
			"decrypt it with `openssl pkey`"},
		{"an expired certificate", string(old), string(oldKey), "renew it"},
		{"a certificate of the future", string(early), string(earlyKey), "check the clock"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tlstest.Write(t, cfg.CertFile, []byte(tc.cert))
			tlstest.Write(t, cfg.KeyFile, []byte(tc.key))
			if _, err := Load(cfg); err == nil || !strings.Contains(err.Error(), tc.want) ||
				!strings.Contains(err.Error(), "TLS_") || strings.Contains(err.Error(), "BEGIN PRIVATE") {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
	tlstest.Write(t, cfg.CertFile, append(cert, a.PEM...))
	tlstest.Write(t, cfg.KeyFile, key)
	mustLoad(t, cfg)
	for want, cfg := range map[string]Config{
		"TLS_CERT_FILE needs TLS_KEY_FILE":       {CertFile: cfg.CertFile},
		"TLS_KEY_FILE needs TLS_CERT_FILE":       {KeyFile: cfg.KeyFile},
		"TLS_CLIENT_CA_FILE needs":               {ClientCAFile: cfg.CertFile},
		"TLS_CERT_FILE: open /nowhere":           {CertFile: "/nowhere", KeyFile: cfg.KeyFile},
		"TLS_KEY_FILE: open /nowhere":            {CertFile: cfg.CertFile, KeyFile: "/nowhere"},
		"TLS_CLIENT_CA_FILE: open /nowhere":      {cfg.CertFile, cfg.KeyFile, "/nowhere"},
		"it must have only certificates":         {cfg.CertFile, cfg.KeyFile, cfg.KeyFile},
		"TLS_CLIENT_CA_FILE: /dev/null is not i": {cfg.CertFile, cfg.KeyFile, "/dev/null"},
	} {
		if _, err := Load(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// served returns the certificate that a client would get.
func served(t *testing.T, f *Files) []byte {
	t.Helper()
	cert, err := f.REST().GetCertificate(&tls.ClientHelloInfo{})
	if err != nil {
		t.Fatal(err)
	}
	return cert.Certificate[0]
}

func TestABadReplacementKeepsTheOldCertificate(t *testing.T) {
	cfg, a := files(t)
	f := mustLoad(t, cfg)
	first := served(t, f)
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	cert, key := a.Valid()
	old, oldKey := a.Issue(time.Now().Add(-2*time.Hour), time.Now().Add(-time.Minute))
	for _, tc := range []struct {
		name, want string
		cert, key  []byte
	}{
		{"half-written", "half-written", cert[:len(cert)/2], key},
		{"another key", "does not match", cert, oldKey},
		{"expired", "expired at", old, oldKey},
	} {
		out.Reset()
		tlstest.Write(t, cfg.CertFile, tc.cert)
		tlstest.Write(t, cfg.KeyFile, tc.key)
		f.check(log)
		if out.Len() > 0 {
			t.Errorf("%s: it warns at once, although the rest may still be written: %s", tc.name, &out)
		}
		f.check(log)
		f.check(log)
		if text := out.String(); strings.Count(text, "level=WARN") != 1 || !strings.Contains(text, tc.want) ||
			strings.Contains(text, "PRIVATE") {
			t.Errorf("%s: %s", tc.name, text)
		}
		if !bytes.Equal(served(t, f), first) {
			t.Errorf("%s: it is served", tc.name)
		}
	}
	if err := os.Remove(cfg.KeyFile); err != nil {
		t.Fatal(err)
	}
	f.check(log)
	if !bytes.Equal(served(t, f), first) {
		t.Error("a missing key ends the old certificate")
	}
	// The pair becomes whole without a change of the file that was written first.
	tlstest.Write(t, cfg.CertFile, cert)
	f.check(log)
	tlstest.Write(t, cfg.KeyFile, key)
	f.check(log)
	if bytes.Equal(served(t, f), first) {
		t.Error("the new certificate is not served")
	}
}

// TestLinksAreFollowed swaps a symbolic link, as Kubernetes does. The new files have the size and the
// time of the old ones.
func TestLinksAreFollowed(t *testing.T) {
	a, dir := tlstest.NewAuthority(t), t.TempDir()
	when := time.Now().Add(-time.Minute)
	version := func(name string) {
		cert, key := a.Valid()
		for file, content := range map[string][]byte{"tls.crt": cert, "tls.key": key} {
			path := filepath.Join(dir, name, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			tlstest.Write(t, path, content)
			if err := os.Chtimes(path, when, when); err != nil {
				t.Fatal(err)
			}
		}
		link := filepath.Join(dir, "..data_tmp")
		if err := os.Symlink(name, link); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(link, filepath.Join(dir, "..data")); err != nil {
			t.Fatal(err)
		}
	}
	version("first")
	f := mustLoad(t,
		Config{CertFile: filepath.Join(dir, "..data", "tls.crt"), KeyFile: filepath.Join(dir, "..data", "tls.key")})
	before := served(t, f)
	version("second")
	f.check(slog.New(slog.DiscardHandler))
	if bytes.Equal(served(t, f), before) {
		t.Error("the old certificate is served")
	}
}

func TestOldVersionsOfTLSAreRefused(t *testing.T) {
	cfg, _ := files(t)
	f := mustLoad(t, cfg)
	for _, c := range []*tls.Config{f.REST(), f.GRPC()} {
		if c.MinVersion != tls.VersionTLS12 {
			t.Errorf("%x", c.MinVersion)
		}
	}
}
