package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// module is the path of the main module.
const module = "github.com/workplan-api/workplan/"

// room is a row of the table of folders: the folders whose packages may import others.
type room struct{ folders, imports []string }

// rooms reads the table of architecture.md.
func rooms(t *testing.T) (all []room) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| folder | contains | may import |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	path := regexp.MustCompile("`([^`]+)`")
	paths := func(cell string) (found []string) {
		for _, m := range path.FindAllStringSubmatch(cell, -1) {
			found = append(found, m[1])
		}
		return found
	}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			t.Fatalf("the row has not 3 cells: %s", row)
		}
		all = append(all, room{paths(cells[1]), paths(cells[3])})
	}
	return all
}

// within reports whether a package is in a folder.
func within(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

// refused reports why a package must not import another one, or an empty string.
func refused(rooms []room, pkg, imported string) string {
	var own string
	var may []string
	for _, r := range rooms {
		for _, folder := range r.folders {
			if within(pkg, folder) && len(folder) > len(own) {
				own, may = folder, r.imports
			}
		}
	}
	if own == "" || own == "services" && pkg != own { // a resource needs a row
		return "is in no folder of the table"
	}
	may = append([]string{own, "gen", "ent"}, may...)
	if slices.ContainsFunc(may, func(folder string) bool { return within(imported, folder) }) {
		return ""
	}
	return "must not import " + imported
}

// TestImports compares the imports of all packages, but not of their tests, with the table of architecture.md.
func TestImports(t *testing.T) {
	rooms := rooms(t)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		for imported := range strings.FieldsSeq(imports) {
			if imported, ours := strings.CutPrefix(imported, module); ours {
				pkg := strings.TrimPrefix(pkg, module)
				if why := refused(rooms, pkg, imported); why != "" {
					t.Errorf("%s %s", pkg, why)
				}
			}
		}
	}
	for _, control := range [][2]string{
		{"internal/postgres", "services/users"}, {"services/chain/call", "services/journal"},
		{"services/clients", "services/users"},
		{"services/doors/scim", "services/doors/mcp"}, {"services/users", "services/doors/scim"},
		{"new", "internal/postgres"}, {"services/new", "internal"},
	} {
		if refused(rooms, control[0], control[1]) == "" {
			t.Errorf("%s may import %s", control[0], control[1])
		}
	}
}
