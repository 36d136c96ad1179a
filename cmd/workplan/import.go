package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/workplan-api/workplan/internal/importer"
	"github.com/workplan-api/workplan/internal/strictjson"
)

type importCmd struct {
	database
	File string `arg:"" help:"The document; - reads standard input."`
}

// Help says what help without arguments does not.
func (importCmd) Help() string {
	return `The document is one organization:

{"organization":{"name"},"capabilities":[{"name"}],"timeOffTypes":[{"name"}],
 "users":[{"email","name","role","reportsTo"?,"defaultAvailability"?,"countryCode"?,"image"?}],
 "keys":[{"name","actor","scopes",("rateLimit")?,("expiresAt")?}],
 "clients"?:[{"companyName","email"?,"website"?,"categories"?,"accountManager"?,…}],
 "projects"?:[{"name","client","startDate","endDate","projectManager"?,"status"?,…}]}

reportsTo, actor, accountManager and projectManager are e-mail addresses, client is a company name, scopes may be ["*"]. What exists already, by name or e-mail address, is left as it is and only listed; so it is safe to import again. A document with a mistake is refused whole. The secrets of new keys are printed once and cannot be had again.`
}

// Run imports the document and prints what it became.
func (c *importCmd) Run(ctx context.Context, std streams) error {
	data, err := c.read(std)
	if err != nil {
		return err
	}
	doc, err := importer.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	result, err := importer.Import(ctx, db, doc)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
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

func (c *importCmd) read(std streams) ([]byte, error) {
	if c.File == "-" {
		return io.ReadAll(std.in)
	}
	return os.ReadFile(c.File)
}
