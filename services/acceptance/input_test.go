package acceptance_test

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/webhooks"
	"github.com/workplan-api/workplan/test/apitest"
)

// The input suite is generated from the descriptors: every field of every body, every query
// parameter and every path parameter of every rpc gets every value of input_values_test.go.
// input_model_test.go predicts the status. No response is a 5xx, every error is in its
// envelope and names the field as the client wrote it, nothing is written unless the status
// is 200, and what was accepted reads back. A new rpc takes part when calls has a call of it.

// input is an rpc under test.
type input struct {
	*rpc.Method
	call
}

// inputs returns the rpcs that calls has.
func inputs(t *testing.T) (list []input) {
	t.Helper()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calls {
		list = append(list, input{table.ByName("/workplan.v1." + c.rpc), c})
	}
	return list
}

// isBatch reports whether the body is nothing but items.
func (in input) isBatch() bool {
	return in.Items != nil && !slices.ContainsFunc(fieldsOf(in.Body.Message()),
		func(fd protoreflect.FieldDescriptor) bool {
			return fd != in.Items && isWritable(fd, false)
		})
}

// fields returns the fields of the body of the rpc, without its items and objects, or of an item of its batch. Objects
// have tests of their own: TestCopyBadInput.
func (in input) fields() []protoreflect.FieldDescriptor {
	switch {
	case in.Body == nil:
		return nil
	case in.isBatch():
		return slices.DeleteFunc(fieldsOf(in.Items.Message()), func(fd protoreflect.FieldDescriptor) bool {
			return in.rpc == "TimesheetService/DecideTimesheets" && fd.Name() == "id" // an unknown one is refused by itself
		})
	}
	return slices.DeleteFunc(fieldsOf(in.Body.Message()), func(fd protoreflect.FieldDescriptor) bool {
		return fd == in.Items || isObject(fd)
	})
}

// isObject reports whether a field is an object in JSON.
func isObject(fd protoreflect.FieldDescriptor) bool {
	return fd.Message() != nil && !fd.IsList() && fd.Message().FullName() != "google.protobuf.Timestamp"
}

func fieldsOf(message protoreflect.MessageDescriptor) (fields []protoreflect.FieldDescriptor) {
	for i := range message.Fields().Len() {
		fields = append(fields, message.Fields().Get(i))
	}
	return fields
}

// with returns the body of the call with one member replaced or added, and the prefix that
// names have in its errors. A create gets names of its own, because some must be unique.
func (in input) with(t *testing.T, member, value string, n int) (body, prefix string) {
	t.Helper()
	base := map[string]json.RawMessage{}
	text := in.body
	if in.isBatch() {
		text = strings.TrimSuffix(strings.TrimPrefix(text, `{"items": [`), `]}`)
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &base); err != nil {
			t.Fatal(err)
		}
	}
	if in.Mask == nil && in.Items == nil {
		for _, unique := range []string{"name", "companyName"} {
			if _, has := base[unique]; has {
				base[unique] = fmt.Appendf(nil, `"Number %d"`, n)
			}
		}
		if _, has := base["email"]; has {
			base["email"] = fmt.Appendf(nil, `"number%d@example.org"`, n)
		}
	}
	if in.Items != nil && !in.isBatch() {
		base["items"] = json.RawMessage(`[]`) // they must fit the other members
	}
	base[member] = json.RawMessage(value)
	var members []string
	for _, name := range slices.Sorted(maps.Keys(base)) {
		members = append(members, `"`+name+`":`+string(base[name]))
	}
	body = "{" + strings.Join(members, ",") + "}"
	if in.isBatch() {
		return `{"items":[` + body + `]}`, "items[0]."
	}
	return body, ""
}

// makeRoom undoes what the cases before have done and the next one needs: an organization has at most 20 webhooks, a
// row at most 24 hours of entries, and a timesheet is submitted, rejected and reopened once.
func (in input) makeRoom(a *apitest.API) {
	switch in.rpc {
	case "WebhookService/CreateWebhook":
		a.Exec("DELETE FROM webhooks WHERE created_at > '2026-01-01'")
	case "ActualHoursEntryService/UpsertActualHoursEntries":
		a.Exec("DELETE FROM actual_hours_entries WHERE created_at > '2026-01-01'")
		a.Exec("DELETE FROM actual_hours WHERE entries_hours IS NOT NULL AND created_at > '2026-01-01'")
	case "TimesheetService/CreateTimesheet":
		a.Exec("DELETE FROM timesheets WHERE created_at > '2026-01-01'")
	case "ProposalService/RejectProposal":
		a.Exec(`UPDATE proposals SET status = 'in_review', rejection_reason = NULL, decided_by_id = NULL, decided_at = NULL
			WHERE id = $1`, a.ID("rejectable_proposal"))
	case "TimesheetService/RejectTimesheet":
		a.Exec(`UPDATE timesheets SET status = 'pending', rejection_reason = NULL, decided_by_id = NULL, decided_at = NULL
			WHERE id = $1`, a.ID("rejectable_sheet"))
	case "TimesheetService/ReopenTimesheet":
		a.Exec("UPDATE timesheets SET status = 'approved', reopen_reason = NULL WHERE id = $1", a.ID("approved_sheet"))
	}
}

