package postgres

// ForManyRows has the settings of a transaction whose statements join and group many rows:
//   - If PostgreSQL expects few, because the organization had few when the tables were analyzed, it compares each row
//     of a table with each row of another one, and sorts all rows to group them. Hashes are never much slower.
//   - A hash gets twice work_mem. It takes what it needs, which is 16 MB for a year of 2,000 people, and else makes
//     temporary files.
//   - A bitmap reads each page of a table once, and in order. An index alone reads a page for each row.
//   - The costs that PostgreSQL then sees would make it compile the statements first, which takes longer than to run
//     them.
const ForManyRows = "SET LOCAL enable_nestloop = off; SET LOCAL enable_sort = off; SET LOCAL work_mem = '32MB'; " +
	"SET LOCAL enable_bitmapscan = on; SET LOCAL jit = off"

// AfterManyRows ends the settings of ForManyRows, for a transaction that goes on with other statements.
const AfterManyRows = "SET LOCAL enable_nestloop = DEFAULT; SET LOCAL enable_sort = DEFAULT; SET LOCAL work_mem = DEFAULT; " +
	"SET LOCAL enable_bitmapscan = DEFAULT; SET LOCAL jit = DEFAULT"
