package demo

// MondayOf, Easter and Nth are mondayOf, easter and nth for the tests.
var (
	MondayOf = mondayOf
	Easter   = easter
	Nth      = nth
)
