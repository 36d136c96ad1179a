// Command pocketbase is PocketBase with the planned hours that the benchmark compares, as collections with relations,
// rules and indexes. It fills its SQLite from a file and serves PocketBase's own API:
//
//	pocketbase FOLDER ROWS USERS PROJECTS CAPABILITIES CLIENTS
//
// A line of ROWS is a row: the numbers of its user, project and capability (-1 is none), its date and its hours,
// separated by tabs. The id of a record is its number, starting at 0, with 15 digits. The other arguments are how many
// records there are.
package main

import (
	"bufio"
	"fmt"
	"log"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // creates the system collections
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: filepath.Join(args[0], "pb_data")})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	token, err := load(app, args[1], args[2:])
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Listener, e.InstallerFunc = listener, nil
		e.Router.GET("/readyz", func(e *core.RequestEvent) error { return e.NoContent(200) })
		slog.New(slog.NewJSONHandler(os.Stderr, nil)).Info("listening", "http",
			listener.Addr().String(), "token", token)
		return e.Next()
	})
	return apis.Serve(app, apis.ServeConfig{HttpAddr: "127.0.0.1:0"})
}

func id(number int) string { return fmt.Sprintf("%015d", number) }

// load creates the collections and the records, and returns the token of a user.
func load(app core.App, rows string, counts []string) (token string, err error) {
	settings := app.Settings()
	settings.Batch.Enabled, settings.Batch.MaxRequests, settings.Batch.Timeout = true, 5000, 60
	settings.Logs.MaxDays = 0 // no log in the database
	if err := app.Save(settings); err != nil {
		return "", err
	}
	collections := map[string]*core.Collection{}
	for i, name := range []string{"people", "projects", "capabilities", "clients"} {
		c := core.NewBaseCollection(name)
		c.ListRule, c.UpdateRule = types.Pointer(`@request.auth.id != ""`), types.Pointer(`@request.auth.id != ""`)
		c.Fields.Add(&core.TextField{Name: "name", Required: true}, &core.URLField{Name: "website"})
		if err := app.Save(c); err != nil {
			return "", err
		}
		collections[name] = c
		count, err := strconv.Atoi(counts[i])
		if err != nil {
			return "", err
		}
		for n := range count {
			if _, err := app.DB().Insert(name, dbx.Params{"id": id(n), "name": fmt.Sprint(name, " ", n)}).
				Execute(); err != nil {
				return "", err
			}
		}
	}
	c := core.NewBaseCollection("assignments")
	c.ListRule, c.UpdateRule = types.Pointer(`@request.auth.id != ""`), types.Pointer(`@request.auth.id != ""`)
	relation := func(name, to string, required bool) core.Field {
		return &core.RelationField{Name: name, CollectionId: collections[to].Id, MaxSelect: 1, Required: required}
	}
	c.Fields.Add(
		relation("user", "people", true), relation("project", "projects", true),
		relation("capability", "capabilities", false), &core.DateField{Name: "date", Required: true}, &core.NumberField{
			Name: "hours", Min: types.Pointer(0.0), Max: types.Pointer(24.0),
		}, &core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	if err := app.Save(c); err != nil {
		return "", err
	}
	if err := app.RunInTransaction(func(tx core.App) error { return insert(tx, rows) }); err != nil {
		return "", err
	}
	// Indexes are made faster when the rows are there.
	c.AddIndex("idx_assignments_key", true, "`user`, `date`, `project`, `capability`", "")
	c.AddIndex("idx_assignments_project", false, "`project`, `date`, `user`, `capability`", "")
	c.AddIndex("idx_assignments_date", false, "`date`, `user`, `project`, `capability`", "")
	if err := app.Save(c); err != nil {
		return "", err
	}
	if _, err := app.DB().NewQuery("ANALYZE").Execute(); err != nil {
		return "", err
	}
	accounts, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return "", err
	}
	caller := core.NewRecord(accounts)
	caller.SetEmail("caller@bench.example")
	caller.SetRandomPassword()
	if err := app.Save(caller); err != nil {
		return "", err
	}
	return caller.NewStaticAuthToken(24 * time.Hour)
}

// insert inserts the rows of a file.
func insert(app core.App, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	q := app.DB().NewQuery("INSERT INTO assignments (id, user, project, capability, date, hours, created, updated) " +
		"VALUES ({:id}, {:user}, {:project}, {:capability}, {:date}, {:hours}, {:now}, {:now})").Prepare()
	defer q.Close()
	now := types.NowDateTime().String()
	lines := bufio.NewScanner(file)
	for n := 0; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		numbers := [3]string{}
		for i := range numbers {
			number, err := strconv.Atoi(fields[i])
			if err != nil {
				return err
			}
			if number >= 0 {
				numbers[i] = id(number)
			}
		}
		hours, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			return err
		}
		if _, err := q.Bind(dbx.Params{
			"id": id(n), "user": numbers[0], "project": numbers[1], "capability": numbers[2],
			"date": fields[3] + " 00:00:00.000Z", "hours": hours, "now": now,
		}).Execute(); err != nil {
			return err
		}
	}
	return lines.Err()
}
