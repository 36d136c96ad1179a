package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/sessions"
)

type organizationCmd struct {
	Create  organizationCreateCmd  `cmd:"" help:"Create an organization with its first admin, and print a key."`
	List    organizationListCmd    `cmd:"" help:"List the organizations of the installation."`
	Suspend organizationSuspendCmd `cmd:"" help:"Suspend an organization: its keys are refused, except by GET /me."`
	Resume  organizationResumeCmd  `cmd:"" help:"End the suspension of an organization."`
	Export  organizationExportCmd  `cmd:"" help:"Write everything of an organization to a file."`
	Import  organizationImportCmd  `cmd:"" help:"Read an organization from a file of organization export."`
	Move    organizationMoveCmd    `cmd:"" help:"Move an organization to another installation while it is used."`
	Place   organizationPlaceCmd   `cmd:"" help:"Move an organization to another worker of a Citus cluster while it is used."`
	Delete  organizationDeleteCmd  `cmd:"" help:"Delete an organization with everything that belongs to it."`
}

// output is the flag of the commands that print records.
type output struct {
	Output string `enum:"text,json" default:"text" help:"The format of the output: text or json."`
}

// organization is an organization as the commands print it.
type organization struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	CreatedAt   time.Time  `json:"createdAt"`
	SuspendedAt *time.Time `json:"suspendedAt"`
	// MovedTo is where the organization was moved to. IsMoving is set from the beginning of a move to its end.
	MovedTo  *string `json:"movedTo,omitempty"`
	IsMoving bool    `json:"isMoving,omitempty"`
}

func organizations(ctx context.Context, db *sql.DB) ([]organization, error) {
	list := []organization{}
	err := postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var o organization
		err := scan(&o.ID, &o.Name, &o.CreatedAt, &o.SuspendedAt, &o.MovedTo, &o.IsMoving)
		list = append(list, o)
		return err
	}, `
SELECT id, name, created_at, suspended_at, moved_to, moved_to IS NULL AND (move_id IS NOT NULL OR closed_at IS NOT NULL)
FROM organizations ORDER BY name, id`)
	return list, err
}

type organizationCreateCmd struct {
	database
	owner
	Name       string `required:"" help:"The name of the organization."`
	AdminEmail string `and:"admin" placeholder:"EMAIL" help:"The e-mail address of the first admin."`
	AdminName  string `and:"admin" placeholder:"NAME" help:"The name of the first admin."`
	Migrate    bool   `help:"Bring the schema of the database up to date first, as workplan migrate does."`
	output
}

// Help is the rest of the help text.
func (organizationCreateCmd) Help() string {
	return `The admin gets a key with all scopes. Only a hash of the key is stored, so this is the only time that it
is shown. With the key, the admin creates users, capabilities and types of time off over the API.

With --output json, the result is that of workplan import. Without an admin the organization is empty: import a
document with its name, see workplan import --help.

Examples:

    workplan organization create --name "Harbour Works" \
      --admin-email ada@example.com --admin-name "Ada Lovelace"
    workplan organization create --migrate --name "Harbour Works" \
      --admin-email ada@example.com --admin-name "Ada Lovelace" --output json`
}

// firstKey is the name of the key that a new organization has.
const firstKey = "first key"

// document is what the command creates.
func (c *organizationCreateCmd) document() *adminv1.ImportDocument {
	doc := &adminv1.ImportDocument{Organization: &adminv1.ImportOrganization{Name: c.Name}}
	if c.AdminEmail != "" || c.AdminName != "" {
		admin := &pb.User{Email: &c.AdminEmail, Name: &c.AdminName, Role: new(pb.Role_ROLE_ADMIN)}
		doc.Users = []*adminv1.ImportUser{{Record: admin}}
		doc.Keys = []*adminv1.ImportKey{{Name: firstKey, Actor: c.AdminEmail, Scopes: []string{"*"}}}
	}
	return doc
}

// Run creates the organization.
func (c *organizationCreateCmd) Run(ctx context.Context, std streams) error {
	if err := importer.Check(c.document()); err != nil {
		return inFlags(err)
	}
	db, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	result, err := importer.Create(ctx, db, c.document())
	if err = inFlags(err); err != nil {
		return err
	}
	created := result.GetOrganization()
	std.changed("organization create", created.GetId())
	switch {
	case c.Output == "json":
		return printResult(std, result)
	case len(result.GetKeys()) == 0:
		std.say("Created organization %q. It has no users: import a document with its name, see `workplan import "+
			"--help`. Its id:", created.GetName())
		_, err = fmt.Fprintln(std.out, created.GetId())
	default:
		std.say("Created organization %q (%s).\nThe key of its admin, %s, has all scopes. It is shown only now:",
			created.GetName(), created.GetId(), result.GetUsers()[0].GetEmail())
		_, err = fmt.Fprintln(std.out, result.GetKeys()[0].GetSecret())
	}
	return err
}

// inFlags returns an error of the importer with the names of the flags.
func inFlags(err error) error {
	var refused *importer.Error
	if !errors.As(err, &refused) {
		return err
	}
	names := strings.NewReplacer("organization.name", "--name", "users[0].email", "--admin-email",
		"users[0].name", "--admin-name")
	return errors.New(names.Replace(strings.Join(refused.Faults, "\n  ")))
}

// open returns a pool on a database whose schema is up to date.
func (c *organizationCreateCmd) open(ctx context.Context, std streams) (*sql.DB, error) {
	if c.Migrate {
		if err := (&migrateCmd{database: c.database, owner: c.owner}).Run(ctx, std); err != nil {
			return nil, err
		}
	}
	return c.openMigrated(ctx, std)
}