// related are fields with a rule about more than their own value: a value within the bounds
// may still be refused, with an error that names the field or one of these.
var related = map[string][]string{
	// The order, and the length of time off.
	"startDate": {"endDate", "end_date"}, "endDate": {"startDate", "start_date"},
	"start_date": {"end_date"}, "end_date": {"start_date"}, // the order, and the length of a range
	"billingType": {"amount", "hourlyRate"}, "amount": {"billingType"}, "hourlyRate": {"billingType"},
	"status": {"rejectionReason"}, "rejectionReason": {"status"},
	// One of three ways to name events.
	"seq": {"parked"}, "fromSeq": {"parked"}, "toSeq": {"parked"}, "parked": {"seq"},
	"decision": {"rejectionReason"},
	"minLevel": {}, "min_level": {}, // with a capability
	"reportsToId": {},        // no cycle
	"kind":        {"email"}, // which a placeholder does not have
	"scopes":      {},        // known ones
	"expiresAt":   {},        // in the future
	"until":       {},        // in the future, and soon
	"url":         {},        // of http or https, with a host
	"state":       {},        // active or paused
	"types":       {},        // those of events
	"alertAt":     {},        // in ascending order
	"budget":      {},        // of projects
	"compare":     {},        // with a proposal
}

// namesRelated reports whether an error names fields, all of which have a rule together with the field name.
func namesRelated(name string, fields []string) bool {
	others, isRelated := related[name]
	return isRelated && len(fields) > 0 &&
		!slices.ContainsFunc(fields, func(f string) bool { return f != name && !slices.Contains(others, f) })
}

// slow is no measure of speed: a request that takes longer hangs.
const slow = 10 * time.Second

func TestInputOfBodies(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		if in.Body == nil {
			continue
		}
		t.Run(in.rpc, func(t *testing.T) {
			t.Parallel()
			a := seed(withoutDeliveries.New(t))
			known := knownIn(a)
			changes, written, n := changesOf(a), 0, 0
			for _, fd := range in.fields() {
				for _, value := range jsonOf(fd) {
					n++
					in.makeRoom(a)
					written = changes()
					body, prefix := in.with(t, fd.JSONName(), value, n)
					want := in.unlessNever(fd, strings.Trim(value, `"`), predictMember(fd, value, in.Mask != nil, known))
					started := time.Now()
					ans := a.REST(t, "admin", in.rest, body, nil)
					before := written
					written = changes()
					problem := in.judge(t, a, fd, ans, want, prefix)
					switch {
					case problem != "":
					case time.Since(started) > slow:
						problem = "takes too long"
					case ans.Status != 200 && written != before:
						problem = "is refused, and something is written"
					case ans.Status == 200:
						problem = in.compare(t, a, fd, value, ans)
					}
					if problem != "" {
						t.Errorf("%s: %.60q %s: %d %.300s", fd.JSONName(), value, problem, ans.Status, ans.Raw)
					}
				}
			}
		})
	}
}

// knownIn returns a function that reports whether a user has an id or an address.
func knownIn(a *apitest.API) func(text string) bool {
	return func(text string) bool {
		return a.Count("SELECT count(*) FROM users WHERE id::text = lower($1) OR lower(email) = lower($1)", text) > 0
	}
}

// unlessNever returns the predicted code of a text. It is another one for ids that an rpc accepts in no case.
func (in input) unlessNever(fd protoreflect.FieldDescriptor, text, want string) string {
	if want == unknownReference && uuidForm.MatchString(text) && fd.FullName() == "workplan.v1.Rate.user_id" &&
		in.rpc != "RateService/ReplaceProjectRates" {
		return validationFailed
	}
	return want
}

