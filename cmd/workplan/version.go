package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help is the rest of the help text.
func (versionCmd) Help() string {
	return "It prints the version of the module, the commit it was built from, and the version of Go.\n\n" +
		"Examples:\n\n    workplan version\n    workplan version --json"
}

// Run prints the version.
func (c versionCmd) Run(std streams) error {
	b := thisBuild()
	if c.JSON {
		return printJSON(std, b)
	}
	_, err := fmt.Fprintln(std.out, b)
	return err
}

// build describes a build of the program.
type build struct {
	Version string `json:"version"`
	// Commit is empty if the program was not built in a checkout.
	Commit   string `json:"commit"`
	Modified bool   `json:"modified"` // the checkout had changes that are not in the commit
	Time     string `json:"time"`     // of the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisBuild describes the program that runs.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	return newBuild(info)
}

func newBuild(info *debug.BuildInfo) build {
	b := build{Version: cmp.Or(info.Main.Version, "(devel)"), Go: info.GoVersion, Platform: runtime.GOOS +
		"/" + runtime.GOARCH}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String returns the build in one line.
func (b build) String() string {
	commit := cmp.Or(b.Commit[:min(12, len(b.Commit))], "unknown (it was built without Git, or in a linked worktree)")
	if b.Modified {
		commit += " (modified)"
	}
	return fmt.Sprintf("workplan %s, commit %s, %s %s", b.Version, commit, b.Go, b.Platform)
}
