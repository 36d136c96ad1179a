package docs

import "embed"

// Guides are the guides in Markdown, by their paths. The pages at /docs are made from them.
//
//go:embed guides/*.md
var Guides embed.FS
