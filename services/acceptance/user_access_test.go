package acceptance_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/test/apitest"
)

func accessOf(fd protoreflect.FieldDescriptor) pb.Access {
	access, _ := proto.GetExtension(fd.Options(), pb.E_Access).(pb.Access)
	return access
}

// writable returns the fields of a message that a client can write.
func writable(m proto.Message) (fields []protoreflect.FieldDescriptor) {
	all := m.ProtoReflect().Descriptor().Fields()
	for i := range all.Len() {
		if fd := all.Get(i); !validate.HasBehavior(fd, annotations.FieldBehavior_OUTPUT_ONLY) {
			fields = append(fields, fd)
		}
	}
	return fields
}

// TestEveryFieldOfAUserSaysWhatItGives fails for a field of a user without the option access: package permit would not
// check who may change it.
func TestEveryFieldOfAUserSaysWhatItGives(t *testing.T) {
	for _, m := range []proto.Message{&pb.User{}, &pb.UserCapabilities{}, &pb.UserCapability{}} {
		for _, fd := range writable(m) {
			if accessOf(fd) == pb.Access_ACCESS_UNSPECIFIED {
				t.Errorf("%s has no option access", fd.FullName())
			}
		}
	}
}

// giving has for each field of a user a value that gives something, in JSON over REST, and over gRPC if it differs
// there. $hr is an external id of the user, and $actor the user of the key.
var giving = map[string]struct{ rest, grpc string }{
	"name":                 {rest: `"Nia New"`},
	"email":                {rest: `"mallory$n@example.com"`},
	"image":                {rest: `"https://example.com/n.png"`},
	"country_code":         {rest: `"DE"`},
	"default_availability": {rest: `30`},
	"reports_to_id":        {rest: `"$actor"`},
	"role":                 {`"admin"`, `"ROLE_ADMIN"`},
	"is_active":            {rest: `true`},
	"can_sign_in":          {rest: `true`},
	"kind":                 {`"placeholder"`, `"USER_KIND_PLACEHOLDER"`},
	"capabilities":         {rest: `[{"capabilityId": "$design", "level": 3}]`},
	"start_date":           {rest: `"2026-03-02"`},
	"end_date":             {rest: `"2026-03-02"`},
	"external_ids":         {rest: `["$hr", "scim:$n"]`},
}

// accessCallers are keys that write users: the user, and the scopes besides read:users and write:users.
var accessCallers = map[string]struct{ user, scopes string }{
	"every scope": {"admin", "write:keys scim"},
	"no scim":     {"admin", "write:keys"},
	"users alone": {"admin", ""},
	"manager":     {"boss", "write:keys scim"},
	"member":      {"lead", "write:keys scim"},
}

// accessPaths are the requests that write a user. A request has the fields of the path and one more, as %s. $target is
// the user who exists, with the address $old and the external id $hr.
var accessPaths = []struct {
	name, rest, body, rpc, request, fields string
	creates, placeholder                   bool
}{
	{"POST", "POST /api/v1/users", `%s`, "CreateUser", `{"user": %s}`, `{"name": "P", "email": "p$n@example.com"}`,
		true, false},
	{"POST of a placeholder", "POST /api/v1/users", `%s`, "CreateUser", `{"user": %s}`,
		`{"name": "D", "kind": $placeholder}`, true, true},
	{"PATCH", "PATCH /api/v1/users/$target", `%s`, "UpdateUser", `{"userId": "$target", "user": %s}`, `{}`,
		false, false},
	{"PATCH of a placeholder", "PATCH /api/v1/users/$target", `%s`, "UpdateUser", `{"userId": "$target", "user": %s}`,
		`{}`, false, true},
	{"upsert of a new person", "POST /api/v1/users/upsert", `{"match": "email", "items": [%s]}`, "UpsertUsers",
		`{"batch": {"match": "email", "items": [%s]}}`, `{"name": "P", "email": "p$n@example.com"}`, true, false},
	{"upsert", "POST /api/v1/users/upsert", `{"match": "externalId:hr", "items": [%s]}`, "UpsertUsers",
		`{"batch": {"match": "externalId:hr", "items": [%s]}}`, `{"name": "T", "email": "$old", "externalIds": ["$hr"]}`, false, false},
	{"upsert of a placeholder", "POST /api/v1/users/upsert", `{"match": "externalId:hr", "items": [%s]}`, "UpsertUsers",
		`{"batch": {"match": "externalId:hr", "items": [%s]}}`, `{"name": "T", "kind": $placeholder, "externalIds": ["$hr"]}`, false, true},
}