// judge compares a response with the predicted code. It returns what is wrong.
func (in input) judge(
	t *testing.T, a *apitest.API, fd protoreflect.FieldDescriptor, ans *apitest.Answer, want, prefix string,
) string {
	t.Helper()
	rest, isRelated := related[fd.JSONName()]
	switch {
	case want == "" && ans.Status == 200:
		return ""
	case want == "" && isRelated && ans.Status == 409 && ans.Code == "invalid_state":
		return ""
	case want == "" && fd.Name() == "cursor" && ans.Code == "cursor_ahead":
		return ""
	case want == "" && (!isRelated || ans.Status != 400):
		return "is within the bounds, and refused"
	case want != "" && (ans.Status != 400 || ans.Code != want):
		return "should be a 400 " + want
	case want == invalidJSON:
		return ""
	case len(ans.Fields) == 0:
		return "names no field"
	}
	name, ok := strings.CutPrefix(ans.Fields[0], prefix)
	whole, _, _ := strings.Cut(name, "[")
	if !ok || whole != fd.JSONName() && !slices.Contains(rest, whole) || !strings.Contains(ans.Message, ans.Fields[0]) {
		return "names another field"
	}
	return ""
}

// compare checks that an accepted value is in the response and that reading returns the same
// record. It returns what is wrong.
func (in input) compare(
	t *testing.T, a *apitest.API, fd protoreflect.FieldDescriptor, value string, ans *apitest.Answer,
) string {
	t.Helper()
	record := apitest.Lookup(ans.Body, "data")
	if in.Items != nil {
		if record = apitest.Lookup(ans.Body, "data.0"); record == nil {
			record = apitest.Lookup(ans.Body, "data.items.0")
		}
	}
	members, _ := record.(map[string]any)
	if members["version"] == 0.0 {
		return "" // an empty list of a user who never had any, whom no list has
	}
	got, has := members[fd.JSONName()]
	if !has {
		return "" // the body of an action is no record
	}
	var text string
	if json.Unmarshal([]byte(value), &text) == nil && isReference(fd, text) {
		return "" // the response has the id
	}
	if !readsBack(fd, value, got) {
		return "came back as another value"
	}
	if members["id"] == nil {
		return "" // the response to an action is no record
	}
	for _, fd := range in.fields() {
		if option(fd, pb.E_Expanded) {
			delete(members, fd.JSONName()) // reading does not return it
		}
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(in.rest, in.Verb+" "), "/$")
	read, query := a.REST(t, "admin", "GET "+path+"/"+fmt.Sprint(members["id"]), "", nil), ""
	stored := apitest.Lookup(read.Body, "data")
	switch {
	case in.rpc == "HolidayService/UpsertHolidays":
		query = fmt.Sprintf("?countryCode=%s&limit=200", members["countryCode"])
	case in.Items != nil:
		query = fmt.Sprintf("?user_id=%s&start_date=%s&end_date=%s", members["userId"],
			members["date"], members["date"])
	}
	if read.Status != 200 { // the resource has only a list, or one record
		read = a.REST(t, "admin", "GET "+path+query, "", nil)
		stored = nil
		if same(apitest.Lookup(read.Body, "data.id"), members["id"]) {
			stored = apitest.Lookup(read.Body, "data")
		}
		items, _ := apitest.Lookup(read.Body, "data.items").([]any)
		if in.rpc == "LockService/CreateLockException" { // which a lock has
			read = a.REST(t, "admin", "GET /api/v1/locks/$lock", "", nil)
			items, _ = apitest.Lookup(read.Body, "data.exceptions").([]any)
		}
		for _, item := range items {
			if same(item.(map[string]any)["id"], members["id"]) {
				stored = item
			}
		}
		if more, _ := apitest.Lookup(read.Body, "data.hasMore").(bool); stored == nil && more {
			return "" // on a later page
		}
	}
	delete(members, "secret")                      // only the response to a create or a rotation has it
	for _, name := range []string{"head", "lag"} { // of a webhook: they rise with each write
		if read, isRecord := stored.(map[string]any); isRecord && members[name] != nil {
			members[name] = read[name]
		}
	}
	if !same(stored, record) {
		return fmt.Sprintf("reads back as another record: %v", stored)
	}
	return ""
}

