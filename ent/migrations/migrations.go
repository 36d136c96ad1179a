// Package migrations holds the schema of the database as SQL files, see package migrate.
//
// A file that has landed never changes: a change of the schema is a new file. The first line says why the file exists.
// A test compares the files with SHA256SUMS. Add a new file to it with
//
//	cd ent/migrations && sha256sum *.sql >SHA256SUMS
//
// and write the structure that all of them make together:
//
//	WRITE_STRUCTURE=1 go test ./ent/migrations -run TestStructure
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.sql
var Files embed.FS

// Structure are statements that make the columns, the constraints and the indexes of a database with all migrations,
// for those that look whether something has changed it since. They are not for making a database.
//
//go:embed structure.txt
var Structure string