// TestWhoGivesAccessToUsers sends each field of a user, on each path, with each caller: what is refused follows from
// the option access of the field alone, and writes nothing.
func TestWhoGivesAccessToUsers(t *testing.T) {
	t.Parallel()
	fields := writable(&pb.User{})
	for caller, c := range accessCallers {
		for _, overREST := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s over REST %t", caller, overREST), func(t *testing.T) {
				t.Parallel()
				a := noted.New(t)
				a.Key(caller, c.user, append(strings.Fields(c.scopes), "read:users", "write:users")...)
				changes, n := changesOf(a), 0
				for _, path := range accessPaths {
					for _, fd := range fields {
						name := string(fd.Name())
						value, known := giving[name]
						if !known {
							t.Fatalf("%s: add a value to giving", name)
						}
						n++
						on := accessTarget(a, n, path.creates, path.placeholder).With("actor", a.ID(c.user))
						before := changes()
						var ans *apitest.Answer
						if overREST {
							member := fmt.Sprintf(`{"%s": %s}`, fd.JSONName(), value.rest)
							fields := merged(strings.ReplaceAll(path.fields, "$placeholder", giving["kind"].rest),
								member)
							ans = on.REST(t, caller, path.rest, fmt.Sprintf(path.body, fields), nil)
						} else {
							member := fmt.Sprintf(`{"%s": %s}`, fd.JSONName(), cmp.Or(value.grpc, value.rest))
							fields := merged(strings.ReplaceAll(path.fields, "$placeholder", giving["kind"].grpc),
								member)
							ans = on.Call(t, caller, "UserService/"+path.rpc, fmt.Sprintf(path.request, fields), nil)
						}
						want := accessRefusal(caller, fd, path.creates, path.placeholder, path.rpc == "UpsertUsers")
						at := path.name + " with " + name
						switch got := cmp.Or(ans.Code, map[bool]string{true: "", false: "failed"}[ok(ans)]); {
						case !strings.Contains(" "+want+" ", " "+cmp.Or(got, "ok")+" "):
							t.Errorf("%s: %q and not %s: %s", at, got, want, ans.Message)
						case want != "ok" && changes() != before && !apitest.OnCitus():
							t.Errorf("%s is refused, and something is written", at)
						case got == "scope_missing" && !slices.ContainsFunc(ans.Fields, func(f string) bool {
							return strings.HasSuffix(f, fd.JSONName()) || strings.HasSuffix(f, name)
						}):
							t.Errorf("%s: the error names %v", at, ans.Fields)
						}
					}
				}
			})
		}
	}
}

// accessTarget adds a user of whom the caller is no manager, and who is neither active nor can sign in, for a request
// that creates none.
func accessTarget(a *apitest.API, n int, creates, placeholder bool) *apitest.API {
	id, kind, hr, email := fmt.Sprintf("01890000-0000-7000-8000-000000009%03d", n), any(nil), fmt.Sprintf("hr:%d",
		n), any(nil)
	if placeholder {
		id, kind = fmt.Sprintf("01890000-0000-8000-8000-000000009%03d", n), "placeholder"
	} else {
		email = fmt.Sprintf("t%d@example.com", n)
	}
	if !creates {
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role,
			is_active, can_sign_in, kind, external_ids)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, 'T', 40, 'member', false, false, $4, ARRAY[$5])`,
			a.Organization, id, email, kind, hr)
		a.Exec(`INSERT INTO record_external_ids (organization_id, record, external_id, id) VALUES ($1, 'user', $2, $3)`,
			a.Organization, hr, id)
	}
	return a.With("target", id).With("hr", hr).With("old", fmt.Sprint(email)).With("n", strconv.Itoa(n))
}

// accessRefusal returns the code of the error that a change of a field gets, "ok", or several that are possible.
func accessRefusal(caller string, fd protoreflect.FieldDescriptor, creates, placeholder, batch bool) string {
	const invalid = "validation_failed unknown_field"
	isAdmin, isManager := caller != "manager" && caller != "member", caller == "manager"
	ofPerson := slices.Contains([]string{"email", "role", "can_sign_in", "start_date", "end_date"}, string(fd.Name()))
	immutable := validate.HasBehavior(fd, annotations.FieldBehavior_IMMUTABLE)
	denied := !isAdmin && !(isManager && placeholder)
	switch {
	case batch && denied: // the rights to a batch are asked before its values are compared
		return "permission_denied " + invalid
	case fd.Name() == "kind" && placeholder && (creates || batch): // as it is
		break
	case immutable && (!creates || batch), placeholder && ofPerson, fd.Name() == "kind":
		return invalid
	}
	if denied {
		return "permission_denied"
	}
	switch accessOf(fd) {
	case pb.Access_ACCESS_NONE:
		return "ok"
	case pb.Access_ACCESS_SIGN_IN:
		if caller == "users alone" && !placeholder &&
			!(creates && slices.Contains([]string{"email", "is_active"}, string(fd.Name()))) {
			return "scope_missing"
		}
		return "ok"
	case pb.Access_ACCESS_MANAGE:
		if isManager && !creates {
			return "permission_denied"
		}
		return "ok"
	case pb.Access_ACCESS_PROVISION:
		if isManager {
			return "permission_denied"
		}
		if caller != "every scope" {
			return "scope_missing"
		}
		return "ok"
	}
	return "nothing that this test knows"
}
