package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// day makes 21 hours of samples, one each 30 s, in lives of an hour.
func day(value func(hours, age float64, random *rand.Rand) float64) (lives [][]point) {
	random := rand.New(rand.NewPCG(1, 2))
	for hour := range 21 {
		var life []point
		for sample := range 120 {
			age := float64(sample) / 120
			life = append(life, point{3 + float64(hour) + age, value(float64(hour)+age, age, random)})
		}
		lives = append(lives, life)
	}
	return lives
}

// TestVerdicts judges synthetic series as those of a run: over the whole time, and within the lives of the server.
func TestVerdicts(t *testing.T) {
	const mib = 1 << 20
	memory := seriesOf("rss", 1).bound
	for _, test := range []struct {
		name          string
		value         func(hours, age float64, random *rand.Rand) float64
		whole, within string
	}{
		{"flat", func(_, _ float64, _ *rand.Rand) float64 { return 100 * mib }, steady, steady},
		{"flat with noise", func(_, _ float64, r *rand.Rand) float64 { return (100 + 10*r.NormFloat64()) * mib },
			steady, steady},
		{"flat with bursts", func(_, _ float64, r *rand.Rand) float64 {
			if r.IntN(10) == 0 {
				return 400 * mib
			}
			return (100 + r.NormFloat64()) * mib
		}, steady, steady},
		{"a saw-tooth of six minutes", func(hours, _ float64, r *rand.Rand) float64 {
			return (100 + 20*math.Mod(10*hours, 1) + r.NormFloat64()) * mib
		}, steady, steady},
		{"it warms up after each restart", func(_, age float64, r *rand.Rand) float64 {
			return (100 - 60*math.Exp(-20*age) + r.NormFloat64()) * mib
		}, steady, steady},
		{"a slow leak in noise", func(hours, _ float64, r *rand.Rand) float64 {
			return (100 + 8*hours + 5*r.NormFloat64()) * mib
		}, grows, grows},
		{"a leak that a restart ends", func(_, age float64, r *rand.Rand) float64 {
			return (100 + 12*age + 2*r.NormFloat64()) * mib
		}, steady, grows},
		{"a leak below the bound", func(hours, _ float64, r *rand.Rand) float64 {
			return (100 + 0.5*hours + r.NormFloat64()) * mib
		}, steady, steady},
		{"it shrinks", func(hours, _ float64, r *rand.Rand) float64 { return (400 - 9*hours + r.NormFloat64()) * mib },
			steady, steady},
	} {
		t.Run(test.name, func(t *testing.T) {
			lives := day(test.value)
			whole, within := overall(lives, 3), inLives(lives, 3)
			if got := whole.verdict(memory); got != test.whole {
				t.Errorf("over the whole time it is %s: %+v", got, whole)
			}
			if got := within.verdict(memory); got != test.within {
				t.Errorf("within the lives it is %s: %+v", got, within)
			}
		})
	}
}

func TestTrend(t *testing.T) {
	line := [][]point{{{0, 1}, {1, 3}, {2, 5}, {3, 700}, {4, 9}, {5, 11}}, {{6, 0}, {7, 2}}}
	if got := trendOf(line); got.slope != 2 || got.n != 8 {
		t.Errorf("a line with a value that is far off: %+v", got)
	}
	if got := trendOf([][]point{{{1, 1}}}); got.verdict(bound{}) != unknown {
		t.Errorf("one point: %+v", got)
	}
	if got := trendOf([][]point{{{0, 5}, {1, 5}, {2, 5}}}); got.slope != 0 || got.z != 0 {
		t.Errorf("equal values: %+v", got)
	}
	bins := []point{{0.5, 2}, {1.5, 4}}
	if got := binned([]point{{0, 1}, {0.1, 9}, {0.2, 2}, {1.7, 4}}, 1); !slices.Equal(got, bins) {
		t.Errorf("bins: %v", got)
	}
}
