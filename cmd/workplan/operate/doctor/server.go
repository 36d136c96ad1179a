package doctor

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/internal/metrics"
)

// Proxies asks the server of this machine, at its OPS_ADDR, whether it ignores the X-Forwarded-For of a proxy.
func Proxies(ctx context.Context, opsAddr string) Finding {
	f := Finding{Check: "proxies", Status: OK}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	ignored, err := read(ctx, opsAddr, metrics.ForwardedIgnored)
	switch {
	case err != nil:
		f.Text = fmt.Sprintf("unknown: no server with metrics responds at OPS_ADDR (%s)", opsAddr)
	case ignored > 0:
		f.Status = Warn
		f.Text = fmt.Sprintf("keys with X-Forwarded-For that the server ignored: %.0f. Its sender is not in "+
			"TRUSTED_PROXIES: if that is a proxy of yours, name it there, else wrong keys of one client count for "+
			"all clients behind it. A warning in the log has its address",
			ignored)
	default:
		f.Text = "the server has not ignored X-Forwarded-For"
	}
	return f
}

// read returns the value of a metric without labels of the server at an address.
func read(ctx context.Context, addr string, metric *metrics.Metric) (float64, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet,
		"http://"+net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), metric.Name+" "); ok {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, cmp.Or(lines.Err(), fmt.Errorf("it has no metric %s", metric.Name))
}
