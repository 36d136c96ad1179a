package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
)

// settingsFinding is about settings that are valid and open more than most installations want. The files and ports of a
// container are not those of the machine.
func (c *serveCmd) settingsFinding(environment []string, inContainer bool) doctor.Finding {
	var open []string
	if slices.Contains(c.CORSOrigins, "*") {
		open = append(open,
			"CORS_ORIGINS is *: pages of every origin may call the API with a key that they know: name "+
				"the origins of yours")
	}
	everybody := func(text string) bool {
		prefix, err := netip.ParsePrefix(text)
		return err == nil && prefix.Bits() == 0
	}
	if slices.ContainsFunc(c.TrustedProxies, everybody) {
		open = append(open, "TRUSTED_PROXIES has all addresses: anybody can give a wrong address with "+
			"X-Forwarded-For, and so try keys without a limit: name your proxies")
	}
	if slices.ContainsFunc(c.WebhookAllowCIDRs, func(p netip.Prefix) bool { return p.Bits() == 0 }) {
		open = append(open, "WEBHOOK_ALLOW_CIDRS has all addresses: an admin of an organization can make the server "+
			"send requests into your network: name the networks of receivers")
	}
	if addr, err := net.ResolveTCPAddr("tcp", c.OpsAddr); c.OpsAddr != "" && err == nil && isAny(addr.IP) &&
		!inContainer {
		open = append(open,
			fmt.Sprintf("OPS_ADDR (%s) is all addresses of this machine, and needs no key: choose one that "+
				"only operators reach", c.OpsAddr))
	}
	for _, variable := range environment {
		name, file, _ := strings.Cut(variable, "=")
		if !slices.Contains(secretFiles(), name) || file == "" || inContainer {
			continue
		}
		if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o004 != 0 {
			open = append(open,
				fmt.Sprintf("every user of this machine may read the file of %s: chmod o-r %s", name, file))
		}
	}
	if len(open) > 0 {
		return doctor.Finding{Check: "settings", Status: doctor.Warn, Text: strings.Join(open, "; ")}
	}
	return doctor.Finding{Check: "settings", Status: doctor.OK, Text: "none opens more than it must"}
}

// secretFiles are the variables with the names of files that only the server may read.
func secretFiles() []string {
	names := []string{"TLS_KEY_FILE"}
	for _, flag := range serveOf(newParser(&cli{}, "").Model).Flags {
		if isSecret(flag) {
			names = append(names, flag.Envs[0]+"_FILE")
		}
	}
	return names
}

// inContainer reports whether the process has a container of its own.
func inContainer() bool {
	for _, file := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(file); err == nil {
			return true
		}
	}
	return os.Getenv("KUBERNETES_SERVICE_HOST") != ""
}
