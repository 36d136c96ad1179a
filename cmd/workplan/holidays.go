package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/icalendar"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/permit"
)

type holidaysCmd struct {
	Import holidaysImportCmd `cmd:"" help:"Import the public holidays of a country from an iCalendar file."`
}

type holidaysImportCmd struct {
	inOrganization
	File    string `arg:"" help:"The file, with the ending .ics; - is standard input."`
	Country string `required:"" placeholder:"CODE" help:"The ISO 3166-1 code of the country, such as GB. The holidays are for users with this country."`
	DryRun  bool   `help:"Check the file and print the result, but write nothing."`
}

// Help is the rest of the help text.
func (holidaysImportCmd) Help() string {
	return `Each day of each event in the file becomes a holiday for the whole day, with the summary of the event as
its name. Holidays that exist on these days get the new name and keep their factor, so a half day stays one. All
others stay as they are. So a file can be imported again.

Events must be whole days (DTSTART;VALUE=DATE) and must not repeat (RRULE). A file with mistakes is refused as a
whole, and every mistake is listed.

Example:

    workplan holidays import bank-holidays.ics --country GB --dry-run \
      --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10`
}

// importedHoliday is a holiday as the command prints it.
type importedHoliday struct {
	Result string `json:"result"` // created, changed or unchanged
	Date   string `json:"date"`
	Name   string `json:"name"`
	// PreviousName is the name that a changed holiday had.
	PreviousName string `json:"previousName,omitempty"`
}

// Run imports the file and prints the holidays.
func (c *holidaysImportCmd) Run(ctx context.Context, std streams) error {
	items, err := c.read(std)
	if err != nil {
		return fmt.Errorf("%s: nothing was imported:\n  %s", c.File, strings.ReplaceAll(err.Error(), "\n", "\n  "))
	}
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	written, err := calendar.NewHolidays(client, permit.New(client)).Write(ctx, items, c.DryRun)
	if err != nil {
		return err
	}
	if c.DryRun {
		std.say("Dry run: nothing was written.")
	}
	return c.print(std, written)
}

// read returns the holidays of the file. If a day has several events, the last one counts.
func (c *holidaysImportCmd) read(std streams) ([]*pb.Holiday, error) {
	if _, ok := validate.AssignedCountry(c.Country); !ok {
		return nil, errors.New("--country must be an assigned ISO 3166-1 code of two letters, such as GB")
	}
	var file []byte
	var err error
	if c.File == "-" {
		file, err = io.ReadAll(std.in)
	} else {
		file, err = os.ReadFile(c.File)
	}
	if err != nil {
		return nil, err
	}
	days, err := icalendar.Days(file)
	if err != nil {
		return nil, err
	}
	batch, places := &pb.HolidayBatch{}, map[string]int{}
	for _, day := range days {
		item := &pb.Holiday{CountryCode: c.Country, Date: protoconv.DateString(day.Date), Name: &day.Name}
		if at, again := places[item.Date]; again {
			if other := batch.Items[at].GetName(); other != day.Name {
				std.say("%s has two events, %q and %q: the second one is imported.", item.Date, other, day.Name)
			}
			batch.Items[at] = item
			continue
		}
		places[item.Date] = len(batch.Items)
		batch.Items = append(batch.Items, item)
	}
	if len(batch.Items) == 0 {
		return nil, errors.New("the file has no events")
	}
	return batch.Items, namedByDay(validate.Message(batch), batch.Items)
}

// print prints what was done with each holiday.
func (c *holidaysImportCmd) print(std streams, written []calendar.Written) error {
	list, counts := make([]importedHoliday, len(written)), map[string]int{}
	for i, w := range written {
		h := importedHoliday{Result: "unchanged", Date: w.After.Date, Name: w.After.GetName()}
		switch w.Before {
		case w.After:
		case nil:
			h.Result = "created"
		default:
			h.Result, h.PreviousName = "changed", w.Before.GetName()
		}
		list[i] = h
		counts[h.Result]++
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	for _, h := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", h.Result, h.Date, visible(h.Name))
	}
	std.say("%d created, %d changed, %d unchanged", counts["created"], counts["changed"], counts["unchanged"])
	return w.Flush()
}

// namedByDay returns an error that names the days of the items if err is a problem with
// items. It returns other errors unchanged.
func namedByDay(err error, items []*pb.Holiday) error {
	var p *problem.Error
	if !errors.As(err, &p) {
		return err
	}
	var lines []error
	for _, d := range p.Details {
		if d.Index < 0 {
			return errors.New("the file " + d.Message)
		}
		lines = append(lines, fmt.Errorf("%s: the %s %s", items[d.Index].Date,
			d.Field[strings.LastIndexByte(d.Field, '.')+1:], d.Message))
	}
	return errors.Join(lines...)
}
