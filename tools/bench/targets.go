package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/tools/internal/plot"
)

// target is a goal and what became of it.
type target struct {
	text, figure string
	met          bool
	measured     bool
}

// part is one comparison of a target.
type part struct {
	name     string
	value    float64
	measured bool
	met      bool
}

// atLeast and atMost compare a value with the bound of a target.
func atLeast(name string, value, bound float64, measured bool) part {
	return part{name, value, measured, value >= bound}
}

func atMost(name string, value, bound float64, measured bool) part {
	return part{name, value, measured, value <= bound}
}

// judge makes a target of its parts. It is met if all of them were measured and are met.
func judge(text string, parts ...part) target {
	t := target{text: text, met: true, measured: true}
	var figures []string
	for _, p := range parts {
		figure := "not measured"
		if p.measured {
			figure = plot.Short(p.value)
		}
		if p.name != "" {
			figure = p.name + " " + figure
		}
		figures = append(figures, figure)
		t.met, t.measured = t.met && p.met && p.measured, t.measured && p.measured
	}
	t.figure = strings.Join(figures, ", ")
	return t
}

// targets compares the figures with the goals.
func (f *figures) targets() []target {
	rate := func(scenario, a, b string, clients int) (float64, bool) {
		q, ok := ratio(f.of(scenario, a, clients), f.of(scenario, b, clients), rateOf)
		return q[1], ok
	}
	faster := func(scenario, than string, clients int, bound float64) part {
		value, ok := rate(scenario, nameREST, than, clients)
		return atLeast(than, value, bound, ok)
	}

	cpu, cpuOK := ratio(f.of("list-50", nameREST, manyClients), f.of("list-50", nameBaseline, manyClients), serverOf)
	ofBench, ofBenchOK := rate("list-50", nameREST, nameBench, manyClients)
	ofBaseline, ofBaselineOK := rate("list-50", nameREST, nameBaseline, manyClients)
	large, largeOK := rate("list-200", nameREST, nameBaseline, manyClients)
	grpc50, grpc50OK := rate("list-50", nameGRPC, nameREST, manyClients)
	grpc200, grpc200OK := rate("list-200", nameGRPC, nameREST, manyClients)

	best, at64, at256 := 0.0, f.of("list-50", nameREST, 64), f.of("list-50", nameREST, 256)
	for _, clients := range []int{1, manyClients, 64, 256} {
		best = max(best, f.of("list-50", nameBench, clients).median(rateOf))
	}
	both := at64 != nil && at256 != nil
	rest64, rest256 := at64.median(rateOf), at256.median(rateOf)

	var upserts []part
	for _, bound := range []struct {
		rows  int
		bound float64
	}{{1, 1.6}, {100, 1.3}, {1000, 1.1}, {5000, 1.1}} {
		name := fmt.Sprint("upsert-", bound.rows)
		q, ok := ratio(f.of(name, nameREST, 1), f.of(name, nameRaw, 1), timeOf)
		upserts = append(upserts, atMost(fmt.Sprintf("%d rows", bound.rows), q[1], bound.bound, ok))
	}
	u5000, u1000 := f.of("upsert-5000", nameREST, 1), f.of("upsert-1000", nameREST, 1)
	perRow := u5000.median(timeOf) / 5 / max(1e-9, u1000.median(timeOf))
	upserts = append(upserts, atMost("per row at 5,000 of 1,000", perRow, 1.1, u5000 != nil && u1000 != nil))

	patch, patchOK := rate("patch", nameREST, nameBench, manyClients)

	var growth []part
	for _, name := range []string{"list-50", "list-50-project", "list-50-all"} {
		q, ok := ratio(f.find(name, nameREST, f.largest(), growthClients),
			f.find(name, nameREST, f.Rows[0], growthClients), timeOf)
		growth = append(growth, atMost(name, q[1], 1.3, ok))
	}
	offset, offsetOK := ratio(f.of("offset", nameREST, 1), f.of("offset", nameRaw, 1), timeOf)

	var used memory
	start := 0.0
	if at := slices.IndexFunc(f.Memory, func(m memory) bool { return m.Idle > 0 }); at >= 0 {
		used = f.Memory[at]
	}
	if len(f.Starts) > 0 {
		start = quartiles(len(f.Starts), func(n int) float64 { return f.Starts[n] })[1]
	}
	checks50, checks50OK := f.checks("list-50")
	checks1000, checks1000OK := f.checks("upsert-1000")

	return []target{
		judge("list-50 over REST, 8 connections: at least 0.45 of pgbench with the same statement",
			atLeast("", ofBench, 0.45, ofBenchOK)),
		judge("list-50 over REST, 8 connections: at least 0.95 of the baseline, with at most 1.15 "+
			"times its CPU time in the server",
			atLeast("requests/s", ofBaseline, 0.95, ofBaselineOK), atMost("CPU time", cpu[1], 1.15, cpuOK)),
		judge("list-200 over REST, 8 connections: at least 1.0 of the baseline", atLeast("", large, 1, largeOK)),
		judge("list-50 and list-200, 8 connections: gRPC faster than REST", atLeast("list-50", grpc50, 1, grpc50OK),
			atLeast("list-200", grpc200, 1, grpc200OK)),
		judge("list-50 over REST: 64 connections at least 0.50 of the best of pgbench, 256 at least 0.90 of 64, and "+
			"p99 at most 3 times p50 with 256",
			atLeast("of pgbench", rest64/max(1, best), 0.5, at64 != nil && best > 0),
			atLeast("of 64", rest256/max(1, rest64), 0.9, both),
			atMost("p99/p50", at256.median(func(r round) float64 { return r.P99 / r.P50 }), 3, at256 != nil)),
		judge("upsert over REST, one at a time: 1,000 and 5,000 rows at most 1.10 times the statements alone, 100 "+
			"rows 1.3, 1 row 1.6; a row of 5,000 at most 1.1 times one of 1,000", upserts...),
		judge("PATCH over REST, 8 connections: at least 0.9 of pgbench", atLeast("", patch, 0.9, patchOK)),
		judge("list-50 over REST, 8 connections: at least 2.5 times Gin + GORM, 4 times Fastify "+
			"+ Drizzle, 6 times PocketBase",
			faster("list-50", nameGin, manyClients, 2.5), faster("list-50", nameFastify, manyClients, 4),
			faster("list-50", namePocket, manyClients, 6)),
		judge("1,000 rows written over REST: at least 1.3 times as fast as Gin + GORM, 2.7 "+
			"Fastify + Drizzle, 17 PocketBase",
			faster("upsert-1000", nameGin, 1, 1.3), faster("upsert-1000", nameFastify, 1, 2.7),
			faster("upsert-1000", namePocket, 1, 17)),
		judge("list-50 over REST by user, by project and of all: a hundred times the rows cost at most "+
			"1.3 times the time", growth...),
		judge("a page at a deep offset over REST: at most 1/15 of the time of the plain OFFSET statement",
			atMost("", offset[1], 1.0/15, offsetOK)),
		judge("resident memory at most 30 MiB idle and 90 MiB with 256 connections, and at most 60 ms from exec "+
			"to the first authenticated 200",
			atMost("idle", used.Idle, 30, used.Idle > 0), atMost("256 connections", used.Loaded, 90, used.Loaded > 0),
			atMost("ms", start, 60, start > 0)),
		judge("idempotency, quota, validation, permissions, metrics and log: at most 10 % of the server's CPU time "+
			"in list-50 and 5 % in upsert-1000",
			atMost("list-50 %", checks50, 10, checks50OK), atMost("upsert-1000 %", checks1000, 5, checks1000OK)),
	}
}

// checkPackages do what the last target counts. packageOfMetrics has the log.
var checkPackages = []string{"services/chain/idempotency", "services/chain/quota", "internal/validate",
	"services/chain/permit",
	"services/chain/call", "internal/metrics", packageOfMetrics}

// checks is the share of them in the CPU time of the server.
func (f *figures) checks(scenario string) (percent float64, ok bool) {
	for _, s := range f.Shares {
		if s.Scenario == scenario {
			ok = true
			if slices.Contains(checkPackages, s.Package) {
				percent += s.Percent
			}
		}
	}
	return percent, ok
}
