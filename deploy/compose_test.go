package deploy_test

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/process"
)

// composed is a Compose file whose variables are replaced and whose defaults are filled in.
type composed struct {
	Services map[string]struct {
		Command     []string
		Environment map[string]string
		HealthCheck struct{ Test []string }
		Secrets     []struct{ Source, Target string }
		Grace       string `json:"stop_grace_period"`
	}
	Secrets map[string]struct{ File string }
}

// TestCompose makes the secrets as the guide says, checks compose.yaml against the schema of the Compose specification,
// runs the commands of the services migrate and workplan and the health check with their variables, creates the first
// organization, and expects that the server may not change the schema.
func TestCompose(t *testing.T) {
	work := mustTempDir(t)
	for _, name := range []string{"compose.yaml", "secrets.sh"} {
		mustWrite(t, filepath.Join(work, name), string(mustRead(t, filepath.Join("compose", name))))
	}
	mustOutput(t, "sh", filepath.Join(work, "secrets.sh"))
	var file composed
	if err := json.Unmarshal(
		[]byte(mustOutput(t, "go", "-C", "../tools", "run", "./compose", filepath.Join(work, "compose.yaml"))), &file,
	); err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{}
	for name, secret := range file.Secrets {
		secrets[name] = string(mustRead(t, secret.File))
		if info, err := os.Stat(secret.File); err != nil || info.Mode().Perm() != 0o444 {
			t.Errorf("the user of the container cannot read %s: %v, %v", name, info.Mode(), err)
		}
	}
	if info, err := os.Stat(filepath.Join(work, "secrets")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("other users can enter the folder of the secrets: %v, %v", info.Mode(), err)
	}
	mustOutput(t, "sh", filepath.Join(work, "secrets.sh"))
	for name, secret := range file.Secrets {
		if string(mustRead(t, secret.File)) != secrets[name] {
			t.Errorf("secrets.sh has replaced %s", name)
		}
	}
	if !strings.Contains(secrets["owner_url"], "//workplan:"+secrets["postgres_password"]+"@postgres:5432/workplan?") ||
		len(secrets["postgres_password"]) < 32 {
		t.Errorf("the address for the owner does not have the password of PostgreSQL")
	}
	if strings.Contains(secrets["server_url"], secrets["postgres_password"]) {
		t.Errorf("the address for the server has the password of PostgreSQL")
	}

	service := file.Services["workplan"]
	if grace, err := time.ParseDuration(service.Grace); err != nil || grace < 30*time.Second {
		t.Errorf("the server has %s to stop", service.Grace)
	}
	addr, database := emptyDatabase(t)
	for name, text := range secrets {
		if err := os.Remove(file.Secrets[name].File); err != nil { // it is read-only: only root could write over it
			t.Fatal(err)
		}
		mustWrite(t, file.Secrets[name].File, strings.Replace(text, "postgres:5432/workplan", addr+"/"+database, 1))
	}
	mustHaveRole(t, file.Services["postgres"].Environment["POSTGRES_USER"])
	program := apitest.Program(t)
	env := file.environment(t, "workplan", "secret_key", "server_url")
	migrate := func() {
		args := append(file.environment(t, "migrate", "owner_url", "server_url"), program)
		mustOutput(t, "env", append(args, file.Services["migrate"].Command...)...)
	}
	migrate()
	s := mustServe(t, append(env, loopback...), append([]string{program}, service.Command...)...)
	health := service.HealthCheck.Test
	if len(health) < 2 || health[0] != "CMD" || health[1] != "/workplan" {
		t.Fatalf("the health check is %q", health)
	}
	inside := func(env []string, args ...string) (string, error) {
		out, err := process.Output(t.Context(), "env", append(append(env, program), args...)...)
		return string(out), err
	}
	if _, err := inside([]string{"HTTP_ADDR=" + s.HTTP}, health[2:]...); err != nil {
		t.Errorf("the health check of a server that is ready: %v", err)
	}
	if _, err := inside([]string{"HTTP_ADDR=127.0.0.1:1"}, health[2:]...); err == nil {
		t.Error("the health check of no server succeeds")
	}
	key, err := inside(env, firstOrganization...)
	if err != nil {
		t.Fatal(err)
	}
	migrate() // as a new release does while the server runs
	expectMe(t, s.HTTP, key)

	server, err := sql.Open("postgres", string(mustRead(t, file.Secrets["server_url"].File)))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, statement := range []string{"DELETE FROM events", "ALTER TABLE users ADD COLUMN x int",
		"CREATE TABLE x ()", "CREATE ROLE x"} {
		if _, err := server.ExecContext(t.Context(), statement); postgres.Code(err) != "42501" {
			t.Errorf("the role of the server: %s: %v", statement, err)
		}
	}
}

// environment returns the variables of a service, with the paths of its secrets on this machine. The service must have
// these secrets and no others.
func (c composed) environment(t *testing.T, service string, secrets ...string) (env []string) {
	t.Helper()
	files := map[string]string{}
	var has []string
	for _, secret := range c.Services[service].Secrets {
		files[secret.Target] = c.Secrets[secret.Source].File
		has = append(has, secret.Source)
	}
	if slices.Sort(has); !slices.Equal(has, secrets) {
		t.Errorf("%s has the secrets %q, want %q", service, has, secrets)
	}
	for name, value := range c.Services[service].Environment {
		if path, ok := files[value]; ok {
			value = path
		} else if strings.HasPrefix(value, "/run/") {
			t.Errorf("%s of %s names a secret that it does not have: %s", name, service, value)
		}
		env = append(env, name+"="+value)
	}
	return env
}

// loopback are the variables with which a server listens on free ports of the loopback interface.
var loopback = []string{"HTTP_ADDR=127.0.0.1:0", "GRPC_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0", "SHUTDOWN_DELAY=0s"}

// mustHaveRole creates a superuser, as the image of PostgreSQL does for POSTGRES_USER.
func mustHaveRole(t *testing.T, name string) {
	t.Helper()
	db, err := sql.Open("postgres", apitest.BareDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE ROLE "+name+" SUPERUSER LOGIN"); err != nil {
		t.Fatal(err)
	}
}
