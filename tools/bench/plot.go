package main

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// plot is a chart as an SVG without scripts. It follows the light or dark scheme of the reader.
type plot struct {
	title, x, y string
	logX, logY  bool // logarithmic axes, else they begin at 0
	series      []series
}

// series is a line of a plot.
type series struct {
	name   string
	points [][2]float64
}

// bar is a bar of a chart of bars.
type bar struct {
	name, note string
	value      float64
}

const (
	plotWidth, plotHeight = 760, 400
	plotLeft, plotRight   = 70, 190
	plotTop, plotBottom   = 50, 50
)

const plotStyle = `<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px } .note { fill: #59636e }
rect.back { fill: #ffffff } line.grid { stroke: #d1d9e0 } polyline { fill: none; stroke-width: 2 }
.c0 { stroke: #0969da } .c1 { stroke: #bc4c00 } .c2 { stroke: #1a7f37 } .c3 { stroke: #8250df } ` +
	`.c4 { stroke: #bf3989 } .c5 { stroke: #9a6700 } .c6 { stroke: #59636e } .c7 { stroke: #0a7d91 }
circle, rect.bar { stroke-width: 0 } .f0 { fill: #0969da } .f1 { fill: #bc4c00 } .f2 { fill: #1a7f37 } ` +
	`.f3 { fill: #8250df } .f4 { fill: #bf3989 } .f5 { fill: #9a6700 } .f6 { fill: #59636e } .f7 { fill: #0a7d91 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .note { fill: #9198a1 } rect.back { fill: #0d1117 } line.grid { stroke: #3d444d }
.c0 { stroke: #4493f8 } .c1 { stroke: #f0883e } .c2 { stroke: #3fb950 } .c3 { stroke: #ab7df8 } ` +
	`.c4 { stroke: #db61a2 } .c5 { stroke: #d29922 } .c6 { stroke: #9198a1 } .c7 { stroke: #39c5cf }
.f0 { fill: #4493f8 } .f1 { fill: #f0883e } .f2 { fill: #3fb950 } .f3 { fill: #ab7df8 } .f4 { fill: #db61a2 } ` +
	`.f5 { fill: #d29922 } .f6 { fill: #9198a1 } .f7 { fill: #39c5cf }
}
</style>
`

const plotColors = 8

// color is the color of a contestant, the same in all plots.
func color(name string) int { return (slices.Index(contestantNames, name) + plotColors) % plotColors }

func openSVG(b *strings.Builder, title string, height int) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n",
		plotWidth, height, html.EscapeString(title))
	b.WriteString(plotStyle)
	fmt.Fprintf(b, `<rect class="back" width="%d" height="%d"/>`+"\n", plotWidth, height)
	text(b, plotLeft, 28, "start", "title", title)
}

func text(b *strings.Builder, x, y float64, anchor, class, s string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" class="%s">%s</text>`+"\n", x, y,
		anchor, class, html.EscapeString(s))
}

// axis maps values to a scale from 0 to 1.
type axis struct {
	low, high float64
	log       bool
	ticks     []float64
}

func newAxis(log bool, values []float64) axis {
	low, high := slices.Min(values), slices.Max(values)
	a := axis{high: high, log: log}
	if log {
		a.low, a.high = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
		if a.high == a.low {
			a.high *= 10
		}
		for tick := a.low; tick <= a.high*1.0001; tick *= 10 {
			a.ticks = append(a.ticks, tick)
		}
		return a
	}
	step := math.Pow(10, math.Floor(math.Log10(high)))
	for _, part := range []float64{5, 2, 1} {
		if high/step < 4 {
			step /= 10
			step *= part
			break
		}
	}
	if high/step > 10 {
		step *= 2
	}
	a.high = math.Ceil(high/step) * step
	for i := 0; float64(i)*step <= a.high*1.0001; i++ {
		a.ticks = append(a.ticks, float64(i)*step)
	}
	return a
}

