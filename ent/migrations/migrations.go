// Package migrations holds the schema of the database as SQL files, see package migrate.
//
// A file that has landed never changes: a change of the schema is a new file. The first line says why the file exists.
// A test compares the files with SHA256SUMS. Add a new file to it with
//
//	cd ent/migrations && sha256sum *.sql >SHA256SUMS
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.sql
var Files embed.FS
