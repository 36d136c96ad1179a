package demo

// Easter and Nth are easter and nth for the tests.
var (
	Easter = easter
	Nth    = nth
)
