package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"

	"github.com/lib/pq"
)

// hostOf returns the host and the port of an address with one host, or the folder of its socket.
func hostOf(cfg pq.Config) string {
	host := cfg.Host
	if host == "" && cfg.Hostaddr.IsValid() {
		host = cfg.Hostaddr.String()
	}
	if strings.HasPrefix(host, "/") {
		return host
	}
	return net.JoinHostPort(host, strconv.Itoa(int(cfg.Port)))
}

// hosts returns an address for each host of cfg.
func hosts(cfg pq.Config) (all []pq.Config) {
	one := cfg
	one.Multi, one.TargetSessionAttrs = nil, ""
	all = append(all, one)
	for _, m := range cfg.Multi {
		one.Host, one.Hostaddr, one.Port = m.Host, m.Hostaddr, m.Port
		all = append(all, one)
	}
	return all
}

// HostNames returns the hosts of an address, each with its port.
func HostNames(cfg pq.Config) (names []string) {
	for _, host := range hosts(cfg) {
		names = append(names, hostOf(host))
	}
	return names
}

// surveyed is a host that has said which server it is.
type surveyed struct {
	host string
	server
}

// FindPrimary asks all hosts of an address, and returns the one that is the primary. It is for commands, which have
// seen no server before that a [Primary] could compare. It returns ErrNotPrimary if two hosts are primaries, or if a
// standby has a later timeline than the primary: pools would use the first primary of the address, which may be an old
// one. A host that cannot be asked counts for nothing. If there is one host only, it is not asked. If none is a
// primary, the result is "".
func FindPrimary(ctx context.Context, dsn string, opts Options) (host string, err error) {
	cfg, err := ParseAddress(dsn)
	if err != nil {
		return "", fmt.Errorf("database address: %w", err)
	}
	all := hosts(cfg)
	if len(all) == 1 {
		return hostOf(cfg), nil
	}
	found := make([]*surveyed, len(all))
	var asking sync.WaitGroup
	for i, one := range all {
		asking.Go(func() { found[i] = survey(ctx, one, opts) })
	}
	asking.Wait()
	var primary *surveyed
	for _, s := range found {
		switch {
		case s == nil || s.standby:
		case primary == nil:
			primary = s
		case s.started != primary.started:
			return "", fmt.Errorf("%w: %s (timeline %d) and %s (timeline %d) are both primaries. Stop the old one, which "+
				"has the lower timeline, or leave it out of the address", ErrNotPrimary,
				primary.host, primary.timeline, s.host, s.timeline)
		}
	}
	if primary == nil {
		return "", nil
	}
	for _, s := range found {
		if s != nil && s.system == primary.system && s.timeline > primary.timeline && primary.timeline > 0 {
			return "", fmt.Errorf("%w: %s has timeline %d, and its standby %s has timeline %d, so another server has become "+
				"the primary. Stop the old one, or leave it out of the address", ErrNotPrimary,
				primary.host, primary.timeline, s.host, s.timeline)
		}
	}
	return primary.host, nil
}

// survey asks one host, and returns nil if it does not respond. Here, a standby has a timeline.
func survey(ctx context.Context, cfg pq.Config, opts Options) *surveyed {
	opts.MaxConns, opts.Primary = 1, nil
	db, err := open(cfg, opts)
	if err != nil {
		return nil
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil
	}
	defer conn.Close()
	s := surveyed{host: hostOf(cfg)}
	err = conn.Raw(func(dc any) error {
		own := unwrap(dc)
		if own == nil {
			return errors.New("postgres: a connection that is not of this package")
		}
		if s.server, err = own.readServer(ctx); err != nil || !s.standby || s.system == "" {
			return err
		}
		row, err := own.readRow(ctx, "SELECT timeline_id::text FROM pg_control_checkpoint()", 1)
		if err == nil {
			s.timeline, err = strconv.ParseInt(text(row[0]), 10, 64)
		}
		return err
	})
	if err != nil {
		return nil
	}
	return &s
}

// IsNoPrimary reports whether no connection can be made because the hosts of an address that can be reached are
// standbys.
func IsNoPrimary(err error) bool {
	return errors.As(err, new(*connectError)) && Code(err) == "" && strings.Contains(err.Error(), "hot standby mode")
}

// IsRefused reports whether no connection can be made because PostgreSQL refuses it: the role, its password or the
// database is wrong, or the role has no access.
func IsRefused(err error) bool {
	if !errors.As(err, new(*connectError)) {
		return false
	}
	code := Code(err)
	return strings.HasPrefix(code, invalidAuthorization) || code == noDatabase || code == insufficientPrivilege
}
