package main

import (
	"math"
	"slices"
)

// point is a value of a series. The time is in hours of load since the beginning, without the time between pieces.
type point struct{ at, value float64 }

// trend is what a series does.
type trend struct {
	slope float64 // in units of the series per hour
	level float64 // the median
	z     float64 // how far the order of the values is from chance, in standard deviations
	n     int     // points
}

// trendOf fits a line by Theil and Sen: its slope is the median of the slopes between all pairs of points, so a third
// of the points may be far off. z is that of the test of Mann and Kendall. Only points of the same group make a pair:
// if each group is the life of one process, then a restart is no change.
func trendOf(groups [][]point) trend {
	var slopes, values []float64
	var order, variance float64
	for _, group := range groups {
		for i, b := range group {
			values = append(values, b.value)
			for _, a := range group[:i] {
				if b.at > a.at {
					slopes = append(slopes, (b.value-a.value)/(b.at-a.at))
					order += sign(b.value - a.value)
				}
			}
		}
		variance += varianceOf(group)
	}
	if len(slopes) == 0 {
		return trend{n: len(values)}
	}
	t := trend{slope: median(slopes), level: median(values), n: len(values)}
	if variance > 0 {
		t.z = (order - sign(order)) / math.Sqrt(variance)
	}
	return t
}

// varianceOf is the variance of the sum of the signs of all differences if the order is chance. Equal values lessen it.
func varianceOf(group []point) float64 {
	of := func(n float64) float64 { return n * (n - 1) * (2*n + 5) / 18 }
	counts := map[float64]float64{}
	for _, p := range group {
		counts[p.value]++
	}
	sum := of(float64(len(group)))
	for _, n := range counts {
		sum -= of(n)
	}
	return sum
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// binned returns the medians of the values in equal parts of the time, each of width hours. Neighbours of a series of
// samples are alike, and the test of Mann and Kendall takes points for independent ones.
func binned(points []point, width float64) (bins []point) {
	for first := 0; first < len(points); {
		begin := math.Floor(points[first].at / width)
		end := first
		var values []float64
		for ; end < len(points) && math.Floor(points[end].at/width) == begin; end++ {
			values = append(values, points[end].value)
		}
		bins = append(bins, point{(begin + 0.5) * width, median(values)})
		first = end
	}
	return bins
}

// bound is the slope that a series may have: a number of units per hour, or a share of its level, whichever is more.
type bound struct{ units, share float64 }

func (b bound) of(level float64) float64 { return max(b.units, b.share*math.Abs(level)) }

const (
	// beyondNoise is how many standard deviations make a trend. One of 740 series without a trend has so many by
	// chance.
	beyondNoise = 3
	// fewest is how many points a verdict needs.
	fewest = 8
)

// The verdicts.
const (
	grows   = "**grows**"
	steady  = "steady"
	unknown = "not known: too few samples"
)

// verdict reports whether a series grows: faster than its bound, and beyond noise.
func (t trend) verdict(b bound) string {
	switch {
	case t.n < fewest:
		return unknown
	case t.slope > b.of(t.level) && t.z > beyondNoise:
		return grows
	}
	return steady
}
