package call

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
)

// kind is a kind of records to which a request can refer without their ids.
type kind struct{ name, scope string }

// canBe reports whether a text can be a reference to a record of the kind. One that the database cannot store is none,
// so that the validator refuses it.
func (k kind) canBe(text string) bool {
	return (strings.Contains(text, ":") || k.name == "user" && strings.Contains(text, "@")) &&
		utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

// kinds are all of them, by the option id_of of a field: their names in errors and in record_external_ids, and the
// scopes that read them.
var kinds = map[string]kind{
	"User":        {"user", "read:users"},
	"Placeholder": {"user", "read:users"},
	"Client":      {"client", "read:clients"},
	"Project":     {"project", "read:projects"},
	"TimeOff":     {"time_off", "read:time_off"},
}

// reference is a text in a request where the id of a record is expected: an external id of the record, such as hr:4711,
// or the e-mail address of a user.
type reference struct {
	kind    kind
	text    string
	field   string // its path in the request
	index   int    // of the item of a batch that the field is in, or -1
	listed  bool   // in a list of ids
	replace func(id protoreflect.Value)
}

// isEmail reports whether the text is an e-mail address. It is an external id otherwise.
func (r reference) isEmail() bool { return !strings.Contains(r.text, ":") }

// key is what is compared.
func (r reference) key() key {
	if r.isEmail() {
		return key{r.kind, address.Fold(r.text)}
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

// resolve puts ids in place of the references in a message. One with an Idempotency-Key is kept as the client wrote it.
// resolve notes what is wrong with references that no record has, but not in a list of ids: there an id without a
// record is left out, too. It fails if the caller may not read such records.
func (c *Chain) resolve(r *Request) error {
	r.asWritten, r.unknown, r.References = nil, nil, nil
	w := referenceWalk{index: -1}
	w.message(r.message.ProtoReflect())
	if len(w.found) == 0 {
		return nil
	}
	var unreadable []problem.Detail
	for _, found := range w.found {
		if !r.Caller.Has(found.kind.scope) {
			unreadable = append(unreadable,
				found.detail(problem.ScopeMissing, "needs the scope "+found.kind.scope+" if it is not an id"))
		}
	}
	if len(unreadable) > 0 {
		return problem.List(unreadable)
	}
	if r.hasKey() {
		r.asWritten = proto.Clone(r.message)
	}
	r.References = map[string]string{}
	r.Condition.TagByBody() // another record with the same version may have the reference the next time
	ids, err := lookUp(r.ctx, r.DB(), w.found)
	if err != nil {
		return err
	}
	for _, found := range w.found {
		r.References[found.field] = found.text
		id := ids[found.key()]
		if id == "" && found.listed {
			id = uuid.Max.String() // which no record has
		}
		if id != "" {
			found.replace(protoreflect.ValueOfString(id))
		} else {
			message := "does not exist"
			if strings.Contains(found.text, ",") { // no address and few ids have one
				message = "does not exist: the field takes one value, and no list"
			}
			r.unknown = append(r.unknown, found.detail(problem.UnknownReference, message))
		}
	}
	return nil
}

// lookUp returns the ids of the records that have the references. It makes a statement for the addresses, and one for
// the external ids of each kind.
func lookUp(ctx context.Context, db *ent.Client, references []reference) (map[key]string, error) {
	emails, externalIDs := map[kind][]string{}, map[kind][]string{}
	for _, r := range references {
		if r.isEmail() {
			emails[r.kind] = append(emails[r.kind], r.key().text)
		} else {
			externalIDs[r.kind] = append(externalIDs[r.kind], r.key().text)
		}
	}
	ids := map[key]string{}
	for of, texts := range emails {
		if err := among.ByText(ctx, db, user.Table, "lower(t.email)", texts, func(text string, id uuid.UUID) {
			ids[key{of, text}] = id.String()
		}); err != nil {
			return nil, err
		}
	}
	for of, texts := range externalIDs {
		found, err := externalid.Find(ctx, db, of.name, texts)
		if err != nil {
			return nil, err
		}
		for text, id := range found {
			ids[key{of, text}] = id.String()
		}
	}
	return ids, nil
}

// checkResolved validates a request whose references are resolved. For unknown ones, the validator finds that they are
// no ids; the error says what they are instead. In the path they are 404, but only if the rest of the request is good,
// as an id without a record is.
func checkResolved(m *rpc.Method, req proto.Message, unknown []problem.Detail) error {
	err := validate.Check(m, req)
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
		record := m.Input.Descriptor().Fields().ByName(protoreflect.Name(first.Field))
		of, _ := proto.GetExtension(record.Options(), pb.E_IdOf).(string)
		return problem.Missing(externalid.Noun(kinds[of].name))
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
	path  []byte // of the field that it looks at
	index int    // of the item of a batch that the field is in, or -1
	found []reference
}

func (w *referenceWalk) message(m protoreflect.Message) {
	end := len(w.path)
	for _, f := range fieldsWithIDs(m.Descriptor()) {
		if !m.Has(f.FieldDescriptor) {
			continue
		}
		if end > 0 {
			w.path = append(w.path, '.')
		}
		w.path = append(w.path, f.name...)
		if f.IsList() {
			w.list(m, f)
		} else {
			w.value(f, m.Get(f.FieldDescriptor), m, -1)
		}
		w.path = w.path[:end]
	}
}

func (w *referenceWalk) list(m protoreflect.Message, f idField) {
	list := m.Get(f.FieldDescriptor).List()
	if list.Len() > f.most { // which is refused, so nothing in it is looked up
		return
	}
	end, outer := len(w.path), w.index
	for i := range list.Len() {
		w.path = append(strconv.AppendInt(append(w.path, '['), int64(i), 10), ']')
		if outer < 0 && f.Message() != nil { // an item, not an id in a list
			w.index = i
		}
		w.value(f, list.Get(i), m, i)
		w.path = w.path[:end]
	}
	w.index = outer
}

// value looks at the value of a field of m, or at the item of the list in it that has an index.
func (w *referenceWalk) value(f idField, v protoreflect.Value, m protoreflect.Message, index int) {
	if f.Message() != nil {
		w.message(v.Message())
	} else if text := v.String(); f.kind.canBe(text) {
		replace := func(id protoreflect.Value) { m.Set(f.FieldDescriptor, id) }
		if index >= 0 {
			replace = func(id protoreflect.Value) { m.Mutable(f.FieldDescriptor).List().Set(index, id) }
		}
		w.found = append(w.found, reference{f.kind, text, string(w.path), w.index, index >= 0, replace})
	}
}

// idField is a field with ids of a kind, or with messages that have such fields.
type idField struct {
	protoreflect.FieldDescriptor
	name protoreflect.Name
	kind kind
	most int // items, if the field is a list
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
			fields = append(fields, idField{fd, fd.Name(), k, validate.MostItems(fd)})
		}
	}
	idFieldsByMessage.Store(md, fields)
	return fields
}
