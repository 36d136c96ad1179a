// Package protoconv converts between the fields of messages and Go's types: ids,
// calendar dates, times, enums and the names of fields.
//
// The functions that read a field expect a request that passed validation, so
// they have no error to return.
package protoconv
