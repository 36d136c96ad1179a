package importer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

// run is one import in its transaction. After a fault it continues, to find the others,
// and the transaction is rolled back.
type run struct {
	db  *ent.Client
	doc *adminv1.ImportDocument
	now time.Time
	options
	// faults lists what is wrong with the document, at most one fault for each path.
	// faulty has these paths.
	faults []string
	faulty map[string]bool
	// seen has the path of the first use of each name in each list.
	seen map[string]string
	// users are the ids of all users by e-mail address in lower case, clients the ids
	// of all clients by name: those of the organization and those of the document.
	users   map[string]uuid.UUID
	clients map[string]uuid.UUID
	// skills are the ids of all capabilities by name.
	skills map[string]uuid.UUID
	// ids are the ids of the records of the document by their paths, such as users[2].
	ids    map[string]uuid.UUID
	result *adminv1.ImportResult
}

func newRun(db *ent.Client, doc *adminv1.ImportDocument, unread []strictjson.Problem, opts options) *run {
	r := &run{
		db: db, doc: doc, now: protoconv.Now(), options: opts,
		faulty: map[string]bool{}, seen: map[string]string{},
		users: map[string]uuid.UUID{}, clients: map[string]uuid.UUID{}, ids: map[string]uuid.UUID{},
		result: &adminv1.ImportResult{},
	}
	if opts.dryRun {
		r.result.DryRun = new(true)
	}
	for _, p := range unread {
		r.fault(p.Path, "%s", strings.Replace(p.Message, "this request", "the document", 1))
	}
	return r
}