func (a axis) at(value float64) float64 {
	if a.log {
		return (math.Log10(value) - math.Log10(a.low)) / (math.Log10(a.high) - math.Log10(a.low))
	}
	return (value - a.low) / (a.high - a.low)
}

// svg draws lines. It is empty if there are no points.
func (p plot) svg() string {
	var xs, ys []float64
	for _, s := range p.series {
		for _, point := range s.points {
			xs, ys = append(xs, point[0]), append(ys, point[1])
		}
	}
	if len(xs) == 0 {
		return ""
	}
	x, y := newAxis(p.logX, xs), newAxis(p.logY, ys)
	const right, bottom = plotWidth - plotRight, plotHeight - plotBottom
	toX := func(v float64) float64 { return plotLeft + x.at(v)*(right-plotLeft) }
	toY := func(v float64) float64 { return bottom - y.at(v)*(bottom-plotTop) }
	var b strings.Builder
	openSVG(&b, p.title, plotHeight)
	for _, tick := range y.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>`+"\n",
			plotLeft, toY(tick), right, toY(tick))
		text(&b, plotLeft-8, toY(tick)+4, "end", "note", short(tick))
	}
	for _, tick := range x.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`+"\n",
			toX(tick), plotTop, toX(tick), bottom)
		text(&b, toX(tick), bottom+18, "middle", "note", short(tick))
	}
	text(&b, (plotLeft+right)/2, plotHeight-10, "middle", "", p.x)
	fmt.Fprintf(&b, `<text x="16" y="%d" text-anchor="middle" transform="rotate(-90 16 %d)">%s</text>`+"\n",
		(plotTop+bottom)/2, (plotTop+bottom)/2, html.EscapeString(p.y))
	for i, s := range p.series {
		at := color(s.name)
		var points []string
		for _, point := range s.points {
			points = append(points, fmt.Sprintf("%.1f,%.1f", toX(point[0]), toY(point[1])))
			fmt.Fprintf(&b, `<circle class="f%d" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", at, toX(point[0]), toY(point[1]))
		}
		fmt.Fprintf(&b, `<polyline class="c%d" points="%s"/>`+"\n", at, strings.Join(points, " "))
		fmt.Fprintf(&b, `<rect class="bar f%d" x="%d" y="%d" width="12" height="12"/>`+"\n", at, right+16, plotTop+22*i)
		text(&b, right+34, float64(plotTop+22*i+11), "start", "", s.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// barsSVG draws bars of one quantity, named x. It is empty without bars.
func barsSVG(title, x string, bars []bar) string {
	if len(bars) == 0 {
		return ""
	}
	const left, row = 190, 34
	const right = plotWidth - 150
	bottom := plotTop + row*len(bars)
	var values []float64
	for _, bar := range bars {
		values = append(values, bar.value)
	}
	scale := newAxis(false, values)
	toX := func(v float64) float64 { return left + scale.at(v)*(right-left) }
	var b strings.Builder
	openSVG(&b, title, bottom+50)
	for _, tick := range scale.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`+"\n",
			toX(tick), plotTop, toX(tick), bottom)
		text(&b, toX(tick), float64(bottom+18), "middle", "note", short(tick))
	}
	for i, bar := range bars {
		y := float64(plotTop + row*i)
		fmt.Fprintf(&b, `<rect class="bar f%d" x="%d" y="%.1f" width="%.1f" height="%d"/>`+"\n", color(bar.name), left,
			y+6, toX(bar.value)-left, row-12)
		text(&b, left-10, y+row/2+5, "end", "", bar.name)
		text(&b, toX(bar.value)+8, y+row/2+5, "start", "note", bar.note)
	}
	text(&b, (left+right)/2, float64(bottom+40), "middle", "", x)
	b.WriteString("</svg>\n")
	return b.String()
}

// short writes a number with three digits and thousands separators.
func short(v float64) string {
	if v == 0 {
		return "0"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	if math.Abs(v) >= 100 {
		scale := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
		v = math.Round(v/scale) * scale
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	whole, fraction, dotted := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if dotted {
		return whole + "." + fraction
	}
	return whole
}
