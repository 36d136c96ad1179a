// Package tlsfiles serves TLS with a certificate from files. It reads the files again when they
// change, so a certificate is rotated without a restart. If the new files cannot be used, the old
// certificate stays.
package tlsfiles

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync/atomic"
	"time"
)

// checkEvery is how often Watch looks at the files.
const checkEvery = time.Second

// Config names the files, which are in PEM.
type Config struct {
	// CertFile has the certificate of the server, and after it those of the intermediate
	// authorities. KeyFile has its private key.
	CertFile, KeyFile string
	// ClientCAFile has the authorities whose certificates the clients of gRPC need. Without it,
	// clients need no certificate.
	ClientCAFile string
}

// Files are the files of a server.
type Files struct {
	cfg     Config
	current atomic.Pointer[loaded]

	// Only Watch uses these.
	seen    []os.FileInfo
	failure string // why the files cannot be used, or empty
	warned  bool   // failure is in the log
}

// loaded is what the files had at one time.
type loaded struct {
	cert      tls.Certificate
	authority []byte // the text of ClientCAFile
	clientCAs *x509.CertPool
}

// Load reads the files. It fails if one cannot be read or is incomplete, if the key does not belong
// to the certificate, or if the certificate has expired or is not valid yet. The error names the
// variable and what to do.
func Load(cfg Config) (*Files, error) {
	switch {
	case cfg.CertFile == "" && cfg.KeyFile == "":
		return nil, errors.New("TLS_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE: without TLS, " +
			"clients cannot show a certificate")
	case cfg.KeyFile == "":
		return nil, errors.New("TLS_CERT_FILE needs TLS_KEY_FILE, the file with the private key")
	case cfg.CertFile == "":
		return nil, errors.New("TLS_KEY_FILE needs TLS_CERT_FILE, the file with the certificate")
	}
	f := &Files{cfg: cfg}
	f.seen = f.stat() // before the files are read: a later change is noticed
	first, err := cfg.load()
	if err != nil {
		return nil, err
	}
	f.current.Store(first)
	return f, nil
}

func (c Config) load() (*loaded, error) {
	cert, err := readPEM("TLS_CERT_FILE", c.CertFile)
	if err != nil {
		return nil, err
	}
	key, err := readPEM("TLS_KEY_FILE", c.KeyFile)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(key, []byte("ENCRYPTED")) {
		return nil, fmt.Errorf("TLS_KEY_FILE: the key in %s is encrypted: decrypt it with `openssl pkey`", c.KeyFile)
	}
	next := &loaded{}
	if next.cert, err = tls.X509KeyPair(cert, key); err != nil {
		return nil, fmt.Errorf("TLS_CERT_FILE %s and TLS_KEY_FILE %s cannot be used together: %w",
			c.CertFile, c.KeyFile, err)
	}
	switch leaf, now := next.cert.Leaf, time.Now(); {
	case now.After(leaf.NotAfter):
		return nil, fmt.Errorf("TLS_CERT_FILE: the certificate in %s expired at %s: renew it", c.CertFile,
			leaf.NotAfter.UTC().Format(time.RFC3339))
	case now.Before(leaf.NotBefore):
		return nil,
			fmt.Errorf("TLS_CERT_FILE: the certificate in %s is only valid from %s: check the clock of this machine",
				c.CertFile, leaf.NotBefore.UTC().Format(time.RFC3339))
	}
	if c.ClientCAFile == "" {
		return next, nil
	}
	if next.authority, err = readPEM("TLS_CLIENT_CA_FILE", c.ClientCAFile); err != nil {
		return nil, err
	}
	if next.clientCAs, err = pool(next.authority); err != nil {
		return nil, fmt.Errorf("TLS_CLIENT_CA_FILE: %s: %w", c.ClientCAFile, err)
	}
	return next, nil
}

// readPEM returns the content of a file. It fails if a block of the file is incomplete: parsers
// would skip that block, so a file that is still being written would lack a certificate.
func readPEM(name, path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	blocks := 0
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		blocks++
	}
	switch begun := bytes.Count(text, []byte("-----BEGIN ")); {
	case begun == 0:
		return nil, fmt.Errorf("%s: %s is not in PEM: it must have a block that begins with -----BEGIN", name, path)
	case blocks < begun:
		return nil, fmt.Errorf("%s: %s has an incomplete block: it may be half-written", name, path)
	}
	return text, nil
}