// all imports each part after the parts that it refers to.
func (r *run) all(ctx context.Context) error {
	id, err := r.organization(ctx)
	if err != nil {
		return err
	}
	ctx = call.As(ctx, auth.Operator(id, uuid.Nil), r.db)
	for _, step := range []func(context.Context) error{r.capabilities, r.timeOffTypes, r.importUsers, r.keys,
		r.importClients, r.projects, r.money} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// fault adds a fault at a path in the document, unless the path has one already.
func (r *run) fault(at, format string, args ...any) {
	if !r.faulty[at] {
		r.faulty[at] = true
		r.faults = append(r.faults, at+" "+fmt.Sprintf(format, args...))
	}
}

// refuse adds the faults of m if err is a *problem.Error, and returns any other error. at
// is the path of the entry in the document. The first name in the path of a field is
// dropped, because the entry itself has the fields of its record.
func (r *run) refuse(at string, m proto.Message, err error) error {
	return r.refuseAt(at, m, err, func(path string) string {
		if _, field, ok := strings.Cut(path, "."); ok {
			path = field
		}
		return at + "." + path
	})
}

// refuseAt is refuse for an entry of which place returns where the document has a field of m.
func (r *run) refuseAt(at string, m proto.Message, err error, place func(path string) string) error {
	var p *problem.Error
	if !errors.As(err, &p) {
		return err
	}
	if p.Code == problem.UnknownReference && len(r.faults) > 0 {
		return nil // the reference may be to a record that was not written because of its faults
	}
	if len(p.Details) == 0 {
		r.fault(at, "%s", p.Text())
	}
	for _, d := range p.Details {
		r.fault(place(protoconv.JSONPath(m.ProtoReflect().Descriptor(), d.Field)), "%s", d.Message)
	}
	if p.More > 0 {
		r.fault(at, "has %d more faults", p.More)
	}
	return nil
}

// check trims the text of the entry, adds a fault for each violation of the rules in the
// protos, and reports whether there was none.
func (r *run) check(at string, entry proto.Message) (ok bool, err error) {
	before := len(r.faults)
	err = r.refuseAt(at, entry, validate.Message(entry), func(path string) string {
		return at + "." + strings.Replace(path, "record.", "", 1) // whose fields are those of the entry itself
	})
	return len(r.faults) == before, err
}

// once adds a fault if the list already has the name.
func (r *run) once(list, at, name string) {
	if name == "" {
		return
	}
	key := list + "\x00" + name
	if first, ok := r.seen[key]; ok {
		r.fault(at, "is the same as %s", first)
		return
	}
	r.seen[key] = at
}

// id returns the id of a record for the result. It is nil if a dry run would create the
// record.
func (r *run) id(id uuid.UUID, exists bool) *string {
	if r.dryRun && !exists {
		return nil
	}
	return new(id.String())
}

// user returns the id of the user with an e-mail address, or nil if there is no address.
// at is the path of the address in the document.
func (r *run) user(at string, email *string) *string {
	if email == nil {
		return nil
	}
	id, ok := r.users[address.Fold(strings.TrimSpace(*email))]
	if !ok {
		r.unknown(at, "user", *email, r.users)
	}
	return new(id.String())
}

func (r *run) unknown(at, kind, name string, known map[string]uuid.UUID) {
	var names []string
	if len(r.faults) < 100 { // with many faults, the hints take long to find and are of no use
		for name := range known {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	r.fault(at, "names an unknown %s, %q%s", kind, name, nearest.Hint(name, names))
}

// importLock makes imports wait for each other, because the names of organizations have
// no unique key.
const (
	importLock = `SELECT pg_advisory_xact_lock(7266)`
	// waitForImports lets the lock take as long as a statement may. Requests wait less for locks.
	waitForImports = `SET LOCAL lock_timeout = 0`
)

// organization returns the id of the organization, which it creates if it is missing.
func (r *run) organization(ctx context.Context) (id uuid.UUID, err error) {
	in := r.doc.GetOrganization()
	if in == nil {
		in = &adminv1.ImportOrganization{}
	}
	ok, err := r.check("organization", in)
	if err != nil {
		return uuid.Nil, err
	}
	if !ok {
		in = &adminv1.ImportOrganization{Name: "invalid"} // the rest of the document is still checked, then all is rolled back
	}
	for _, statement := range []string{waitForImports, importLock} {
		if _, err := postgres.Column[string](ctx, r.db, statement); err != nil {
			return uuid.Nil, err
		}
	}
	ids, err := postgres.Column[uuid.UUID](ctx, r.db,
		`SELECT id FROM organizations WHERE name = $1 ORDER BY created_at, id LIMIT 1`, in.GetName())
	if err != nil {
		return uuid.Nil, err
	}
	exists := len(ids) > 0
	if exists {
		id = ids[0]
		if r.mustBeNew {
			r.fault("organization.name", "is the name of the organization %s: choose another name", id)
		}
	} else {
		id = uuid.Must(uuid.NewV7())
		ctx = tenant.WithOrganization(ctx, id)
		err = r.db.Organization.Create().SetID(id).SetName(in.GetName()).SetCreatedAt(r.now).
			SetUpdatedAt(r.now).Exec(ctx)
	}
	r.ids["organization"] = id
	r.result.Organization = &adminv1.Named{Id: r.id(id, exists), Name: in.GetName()}
	return id, err
}

func (r *run) capabilities(ctx context.Context) error {
	rows, err := r.db.Capability.Query().All(ctx)
	if err != nil {
		return err
	}
	r.skills = map[string]uuid.UUID{}
	for _, row := range rows {
		r.skills[naming.Clean(row.Name)] = row.ID
	}
	service := catalog.NewCapabilities(func(context.Context) {})
	r.result.Capabilities, err = r.named("capabilities", r.doc.GetCapabilities(), r.skills,
		func(name string) (string, error) {
			resp, err := service.CreateCapability(ctx,
				&pb.CreateCapabilityRequest{Capability: &pb.Capability{Name: &name}})
			return resp.GetData().GetId(), err
		})
	return err
}

func (r *run) timeOffTypes(ctx context.Context) error {
	rows, err := r.db.TimeOffType.Query().All(ctx)
	if err != nil {
		return err
	}
	known := map[string]uuid.UUID{}
	for _, row := range rows {
		known[naming.Clean(row.Name)] = row.ID
	}
	service := catalog.NewTimeOffTypes()
	r.result.TimeOffTypes, err = r.named("timeOffTypes", r.doc.GetTimeOffTypes(), known,
		func(name string) (string, error) {
			resp, err := service.CreateTimeOffType(ctx,
				&pb.CreateTimeOffTypeRequest{TimeOffType: &pb.TimeOffType{Name: &name}})
			return resp.GetData().GetId(), err
		})
	return err
}

// named imports a list of names, and adds the ids of those that it creates to known.
func (r *run) named(
	list string, entries []*adminv1.ImportName, known map[string]uuid.UUID, create func(name string) (string, error),
) ([]*adminv1.Named, error) {
	var out []*adminv1.Named
	for i, in := range entries {
		at := fmt.Sprintf("%s[%d]", list, i)
		if _, err := r.check(at, in); err != nil {
			return nil, err
		}
		r.once(list, at+".name", in.GetName())
		id, exists := known[in.GetName()]
		if !exists && len(r.faults) == 0 {
			created, err := create(in.GetName())
			if err != nil {
				return nil, err
			}
			id = protoconv.ID(created)
			known[in.GetName()] = id
		} else if !exists {
			known[in.GetName()] = uuid.Nil // so that it is no unknown name
		}
		out = append(out, &adminv1.Named{Id: r.id(id, exists), Name: in.GetName()})
	}
	return out, nil
}
