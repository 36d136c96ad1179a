package validate_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/validate"
)

// TestNamesHaveOneForm sends a name in another form, and one that cannot be seen, in each field of a body that people
// write. A new field that is called a name or a reason must have the option trimmed.
func TestNamesHaveOneForm(t *testing.T) {
	option := func(fd protoreflect.FieldDescriptor, x protoreflect.ExtensionType) bool {
		return proto.GetExtension(fd.Options(), x).(bool)
	}
	written := regexp.MustCompile(`(^|_)(name|reason)$`)
	n := 0
	for _, m := range rpcs(t).Methods() {
		if m.Body == nil {
			continue
		}
		fields := m.Body.Message().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			if option(fd, pb.E_OneOfEachSource) && !option(fd, pb.E_Verbatim) {
				t.Errorf("%s has ids of other programs, which compare bytes, and is not verbatim", fd.FullName())
			}
			if fd.Kind() != protoreflect.StringKind || fd.IsList() ||
				validate.HasBehavior(fd, annotations.FieldBehavior_OUTPUT_ONLY) ||
				m.Mask != nil && validate.HasBehavior(fd, annotations.FieldBehavior_IMMUTABLE) {
				continue
			}
			if written.MatchString(string(fd.Name())) && !option(fd, pb.E_Trimmed) {
				t.Errorf("%s is written by people and is not trimmed", fd.FullName())
			}
			if !option(fd, pb.E_Trimmed) || option(fd, pb.E_Verbatim) {
				continue
			}
			n++
			for _, text := range []string{" \u200bZoe\u0308x\u00ad", "\u200b\u3164 "} {
				req := m.Input.New()
				req.Mutable(m.Body).Message().Set(fd, protoreflect.ValueOfString(text))
				err := validate.Check(m, req.Interface())
				if got := req.Get(m.Body).Message().Get(fd).String(); got != naming.Clean(text) {
					t.Errorf("%s of %s: %+q is stored as %+q", fd.Name(), m.Name, text, got)
				}
				var p *problem.Error
				isBad := func(d problem.Detail) bool { return strings.HasSuffix(d.Field, "."+string(fd.Name())) }
				if naming.Clean(text) == "" && (!errors.As(err, &p) || !slices.ContainsFunc(p.Details, isBad)) {
					t.Errorf("%s of %s may have nothing to see: %v", fd.Name(), m.Name, err)
				}
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d fields are trimmed", n)
	}
}
