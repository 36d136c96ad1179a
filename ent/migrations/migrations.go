// Package migrations holds the schema of the database as SQL, in the order of
// the file names. A file that has landed is never edited: a change is a new file.
package migrations

import "embed"

//go:generate go run ./sum

// Files are the migrations and atlas.sum, their checksums.
//
//go:embed *.sql atlas.sum
var Files embed.FS
