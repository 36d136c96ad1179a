package quota

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/clientaddr"
)

// Sender is where a call comes from.
type Sender struct {
	// Peer is the address of the connection, with its port.
	Peer string
	// Forwarded are the values of X-Forwarded-For.
	Forwarded []string
}

// SenderOf returns where an HTTP request comes from.
func SenderOf(r *http.Request) Sender {
	return Sender{Peer: r.RemoteAddr, Forwarded: r.Header.Values("X-Forwarded-For")}
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
		if in6 := p.Addr().BitLen() - p.Addr().Unmap().BitLen(); in6 > 0 && p.Bits() >= in6 { // IPv4 in IPv6
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-in6)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

func (p proxies) trust(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(trusted netip.Prefix) bool { return trusted.Contains(a) })
}

// client returns the address that the call comes from: that of the connection, or, if this
// is a trusted proxy, the last one of X-Forwarded-For that is no trusted proxy. The rest of
// X-Forwarded-For may be forged.
func (p proxies) client(s Sender) netip.Addr {
	a, _ := clientaddr.Parse(s.Peer)
	hops := strings.Split(strings.Join(s.Forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && p.trust(a); i-- {
		next, ok := clientaddr.Parse(hops[i])
		if !ok {
			break
		}
		a = next
	}
	return a
}
