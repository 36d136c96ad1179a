package verify

// Journaled is journaled for the tests.
var Journaled = journaled
