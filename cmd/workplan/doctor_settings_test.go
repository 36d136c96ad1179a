package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestMistakesOfTheConfiguration: serve and config check refuse what cannot be meant, and name it.
func TestMistakesOfTheConfiguration(t *testing.T) {
	const address = "postgres://me:hunter2@127.0.0.1:1/x"
	for name, test := range map[string]struct {
		variables map[string]string
		want      string
	}{
		"a client without its provider": {map[string]string{"OIDC_CLIENT_ID": "workplan"},
			"OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ENTRA_TENANT need OIDC_ISSUER"},
		"a tenant without its provider": {map[string]string{"OIDC_ENTRA_TENANT": "x"},
			"OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ENTRA_TENANT need OIDC_ISSUER"},
		"one port twice": {map[string]string{"HTTP_ADDR": ":8080", "GRPC_ADDR": "127.0.0.1:8080"},
			"HTTP_ADDR (:8080) and GRPC_ADDR (127.0.0.1:8080) are the same port"},
		"the port of metrics twice": {map[string]string{"GRPC_ADDR": "127.0.0.1:9091"},
			"GRPC_ADDR (127.0.0.1:9091) and OPS_ADDR (127.0.0.1:9091) are the same port"},
		"a delay of a day": {map[string]string{"SHUTDOWN_DELAY": "24h"}, "--shutdown-delay is not from 0 to 10m0s"},
		"a key of zeros":   {map[string]string{"SECRET_KEY": strings.Repeat("0", 44)}, "SECRET_KEY: a key repeats"},
		"a name without its end": {map[string]string{"TLS_CERT": "x"},
			"TLS_CERT is no variable of Workplan: did you mean TLS_CERT_FILE?"},
		"a wrong name beside the right one": {map[string]string{"DATABASE_URI": "x"},
			"DATABASE_URI is no variable of Workplan: did you mean DATABASE_URL?"},
		"a parameter of the database": {map[string]string{"DATABASE_URL": address + "?sslmod=disable"},
			"DATABASE_URL has the parameter sslmod, which nobody knows: did you mean sslmode?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DATABASE_URL", address)
			for name, value := range test.variables {
				t.Setenv(name, value)
			}
			if r := runCommand(t, "", "config", "check"); !strings.Contains(r.err, test.want) ||
				(r.code == 0) != strings.Contains(r.err, "Warning: "+test.want) || strings.Contains(r.err, "hunter2") {
				t.Errorf("%+v", r)
			}
		})
	}
	t.Run("the copy of a secret that systemd has made", func(t *testing.T) {
		file := mustWrite(t, "")
		t.Setenv("CREDENTIALS_DIRECTORY", filepath.Dir(file))
		for _, wrong := range []string{file, filepath.Join(filepath.Dir(file), "missing")} {
			t.Setenv("DATABASE_URL_FILE", wrong)
			if r := runCommand(t, "", "config", "check"); r.code == 0 ||
				!strings.Contains(r.err, "copy of /etc/workplan/"+filepath.Base(wrong)) {
				t.Errorf("%+v", r)
			}
		}
	})
	t.Run("what is meant is accepted", func(t *testing.T) {
		t.Setenv("DATABASE_URL",
			address+"?sslmode=disable&search_path=plan&statement_timeout=3000&target_session_attrs=any")
		for name, value := range map[string]string{
			"HTTP_ADDR": "127.0.0.1:8080", "GRPC_ADDR": "127.0.0.2:8080", "OPS_ADDR": "", "SHUTDOWN_DELAY": "10m",
			"SECRET_KEY": "0123456789abcdef0123456789abcdef",
		} {
			t.Setenv(name, value)
		}
		mustRun(t, "", "config", "check")
	})
}

// TestSettingsThatOpenTooMuch: they are valid, and the doctor says what follows from them.
func TestSettingsThatOpenTooMuch(t *testing.T) {
	secret := mustWrite(t, "a secret")
	private := []string{"SECRET_KEY_FILE=" + secret}
	if f := (&serveCmd{OpsAddr: "127.0.0.1:9091", CORSOrigins: []string{"https://a.example.com"}}).
		settingsFinding(private, false); f.Status != doctor.OK {
		t.Errorf("%+v", f)
	}
	readable := mustWrite(t, "a secret")
	if err := os.Chmod(readable, 0o644); err != nil {
		t.Fatal(err)
	}
	for want, test := range map[string]struct {
		serve       serveCmd
		environment []string
	}{
		"CORS_ORIGINS is *":   {serveCmd{CORSOrigins: []string{"*"}}, nil},
		"TRUSTED_PROXIES has": {serveCmd{limits: limits{TrustedProxies: []string{"10.0.0.0/8", "0.0.0.0/0"}}}, nil},
		"WEBHOOK_ALLOW_CIDRS has": {serveCmd{webhookFlags: webhookFlags{
			WebhookAllowCIDRs: []netip.Prefix{netip.MustParsePrefix("::/0")},
		}}, nil},
		"OPS_ADDR (:9091) is all addresses": {serveCmd{OpsAddr: ":9091"}, nil},
		"every user of this machine may read the file of SECRET_KEY_FILE": {
			serveCmd{}, []string{"SECRET_KEY_FILE=" + readable},
		},
		"every user of this machine may read the file of TLS_KEY_FILE": {
			serveCmd{}, []string{"TLS_KEY_FILE=" + readable},
		},
	} {
		f := test.serve.settingsFinding(test.environment, false)
		if f.Status != doctor.Warn || !strings.HasPrefix(f.Text, want) || strings.Contains(f.Text, "; ") {
			t.Errorf("want %s: %+v", want, f)
		}
	}
}

// TestTheDoctorTriesOtherServices: as it tries Redis, it tries the identity provider and the collector of traces.
func TestTheDoctorTriesOtherServices(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	t.Setenv("OIDC_CLIENT_ID", "workplan")
	t.Setenv("CONSOLE_URL", "http://127.0.0.1:8080")
	var other *httptest.Server
	other = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/openid-configuration") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"issuer": "`+other.URL+`", "jwks_uri": "`+other.URL+`/keys"}`)
		}
	}))
	defer other.Close()
	for address, want := range map[string]doctor.Status{other.URL: doctor.OK, "http://127.0.0.1:1": doctor.Warn} {
		t.Setenv("OIDC_ISSUER", address)
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
		r, status := examined(t, 0)
		for _, check := range []string{"identity provider", "traces"} {
			if status(check) != want {
				t.Errorf("%s at %s is %s: %+v", check, address, status(check), r.Findings)
			}
		}
	}
}
