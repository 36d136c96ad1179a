// Package ent is generated from the declarations in schema/: the typed
// repository of every resource. Only this file, schema/ and migrations/ are
// written by hand. tools/ent generates the rest.
package ent
