package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Help is the rest of the help text.
func (versionCmd) Help() string {
	return "It prints the version of the module, the commit it was built from, and the version of Go.\n\nExample:\n\n    workplan version"
}

// Run prints the version.
func (versionCmd) Run(std streams) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	_, err := fmt.Fprintln(std.out, version(info))
	return err
}

// version describes a build in one line.
func version(info *debug.BuildInfo) string {
	commit, modified := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return fmt.Sprintf("workplan %s, commit %s%s, %s %s/%s", v, commit, modified, info.GoVersion, runtime.GOOS, runtime.GOARCH)
}
