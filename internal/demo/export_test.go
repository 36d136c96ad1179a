package demo

// MondayOf is mondayOf for the tests.
var MondayOf = mondayOf
