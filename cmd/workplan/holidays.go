package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/calendar"
)

type holidaysCmd struct {
	Import holidaysImportCmd `cmd:"" help:"Import the public holidays of a country from an iCalendar file."`
}

type holidaysImportCmd struct {
	inOrganization
	File      string   `arg:"" help:"The file, with the ending .ics; - is standard input."`
	Country   string   `required:"" placeholder:"CODE" help:"The ISO 3166-1 code of the country, such as GB. The holidays are for users with this country."`
	FirstYear *int32   `placeholder:"YEAR" help:"The first year. By default this year, in UTC."`
	LastYear  *int32   `placeholder:"YEAR" help:"The last year, at most 9 years after the first one. By default two years after it."`
	Also      []string `placeholder:"REASON" help:"Reasons that leave no event out: observance, private, regional. Can be repeated."`
	DryRun    bool     `help:"Check the file and print the result, but write nothing."`
}

// Help is the rest of the help text.
func (holidaysImportCmd) Help() string {
	return `Each day of each event in the file becomes a holiday for the whole day, with the summary of the event as
its name. Holidays that exist on these days get the new name and keep their factor, so a half day stays one. All
others stay as they are. So a file can be imported again.

Events that repeat each year are holidays in each of the years. What is no public holiday is left out and counted with
its reason, such as a change of the clocks, a working day in place of another one, or a holiday of one region. It is the
same as POST /api/v1/holidays/import.

Example:

    workplan holidays import bank-holidays.ics --country GB --dry-run \
      --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10`
}

// Run imports the file and prints what became of it.
func (c *holidaysImportCmd) Run(ctx context.Context, std streams) error {
	req, err := c.request(std)
	if err != nil {
		return c.explain(err)
	}
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	resp, err := calendar.NewHolidays().ImportHolidays(ctx, req)
	if err != nil {
		return c.explain(err)
	}
	if c.DryRun {
		std.say("Dry run: nothing was written.")
	}
	if c.Output == "json" {
		return printResult(std, resp.Data)
	}
	return c.print(std, resp.Data)
}

// request returns the request with the file.
func (c *holidaysImportCmd) request(std streams) (*pb.ImportHolidaysRequest, error) {
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
	req := &pb.ImportHolidaysRequest{DryRun: &c.DryRun, Calendar: &pb.HolidayCalendar{
		CountryCode: c.Country, FirstYear: c.FirstYear, LastYear: c.LastYear, Also: c.Also,
		File: base64.StdEncoding.EncodeToString(file),
	}}
	return req, validate.Message(req)
}

// explain returns err for people: with the file, and the flags in place of the fields of the API.
func (c *holidaysImportCmd) explain(err error) error {
	var p *problem.Error
	if !errors.As(err, &p) || len(p.Details) == 0 { // a part of the days may be there
		return fmt.Errorf("%s: the import failed: run the command again: %s", c.File, err)
	}
	text := p.Text()
	if _, field, ok := strings.Cut(p.Details[0].Field, "calendar."); ok {
		field, _, _ = strings.Cut(field, "[")
		name := map[string]string{"file": "the file", "country_code": "--country"}[field]
		text = cmp.Or(name, "--"+strings.ReplaceAll(field, "_", "-")) + " " + p.Details[0].Message
	}
	return fmt.Errorf("%s: nothing was imported: %s", c.File, text)
}

// print prints the holidays as a table, and what was left out.
func (c *holidaysImportCmd) print(std streams, data *pb.HolidayImport) error {
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	for _, h := range data.Items {
		name := visible(h.Name)
		if h.PreviousName != nil {
			name += " (was " + visible(*h.PreviousName) + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", protoconv.Word[string](h.Result), h.Date, name)
	}
	for _, l := range data.LeftOut {
		std.say("%d left out (%s):", l.Count, protoconv.Word[string](l.Reason))
		for _, e := range l.Events {
			std.say("  line %d: %s %q %s", e.Line, cmp.Or(e.GetDate(), "no date"), visible(e.GetName()), e.Message)
		}
		if more := int(l.Count) - len(l.Events); more > 0 {
			std.say("  and %d more", more)
		}
	}
	std.say("%d created, %d renamed, %d unchanged", data.Summary.Created, data.Summary.Updated, data.Summary.Unchanged)
	return w.Flush()
}
