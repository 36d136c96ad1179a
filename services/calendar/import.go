package calendar

import (
	"context"
	"encoding/base64"
	"slices"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/icalendar"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

const (
	defaultYears = 3  // the years of an import, if it does not say the last one
	maxYears     = 10 // the most years of an import
	importPart   = 1000
)

// ImportHolidays writes the holidays of a file, as UpsertHolidays does, but a holiday that exists keeps its factor. The
// years (400) come before the permission (403), and then the file (400), which costs time to read. The holidays are
// written in parts of importPart, each in a transaction of its own unless the request has an Idempotency-Key. So if one
// part fails, those before it stay, and the same request again finds them unchanged.
func (s *Holidays) ImportHolidays(
	ctx context.Context, req *pb.ImportHolidaysRequest,
) (*pb.ImportHolidaysResponse, error) {
	in := req.GetCalendar()
	years, err := yearsOf(in)
	if err != nil {
		return nil, err
	}
	if err := permit.WriteHolidays(ctx); err != nil { // before the file, which costs time to read
		return nil, err
	}
	file, err := base64.StdEncoding.DecodeString(in.File)
	if err != nil {
		return nil, problem.Field(problem.ValidationFailed, "calendar.file", "must be the bytes of a file in base64")
	}
	holidays, leftOut, err := icalendar.Read(ctx, file, years)
	switch {
	case ctx.Err() != nil: // also if the file was read to its end just then
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, problem.Field(problem.ValidationFailed, "calendar.file", err.Error())
	}
	data := &pb.HolidayImport{LeftOut: leftOut}
	var written []Written
	for part := range slices.Chunk(holidays, importPart) {
		done, err := s.Write(ctx, lists.Map(part, func(h icalendar.Holiday) *pb.Holiday {
			return &pb.Holiday{CountryCode: in.CountryCode, Date: protoconv.DateString(h.Date), Name: &h.Name}
		}), req.GetDryRun())
		if err != nil {
			return nil, err
		}
		written = append(written, done...)
	}
	for i, w := range written {
		data.Items = append(data.Items, imported(w, holidays[i].Line))
	}
	data.Summary = summary(written)
	return &pb.ImportHolidaysResponse{Data: data}, nil
}

// yearsOf returns what to read of a file.
func yearsOf(in *pb.HolidayCalendar) (icalendar.Options, error) {
	first := time.Now().UTC().Year()
	if in.FirstYear != nil {
		first = int(in.GetFirstYear())
	}
	last := first + defaultYears - 1
	if in.LastYear != nil {
		last = int(in.GetLastYear())
	}
	o := icalendar.Options{FirstYear: first, LastYear: last, Also: in.Also}
	if last < first || last >= first+maxYears {
		return o, problem.Field(problem.ValidationFailed, "calendar.last_year",
			"must not be before the first year, nor more than 9 years after it")
	}
	return o, nil
}

// imported returns what an import did with a holiday.
func imported(w Written, line int) *pb.ImportedHoliday {
	h := &pb.ImportedHoliday{
		Date: w.After.Date, Name: w.After.GetName(), Line: int32(line), // a file has at most 2 MiB
		Result: pb.ImportOutcome_IMPORT_OUTCOME_UNCHANGED,
	}
	switch w.Before {
	case w.After:
	case nil:
		h.Result = pb.ImportOutcome_IMPORT_OUTCOME_CREATED
	default:
		h.Result, h.PreviousName = pb.ImportOutcome_IMPORT_OUTCOME_RENAMED, w.Before.Name
	}
	return h
}
