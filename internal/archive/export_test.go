package archive

// Omitted is omitted for the tests.
var Omitted = omitted
