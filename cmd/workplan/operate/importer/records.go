package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/projects"
)

func (r *run) keys(ctx context.Context) error {
	rows, err := r.db.APIKey.Query().Order(apikey.ByCreatedAt(), apikey.ByID()).All(ctx)
	if err != nil {
		return err
	}
	known := map[string]uuid.UUID{}
	for _, row := range slices.Backward(rows) { // if several have the name, the oldest is used
		known[naming.Clean(row.Name)] = row.ID
	}
	for i, in := range r.doc.GetKeys() {
		at := fmt.Sprintf("keys[%d]", i)
		if _, err := r.check(at, in); err != nil {
			return err
		}
		r.once("keys", at+".name", in.GetName())
		var actor uuid.UUID
		if in.GetActor() != "" {
			actor = protoconv.ID(*r.user(at+".actor", &in.Actor))
		}
		id, exists := known[in.GetName()]
		out := &adminv1.IssuedKey{Id: r.id(id, exists), Name: in.GetName()}
		r.result.Keys = append(r.result.Keys, out)
		if exists {
			continue
		}
		expiresAt, err := keys.ParseExpiry(in.ExpiresAt)
		req := keys.Request{
			Name: in.GetName(), ActorID: actor, Scopes: in.GetScopes(), ByOperator: true, RateLimit: in.RateLimit,
			ExpiresAt: expiresAt,
		}
		for _, err := range []error{err, req.Check()} {
			if err := r.refuse(at, &pb.CreateKeyRequest{}, err); err != nil {
				return err
			}
		}
		if len(r.faults) > 0 || r.dryRun {
			continue
		}
		row, key, err := keys.Create(ctx, r.db, req)
		if err != nil {
			return err
		}
		out.Id, out.Secret = new(row.ID.String()), new(key.Reveal())
	}
	return nil
}

func (r *run) importClients(ctx context.Context) error {
	rows, err := r.db.Customer.Query().Order(customer.ByCreatedAt(), customer.ByID()).Select(customer.FieldID,
		customer.FieldCompanyName).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range slices.Backward(rows) { // if several have the name, the oldest is used
		r.clients[naming.Clean(row.CompanyName)] = row.ID
	}
	service := clients.New()
	for i, in := range r.doc.GetClients() {
		at := fmt.Sprintf("clients[%d]", i)
		if in.Record == nil {
			in.Record = &pb.Client{}
		}
		r.noIDs(at, in.Record)
		in.Record.AccountManagerId = r.user(at+".accountManager", in.AccountManager)
		valid, err := r.check(at, in)
		if err != nil {
			return err
		}
		name := in.Record.GetCompanyName()
		r.once("clients", at+".companyName", name)
		id, exists := r.clients[name]
		if !exists && valid {
			req := &pb.CreateClientRequest{Client: in.Record}
			resp, err := service.CreateClient(ctx, req)
			if err := r.refuse(at, req, err); err != nil {
				return err
			}
			id = protoconv.ID(resp.GetData().GetId())
			r.clients[name] = id
		} else if !exists {
			r.clients[name] = uuid.Nil // so that it is no unknown name
		}
		r.ids[at] = id
		r.result.Clients = append(r.result.Clients, &adminv1.Named{Id: r.id(id, exists), Name: name})
	}
	return nil
}

func (r *run) projects(ctx context.Context) error {
	rows, err := r.db.Project.Query().Order(project.ByCreatedAt(), project.ByID()).Select(project.FieldID,
		project.FieldClientID, project.FieldName).All(ctx)
	if err != nil {
		return err
	}
	known := map[string]uuid.UUID{}
	for _, row := range slices.Backward(rows) { // if several have the name, the oldest is used
		known[row.ClientID.String()+naming.Clean(row.Name)] = row.ID
	}
	service := projects.New(nil)
	for i, in := range r.doc.GetProjects() {
		at := fmt.Sprintf("projects[%d]", i)
		if in.Record == nil {
			in.Record = &pb.Project{}
		}
		r.noIDs(at, in.Record)
		client, ok := r.clients[naming.Clean(in.GetClient())]
		if !ok && in.GetClient() != "" {
			r.unknown(at+".client", "client", in.GetClient(), r.clients)
		}
		in.Record.ClientId = client.String()
		in.Record.ProjectManagerId = r.user(at+".projectManager", in.ProjectManager)
		valid, err := r.check(at, in)
		if err != nil {
			return err
		}
		name := in.Record.GetName()
		r.once("projects", at+".name", naming.Clean(in.GetClient())+"\x00"+name)
		id, exists := known[in.Record.ClientId+name]
		if !exists && valid {
			req := &pb.CreateProjectRequest{Project: in.Record}
			resp, err := service.CreateProject(ctx, req)
			if err := r.refuse(at, req, err); err != nil {
				return err
			}
			id = protoconv.ID(resp.GetData().GetId())
		}
		r.ids[at] = id
		r.result.Projects = append(r.result.Projects, &adminv1.Named{Id: r.id(id, exists), Name: name})
	}
	return nil
}

// noIDs adds a fault for each id of another record, because a document refers to records
// by name.
func (r *run) noIDs(at string, record proto.Message) {
	record.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string); of != "" {
			r.fault(at+"."+fd.JSONName(), "is an id: use %s, a name", strings.TrimSuffix(fd.JSONName(), "Id"))
		}
		return true
	})
}
