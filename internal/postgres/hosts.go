package postgres

import (
	"net"
	"net/url"
	"strings"

	"github.com/lib/pq"
)

// defaultPort is that of a host without a port, as for libpq.
const defaultPort = "5432"

// Hosts returns a URL of libpq with several hosts, postgres://user@h1:5432,h2:5432/name, in the form that lib/pq reads:
// postgres://user@/name?host=h1,h2&port=5432,5432. Other addresses stay as they are.
func Hosts(dsn string) string {
	scheme, rest, ok := strings.Cut(dsn, "://")
	if !ok || strings.ContainsAny(scheme, "= ") || strings.Contains(rest, "#") {
		return dsn
	}
	authority, end := rest, ""
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		authority, end = rest[:i], rest[i:]
	}
	at := strings.LastIndex(authority, "@") + 1
	user, list := authority[:at], authority[at:]
	if !strings.Contains(list, ",") {
		return dsn
	}
	var hosts, ports []string
	named := false // a port
	for _, h := range strings.Split(list, ",") {
		host, port, err := net.SplitHostPort(h)
		if err != nil {
			host, port = strings.Trim(h, "[]"), defaultPort
		} else {
			named = true
		}
		hosts, ports = append(hosts, host), append(ports, port)
	}
	parameters := "host=" + url.QueryEscape(strings.Join(hosts, ","))
	if named {
		parameters += "&port=" + url.QueryEscape(strings.Join(ports, ","))
	}
	switch path, query, asked := strings.Cut(end, "?"); {
	case asked && query != "":
		return scheme + "://" + user + path + "?" + parameters + "&" + query
	default:
		return scheme + "://" + user + path + "?" + parameters
	}
}

// ParseAddress parses the address of a database: a URL, also with several hosts, or key=value pairs. Of several hosts,
// the one that is no standby is used, unless the address has target_session_attrs.
func ParseAddress(dsn string) (pq.Config, error) {
	cfg, err := pq.NewConfig(Hosts(dsn))
	if err == nil && len(cfg.Multi) > 0 && cfg.TargetSessionAttrs == "" {
		cfg.TargetSessionAttrs = pq.TargetSessionAttrsPrimary
	}
	return cfg, err
}
