// Package design has the colours and fonts that the pages at /docs and the console share.
package design

import _ "embed"

// Tokens is a style sheet that only declares custom properties.
//
//go:embed tokens.css
var Tokens []byte
