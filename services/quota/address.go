package quota

import (
	"fmt"
	"net/netip"
	"strings"
)

// Sender is where a call comes from.
type Sender struct {
	// Peer is the address of the connection, with its port.
	Peer string
	// Forwarded are the values of X-Forwarded-For.
	Forwarded []string
}

// addressRange is what one client has of the address space: an IPv4 address, or the 64 bits
// of an IPv6 network. It is the zero Prefix if the address is unknown, as on a Unix socket.
type addressRange = netip.Prefix

const ipv6Network = 64

func rangeOf(a netip.Addr) addressRange {
	bits := a.BitLen()
	if a.Is6() {
		bits = ipv6Network
	}
	p, _ := a.Prefix(bits)
	return p
}

// proxies are the trusted proxies.
type proxies []netip.Prefix

func parseProxies(texts []string) (proxies, error) {
	var out proxies
	for _, text := range texts {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("the trusted proxy %q must be an address or a range, such as 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a.Unmap().WithZone(""), a.Unmap().BitLen())
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

func (p proxies) trust(a netip.Addr) bool {
	for _, trusted := range p {
		if trusted.Contains(a) {
			return true
		}
	}
	return false
}

// client returns the address that the call comes from: that of the connection, or, if this
// is a trusted proxy, the last one of X-Forwarded-For that is no trusted proxy. The rest of
// X-Forwarded-For may be forged.
func (p proxies) client(s Sender) netip.Addr {
	a, _ := parseAddress(s.Peer)
	hops := strings.Split(strings.Join(s.Forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && p.trust(a); i-- {
		next, ok := parseAddress(hops[i])
		if !ok {
			break
		}
		a = next
	}
	return a
}

// parseAddress parses an address with or without a port.
func parseAddress(s string) (netip.Addr, bool) {
	s = strings.TrimSpace(s)
	a, err := netip.ParseAddr(s)
	if err != nil {
		var ap netip.AddrPort
		ap, err = netip.ParseAddrPort(s)
		a = ap.Addr()
	}
	return a.Unmap().WithZone(""), err == nil
}
