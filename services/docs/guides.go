package docs

import "embed"

// Guides are the guides in Markdown, as guides/NAME.md. The pages at /docs are made from them.
//
//go:embed guides/*.md
var Guides embed.FS
