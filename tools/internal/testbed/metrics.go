package testbed

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/test/process"
)

// Metrics reads the metrics of a server that has an OPS_ADDR. Those with labels are added up.
func Metrics(ctx context.Context, s *process.Server) (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Ops+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	sums, lines := map[string]float64{}, bufio.NewScanner(resp.Body)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndexByte(line, ' ')
		value, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no metric: %w", line, err)
		}
		name, _, _ := strings.Cut(line[:at], "{")
		sums[name] += value
	}
	return sums, lines.Err()
}
