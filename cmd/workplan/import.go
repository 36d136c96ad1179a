package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	"github.com/workplan-api/workplan/internal/strictjson"
)

type importCmd struct {
	database
	File     string `arg:"" optional:"" help:"The document; - is standard input."`
	DryRun   bool   `help:"Check the document and print the result, but write nothing."`
	Template bool   `help:"Print a small valid document to start from."`
}

// Help is the rest of the help text.
func (importCmd) Help() string {
	return `The document is one organization:

    {"organization": {"name", "currency"?, "rates"?},
     "capabilities"?: [{"name"}],
     "timeOffTypes"?: [{"name"}],
     "users"?:    [{"email", "name", "role", "reportsTo"?, "rates"?, …}],
     "keys"?:     [{"name", "actor", "scopes", "rateLimit"?, "expiresAt"?}],
     "clients"?:  [{"companyName", "accountManager"?, "rates"?, …}],
     "projects"?: [{"name", "client", "startDate", "endDate", "projectManager"?, "rates"?, "budget"?, …}]}

rates are a list of {"kind", "amount", "validFrom"?, "currency"?, "capability"?, "user"?}, where kind is bill or cost,
and user goes only with a project. budget is {"items": [{"period", "hours"?, "amount"?, "validFrom"?}], "alertAt"?}.
period is total or month.

Members with ? are optional. Users, clients and projects have the other fields of the API too, with the same bounds.
role is member, manager or admin. reportsTo, actor, accountManager, projectManager and user are e-mail addresses,
client is a company name, and capability a name. scopes may be ["*"]. expiresAt is a date, which is the last day of
the key in UTC, or a time.

What exists is left as it is and only listed, so it is safe to import a document again. Rates and a budget are written
where there were never any. Users are matched by e-mail address, projects by client and name, the rest by name. A
document with mistakes is refused as a whole, and every mistake is listed.

The result is printed as JSON: the ids, and the secrets of new keys, which are shown only once. In a dry run the id of
a record that would be created is null, and there are no secrets.

Examples:

    workplan import --template > organization.json
    workplan import organization.json --dry-run
    workplan import organization.json > result.json`
}

// Run imports the document and prints the result.
func (c *importCmd) Run(ctx context.Context, std streams) error {
	if c.Template {
		_, err := fmt.Fprint(std.out, importer.Template)
		return err
	}
	data, err := c.readDocument(std)
	if err != nil {
		return err
	}
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	defer std.meanwhile("Importing %s …", c.File)()
	result, err := importer.ImportJSON(ctx, db, data, c.DryRun)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.DryRun {
		std.say("Dry run: nothing was written.")
	} else {
		std.changed("import", result.GetOrganization().GetId())
	}
	return printResult(std, result)
}

// printResult prints a message as JSON, indented.
func printResult(std streams, result proto.Message) error {
	out, err := strictjson.Append(nil, result)
	if err != nil {
		return err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, out, "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, indented.String())
	return err
}

func (c *importCmd) readDocument(std streams) ([]byte, error) {
	switch c.File {
	case "":
		return nil, errors.New("no document: give a file, - for standard input, or --template")
	case "-":
		return io.ReadAll(std.in)
	}
	return os.ReadFile(c.File)
}
