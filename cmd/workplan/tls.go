package main

import (
	"crypto/tls"
	"net"
	"net/url"

	"github.com/workplan-api/workplan/internal/tlsfiles"
)

// tlsFlags are the flags of the TLS of serve.
type tlsFlags struct {
	TLSCertFile     string `name:"tls-cert-file" env:"TLS_CERT_FILE" placeholder:"FILE" help:"The certificate of REST and gRPC in PEM, with its intermediate certificates. If the file changes, new connections get the new certificate. Without it, the server speaks no TLS."`
	TLSKeyFile      string `name:"tls-key-file" env:"TLS_KEY_FILE" placeholder:"FILE" help:"The private key of the certificate in PEM."`
	TLSClientCAFile string `name:"tls-client-ca-file" env:"TLS_CLIENT_CA_FILE" placeholder:"FILE" help:"Authorities in PEM: every client of gRPC then needs a certificate of one of them. Clients of REST, which may be browsers, need none."`
}

// load reads the files. It returns nil if TLS is off.
func (f tlsFlags) load() (*tlsfiles.Files, error) {
	if f == (tlsFlags{}) {
		return nil, nil
	}
	return tlsfiles.Load(tlsfiles.Config{
		CertFile: f.TLSCertFile, KeyFile: f.TLSKeyFile, ClientCAFile: f.TLSClientCAFile,
	})
}

// clientTLS are the flags of a command that calls a server.
type clientTLS struct {
	TLS         bool   `name:"tls" env:"WORKPLAN_TLS" help:"Use TLS. An address that begins with https:// and the flags below do that too."`
	CAFile      string `name:"ca-file" env:"WORKPLAN_CA_FILE" placeholder:"FILE" help:"The authorities that sign the certificate of the server, in PEM, instead of those of the system."`
	CertFile    string `name:"cert-file" env:"WORKPLAN_CERT_FILE" placeholder:"FILE" help:"The certificate of the client in PEM, if the server asks for one."`
	CertKeyFile string `name:"cert-key-file" env:"WORKPLAN_CERT_KEY_FILE" placeholder:"FILE" help:"The private key of the certificate of the client in PEM."`
}

// target returns the host and port of an address, and the configuration of TLS, or nil for none.
// The address is HOST:PORT or a URL such as https://HOST.
func (f clientTLS) target(addr string) (string, *tls.Config, error) {
	use := f != (clientTLS{})
	if u, err := url.Parse(addr); err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") {
		use, addr = use || u.Scheme == "https", u.Host
		if u.Port() == "" {
			addr = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
		}
	}
	if !use {
		return addr, nil, nil
	}
	cfg, err := tlsfiles.Client(f.CAFile, f.CertFile, f.CertKeyFile)
	return addr, cfg, err
}
