package archive

// Omitted and Oldest are those of the package, for the tests.
var Omitted, Oldest = omitted, oldest

// Step is a step for the tests.
type Step struct {
	Tables  []string
	Columns map[string][]string
}

// Steps are the steps by their migrations.
func Steps() map[string]Step {
	all := map[string]Step{}
	for _, s := range steps {
		all[s.migration] = Step{s.tables, s.columns}
	}
	return all
}
