// Package ent is generated from the declarations in schema/: the typed
// repository of every resource. Only this file, schema/ and migrations/ are
// written by hand.
package ent

//go:generate go tool ent generate --feature intercept,sql/execquery,sql/lock,sql/modifier,sql/upsert ./schema