func TestInputOfQueries(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		if in.Verb != "GET" {
			continue
		}
		t.Run(in.rpc, func(t *testing.T) {
			t.Parallel()
			a := seed(noted.New(t))
			changes := changesOf(a)
			path, parameters, _ := strings.Cut(in.rest, "?")
			needed, err := url.ParseQuery(parameters)
			if err != nil {
				t.Fatal(err)
			}
			ask := func(name, query string) *apitest.Answer {
				started := time.Now()
				others := maps.Clone(needed)
				// A parameter has two names.
				maps.DeleteFunc(others, func(other string, _ []string) bool {
					fd := in.Input.Descriptor().Fields().ByJSONName(other)
					return other == name || fd != nil && string(fd.Name()) == name
				})
				ans := a.REST(t, "admin", path+"?"+query+"&"+strings.ReplaceAll(others.Encode(), "%24", "$"), "", nil)
				if time.Since(started) > slow {
					t.Errorf("%.100s takes too long", query)
				}
				return ans
			}
			fields := in.Input.Descriptor().Fields()
			for i := range fields.Len() {
				fd := fields.Get(i)
				if strings.Contains(in.Path, "{"+string(fd.Name())+"}") {
					continue
				}
				for _, name := range []string{fd.JSONName(), string(fd.Name())} {
					for _, value := range slices.Concat(textsOf(fd), numbersOf(fd), hostileNumbers,
						[]string{"\x00", "a\x00b", "hr:a\x00b", "\xff", "hr:\xff"}) {
						ans, want := ask(name, name+"="+url.QueryEscape(value)), predictParameter(fd, value)
						switch {
						case want == "" && (ans.Code == "cursor_ahead" && fd.Name() == "after" || isNoMoment(fd, ans)):
						case want == "" && ans.Status == 400 && namesRelated(name, ans.Fields):
						case want == "" && isID(fd) && ans.Code == "unknown_reference" && slices.Equal(ans.Fields, []string{name}):
						case want == "" && ans.Status != 200:
							t.Errorf("%s=%.60q is within the bounds: %d %.300s", name, value, ans.Status, ans.Raw)
						case want != "" && (ans.Status != 400 || ans.Code != want ||
							len(slices.Compact(ans.Fields)) != 1 || ans.Fields[0] != name):
							t.Errorf("%s=%.60q should be a 400 %s that names it: %d %.300s", name,
								value, want, ans.Status, ans.Raw)
						}
					}
					twice := ask(name, name+"=1&"+name+"=x")
					if twice.Status != 400 || len(twice.Fields) == 0 || twice.Fields[0] != name {
						t.Errorf("%s twice: %d %s", name, twice.Status, twice.Raw)
					}
				}
			}
			for _, query := range []string{"nick=1", "LIMIT=1", "id=1", "organization_id=1"} {
				if ans := ask(query, query); ans.Status != 400 || ans.Code != "unknown_parameter" {
					t.Errorf("%s: %d %s", query, ans.Status, ans.Raw)
				}
			}
			if n := changes(); n > 0 {
				t.Errorf("reading has written %d rows", n)
			}
		})
	}
}

func TestInputOfPaths(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		parameters := regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(in.Path, -1)
		for _, found := range parameters {
			testPath(t, in, found[1])
		}
	}
}

// testPath calls an rpc with hostile values of a parameter of its path. The ids of others are unknown.
func testPath(t *testing.T, in input, parameter string) {
	t.Run(in.rpc+"/"+parameter, func(t *testing.T) {
		t.Parallel()
		a := seed(noted.New(t))
		changes := changesOf(a)
		before, after, _ := strings.Cut(in.Verb+" "+in.Path, "/{"+parameter+"}")
		others := regexp.MustCompile(`\{\w+\}`)
		before, after = others.ReplaceAllLiteralString(before, "$unknown"), others.ReplaceAllLiteralString(after, "$unknown")
		fd := in.Input.Descriptor().Fields().ByName(protoreflect.Name(parameter))
		for _, value := range append(slices.Clone(hostileText), "\x00", "hr:a\x00b", "\xff", "hr:\xff", "..", ".") {
			_, query, _ := strings.Cut(in.rest, "?")
			ans := a.REST(t, "admin", before+"/"+escapeAll(value)+after+"?"+query, in.body, nil)
			status, code := 400, validationFailed
			switch {
			case value == "" || strings.Contains(value, "/"):
				status, code = 404, "route_not_found"
			case isNumber(fd) && fitsParameter(fd, value):
				status, code = 200, ""
			case !isNumber(fd) && uuidForm.MatchString(value), isReference(fd, value):
				status, code = 404, "not_found"
			}
			if ans.Status != status || ans.Code != code ||
				status == 400 && (len(ans.Fields) != 1 || ans.Fields[0] != parameter) {
				t.Errorf("%.60q should be a %d %s: %d %s", value, status, code, ans.Status, ans.Raw)
			}
		}
		if n := changes(); n > 0 {
			t.Errorf("%d rows are written", n)
		}
	})
}

