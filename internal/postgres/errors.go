package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
)

// connectError is any failure to get a connection, a refused password included: for a caller the database is away.
type connectError struct{ err error }

func (e *connectError) Error() string { return "connect to the database: " + e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// lostError says that a connection broke after a statement was sent; whether the statement ran is not known.
type lostError struct{ err error }

func (e *lostError) Error() string {
	const text = "the connection to the database broke while a statement was under way"
	if e.err == nil {
		return text
	}
	return text + ": " + e.err.Error()
}
func (e *lostError) Unwrap() error { return e.err }

// Code returns the SQLSTATE of the error that PostgreSQL reported, "" when err is none of its errors.
func Code(err error) string {
	var e interface{ SQLState() string }
	if err != nil && errors.As(err, &e) {
		return e.SQLState()
	}
	return ""
}

// IsRetryable reports whether the transaction that failed with err was rolled back because of others running at the
// same time, so that the same transaction may succeed a moment later: a serialization failure or a deadlock.
func IsRetryable(err error) bool {
	code := Code(err)
	return code == "40001" || code == "40P01"
}

// IsUnavailable reports whether err says that the database cannot be reached or cannot do its work now, which is no
// fault of the statement: no connection, a broken or silent one, a server that starts, stops, is out of memory, disk or
// connections, or a statement or lock that took too long. After it, whether a write happened may be unknown.
//
// A context that has ended is none of it, except that PostgreSQL calls a cancelled statement and one that took too long
// by the same SQLSTATE 57014: ask the context first.
func IsUnavailable(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if code := Code(err); code != "" && !errors.As(err, new(*connectError)) {
		switch code {
		case "57014", // query_canceled: statement_timeout
			"55P03",                   // lock_not_available: lock_timeout
			"25P03",                   // idle_in_transaction_session_timeout
			"57P01", "57P02", "57P03": // the server stops, has crashed, starts
			return true
		}
		switch code[:min(2, len(code))] {
		case "08", "53", "58": // connection, out of resources, system error
			return true
		}
		return false
	}
	return errors.Is(err, driver.ErrBadConn) ||
		errors.As(err, new(*lostError)) ||
		errors.As(err, new(*connectError)) ||
		errors.As(err, new(*net.OpError))
}
