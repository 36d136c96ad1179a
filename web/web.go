// Package web has the web app: its sources in Svelte and TypeScript, and what npm builds of them. The build is
// committed, so that Go alone builds the program.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns the files of the built app. The path of its first page is index.html.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // a programming error: the name is that of the line above
	}
	return files
}