// escapeAll escapes every byte but letters, digits and hyphens, so that no client or proxy
// changes the path.
func escapeAll(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// TestInputOfShapes sends bodies that are no object, or not only one, to every rpc.
func TestInputOfShapes(t *testing.T) {
	t.Parallel()
	for _, in := range inputs(t) {
		if in.Verb == "GET" {
			continue
		}
		t.Run(in.rpc, func(t *testing.T) {
			t.Parallel()
			a := seed(noted.New(t))
			changes := changesOf(a)
			inside := strings.TrimSuffix(strings.TrimPrefix(in.body, "{"), "}")
			for _, c := range []struct{ body, code string }{
				{`[]`, invalidJSON}, {`null`, invalidJSON}, {`1`, invalidJSON}, {`"x"`, invalidJSON},
				{`{`, invalidJSON}, {`}`, invalidJSON}, {`{} {}`, invalidJSON}, {`{} x`, invalidJSON},
				{"\ufeff{}", invalidJSON}, {`{} // x`, invalidJSON},
				{`{,}`, invalidJSON}, {"\x00", invalidJSON},
				{strings.Repeat(`{"a":`, 9) + `1` + strings.Repeat(`}`, 9), ""},
				{strings.Repeat(`{"a":`, 10_001) + `1` + strings.Repeat(`}`, 10_001), ""},
				{strings.Repeat(`[`, 1_000_000), invalidJSON},
				{`{` + inside + comma(inside) + `"nick": 1}`, unknownField},
				{`{` + inside + comma(inside) + `"organizationId": "$unknown"}`, unknownField},
				{`{"x": 1, "x": 1}`, ""},
			} {
				ans := a.REST(t, "admin", in.rest, c.body, nil)
				code := c.code
				if in.Body == nil {
					code = validationFailed // the call takes no body
				}
				if ans.Status != 400 || code != "" && ans.Code != code {
					t.Errorf("%.60q should be a 400 %s: %d %.300s", c.body, code, ans.Status, ans.Raw)
				}
			}
			if in.Body != nil {
				for name, header := range map[string]map[string]string{
					"no media type": {"Content-Type": ""}, "text": {"Content-Type": "text/plain"},
					"a form": {"Content-Type": "application/x-www-form-urlencoded"},
					"UTF-16": {"Content-Type": "application/json; charset=utf-16"},
					"gzip":   {"Content-Encoding": "gzip"}, "brotli": {"Content-Encoding": "br"},
				} {
					if ans := a.REST(t, "admin", in.rest, cmp.Or(in.body, "{}"), header); ans.Status != 415 {
						t.Errorf("%s: %d %s", name, ans.Status, ans.Raw)
					}
				}
			}
			if n := changes(); n > 0 {
				t.Errorf("%d rows are written", n)
			}
		})
	}
}

func comma(before string) string {
	if before == "" {
		return ""
	}
	return ", "
}

// noted is a server whose database notes every change of a row. To compare all rows after each request would take most
// of the time of the suite.
var noted = apitest.Share(services.Config{}, noteChanges)

// withoutDeliveries is like noted, and delivers to no webhook, so that only calls write.
// A quarter of it is for an organization.
var withoutDeliveries = apitest.Share(services.Config{Webhooks: webhooks.Config{MaxDeliveries: 1}}, noteChanges)

// noteChanges makes a database note every change of a row. Citus has no triggers, so nothing is noted there.
func noteChanges(db *sql.DB) error {
	if apitest.OnCitus() {
		return nil
	}
	var all strings.Builder
	all.WriteString(`CREATE TABLE changes (organization_id uuid);
		CREATE INDEX ON changes (organization_id);
		CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
			'BEGIN
				INSERT INTO changes
				VALUES (CASE TG_OP WHEN ''DELETE'' THEN old.organization_id ELSE new.organization_id END);
				RETURN NULL;
			END';`)
	for _, table := range apitest.TenantTables() {
		if table == "event_heads" {
			continue // events get their numbers in the background
		}
		all.WriteString("CREATE TRIGGER rows AFTER INSERT OR DELETE ON " + table +
			" FOR EACH ROW EXECUTE FUNCTION note_change();")
		all.WriteString("CREATE TRIGGER columns AFTER UPDATE ON " + table + ` FOR EACH ROW
			WHEN (to_jsonb(old) - '{last_used_at,seq}'::text[] <> to_jsonb(new) - '{last_used_at,seq}'::text[])
				EXECUTE FUNCTION note_change();`) // each call uses a key
	}
	_, err := db.Exec(all.String())
	return err
}

// changesOf returns a function that counts the changes of rows in the organizations of a since now. The server of a is
// noted or withoutDeliveries.
func changesOf(a *apitest.API) (count func() int) {
	if apitest.OnCitus() {
		return func() int { return 0 }
	}
	all := func() int { return a.Count("SELECT count(*) FROM changes") }
	before := all()
	return func() int { return all() - before }
}
