package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"
)

type healthCmd struct {
	HTTPAddr    string        `name:"http-addr" env:"HTTP_ADDR" default:":8080" help:"The address of REST, as serve has it. Without a host it is this machine."`
	TLSCertFile string        `name:"tls-cert-file" env:"TLS_CERT_FILE" placeholder:"FILE" help:"The certificate of the server, as serve has it. If it is set, the server is asked over TLS."`
	Live        bool          `help:"Ask only whether the process runs, for a liveness probe: it does not depend on the database."`
	Timeout     time.Duration `default:"3s" help:"How long the server may take."`
}

// Help is the rest of the help text.
func (healthCmd) Help() string {
	return `It reads the variables of serve and asks /readyz, or /healthz with --live. The exit code is 0 if the
server is ready, and 1 if it is not ready or cannot be reached; the reason is printed. It needs neither a key nor a
certificate of a client. It does not verify the certificate of the server, which has the public name of the server and
not that of this machine. It sends no secrets.

Examples:

    workplan health
    workplan health --live --timeout 1s`
}

// Run asks the server.
func (c *healthCmd) Run(ctx context.Context, std streams) error {
	if c.Timeout <= 0 {
		return errors.New("--timeout must be positive")
	}
	addr, err := localAddr(c.HTTPAddr)
	if err != nil {
		return err
	}
	scheme, path := "http", "/readyz"
	if c.TLSCertFile != "" {
		scheme = "https"
	}
	if c.Live {
		path = "/healthz"
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	defer std.meanwhile("Waiting for %s …", addr)()
	status, code, err := askStatus(ctx, scheme+"://"+addr+path)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s did not respond within %s", addr, c.Timeout)
	case err != nil:
		return fmt.Errorf("cannot ask %s: %w: does the server run there?", addr, err)
	case code == http.StatusBadRequest && scheme == "http":
		return fmt.Errorf("%s responds with status 400: if the server speaks TLS, set TLS_CERT_FILE as for serve", addr)
	case code != http.StatusOK:
		return fmt.Errorf("not ready: %s", status)
	}
	_, err = fmt.Fprintln(std.out, status)
	return err
}

// askStatus returns the status in the response of /readyz or /healthz, and the code of the
// response.
func askStatus(ctx context.Context, url string) (status string, code int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", 0, err
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} // see Help
	defer transport.CloseIdleConnections()
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return "", 0, err
	}
	defer resp.Body.Close()
	var body struct{ Status string }
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&body); err != nil || body.Status == "" {
		return resp.Status, resp.StatusCode, nil
	}
	return body.Status, resp.StatusCode, nil
}

// localAddr returns the address at which a program on this machine reaches a server that listens
// at addr.
func localAddr(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("HTTP_ADDR: %w: write it as HOST:PORT or :PORT", err)
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.Is6() {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port), nil
}
