package docs_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/openapi"
)

// rows returns the rows of the table with these columns in a guide.
func rows(t *testing.T, guide string, columns ...string) [][]string {
	t.Helper()
	text, err := os.ReadFile("guides/" + guide + ".md")
	if err != nil {
		t.Fatal(err)
	}
	header := "| " + strings.Join(columns, " | ") + " |\n"
	_, table, ok := strings.Cut(string(text), header)
	if !ok {
		t.Fatalf("%s has no table %s", guide, header)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var rows [][]string
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		if strings.HasPrefix(line, "|--") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

var inCode = regexp.MustCompile("`([^`]+)`")

// quoted returns the words of a cell that are written as code.
func quoted(cell string) (words []string) {
	for _, m := range inCode.FindAllStringSubmatch(cell, -1) {
		words = append(words, m[1])
	}
	return words
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: the guide has %q, want %q", what, got, want)
	}
}

// shortPath returns a path as the guides write it.
func shortPath(c openapi.Call) string { return strings.TrimPrefix(c.Path, "/api/v1") }

func TestErrorsHaveEveryCode(t *testing.T) {
	overGRPC := map[string]string{}
	for _, row := range rows(t, "errors", "gRPC status", "codes") {
		for _, code := range quoted(row[1]) {
			overGRPC[code] = quoted(row[0])[0]
		}
	}
	var got, want []string
	for _, row := range rows(t, "errors", "code", "status", "when", "what to do") {
		code := quoted(row[0])[0]
		got = append(got, strings.Join([]string{code, row[1], overGRPC[code]}, " "))
	}
	values := pb.ErrorCode(0).Descriptor().Values()
	for i := 1; i < values.Len(); i++ {
		v := values.Get(i)
		with := proto.GetExtension(v.Options(), pb.E_RespondsWith).(*pb.ErrorStatus)
		name := strings.ToLower(strings.TrimPrefix(string(v.Name()), "ERROR_CODE_"))
		want = append(want, strings.Join([]string{name, strconv.Itoa(int(with.GetHttp())), with.GetGrpc()}, " "))
	}
	equal(t, "codes", got, want)
	// The document lists the codes in a description: as an enumeration, new codes would break clients.
	doc, _ := readDocument(t)
	description := doc.Components.Schemas.Get("ErrorCode").Description
	for _, code := range got {
		words := strings.Fields(code)
		if !strings.Contains(description, "`"+words[0]+"` ("+words[1]+")") {
			t.Errorf("the OpenAPI document does not have %s", code)
		}
	}
}

func TestForbiddenCodesAreExplained(t *testing.T) {
	var got, want []string
	for _, row := range rows(t, "authentication", "code", "what is missing", "who can help") {
		got = append(got, quoted(row[0])...)
	}
	for _, row := range rows(t, "errors", "code", "status", "when", "what to do") {
		if row[1] == "403" {
			want = append(want, quoted(row[0])...)
		}
	}
	equal(t, "codes of 403", got, want)
}

func TestScopesHaveTheirOperations(t *testing.T) {
	got, want := map[string][]string{}, map[string][]string{}
	for _, row := range rows(t, "authentication", "scope", "operations") {
		got[quoted(row[0])[0]] = quoted(row[1])
	}
	_, calls := readDocument(t)
	for _, c := range calls {
		for scope := range strings.FieldsSeq(c.Scope) {
			want[scope] = append(want[scope], c.Method+" "+shortPath(c))
		}
	}
	equal(t, "scopes", slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want)))
	for scope := range want {
		equal(t, scope, got[scope], want[scope])
	}
}

func TestListsHaveTheirFilters(t *testing.T) {
	got, want := map[string][]string{}, map[string][]string{}
	for _, row := range rows(t, "paging", "list", "filters") {
		got[quoted(row[0])[0]] = quoted(row[1])
	}
	_, calls := readDocument(t)
	for _, c := range calls {
		for _, p := range c.Parameters {
			if c.Lists != "" && p.In != "path" &&
				!slices.Contains([]string{"limit", "offset", "count", "cursor"}, p.Name) {
				want[shortPath(c)] = append(want[shortPath(c)], p.Name)
			}
		}
	}
	equal(t, "lists", slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want)))
	for list := range want {
		equal(t, list, got[list], want[list])
	}
}

func TestRetriesKnowWhatIsSafe(t *testing.T) {
	var safe, unsafe, wantSafe, wantUnsafe []string
	for _, row := range rows(t, "retries", "calls", "why") {
		for _, words := range quoted(row[0]) {
			if words != "GET" { // every GET is safe
				safe = append(safe, words)
			}
		}
	}
	for _, row := range rows(t, "retries", "call", "how to find out whether it happened") {
		unsafe = append(unsafe, quoted(row[0])...)
	}
	_, calls := readDocument(t)
	for _, c := range calls {
		switch {
		case c.Method == "GET" && !c.Idempotent:
			t.Errorf("%s %s is not idempotent", c.Method, c.Path)
		case c.Method == "GET":
		case c.Idempotent:
			wantSafe = append(wantSafe, c.Method+" "+shortPath(c))
		default:
			wantUnsafe = append(wantUnsafe, c.Method+" "+shortPath(c))
		}
	}
	equal(t, "safe", safe, wantSafe)
	equal(t, "unsafe", unsafe, wantUnsafe)
}

var shownKey = regexp.MustCompile(`\["([^"]+)", "([^"]+)"\]`)

// TestKeysOfTheBoard compares the keys with the help of the board.
func TestKeysOfTheBoard(t *testing.T) {
	source, err := os.ReadFile("../../../web/src/board/keys.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := strings.Cut(string(source), "export const help")
	help, _, _ = strings.Cut(help, "] as const")
	var got, want []string
	for _, row := range rows(t, "board", "key", "what it does") {
		got = append(got, strings.Join(row, ": "))
	}
	for _, m := range shownKey.FindAllStringSubmatch(help, -1) {
		want = append(want, m[1]+": "+m[2])
	}
	if len(want) < 10 {
		t.Fatalf("keys.ts has only the keys %q", want)
	}
	equal(t, "keys", got, want)
}
