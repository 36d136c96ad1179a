package scim

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
)

// The URNs of the schemas.
const (
	coreUserURN   = "urn:ietf:params:scim:schemas:core:2.0:User"
	coreGroupURN  = "urn:ietf:params:scim:schemas:core:2.0:Group"
	enterpriseURN = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
	workplanURN   = "urn:ietf:params:scim:schemas:extension:workplan:2.0:User"
)

// These are the same in lower case, because case is ignored in requests.
var (
	coreUser   = strings.ToLower(coreUserURN)
	coreGroup  = strings.ToLower(coreGroupURN)
	enterprise = strings.ToLower(enterpriseURN)
	workplan   = strings.ToLower(workplanURN)
	extensions = []string{enterprise, workplan}
)

// source is the source of the external ids of identity providers.
const source = "scim:"

// externalID returns the external id of an identity provider, or "".
func externalID(u *pb.User) string {
	for _, id := range u.ExternalIds {
		if id, ok := strings.CutPrefix(id, source); ok {
			return id
		}
	}
	return ""
}

// user returns a user as a resource. A name that is the e-mail address is none. known has the parts of the name,
// or is nil if they follow from the name.
func (x *exchange) user(u *pb.User, known *name) object {
	location := x.location("Users/" + u.Id)
	o := object{
		"id": u.Id, "userName": u.GetEmail(), "active": u.GetIsActive(),
		"emails": []any{object{"value": u.GetEmail(), "type": "work", "primary": true}},
		"meta": object{
			"resourceType": "User", "created": u.CreatedAt.AsTime().Format(time.RFC3339Nano),
			"lastModified": u.UpdatedAt.AsTime().Format(time.RFC3339Nano),
			"version":      "W/" + versionTag(u.Version), "location": location,
		},
	}
	if u.GetName() != u.GetEmail() {
		of := split(u.GetName())
		if known != nil {
			of = known.parts
		}
		name := object{"formatted": u.GetName()}
		if of.given != "" {
			name["givenName"] = of.given
		}
		if of.family != "" {
			name["familyName"] = of.family
		}
		o["displayName"], o["name"] = u.GetName(), name
	}
	if id := externalID(u); id != "" {
		o["externalId"] = id
	}
	schemas := []string{coreUserURN}
	if u.ReportsToId != nil {
		schemas = append(schemas, enterpriseURN)
		o[enterpriseURN] = object{"manager": object{"value": u.GetReportsToId(),
			"$ref": x.location("Users/" + u.GetReportsToId())}}
	}
	if employed := employment(u); len(employed) > 0 {
		schemas = append(schemas, workplanURN)
		o[workplanURN] = employed
	}
	o["schemas"] = schemas
	for _, g := range x.groups() {
		if g.role == u.GetRole() {
			o["groups"] = []any{object{
				"value": g.id, "display": g.name, "type": "direct", "$ref": x.location("Groups/" + g.id),
			}}
		}
	}
	return o
}

// employment returns the days of employment that a user has.
func employment(u *pb.User) object {
	o := object{}
	if u.StartDate != nil {
		o["startDate"] = u.GetStartDate()
	}
	if u.EndDate != nil {
		o["endDate"] = u.GetEndDate()
	}
	return o
}

// edit is what a request says about a user. What it does not say stays as it is.
type edit struct {
	// texts are the values of attributes by the names of fieldOf, "" to clear them.
	texts  map[string]string
	active *bool
	// written are the attributes as the client wrote them, by the fields of the API.
	written map[string]string
	// strict refuses attributes that nobody knows.
	strict bool
}

func newEdit() *edit { return &edit{texts: map[string]string{}, written: map[string]string{}} }

// fieldOf are the fields of the API for the attributes that are texts.
var fieldOf = map[string]string{
	"username": "email", "displayname": "name", "name.formatted": "name", "name.givenname": "name",
	"name.familyname": "name", "externalid": "external_ids", "manager.value": "reports_to_id",
	"startdate": "start_date", "enddate": "end_date",
}

// ignored are the attributes of RFC 7643 that Workplan does not have, or does not take from clients. Identity providers
// send many of them.
var ignored = strings.Fields(`schemas id meta name emails groups nickname profileurl title usertype preferredlanguage
	locale timezone password phonenumbers ims photos addresses entitlements roles x509certificates employeenumber
	costcenter organization division department manager`)

