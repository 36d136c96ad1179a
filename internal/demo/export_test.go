package demo

// MondayOf is what weeks are counted from.
var MondayOf = mondayOf
