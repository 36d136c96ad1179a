package postgres_test

import (
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

func TestAddressesWithSeveralHosts(t *testing.T) {
	for _, test := range []struct{ dsn, hosts string }{
		{"postgres://me:pw@h1:5432,h2:5433/db?sslmode=disable", "h1:5432 h2:5433"},
		{"postgres://me:pw@h1:5433,h2/db", "h1:5433 h2:5432"},
		{"postgres://me:pw@h1,h2/db?port=6432", "h1:6432 h2:6432"},
		{"postgres://me:pw@h1,h2/db?port=5432,6543", "h1:5432 h2:6543"},
		{"postgresql://h1:1,h2:2,h3:3/db", "h1:1 h2:2 h3:3"},
		{"postgres://me:a%2Cb%40c@[::1]:5432,[::2]:5433/db", "[::1]:5432 [::2]:5433"},
		{"postgres://me:pw@h1:5432,h2:5433", "h1:5432 h2:5433"},
		{"host=h1,h2 port=5432,5433 user=me dbname=db", "h1:5432 h2:5433"},
		{"postgres://me:p,w@h1:5432/db", "h1:5432"},
		{"postgres://me:pw@/db?host=h1", "h1:5432"},
	} {
		cfg, err := postgres.ParseAddress(test.dsn)
		if err != nil {
			t.Errorf("%s: %v", test.dsn, err)
			continue
		}
		hosts := []string{net.JoinHostPort(cfg.Host, port(cfg.Port))}
		for _, m := range cfg.Multi {
			hosts = append(hosts, net.JoinHostPort(m.Host, port(m.Port)))
		}
		if got := strings.Join(hosts, " "); got != test.hosts {
			t.Errorf("%s: %s, want %s", test.dsn, got, test.hosts)
		}
		if (cfg.TargetSessionAttrs == pq.TargetSessionAttrsPrimary) != (len(cfg.Multi) > 0) {
			t.Errorf("%s: target_session_attrs %q", test.dsn, cfg.TargetSessionAttrs)
		}
		if strings.Contains(test.dsn, "a%2Cb") && cfg.Password != "a,b@c" {
			t.Errorf("%s: the password is %q", test.dsn, cfg.Password)
		}
	}
}

func port(p uint16) string { return strconv.Itoa(int(p)) }
