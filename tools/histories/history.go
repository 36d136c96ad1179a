package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// operation is a call with its response, and the times of both in nanoseconds since the history began.
type operation struct {
	Client       int
	In           *input
	Out          *output
	Call, Return int64
	Over         string // REST or gRPC
}

// history is what clients did and saw, by what it is about, such as "record 3". Each of these is checked by itself.
type history struct {
	Name  string // such as server-killed-2-seed-7
	Began time.Time

	mu    sync.Mutex
	About map[string][]operation

	skewed    int // parts that have an order only with write skew
	undecided int // parts that porcupine has not decided in time, because many outcomes are unknown
	settled   callFigures
	proposed  callFigures
}

func newHistory(name string) *history {
	return &history{Name: name, Began: time.Now(), About: map[string][]operation{}}
}

// now is the time since the history began, in nanoseconds.
func (h *history) now() int64 { return time.Since(h.Began).Nanoseconds() }

// reads are the kinds of calls that have no effect.
var reads = []string{"list", "get", "find", "use", "sheets", "locks", "proof", "past", "diff"}

// add records an operation. An unknown outcome has no end, and an unknown read is left out: it has no effect.
func (h *history) add(about string, op operation) {
	op.Return = h.now()
	if op.Out.Unknown {
		if slices.Contains(reads, op.In.Kind) {
			return
		}
		op.Return = math.MaxInt64
	}
	if op.In.Kind == "use" && op.Out.Status == ok {
		op.Call -= revokedWithin.Nanoseconds()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.About[about] = append(h.About[about], op)
}

// tally counts the operations, and those of unknown outcome.
func (h *history) tally() (all, unknown int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ops := range h.About {
		all += len(ops)
		for _, op := range ops {
			if op.Out.Unknown {
				unknown++
			}
		}
	}
	return all, unknown
}

// brokenError means that the product did not do what it promises.
type brokenError struct{ text string }

func (b brokenError) Error() string { return b.text }

func broken(format string, args ...any) error { return brokenError{fmt.Sprintf(format, args...)} }

func isBroken(err error) bool { return errors.As(err, new(brokenError)) }

// checkTime is the time to decide about one part of a history, with skew and without.
const checkTime = 20 * time.Second

// check finds an order of the operations that explains them all. If there is none, it returns an error of broken and,
// if dir is not "", keeps the history as JSON and a drawing in it.
func (h *history) check(dir string) error {
	var wrong []error
	for _, about := range slices.Sorted(maps.Keys(h.About)) {
		kind, _, _ := strings.Cut(about, " ")
		ops, began := h.About[about], time.Now()
		result, skew, info := decide(kind, ops)
		switch took := time.Since(began); kind {
		case settled:
			h.settled.add(figuresOf(ops, took, column))
		case proposed:
			h.proposed.add(figuresOf(ops, took, proposedColumn))
		}
		switch {
		case skew:
			h.skewed++
		case result == porcupine.Unknown:
			h.undecided++
		case result == porcupine.Illegal:
			at := stuck(ops, info)
			err := broken("%s: %s: no order explains the %d calls; the first that does not fit is of client %d after %.3f s, over %s: %s",
				h.Name, about, len(ops), at.Client, float64(at.Call)/1e9, at.Over,
				models[kind].DescribeOperation(at.In, at.Out))
			if dir != "" {
				err = broken("%s; see %s", err, h.keep(dir, about, info))
			}
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// decide reports whether an order of the operations explains them all. skew means that one does only with write skew.
func decide(kind string, ops []operation) (result porcupine.CheckResult, skew bool, info porcupine.LinearizationInfo) {
	result, info = porcupine.CheckOperationsVerbose(models[kind], operations(ops), checkTime)
	if with, is := skews[kind]; is && result != porcupine.Ok {
		result = porcupine.CheckOperationsTimeout(with.model, inSteps(ops, with.splits), checkTime)
		skew = result == porcupine.Ok
	}
	return result, skew, info
}

func operations(ops []operation) (all []porcupine.Operation) {
	for _, op := range ops {
		all = append(all,
			porcupine.Operation{ClientId: op.Client, Input: op.In, Output: op.Out, Call: op.Call, Return: op.Return})
	}
	return all
}

// stuck returns the operation that ended first of those that the longest order found does not have.
func stuck(ops []operation, info porcupine.LinearizationInfo) operation {
	var longest []porcupine.Operation
	for _, partition := range info.PartialLinearizationsOperations() {
		for _, order := range partition {
			if len(order) > len(longest) {
				longest = order
			}
		}
	}
	explained := map[any]bool{}
	for _, op := range longest {
		explained[op.Input] = true
	}
	left := slices.DeleteFunc(slices.Clone(ops), func(op operation) bool { return explained[op.In] })
	if len(left) == 0 {
		return ops[0]
	}
	return slices.MinFunc(left, func(a, b operation) int { return cmp.Compare(a.Return, b.Return) })
}

// keep writes a part of a history to dir, as JSON and as a drawing for a browser. It returns the path of the files, or
// the error.
func (h *history) keep(dir, about string, info porcupine.LinearizationInfo) string {
	path := filepath.Join(dir, h.Name+"-"+strings.ReplaceAll(about, " ", "-"))
	text, err := json.MarshalIndent(h.About[about], "", " ")
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(path+".json", text, 0o644)
	}
	kind, _, _ := strings.Cut(about, " ")
	if err == nil {
		err = porcupine.VisualizePath(models[kind], info, path+".html")
	}
	if err != nil {
		return err.Error()
	}
	return path + ".json and .html"
}
