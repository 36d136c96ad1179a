package call

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lib/pq"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
)

// kind is a kind of records to which a request can refer without their ids.
type kind struct{ name, scope string }

// canBe reports whether a text can be a reference to a record of the kind. One that the database cannot store is none, so
// that the validator refuses it.
func (k kind) canBe(text string) bool {
	return (strings.Contains(text, ":") || k.name == "user" && strings.Contains(text, "@")) &&
		utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

// kinds are all of them, by the option id_of of a field: their names in errors and in record_external_ids, and the scopes
// that read them.
var kinds = map[string]kind{
	"User":    {"user", "read:users"},
	"Client":  {"client", "read:clients"},
	"Project": {"project", "read:projects"},
}

// reference is a text in a request where the id of a record is expected: an external id of the record, such as hr:4711, or
// the e-mail address of a user.
type reference struct {
	kind    kind
	text    string
	field   string // its path in the request
	index   int    // of the item of a batch that the field is in, or -1
	replace func(id protoreflect.Value)
}

// isEmail reports whether the text is an e-mail address. It is an external id otherwise.
func (r reference) isEmail() bool { return !strings.Contains(r.text, ":") }

// key is what is compared.
func (r reference) key() key {
	if r.isEmail() {
		return key{r.kind, strings.ToLower(r.text)}
	}
	return key{r.kind, r.text}
}

type key struct {
	kind kind
	text string
}

// detail says what is wrong with the reference.
func (r reference) detail(code problem.Code, message string) problem.Detail {
	return problem.Detail{Field: r.field, Message: message, Index: r.index, Code: code}
}

// resolve puts ids in place of the references in a request. It returns what is wrong with those that no record has. It
// fails if the caller may not read such records.
func (c *Chain) resolve(ctx context.Context, req proto.Message) (unknown []problem.Detail, err error) {
	w := referenceWalk{}
	w.message(req.ProtoReflect())
	if len(w.found) == 0 {
		return nil, nil
	}
	var unreadable []problem.Detail
	for _, r := range w.found {
		if !auth.FromContext(ctx).Has(r.kind.scope) {
			unreadable = append(unreadable, r.detail(problem.ScopeMissing, "needs the scope "+r.kind.scope+" if it is not an id"))
		}
	}
	if len(unreadable) > 0 {
		return nil, problem.List(unreadable)
	}
	ids, err := c.lookUp(ctx, w.found)
	if err != nil {
		return nil, err
	}
	for _, r := range w.found {
		if id := ids[r.key()]; id != "" {
			r.replace(protoreflect.ValueOfString(id))
		} else {
			unknown = append(unknown, r.detail(problem.UnknownReference, "does not exist"))
		}
	}
	return unknown, nil
}

// lookUp returns the ids of the records that have the references. It makes a statement for the addresses, and one for the
// external ids of each kind.
func (c *Chain) lookUp(ctx context.Context, references []reference) (map[key]string, error) {
	emails, externalIDs := map[kind][]string{}, map[kind][]string{}
	for _, r := range references {
		if r.isEmail() {
			emails[r.kind] = append(emails[r.kind], r.key().text)
		} else {
			externalIDs[r.kind] = append(externalIDs[r.kind], r.key().text)
		}
	}
	ids := map[key]string{}
	find := func(of kind, query string, args ...any) error {
		return tenant.Each(ctx, c.DB, func(scan postgres.Scan) error {
			var text, id string
			err := scan(&text, &id)
			ids[key{of, text}] = id
			return err
		}, query, args...)
	}
	for of, texts := range emails {
		if err := find(of, usersByEmail, pq.Array(texts)); err != nil {
			return nil, err
		}
	}
	for of, texts := range externalIDs {
		if err := find(of, byExternalID, pq.Array(texts), of.name); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// Each address is looked up by itself, so that PostgreSQL uses the index whatever its statistics are, see package among.
const usersByEmail = `SELECT k.key, u.id FROM unnest((SELECT $2::text[])) AS k (key) CROSS JOIN LATERAL (
  SELECT u.id FROM users u WHERE u.organization_id = $1 AND lower(u.email) BETWEEN k.key AND k.key OFFSET 0) u`

const byExternalID = `
SELECT external_id, id FROM record_external_ids WHERE organization_id = $1 AND external_id = ANY ($2) AND record = $3`

// checkResolved validates a request whose references are resolved. For unknown ones, the validator finds that they are no
// ids; the error says what they are instead. In the path they are 404, but only if the rest of the request is good, as
// an id without a record is.
func (c *Chain) checkResolved(m *rpc.Method, req proto.Message, unknown []problem.Detail) error {
	err := c.Validator.Check(m, req)
	var invalid *problem.Error
	if len(unknown) == 0 || !errors.As(err, &invalid) {
		return err
	}
	for i, d := range invalid.Details {
		if cmp.Or(d.Code, invalid.Code) != problem.ValidationFailed { // such as a field that nobody may write
			continue
		}
		if at := slices.IndexFunc(unknown, func(u problem.Detail) bool { return u.Field == d.Field }); at >= 0 {
			invalid.Details[i] = unknown[at]
		}
	}
	inPath := func(d problem.Detail) bool {
		return d.Code == problem.UnknownReference && strings.Contains(m.Path, "{"+d.Field+"}")
	}
	first := invalid.Details[0]
	if invalid.Details = slices.DeleteFunc(invalid.Details, inPath); len(invalid.Details) == 0 {
		return problem.Missing(strings.TrimSuffix(first.Field, "_id"))
	}
	invalid.Code = cmp.Or(invalid.Details[0].Code, invalid.Code)
	return invalid
}

// ofItems returns the details about items of a batch.
func ofItems(details []problem.Detail) []problem.Detail {
	return slices.DeleteFunc(slices.Clone(details), func(d problem.Detail) bool { return d.Index < 0 })
}

// referenceWalk finds the references in a message.
type referenceWalk struct {
	path  []step
	found []reference
}

// step is a field on the way to a reference, and the index of its item, or -1.
type step struct {
	field protoreflect.Name
	index int
}

func (w *referenceWalk) message(m protoreflect.Message) {
	for _, f := range fieldsWithIDs(m.Descriptor()) {
		if !m.Has(f.FieldDescriptor) {
			continue
		}
		if !f.IsList() {
			w.value(m, f, -1, m.Get(f.FieldDescriptor))
			continue
		}
		list := m.Get(f.FieldDescriptor).List()
		for i := range list.Len() {
			w.value(m, f, i, list.Get(i))
		}
	}
}

// value looks at the value of a field of m, or at an item of the list in it.
func (w *referenceWalk) value(m protoreflect.Message, f idField, index int, v protoreflect.Value) {
	w.path = append(w.path, step{f.name, index})
	if f.Message() != nil {
		w.message(v.Message())
	} else if text := v.String(); f.kind.canBe(text) {
		r := reference{kind: f.kind, text: text, replace: func(id protoreflect.Value) { m.Set(f.FieldDescriptor, id) }}
		if index >= 0 {
			list := m.Get(f.FieldDescriptor).List()
			r.replace = func(id protoreflect.Value) { list.Set(index, id) }
		}
		r.field, r.index = w.field()
		w.found = append(w.found, r)
	}
	w.path = w.path[:len(w.path)-1]
}

// field returns the path as it is in errors, and the index of the item of a batch that the field is in, or -1.
func (w *referenceWalk) field() (path string, item int) {
	var text strings.Builder
	item = -1
	for i, s := range w.path {
		if i > 0 {
			text.WriteByte('.')
		}
		text.WriteString(string(s.field))
		if s.index >= 0 {
			fmt.Fprintf(&text, "[%d]", s.index)
			if item < 0 && i+1 < len(w.path) {
				item = s.index
			}
		}
	}
	return text.String(), item
}

// idField is a field with ids of a kind, or with messages that have such fields.
type idField struct {
	protoreflect.FieldDescriptor
	name protoreflect.Name
	kind kind
}

var idFieldsByMessage sync.Map // protoreflect.MessageDescriptor to []idField

// fieldsWithIDs returns the fields of a message in which there can be references. Messages of requests do not contain
// themselves.
func fieldsWithIDs(md protoreflect.MessageDescriptor) (fields []idField) {
	if known, ok := idFieldsByMessage.Load(md); ok {
		return known.([]idField)
	}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
		if k, ok := kinds[of]; ok || fd.Message() != nil && !fd.IsMap() && len(fieldsWithIDs(fd.Message())) > 0 {
			fields = append(fields, idField{fd, fd.Name(), k})
		}
	}
	idFieldsByMessage.Store(md, fields)
	return fields
}
