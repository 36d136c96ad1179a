// Package plot draws charts as SVG without scripts.
package plot

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plot is a chart of lines. It follows the light or dark scheme of the reader.
type Plot struct {
	Title, X, Y string // of the chart and of its axes
	LogX, LogY  bool   // logarithmic axes, else they begin at 0
	Series      []Series
}

// Series is a line of a plot, in one of the Colors.
type Series struct {
	Name   string
	Color  int
	Points [][2]float64
	NoDots bool // only the line, for many points
}

// Bar is a bar of a chart of bars, in one of the Colors.
type Bar struct {
	Name, Note string
	Value      float64
	Color      int
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

// Colors is how many colors there are. They are numbered from 0.
const Colors = 8

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

// SVG draws the lines. It is empty if there are no points.
func (p Plot) SVG() string {
	var xs, ys []float64
	for _, s := range p.Series {
		for _, point := range s.Points {
			xs, ys = append(xs, point[0]), append(ys, point[1])
		}
	}
	if len(xs) == 0 {
		return ""
	}
	x, y := newAxis(p.LogX, xs), newAxis(p.LogY, ys)
	const right, bottom = plotWidth - plotRight, plotHeight - plotBottom
	toX := func(v float64) float64 { return plotLeft + x.at(v)*(right-plotLeft) }
	toY := func(v float64) float64 { return bottom - y.at(v)*(bottom-plotTop) }
	var b strings.Builder
	openSVG(&b, p.Title, plotHeight)
	for _, tick := range y.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>`+"\n",
			plotLeft, toY(tick), right, toY(tick))
		text(&b, plotLeft-8, toY(tick)+4, "end", "note", Short(tick))
	}
	for _, tick := range x.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`+"\n",
			toX(tick), plotTop, toX(tick), bottom)
		text(&b, toX(tick), bottom+18, "middle", "note", Short(tick))
	}
	text(&b, (plotLeft+right)/2, plotHeight-10, "middle", "", p.X)
	fmt.Fprintf(&b, `<text x="16" y="%d" text-anchor="middle" transform="rotate(-90 16 %d)">%s</text>`+"\n",
		(plotTop+bottom)/2, (plotTop+bottom)/2, html.EscapeString(p.Y))
	for i, s := range p.Series {
		at := s.Color
		var points []string
		for _, point := range s.Points {
			points = append(points, fmt.Sprintf("%.1f,%.1f", toX(point[0]), toY(point[1])))
			if s.NoDots {
				continue
			}
			fmt.Fprintf(&b, `<circle class="f%d" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", at, toX(point[0]), toY(point[1]))
		}
		fmt.Fprintf(&b, `<polyline class="c%d" points="%s"/>`+"\n", at, strings.Join(points, " "))
		fmt.Fprintf(&b, `<rect class="bar f%d" x="%d" y="%d" width="12" height="12"/>`+"\n", at, right+16, plotTop+22*i)
		text(&b, right+34, float64(plotTop+22*i+11), "start", "", s.Name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Bars draws bars of one quantity, named x. It is empty without bars.
func Bars(title, x string, bars []Bar) string {
	if len(bars) == 0 {
		return ""
	}
	const left, row = 190, 34
	const right = plotWidth - 150
	bottom := plotTop + row*len(bars)
	var values []float64
	for _, bar := range bars {
		values = append(values, bar.Value)
	}
	scale := newAxis(false, values)
	toX := func(v float64) float64 { return left + scale.at(v)*(right-left) }
	var b strings.Builder
	openSVG(&b, title, bottom+50)
	for _, tick := range scale.ticks {
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`+"\n",
			toX(tick), plotTop, toX(tick), bottom)
		text(&b, toX(tick), float64(bottom+18), "middle", "note", Short(tick))
	}
	for i, bar := range bars {
		y := float64(plotTop + row*i)
		fmt.Fprintf(&b, `<rect class="bar f%d" x="%d" y="%.1f" width="%.1f" height="%d"/>`+"\n", bar.Color, left,
			y+6, toX(bar.Value)-left, row-12)
		text(&b, left-10, y+row/2+5, "end", "", bar.Name)
		text(&b, toX(bar.Value)+8, y+row/2+5, "start", "note", bar.Note)
	}
	text(&b, (left+right)/2, float64(bottom+40), "middle", "", x)
	b.WriteString("</svg>\n")
	return b.String()
}

// Short writes a number with three digits and thousands separators.
func Short(v float64) string {
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
