package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"

	"github.com/lib/pq"
)

// connectError is any failure to get a connection, including a refused password: for the caller the database is
// unavailable.
type connectError struct{ err error }

func (e *connectError) Error() string { return "connect to the database: " + e.err.Error() }
func (e *connectError) Unwrap() error { return e.err }

// lostError reports that a connection broke after a statement was sent. Nobody knows whether the statement ran.
type lostError struct{ err error }

func (e *lostError) Error() string {
	const text = "the connection to the database broke during a statement"
	if e.err == nil {
		return text
	}
	return text + ": " + e.err.Error()
}
func (e *lostError) Unwrap() error { return e.err }

// timeoutError reports that PostgreSQL ended a statement by itself, not because its caller asked for it.
type timeoutError struct{ err error }

func (e *timeoutError) Error() string { return e.err.Error() }
func (e *timeoutError) Unwrap() error { return e.err }

// byItself marks the error of a statement that PostgreSQL ended although ctx, that of the statement, goes on.
func byItself(ctx context.Context, err error) error {
	if Code(err) == queryCanceled && ctx.Err() == nil {
		return &timeoutError{err}
	}
	return err
}

// rolledBackError is a failure in a transaction that was not committed.
type rolledBackError struct{ err error }

func (e *rolledBackError) Error() string { return e.err.Error() }
func (e *rolledBackError) Unwrap() error { return e.err }

// RolledBack returns err for a transaction in which a statement failed with err, and which was not committed. Whatever
// the failure was, the transaction has no effect, so [IsOutcomeUnknown] is false for the result.
func RolledBack(err error) error {
	if IsOutcomeUnknown(err) {
		return &rolledBackError{err}
	}
	return err
}

// Code returns the SQLSTATE of the error that PostgreSQL reported, or "" if err is not one of its errors.
func Code(err error) string {
	if err == nil { // the usual case: errors.As below needs memory
		return ""
	}
	var e interface{ SQLState() string }
	if errors.As(err, &e) {
		return e.SQLState()
	}
	return ""
}

// SQLSTATEs by their names in the manual of PostgreSQL, appendix A.
const (
	featureNotSupported      = "0A000" // also "cached plan must not change result type"
	notNullViolation         = "23502"
	foreignKeyViolation      = "23503"
	checkViolation           = "23514"
	uniqueViolation          = "23505"
	inFailedTransaction      = "25P02"
	noDatabase               = "3D000"
	insufficientPrivilege    = "42501"
	readOnlyTransaction      = "25006" // a standby, or a database with default_transaction_read_only
	idleInTransactionTimeout = "25P03"
	invalidStatementName     = "26000"
	serializationFailure     = "40001"
	deadlockDetected         = "40P01"
	lockNotAvailable         = "55P03"
	queryCanceled            = "57014" // by a cancel request or by statement_timeout
	adminShutdown            = "57P01"
	crashShutdown            = "57P02"
	cannotConnectNow         = "57P03"

	// Classes.
	connectionException   = "08"
	invalidAuthorization  = "28"
	insufficientResources = "53"
	systemError           = "58"
)

// IsNullIn reports whether a statement failed because it writes null to this column of a table, which may not be null.
func IsNullIn(err error, table, column string) bool {
	var e *pq.Error
	return Code(err) == notNullViolation && errors.As(err, &e) && e.Table == table && e.Column == column
}

// IsForeignKeyViolation reports whether a statement failed because a row refers to a row that does not exist, or
// because other rows refer to a row that it deletes.
func IsForeignKeyViolation(err error) bool { return Code(err) == foreignKeyViolation }

// IsCheckViolation reports whether a statement failed because a row would not fulfil a condition of its table.
func IsCheckViolation(err error) bool { return Code(err) == checkViolation }

// IsUniqueViolation reports whether a statement failed because another row has a value that must be unique.
func IsUniqueViolation(err error) bool { return Code(err) == uniqueViolation }

// IsLockTimeout reports whether a statement waited longer than lock_timeout for a lock.
func IsLockTimeout(err error) bool { return Code(err) == lockNotAvailable }

// IsStatementTimeout reports whether a statement ran longer than statement_timeout. It is false if the context of the
// statement ended first.
func IsStatementTimeout(err error) bool {
	return Code(err) == queryCanceled && errors.As(err, new(*timeoutError))
}

// IsRetryable reports whether PostgreSQL rolled the transaction back because of concurrent transactions: a
// serialization failure or a deadlock. The same transaction may succeed a moment later.
func IsRetryable(err error) bool {
	code := Code(err)
	return code == serializationFailure || code == deadlockDetected
}

// IsInFailedTransaction reports whether PostgreSQL refused a statement because an earlier one of its transaction
// failed.
func IsInFailedTransaction(err error) bool { return Code(err) == inFailedTransaction }

// IsOutcomeUnknown reports whether a statement or a commit may have been executed although it failed with err: the
// connection broke after it was sent, or its response came too late.
func IsOutcomeUnknown(err error) bool {
	if err == nil || Code(err) != "" || errors.As(err, new(*connectError)) || errors.As(err, new(*rolledBackError)) {
		return false
	}
	return errors.As(err, new(*lostError)) || errors.As(err, new(*net.OpError)) ||
		errors.Is(err, context.DeadlineExceeded)
}

// IsAway reports whether the database cannot be reached: it is stopped or starts, or the network to it is broken. It is
// false for what the database refuses or does not do in time.
func IsAway(err error) bool {
	switch code := Code(err); {
	case code == adminShutdown, code == crashShutdown, code == cannotConnectNow:
		return true
	case code != "" && code[:min(2, len(code))] == connectionException:
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.As(err, new(*lostError)) || errors.As(err, new(*connectError))
}

// IsUnavailable reports whether the database cannot be reached or cannot do its work now. The cause can be a connection
// that is refused, broken or silent, a server that is starting, stopping, read-only, or out of memory, disk or
// connections, or a statement or lock that took too long. See [IsOutcomeUnknown] for whether a write may have happened.
//
// It is false if the context was canceled. Check the context before you call IsUnavailable: PostgreSQL reports a
// canceled statement and a statement that took too long with the same SQLSTATE 57014. See [IsStatementTimeout].
func IsUnavailable(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if code := Code(err); code != "" && !errors.As(err, new(*connectError)) {
		switch code {
		case queryCanceled, lockNotAvailable, readOnlyTransaction, idleInTransactionTimeout, adminShutdown,
			crashShutdown, cannotConnectNow:
			return true
		}
		switch code[:min(2, len(code))] {
		case connectionException, insufficientResources, systemError:
			return true
		}
		return false
	}
	return errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, sql.ErrTxDone) || // what follows in a transaction whose connection was lost
		errors.As(err, new(*lostError)) ||
		errors.As(err, new(*connectError)) ||
		errors.As(err, new(*net.OpError))
}