// fill sets the attributes of an object, such as the body of a request, or those of a complex attribute. They are set
// in alphabetical order, so that the same request always gets the same error.
func (e *edit) fill(parent string, o object) error {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		a, err := parseAttribute(parent + key)
		if err != nil {
			continue // of a schema that Workplan does not know
		}
		if err := e.set(a, o[key]); err != nil {
			return err
		}
	}
	return nil
}

// set sets an attribute. A value that is nil clears it.
func (e *edit) set(a attribute, value any) (err error) {
	name := a.dotted()
	switch o, isObject := value.(object); {
	case name == "active":
		e.active, err = boolean(a, value)
		return err
	case name == "name" && isObject:
		return e.fill(a.text+".", o)
	case name == "name":
		name = "name.formatted"
	case slices.Contains(extensions, name) && isObject:
		return e.fill("", o)
	case name == enterprise:
		name, value = "manager.value", nil
	case name == workplan:
		return errors.Join(e.set(attribute{text: a.text, name: "startdate"}, nil),
			e.set(attribute{text: a.text, name: "enddate"}, nil))
	case name == "manager":
		name = "manager.value"
	}
	field, ok := fieldOf[name]
	if !ok {
		if e.strict && !slices.Contains(ignored, a.name) && !a.isCustom() {
			return invalid("invalidPath", a.text, "is not an attribute of a user")
		}
		return nil
	}
	text, err := asText(a, value)
	if err == nil && name == "manager.value" && text != "" && !isID(text) {
		err = invalid("invalidValue", a.text, "must be the id of a user")
	}
	if name == "startdate" || name == "enddate" {
		text, _, _ = strings.Cut(text, "T") // some providers send the time of the day, too
	}
	if part := name == "name.givenname" || name == "name.familyname"; err == nil && part &&
		(utf8.RuneCountInString(text) > maxPart || strings.Contains(text, "\x00")) {
		err = invalid("invalidValue", a.text, "must have at most 255 characters, and no NUL")
	}
	e.texts[name], e.written[field] = text, a.text
	return err
}

// maxPart is the maximum length of a part of a name, which is that of a name.
const maxPart = 255

// asText returns a text. Some clients send a list of one value, or an object with one.
func asText(a attribute, value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case object:
		if inner, is := lookUp(v, "value"); is { // a null is no value, as RFC 7643 says
			return asText(a, inner)
		}
	case []any:
		if len(v) == 1 {
			return asText(a, v[0])
		}
		if len(v) == 0 {
			return "", nil
		}
	}
	return "", invalid("invalidValue", a.text, "must be a text")
}

// boolean returns a truth value. Entra sends it as the text True or False.
func boolean(a attribute, value any) (*bool, error) {
	switch text, _ := value.(string); {
	case value == true, strings.EqualFold(text, "true"):
		return new(true), nil
	case value == false, strings.EqualFold(text, "false"):
		return new(false), nil
	case value == nil:
		return nil, invalid("mutability", a.text, "cannot be removed: a user is active or not")
	}
	return nil, invalid("invalidValue", a.text, "must be true or false")
}

// text returns an attribute, or what it is if the request does not say it.
func (e *edit) text(name, stored string) string {
	if text, ok := e.texts[name]; ok {
		return text
	}
	return stored
}

// tombstone matches the userName that Entra gives to somebody whom it has deleted and still may restore: the id of the
// object, without dashes, and the address.
var tombstone = regexp.MustCompile(`^[0-9a-fA-F]{32}([^@]+@.+)$`)

// buried returns the address in a tombstone, or "" if a userName is none.
func buried(userName string) string {
	if found := tombstone.FindStringSubmatch(userName); found != nil {
		return found[1]
	}
	return ""
}

// email returns the e-mail address of a user after the request. A tombstone is no address of the person: the user keeps
// the one that it has, with which the person who comes back is found.
func (e *edit) email(stored string, active bool) string {
	sent := e.text("username", stored)
	alive := buried(sent)
	if alive == "" || address.Same(sent, stored) || active && !address.Same(alive, stored) {
		return sent
	}
	return cmp.Or(stored, alive)
}

