package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/profile"
)

// costs profiles workplan serve and attributes its CPU time to packages. The checks of a request cannot be switched
// off, so this is how their cost is measured.
func (r *study) costs(ctx context.Context) error {
	r.progress("CPU profiles")
	database := databaseOf(r.opts.Rows)
	launched, err := process.Start(ctx, filepath.Join(r.dir, "profiled.log"),
		[]string{"DATABASE_URL=" + r.cluster.DSN(database), "OPS_ADDR=127.0.0.1:0"}, serve(r.workplan)...)
	if err != nil {
		return err
	}
	defer launched.Kill()
	s := &server{database, launched}
	c := r.contestantOf(s, nameREST, "admin")
	for _, profiled := range []struct {
		name    string
		clients int
	}{{"list-50", manyClients}, {"upsert-1000", 1}} {
		seconds := max(1, int(6*r.opts.Seconds))
		l := load{clients: profiled.clients, time: time.Duration(seconds+1) * time.Second}
		file := filepath.Join(r.dir, profiled.name+".pprof")
		var samples []profile.Sample
		taken := make(chan error, 1)
		go func() {
			time.Sleep(time.Second / 2)
			var err error
			samples, err = profile.Take(ctx, s.Ops, seconds, file)
			taken <- err
		}()
		_, err := r.round(ctx, c, r.scenario(profiled.name), l)
		if err := errors.Join(err, <-taken); err != nil {
			return err
		}
		r.figures.Shares = append(r.figures.Shares, attribute(profiled.name, samples)...)
	}
	return nil
}

const (
	packageOfMetrics = "metrics and log"
	packageOfNetwork = "sockets of clients"
	packageOfRuntime = "Go runtime (garbage collection, scheduler)"
	packageOfServers = "net/http and gRPC"
	modulePrefix     = "github.com/workplan-api/workplan/"
)

// attribute adds up samples. A sample belongs to the innermost package of this module on its stack: the time in lib/pq
// belongs to the resource that reads its rows. Metrics, log and the sockets of clients are apart.
func attribute(scenario string, samples []profile.Sample) (list []share) {
	times, total := map[string]float64{}, 0.0
	for _, s := range samples {
		times[packageOf(s.Stack)] += s.Time.Seconds()
		total += s.Time.Seconds()
	}
	for name, value := range times {
		list = append(list, share{scenario, name, 100 * value / total})
	}
	slices.SortFunc(list, func(a, b share) int {
		if a.Percent != b.Percent {
			return int(1e6 * (b.Percent - a.Percent))
		}
		return strings.Compare(a.Package, b.Package)
	})
	return list
}

// packageOf returns the package of a stack, whose first function is the innermost.
func packageOf(stack []string) string {
	network := false
	for _, function := range stack {
		switch name, ours := strings.CutPrefix(function, modulePrefix); {
		case strings.HasPrefix(function, "log/slog") || strings.HasPrefix(function, "github.com/prometheus/"):
			return packageOfMetrics
		case strings.HasPrefix(function, "net/http.(*conn)") || strings.HasPrefix(function, "net/http.(*response)") ||
			strings.HasPrefix(function, "net/http.checkConnErrorWriter"):
			if network || strings.Contains(function, "checkConnErrorWriter") {
				return packageOfNetwork
			}
			return packageOfServers
		case strings.HasPrefix(function, "google.golang.org/grpc"):
			return packageOfServers
		case ours:
			if network && strings.HasPrefix(name, "internal/connlimit") {
				return packageOfNetwork
			}
			name, _, _ = strings.Cut(name, "[") // the types of a generic function
			name, _, _ = strings.Cut(name, ".(")
			slash := strings.LastIndexByte(name, '/')
			if dot := strings.IndexByte(name[slash+1:], '.'); dot >= 0 {
				name = name[:slash+1+dot]
			}
			return name
		case strings.HasPrefix(function, "net.(*conn)"):
			network = true
		}
	}
	return packageOfRuntime
}