type organizationListCmd struct {
	database
	output
}

// Help is the rest of the help text.
func (organizationListCmd) Help() string {
	return "Examples:\n\n    workplan organization list\n    workplan organization list --output json"
}

// Run lists the organizations.
func (c *organizationListCmd) Run(ctx context.Context, std streams) error {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := organizations(ctx, db)
	if err != nil {
		return err
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tCREATED\tSUSPENDED")
	for _, o := range list {
		since := timestamp(o.SuspendedAt)
		switch {
		case o.MovedTo != nil:
			since += ", moved to " + *o.MovedTo
		case o.IsMoving:
			since += ", being moved"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.ID, visible(o.Name), timestamp(&o.CreatedAt), since)
	}
	return w.Flush()
}

// unmoved fails if the organization is being moved, or was moved away.
func (o organization) unmoved() error {
	switch {
	case o.MovedTo != nil:
		return fmt.Errorf("organization %q was moved to %s: change it there", o.Name, *o.MovedTo)
	case o.IsMoving:
		return fmt.Errorf("organization %q is being moved: finish or abort `workplan organization move` first", o.Name)
	}
	return nil
}

// oneOrganization are the arguments of the commands that change an organization.
type oneOrganization struct {
	database
	Organization string `arg:"" help:"The id of the organization, or its exact name."`
	output
}

// errNoOrganization is the error of findOrganization if no organization has the id or the name.
var errNoOrganization = errors.New("there is no organization")

// findOrganization returns the organization with an id or a name.
func findOrganization(ctx context.Context, db *sql.DB, idOrName string) (organization, error) {
	list, err := organizations(ctx, db)
	if err != nil {
		return organization{}, err
	}
	var found []organization
	var names, ids []string
	for _, o := range list {
		names = append(names, o.Name)
		if strings.EqualFold(o.ID.String(), idOrName) {
			return o, nil
		}
		if o.Name == idOrName {
			found, ids = append(found, o), append(ids, o.ID.String())
		}
	}
	switch len(found) {
	case 0:
		return organization{}, fmt.Errorf("%w %s%s: see `workplan organization list`", errNoOrganization,
			visible(idOrName), nearest.Hint(idOrName, names))
	case 1:
		return found[0], nil
	}
	return organization{}, fmt.Errorf("%d organizations have the name %s: give the id, one of %s", len(found),
		visible(idOrName), strings.Join(ids, ", "))
}

// suspend changes whether the organization is suspended. It reports the organization after
// the change, and whether the change was necessary.
func (c *oneOrganization) suspend(
	ctx context.Context, std streams, suspended bool,
) (o organization, changed bool, err error) {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return o, false, err
	}
	defer db.Close()
	if o, err = findOrganization(ctx, db, c.Organization); err != nil {
		return o, false, err
	}
	if err := o.unmoved(); err != nil {
		return o, false, err
	}
	if changed = suspended == (o.SuspendedAt == nil); changed {
		now := protoconv.Now()
		o.SuspendedAt = nil
		if suspended {
			o.SuspendedAt = &now
		}
		_, err = db.ExecContext(ctx,
			`UPDATE organizations SET suspended_at = $2, updated_at = greatest(updated_at, $3) WHERE id = $1`,
			o.ID, o.SuspendedAt, now)
		if err != nil {
			return o, false, err
		}
		command := "organization resume"
		if suspended {
			command = "organization suspend"
		}
		std.changed(command, o.ID.String())
	}
	if suspended { // also if it is suspended already: the command may have been interrupted before
		_, err = sessions.EndAll(tenant.WithOrganization(ctx, o.ID), tenant.Open(db).InUnit())
	}
	return o, changed && err == nil, err
}

// print prints the organization as JSON if the caller wants that.
func (c *oneOrganization) print(std streams, o organization) error {
	if c.Output == "json" {
		return printJSON(std, o)
	}
	return nil
}

type organizationSuspendCmd struct{ oneOrganization }

// Help is the rest of the help text.
func (organizationSuspendCmd) Help() string {
	return `The keys of the organization are refused within a second, by every server of the installation. Only GET
/me still works, and says when the organization was suspended. The sessions of its people end: they sign in again
afterwards. No other data are deleted.

Examples:

    workplan organization suspend 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10
    workplan organization suspend "Harbour Works"`
}

// Run suspends the organization.
func (c *organizationSuspendCmd) Run(ctx context.Context, std streams) error {
	o, changed, err := c.suspend(ctx, std, true)
	if err != nil {
		return err
	}
	if changed {
		std.say("Suspended organization %q (%s). Within a second its keys are refused, except by GET /me, which says "+
			"that it is suspended.", o.Name, o.ID)
	} else {
		std.say("Organization %q (%s) is suspended already, since %s.", o.Name, o.ID, timestamp(o.SuspendedAt))
	}
	return c.print(std, o)
}

type organizationResumeCmd struct{ oneOrganization }

// Help is the rest of the help text.
func (organizationResumeCmd) Help() string {
	return `The keys of the organization work again within a second.

Examples:

    workplan organization resume 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10
    workplan organization resume "Harbour Works"`
}

// Run ends the suspension.
func (c *organizationResumeCmd) Run(ctx context.Context, std streams) error {
	o, changed, err := c.suspend(ctx, std, false)
	if err != nil {
		return err
	}
	if changed {
		std.say("Resumed organization %q (%s). Its keys work within a second.", o.Name, o.ID)
	} else {
		std.say("Organization %q (%s) is not suspended.", o.Name, o.ID)
	}
	return c.print(std, o)
}