// differing returns the new values of the fields that differ from those of the stored user, and their names. A new user
// is stored as one without values. now are the parts of the name.
func (e *edit) differing(stored *pb.User, known *name) (u *pb.User, fields []string, now parts) {
	u = &pb.User{}
	active := stored.IsActive == nil || stored.GetIsActive()
	if e.active != nil && *e.active != active {
		u.IsActive, fields, active = e.active, append(fields, "is_active"), *e.active
	}
	// The case of ASCII is ignored. Another address would end the sessions of the user.
	email := e.email(stored.GetEmail(), active)
	if !address.Same(email, stored.GetEmail()) {
		u.Email, fields = &email, append(fields, "email")
	}
	// Without a name, the user is called by the e-mail address, also after that has changed.
	called := stored.GetName()
	if called == stored.GetEmail() {
		called = ""
	}
	name := e.name(called, known)
	called = cmp.Or(name.whole, email)
	if called != stored.GetName() {
		u.Name, fields = &called, append(fields, "name")
	}
	if manager := e.text("manager.value", stored.GetReportsToId()); !strings.EqualFold(manager,
		stored.GetReportsToId()) {
		if fields = append(fields, "reports_to_id"); manager != "" {
			u.ReportsToId = &manager
		}
	}
	optional := func(attribute, field, stored string) *string {
		sent := e.text(attribute, stored)
		if sent == stored {
			return nil
		}
		if fields = append(fields, field); sent == "" {
			return nil // it is cleared
		}
		return &sent
	}
	u.StartDate = optional("startdate", "start_date", stored.GetStartDate())
	u.EndDate = optional("enddate", "end_date", stored.GetEndDate())
	takesOn := e.active != nil && *e.active // whom the provider takes on signs in with it
	if id := e.text("externalid", externalID(stored)); id != externalID(stored) {
		u.ExternalIds = slices.DeleteFunc(slices.Clone(stored.ExternalIds),
			func(id string) bool { return strings.HasPrefix(id, source) })
		if fields = append(fields, "external_ids"); id != "" {
			u.ExternalIds, takesOn = append(u.ExternalIds, source+id), true
		}
	}
	if takesOn && !stored.GetCanSignIn() {
		u.CanSignIn, fields = &takesOn, append(fields, "can_sign_in")
	}
	return u, fields, name.parts
}

// explain returns an error of the API with the attributes as the client wrote them.
func (e *edit) explain(err error) error {
	var p *problem.Error
	if f := (*fault)(nil); errors.As(err, &f) || !errors.As(err, &p) || len(p.Details) == 0 {
		return err
	}
	renamed := *p
	renamed.Details = slices.Clone(p.Details)
	for i := range renamed.Details {
		d := &renamed.Details[i]
		field, _, _ := strings.Cut(strings.TrimPrefix(d.Field, "user."), "[")
		d.Field = cmp.Or(e.written[field], attributes[field], d.Field)
	}
	return &renamed
}

// attributes are the attributes of fields of the API.
var attributes = map[string]string{
	"email": "userName", "name": "displayName", "is_active": "active", "role": "groups", "reports_to_id": "manager",
	"external_ids": "externalId", "external_id": "externalId", "start_date": "startDate", "end_date": "endDate",
}

// stored returns a user. Placeholders do not exist here.
func (x *exchange) stored(ctx context.Context, id string) (*pb.User, error) {
	if !isID(id) || placeholder.IsText(id) {
		return nil, problem.Missing("user")
	}
	resp, err := x.users.GetUser(ctx, &pb.GetUserRequest{UserId: id})
	return resp.GetData(), err
}

func (x *exchange) getUser(ctx context.Context) error {
	u, err := x.stored(ctx, x.id)
	if err != nil {
		return err
	}
	known, err := x.known(ctx, u)
	if err != nil {
		return err
	}
	return x.sendResource(http.StatusOK, x.user(u, known[u.Id]))
}

func (x *exchange) createUser(ctx context.Context) error {
	e := newEdit()
	if err := e.fill("", x.body); err != nil {
		return err
	}
	if e.texts["username"] == "" {
		return invalid("invalidValue", "userName", "is required")
	}
	u, _, now := e.differing(&pb.User{}, nil)
	resp, err := x.users.CreateUser(ctx, &pb.CreateUserRequest{User: u})
	if is(err, problem.AlreadyExists) {
		return x.taken(ctx, e, u.GetEmail(), err)
	}
	if err != nil {
		return e.explain(err)
	}
	known, err := x.remember(ctx, resp.GetData(), nil, now)
	if err != nil {
		return err
	}
	return x.sendResource(http.StatusCreated, x.user(resp.GetData(), known))
}

