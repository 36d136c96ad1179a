// Package ent is generated from the declarations in schema/: the typed
// repository of every resource. Only this file, generate/, schema/ and
// migrations/ are written by hand.
package ent

//go:generate go run ./generate
