package hoursrow

import "fmt"

// Read returns the expression of a row t of a table as a Row of ReadSize bytes. A page is the values of its rows, one
// after the other. Reading column by column takes this server nearly twice as long for 50 rows and three times as long
// for 200. PostgreSQL takes the same time for both. planned means that the table is that of planned hours, which can be
// tentative. All functions are immutable because Citus requires that in RETURNING.
func Read(planned bool) string {
	return text("t.hours", "t.version", flagsOf(planned))
}

// Written returns the expression of a row t that an INSERT … ON CONFLICT with Before has written, as a Row of Size
// bytes.
func Written(planned, writesTentative bool) string {
	flags := flagsOf(planned)
	if planned && writesTentative {
		flags += fmt.Sprintf(" + %d + CASE WHEN t.previous_tentative THEN %d ELSE 0 END", KnowsBefore, WasTentative)
	}
	return text("t.hours", "t.version", flags) + ` || float8send(coalesce(t.previous_hours, 'NaN'))`
}

// Before returns the assignments of an INSERT … ON CONFLICT that keep what a row t had before the write, because
// RETURNING has only what is in the new row.
func Before(writesTentative bool) string {
	if !writesTentative {
		return "previous_hours = t.hours"
	}
	return "previous_hours = t.hours, previous_tentative = t.tentative"
}

// Deleted returns the expression of a row t that a DELETE has deleted, as a Row of Size bytes: it has no hours, one
// version more, and the hours before.
func Deleted(planned bool) string {
	return text("0", "t.version + 1", flagsOf(planned)) + ` || float8send(t.hours)`
}

// flagsOf returns the expression of the flags of a row t of a table. Actual hours have none.
func flagsOf(planned bool) string {
	if !planned {
		return ""
	}
	return fmt.Sprintf("CASE WHEN t.tentative THEN %d ELSE 0 END", Tentative)
}

// text returns the expression of a row t, with the expressions of some parts. Without flags, all are 0.
func text(hours, version, flags string) string {
	created := `timestamptz_send(t.created_at)`
	if flags != "" {
		created = fmt.Sprintf("set_byte(%s, 0, %s)", created, flags)
	}
	return `uuid_send(t.id) || uuid_send(t.user_id) || uuid_send(t.project_id)` +
		` || uuid_send(coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000'))` +
		` || date_send(t.date) || float8send(` + hours + `) || int8send(` + version + `)` +
		` || ` + created + ` || timestamptz_send(t.updated_at)`
}
