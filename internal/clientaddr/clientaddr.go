// Package clientaddr reads the addresses of clients.
package clientaddr

import (
	"net/netip"
	"strings"
)

// Parse parses an IP address with or without a port. It returns false if there is none, as
// on a Unix socket.
func Parse(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	a, err := netip.ParseAddr(text)
	if err != nil {
		var ap netip.AddrPort
		ap, err = netip.ParseAddrPort(text)
		a = ap.Addr()
	}
	return a.Unmap().WithZone(""), err == nil
}

// ipv6Network is how many bits of an IPv6 address are its network.
const ipv6Network = 64

// Range returns what one client usually has of the address space: an IPv4 address, or the
// network of 64 bits of an IPv6 address. It is the zero Prefix of the zero Addr.
func Range(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = ipv6Network
	}
	p, _ := a.Prefix(bits)
	return p
}
