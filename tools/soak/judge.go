package main

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// series is what is sampled under a name, and how much of it is a leak.
type series struct {
	name, unit string
	scale      float64 // by which values are divided for people
	bound      bound
	process    bool // it begins anew with each process of the server
}

const mib = 1 << 20

// shortBounds is how many times wider the bounds of a short run are: its hours are 40 s, so its noise in an hour is
// large.
const shortBounds = 10

// seriesOf returns the series of a name. Its bound is so many times as wide as that of a long run.
func seriesOf(name string, times float64) series {
	s := series{name: name, scale: 1, bound: bound{1, 0.02}, process: true}
	kind, _, _ := strings.Cut(name, " ")
	switch kind {
	case "rss", "heap":
		s.process = kind == "heap" // the page says why
		s.unit, s.scale, s.bound = "MiB", mib, bound{2 * mib, 0.03}
	case "goroutines":
		s.bound.units = 2
	case "cpu":
		s.unit, s.bound, s.process = "processors", bound{0.01, 0.02}, false
	case "table", "index", "tables":
		s.unit, s.scale, s.bound, s.process = "MiB", mib, bound{mib / 8, 0.01}, false
	case "dead":
		s.unit, s.bound, s.process = "rows", bound{500, 0.05}, false
	case "wal":
		s.unit, s.scale, s.bound, s.process = "MiB/s", mib, bound{mib / 100, 0.02}, false
	case "p99":
		s.unit, s.bound, s.process = "ms", bound{0.5, 0.03}, false
	case "webhook", "events":
		s.unit, s.bound, s.process = map[bool]string{true: "s", false: "/s"}[name == "webhook lag"], bound{1, 0.05},
			false
	}
	if name == "cpu of the machine" { // others use it too
		s.bound.units = math.Inf(1)
	}
	s.bound = bound{s.bound.units * times, s.bound.share * times}
	return s
}

// crowded is how many processors other processes use if p99 says more about them than about the server. Such samples
// are left out of its trend.
const crowded = 0.5

func (r record) isCrowded() bool {
	return r.Values["cpu of the machine"]-r.Values["cpu of the soak"] > crowded
}

// livesOf returns the samples of a series, a group for each process of the server.
func livesOf(samples []record, name string) (lives [][]point) {
	life := 0
	for _, r := range samples {
		value, ok := r.Values[name]
		if !ok {
			continue
		}
		if life != r.Life || len(lives) == 0 {
			lives, life = append(lives, nil), r.Life
		}
		last := &lives[len(lives)-1]
		*last = append(*last, point{r.Load, value})
	}
	return lives
}

// binsOfHour are the parts of an hour whose median is a point of a trend over the whole time, and within a life.
const binsOfHour, binsOfLife = 10, 12

// overall is the trend over the whole time after the hours to settle.
func overall(lives [][]point, settle float64) trend {
	var all []point
	for _, life := range lives {
		all = append(all, life...)
	}
	return trendOf([][]point{binned(after(all, settle), 1./binsOfHour)})
}

// inLives is the trend within the lives of the processes. The first third of an hour of each is left out.
func inLives(lives [][]point, settle float64) trend {
	var groups [][]point
	for _, life := range lives {
		groups = append(groups, binned(after(life, max(settle, life[0].at+1./3)), 1./binsOfLife))
	}
	return trendOf(groups)
}

// after returns the points from a time on.
func after(points []point, from float64) []point {
	i := slices.IndexFunc(points, func(p point) bool { return p.at >= from })
	if i < 0 {
		return nil
	}
	return points[i:]
}

// judged is a series with its trends.
type judged struct {
	series
	whole, within trend
	median        float64 // after the hours to settle, or of all samples if there are no others
	verdict       string
}

// judge returns the verdicts of all series that were sampled.
func (f *folder) judge() (list []judged) {
	samples, found := f.of(aSample), map[string]bool{}
	for _, r := range samples {
		for name := range r.Values {
			found[name] = true
		}
	}
	times := 1.
	if f.settings.Short {
		times = shortBounds
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		all := livesOf(samples, name)
		lives := all
		if strings.HasPrefix(name, "p99") {
			lives = livesOf(slices.DeleteFunc(slices.Clone(samples), record.isCrowded), name)
		}
		j := judged{series: seriesOf(name, times), whole: overall(lives, f.settings.Settle)}
		j.verdict, j.median = j.whole.verdict(j.bound), j.whole.level
		if j.whole.n == 0 {
			j.median = trendOf(all).level
		}
		if j.process && !f.settings.Short {
			j.within = inLives(lives, f.settings.Settle)
			if j.within.verdict(j.bound) == grows {
				j.verdict = grows
			}
		}
		list = append(list, j)
	}
	return list
}