// pool returns the authorities in a text in PEM.
func pool(text []byte) (*x509.CertPool, error) {
	all := x509.NewCertPool()
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		authority, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("it must have only certificates: %w", err)
		}
		all.AddCert(authority)
	}
	return all, nil
}

// Certificate returns the certificate that is served.
func (f *Files) Certificate() *x509.Certificate { return f.current.Load().cert.Leaf }

// REST returns the configuration of the listener of HTTP/1.1 and HTTP/2. Clients need no
// certificate, because browsers are clients too.
func (f *Files) REST() *tls.Config { return f.config("h2", "http/1.1") }

// GRPC returns the configuration of the listener of gRPC. Clients need a certificate if there is
// a ClientCAFile.
func (f *Files) GRPC() *tls.Config {
	base := f.config("h2")
	if f.cfg.ClientCAFile == "" {
		return base
	}
	base.ClientAuth = tls.RequireAndVerifyClientCert
	base.SessionTicketsDisabled = true // a resumed session would skip the check of the client
	base.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
		c := base.Clone()
		c.ClientCAs, c.GetConfigForClient = f.current.Load().clientCAs, nil
		return c, nil
	}
	return base
}

func (f *Files) config(protocols ...string) *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     protocols,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &f.current.Load().cert, nil },
	}
}

// Watch looks at the files once a second until ctx is done. New connections get a changed
// certificate, and connections that are open keep theirs. If the files cannot be used, Watch warns
// once and tries again each second.
func (f *Files) Watch(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f.check(log)
		}
	}
}

// check reads the files again if they have changed, or if they could not be used before. It warns
// if they cannot be used twice in a row: between the two, the rest of a pair may be written.
func (f *Files) check(log *slog.Logger) {
	now := f.stat()
	if f.failure == "" && slices.EqualFunc(now, f.seen, sameFile) {
		return
	}
	f.seen = now
	old := f.current.Load()
	next, err := f.cfg.load()
	if err != nil {
		if f.failure != err.Error() {
			f.failure, f.warned = err.Error(), false
			return
		}
		if !f.warned {
			f.warned = true
			log.Warn("the changed files of TLS cannot be used, the old certificate stays", "error", err,
				"expires", old.cert.Leaf.NotAfter)
		}
		return
	}
	f.failure = ""
	if slices.EqualFunc(next.cert.Certificate, old.cert.Certificate, bytes.Equal) &&
		bytes.Equal(next.authority, old.authority) {
		return
	}
	f.current.Store(next)
	log.Info("new connections get the changed certificate", "expires", next.cert.Leaf.NotAfter)
}

// stat returns the state of each file, or nil for one that is missing. It follows symbolic links,
// so the state changes if a link gets another target, as in the volumes of Kubernetes.
func (f *Files) stat() (all []os.FileInfo) {
	for _, path := range []string{f.cfg.CertFile, f.cfg.KeyFile, f.cfg.ClientCAFile} {
		info, _ := os.Stat(path) // load returns the error
		all = append(all, info)
	}
	return all
}

func sameFile(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// Client returns the configuration of a client. It trusts the authorities in caFile, or those of
// the system if caFile is empty, and shows the certificate in certFile if that is not empty. An
// error names the variable of the command line.
func Client(caFile, certFile, keyFile string) (*tls.Config, error) {
	cfg := &tls.Config{MinVersion: tls.VersionTLS12}
	if caFile != "" {
		text, err := readPEM("WORKPLAN_CA_FILE", caFile)
		if err != nil {
			return nil, err
		}
		if cfg.RootCAs, err = pool(text); err != nil {
			return nil, fmt.Errorf("WORKPLAN_CA_FILE: %s: %w", caFile, err)
		}
	}
	switch {
	case certFile == "" && keyFile == "":
		return cfg, nil
	case certFile == "" || keyFile == "":
		return nil, errors.New("WORKPLAN_CERT_FILE and WORKPLAN_CERT_KEY_FILE need each other: set both or none")
	}
	cert, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("WORKPLAN_CERT_FILE and WORKPLAN_CERT_KEY_FILE: %w", err)
	}
	cfg.Certificates = []tls.Certificate{cert}
	return cfg, nil
}
