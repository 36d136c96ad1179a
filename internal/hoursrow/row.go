// Package hoursrow is the binary form of a row of hours: what statements return of the tables of planned and actual
// hours, and what the events of these tables store. It has both the text of the statements and what reads their bytes.
package hoursrow

import (
	"encoding/binary"
	"iter"
	"math"
	"time"

	"github.com/google/uuid"
)

// Row is a row of hours. Its parts are in the binary format of PostgreSQL, except for the flags. They take the first
// byte of the time at which the row was created, which is 0 in all times before the year 4200. So the
// events of all releases have rows of one size: those of the first ones have no flags.
//
// A row of a table has ReadSize bytes. A row of a write, and so of an event, has Size bytes: it ends with the hours
// before the write.
type Row []byte

// These are the offsets of the parts of a row.
const (
	atID         = 0
	atUser       = 16
	atProject    = 32
	atCapability = 48 // zero if there is none
	atDay        = 64 // int32, days since Epoch
	atHours      = 68 // float64
	atVersion    = 76 // int64
	atFlags      = 84 // byte
	atCreated    = 84 // int64 with the flags in its first byte, microseconds since Epoch
	atUpdated    = 92 // int64, microseconds since Epoch
	atPrevious   = 100
)

const (
	// ReadSize is the size of a row of a table, in bytes.
	ReadSize = atPrevious
	// Size is the size of a row of a write or of an event, in bytes.
	Size = atPrevious + 8
)

// Flags are what a row of planned hours has beside its values.
type Flags byte

const (
	// Tentative is set if the row is tentative.
	Tentative Flags = 1 << 6
	// WasTentative is set if the row was tentative before the write.
	WasTentative Flags = 1 << 5
	// KnowsBefore is set if WasTentative says what was before the write. The events of writes that do not say whether
	// rows are tentative do not have it, and those of old releases never have it.
	KnowsBefore Flags = 1 << 4
)

// createdMask has the bits of the time at which a row was created.
const createdMask = 1<<56 - 1

// Epoch is day 0 and time 0 of a row.
var Epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Day returns the number of the day that begins at t in UTC.
func Day(t time.Time) int32 { return int32((t.Unix() - Epoch.Unix()) / (24 * 60 * 60)) }

// Date returns the day with a number, at its beginning in UTC.
func Date(day int32) time.Time { return Epoch.AddDate(0, 0, int(day)) }

// Time returns a time of a row, which is in microseconds since Epoch.
func Time(micros int64) time.Time { return time.UnixMicro(Epoch.UnixMicro() + micros) }

// Micros returns a time as a row has it, in microseconds since Epoch.
func Micros(t time.Time) int64 { return t.UnixMicro() - Epoch.UnixMicro() }

// Rows yields the rows of an event or of writes, one after the other.
func Rows(data []byte) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for ; len(data) > 0; data = data[Size:] {
			if !yield(data[:Size:Size]) {
				return
			}
		}
	}
}

// Keep returns the rows for which keep is true, one after the other.
func Keep(data []byte, keep func(Row) bool) (kept []byte) {
	for row := range Rows(data) {
		if keep(row) {
			kept = append(kept, row...)
		}
	}
	return kept
}

// ID returns the id of the row.
func (r Row) ID() uuid.UUID { return uuid.UUID(r[atID:]) }

// User returns the id of the user.
func (r Row) User() uuid.UUID { return uuid.UUID(r[atUser:]) }

// Project returns the id of the project.
func (r Row) Project() uuid.UUID { return uuid.UUID(r[atProject:]) }

// Capability returns the id of the capability, uuid.Nil if there is none.
func (r Row) Capability() uuid.UUID { return uuid.UUID(r[atCapability:]) }

// KeyIDs returns the ids of the user, the project and the capability, one after the other.
func (r Row) KeyIDs() []byte { return r[atUser:atDay] }

// Day returns the date, as the number of days since Epoch.
func (r Row) Day() int32 { return int32(binary.BigEndian.Uint32(r[atDay:])) }

// Hours returns the hours, 0 in the event of a delete.
func (r Row) Hours() float64 { return math.Float64frombits(r.word(atHours)) }

// Version returns the version, which is 1 if the row is new.
func (r Row) Version() int64 { return int64(r.word(atVersion)) }

// Flags returns the flags.
func (r Row) Flags() Flags { return Flags(r[atFlags]) }

// Tentative reports whether the row is tentative.
func (r Row) Tentative() bool { return r.Flags()&Tentative != 0 }

// Created returns when the row was created, in microseconds since Epoch.
func (r Row) Created() int64 { return int64(r.word(atCreated) & createdMask) }

// Updated returns when the row was last changed, in microseconds since Epoch.
func (r Row) Updated() int64 { return int64(r.word(atUpdated)) }

// Previous returns the hours before the write. ok is false if the write created the row.
func (r Row) Previous() (hours float64, ok bool) {
	hours = math.Float64frombits(r.word(atPrevious))
	return hours, !math.IsNaN(hours)
}

func (r Row) word(at int) uint64 { return binary.BigEndian.Uint64(r[at:]) }

func (r Row) put(at int, word uint64) { binary.BigEndian.PutUint64(r[at:], word) }

// Undo makes a row of an event what the row was before the event, or returns false if the event created it. isDeleted
// means that the event deleted it. The event of a change does not have the time of the change before. If that one did
// not create the row, it becomes latest, in microseconds since Epoch, when it was not later than that.
func (r Row) Undo(isDeleted bool, latest int64) (existed bool) {
	previous, existed := r.Previous()
	if !existed {
		return false
	}
	unchanged := r.Hours() == previous
	r.put(atHours, math.Float64bits(previous))
	r.put(atVersion, r.word(atVersion)-1)
	if isDeleted {
		return true // the event has all else as it was
	}
	was := r.Tentative()
	switch {
	case r.Flags()&KnowsBefore != 0:
		was = r.Flags()&WasTentative != 0
	case unchanged:
		was = !was // something must have changed, in an event of an older version
	}
	r[atFlags] = 0
	if was {
		r[atFlags] = byte(Tentative)
	}
	updated := min(latest, r.Updated())
	if r.Version() == 1 {
		updated = r.Created()
	}
	r.put(atUpdated, uint64(updated))
	return true
}
