package importer

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/timeofftype"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/permit"
	"github.com/workplan-api/workplan/services/projects"
)

// run is one import in its transaction.
type run struct {
	db        *ent.Client
	doc       *adminv1.ImportDocument
	validator *validate.Validator
	now       time.Time
	// users are the ids of the organization's users by their e-mail address in
	// lower case, clients those of its clients by name.
	users   map[string]uuid.UUID
	clients map[string]string
	result  *adminv1.ImportResult
}

func newRun(db *ent.Client, doc *adminv1.ImportDocument, validator *validate.Validator) *run {
	return &run{
		db: db, doc: doc, validator: validator, now: protoconv.Now(),
		users: map[string]uuid.UUID{}, clients: map[string]string{}, result: &adminv1.ImportResult{},
	}
}

// all imports in the order in which the parts name each other.
func (r *run) all(ctx context.Context) error {
	id, err := r.organization(ctx)
	if err != nil {
		return err
	}
	ctx = auth.AsOperator(ctx, id, uuid.Nil)
	for _, step := range []func(context.Context) error{r.capabilities, r.timeOffTypes, r.importUsers, r.keys, r.importClients, r.projects} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// importLock makes imports wait for each other: an organization is found by its name,
// which no unique key of the whole installation can guard.
const importLock = `SELECT pg_advisory_xact_lock(7266)`

func (r *run) organization(ctx context.Context) (uuid.UUID, error) {
	name := r.doc.GetOrganization().GetName()
	if err := r.exec(ctx, importLock); err != nil {
		return uuid.Nil, err
	}
	id, found, err := r.organizationNamed(ctx, name)
	if err != nil {
		return uuid.Nil, err
	}
	if !found {
		id = uuid.Must(uuid.NewV7())
		ctx = tenant.WithOrganization(ctx, id)
		if err := r.db.Organization.Create().SetID(id).SetName(name).SetCreatedAt(r.now).SetUpdatedAt(r.now).Exec(ctx); err != nil {
			return uuid.Nil, err
		}
	}
	r.result.Organization = &adminv1.Named{Id: id.String(), Name: name}
	return id, nil
}

func (r *run) organizationNamed(ctx context.Context, name string) (id uuid.UUID, found bool, err error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id FROM organizations WHERE name = $1 ORDER BY created_at, id LIMIT 1`, name)
	if err != nil {
		return uuid.Nil, false, err
	}
	defer rows.Close()
	if rows.Next() {
		found = true
		err = rows.Scan(&id)
	}
	if err != nil {
		return uuid.Nil, false, err
	}
	return id, found, rows.Err()
}

func (r *run) exec(ctx context.Context, query string) error {
	rows, err := r.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	return rows.Close()
}

func (r *run) capabilities(ctx context.Context) error {
	for _, c := range r.doc.GetCapabilities() {
		row, err := r.db.Capability.Query().Where(capability.Name(c.GetName())).Only(ctx)
		if ent.IsNotFound(err) {
			row, err = r.db.Capability.Create().SetName(c.GetName()).SetCreatedAt(r.now).SetUpdatedAt(r.now).Save(ctx)
		}
		if err != nil {
			return err
		}
		r.result.Capabilities = append(r.result.Capabilities, &adminv1.Named{Id: row.ID.String(), Name: row.Name})
	}
	return nil
}

func (r *run) timeOffTypes(ctx context.Context) error {
	for _, t := range r.doc.GetTimeOffTypes() {
		row, err := r.db.TimeOffType.Query().Where(timeofftype.Name(t.GetName())).Only(ctx)
		if ent.IsNotFound(err) {
			row, err = r.db.TimeOffType.Create().SetName(t.GetName()).SetCreatedAt(r.now).SetUpdatedAt(r.now).Save(ctx)
		}
		if err != nil {
			return err
		}
		r.result.TimeOffTypes = append(r.result.TimeOffTypes, &adminv1.Named{Id: row.ID.String(), Name: row.Name})
	}
	return nil
}

func (r *run) keys(ctx context.Context) error {
	for i, k := range r.doc.GetKeys() {
		at := fmt.Sprintf("keys[%d]", i)
		actor, err := r.userID(at+".actor", k.GetActor())
		if err != nil {
			return err
		}
		row, err := r.db.APIKey.Query().Where(apikey.Name(k.GetName())).Order(apikey.ByCreatedAt(), apikey.ByID()).First(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		if row != nil {
			r.result.Keys = append(r.result.Keys, &adminv1.IssuedKey{Id: row.ID.String(), Name: row.Name})
			continue
		}
		request := keys.Request{Name: k.GetName(), ActorID: actor, Scopes: k.GetScopes(), RateLimit: k.RateLimit}
		if k.ExpiresAt != nil {
			t, err := time.Parse(time.RFC3339, k.GetExpiresAt())
			if err != nil {
				return failure("%s.expiresAt must be a time, as 2027-01-31T08:00:00Z", at)
			}
			request.ExpiresAt = &t
		}
		row, key, err := keys.Create(ctx, r.db, request)
		if err != nil {
			return refused(nil, err, at+".")
		}
		secret := key.Reveal()
		r.result.Keys = append(r.result.Keys, &adminv1.IssuedKey{Id: row.ID.String(), Name: row.Name, Secret: &secret})
	}
	return nil
}

func (r *run) importClients(ctx context.Context) error {
	rows, err := r.db.Customer.Query().Order(customer.ByCreatedAt(), customer.ByID()).Select(customer.FieldID, customer.FieldCompanyName).All(ctx)
	if err != nil {
		return err
	}
	for i := len(rows) - 1; i >= 0; i-- { // so that of several with a name the oldest stays
		r.clients[rows[i].CompanyName] = rows[i].ID.String()
	}
	service := clients.New(r.db, permit.New(r.db))
	for i, c := range r.doc.GetClients() {
		if _, ok := r.clients[c.GetCompanyName()]; !ok {
			at := fmt.Sprintf("clients[%d]", i)
			manager, err := r.optionalUser(at+".accountManager", c.AccountManager)
			if err != nil {
				return err
			}
			req := &pb.CreateClientRequest{Client: &pb.Client{
				CompanyName: c.CompanyName, Email: c.Email, Image: c.Image, CountryCode: c.CountryCode, Website: c.Website,
				IsActive: c.IsActive, ClientPriority: c.ClientPriority, Categories: c.Categories, AccountManagerId: manager,
			}}
			if err := refused(req, r.validator.Message(req), at+"."); err != nil {
				return err
			}
			resp, err := service.CreateClient(ctx, req)
			if err != nil {
				return refused(req, err, at+".")
			}
			r.clients[c.GetCompanyName()] = resp.Data.Id
		}
		r.result.Clients = append(r.result.Clients, &adminv1.Named{Id: r.clients[c.GetCompanyName()], Name: c.GetCompanyName()})
	}
	return nil
}

func (r *run) projects(ctx context.Context) error {
	service := projects.New(r.db, permit.New(r.db))
	for i, p := range r.doc.GetProjects() {
		at := fmt.Sprintf("projects[%d]", i)
		row, err := r.db.Project.Query().Where(project.Name(p.GetName())).Order(project.ByCreatedAt(), project.ByID()).First(ctx)
		if err == nil {
			r.result.Projects = append(r.result.Projects, &adminv1.Named{Id: row.ID.String(), Name: row.Name})
			continue
		}
		if !ent.IsNotFound(err) {
			return err
		}
		client, ok := r.clients[p.GetClient()]
		if !ok {
			return failure("%s.client is the name of no client in the document or the organization", at)
		}
		manager, err := r.optionalUser(at+".projectManager", p.ProjectManager)
		if err != nil {
			return err
		}
		req := &pb.CreateProjectRequest{Project: &pb.Project{
			Name: p.Name, ClientId: client, StartDate: p.StartDate, EndDate: p.EndDate, Objective: p.Objective, ProjectManagerId: manager,
			Status: p.Status, BillingType: p.BillingType, Amount: p.Amount, HourlyRate: p.HourlyRate,
		}}
		if err := refused(req, r.validator.Message(req), at+"."); err != nil {
			return err
		}
		resp, err := service.CreateProject(ctx, req)
		if err != nil {
			return refused(req, err, at+".")
		}
		r.result.Projects = append(r.result.Projects, &adminv1.Named{Id: resp.Data.Id, Name: p.GetName()})
	}
	return nil
}

// userID is the id of the user with that e-mail address; at says where it stands.
func (r *run) userID(at, email string) (uuid.UUID, error) {
	id, ok := r.users[strings.ToLower(email)]
	if !ok {
		return uuid.Nil, failure("%s is the e-mail address of no user in the document or the organization", at)
	}
	return id, nil
}

func (r *run) optionalUser(at string, email *string) (*string, error) {
	if email == nil {
		return nil, nil
	}
	id, err := r.userID(at, *email)
	if err != nil {
		return nil, err
	}
	s := id.String()
	return &s, nil
}