// taken returns the error for a userName that another user has. It names the user, who may be deactivated. Otherwise it
// explains err.
func (x *exchange) taken(ctx context.Context, e *edit, email string, err error) error {
	resp, lookUp := x.users.ListUsers(ctx, &pb.ListUsersRequest{Email: &email})
	if lookUp != nil || len(resp.GetData().GetItems()) == 0 {
		return e.explain(err)
	}
	other, text := resp.GetData().GetItems()[0], "is that of another user, "
	if !other.GetIsActive() {
		text = "is that of a user who is not active and can be activated again, "
	}
	return &fault{"uniqueness", problem.Field(problem.AlreadyExists, e.written["email"], text+other.Id)}
}

// changeUser writes what edit returns for the user of the path, if it differs, and sends the user.
func (x *exchange) changeUser(ctx context.Context, e *edit) error {
	var u *pb.User
	var known *name
	var now parts
	err := x.retry(func() (err error) {
		if u, err = x.stored(ctx, x.id); err != nil {
			return err
		}
		all, err := x.known(ctx, u)
		if err != nil {
			return err
		}
		known = all[u.Id]
		ctx, err := x.ifMatch(ctx, u.Version)
		if err != nil {
			return err
		}
		if e.text("username", "kept") == "" {
			return invalid("mutability", e.written["email"], "cannot be removed")
		}
		change, fields, kept := e.differing(u, known)
		if now = kept; len(fields) == 0 {
			return nil
		}
		resp, err := x.users.UpdateUser(ctx, &pb.UpdateUserRequest{
			UserId: x.id, User: change, UpdateMask: &fieldmaskpb.FieldMask{Paths: fields},
		})
		u = resp.GetData()
		return err
	})
	if err == nil {
		known, err = x.remember(ctx, u, known, now)
	}
	switch {
	case err != nil:
		return e.explain(err)
	case x.request.Method == http.MethodDelete:
		x.WriteHeader(http.StatusNoContent)
		return nil
	}
	return x.sendResource(http.StatusOK, x.user(u, known))
}

// replaceUser sets the attributes that the request has. Those that it does not have stay, because identity providers
// send only those that they know.
func (x *exchange) replaceUser(ctx context.Context) error {
	e := newEdit()
	if err := e.fill("", x.body); err != nil {
		return err
	}
	if _, ok := e.texts["username"]; !ok {
		return invalid("invalidValue", "userName", "is required")
	}
	return x.changeUser(ctx, e)
}

func (x *exchange) patchUser(ctx context.Context) error {
	e := newEdit()
	err := x.operations(func(op string, a *attribute, value any) error {
		if op == "remove" {
			value = nil
		}
		if a == nil {
			o, ok := value.(object)
			if !ok {
				return invalid("invalidValue", "value", "must be an object if there is no path")
			}
			return e.fill("", o)
		}
		e.strict = true
		defer func() { e.strict = false }()
		return e.set(*a, value)
	})
	if err != nil {
		return err
	}
	return x.changeUser(ctx, e)
}

// deleteUser deactivates a user. What the user has planned and worked stays, so the user does, too.
func (x *exchange) deleteUser(ctx context.Context) error {
	e := newEdit()
	e.active = new(false)
	return x.changeUser(ctx, e)
}

// operations calls f for each operation of a PATCH. op is add, replace or remove. The attribute is nil if the operation
// has no path.
func (x *exchange) operations(f func(op string, a *attribute, value any) error) error {
	all, _ := member(x.body, "Operations").([]any)
	if len(all) == 0 {
		return invalid("invalidSyntax", "Operations", "must be a list of operations")
	}
	for _, one := range all {
		operation, _ := one.(object)
		op, _ := member(operation, "op").(string)
		if op = strings.ToLower(op); op != "add" && op != "replace" && op != "remove" {
			return invalid("invalidSyntax", "op", "must be add, replace or remove")
		}
		var a *attribute
		switch path := member(operation, "path").(type) {
		case string:
			parsed, err := parseAttribute(path)
			if err != nil {
				return err
			}
			a = &parsed
		case nil:
			if op == "remove" {
				return &fault{"noTarget", problem.New(problem.ValidationFailed, "remove needs a path")}
			}
		default:
			return invalid("invalidPath", "path", "must be a text")
		}
		if err := f(op, a, member(operation, "value")); err != nil {
			return err
		}
	}
	return nil
}
