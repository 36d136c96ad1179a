package clients

// Tidy is tidy.
var Tidy = tidy
