package deploy_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestSystemd runs workplan.service under a real systemd: it starts, serves, survives the end of its process, cannot
// read the files of its secrets, and stops. With WORKPLAN_DEB, the path of a deb, it installs the deb instead of the
// files of the repository, and removes it at the end, which stops the service. It runs with one role, and with a second
// one for the server.
func TestSystemd(t *testing.T) {
	need(t, "unshare", "systemctl")
	for _, role := range []string{"postgres", "workplan_systemd"} {
		t.Run(role, func(t *testing.T) { testSystemd(t, role) })
	}
}

func testSystemd(t *testing.T, role string) {
	program, stop := os.Getenv("WORKPLAN_DEB"),
		"dpkg --remove workplan\ntest ! -e /usr/bin/workplan\ntest -s /etc/workplan/secret_key"
	if program == "" {
		program, stop = apitest.Program(t), "systemctl stop workplan"
	}
	work := mustTempDir(t)
	addr, database := emptyDatabase(t)
	settings := filepath.Join(work, "settings")
	as := func(role string) string {
		return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable\n", role, addr, database)
	}
	mustWrite(t, filepath.Join(settings, "database_url"), as(role))
	if role != "postgres" {
		mustWrite(t, filepath.Join(settings, "owner_url"), as("postgres"))
	}
	listen := mustFreeAddr(t)
	mustWrite(t, filepath.Join(settings, "environment"), strings.Join(
		[]string{"HTTP_ADDR=" + listen, "GRPC_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0", "SHUTDOWN_DELAY=0s"}, "\n",
	))
	mustWrite(t, filepath.Join(work, "script"), fmt.Sprintf(`
cd %s
sh %s # writes the key of the secrets of webhooks
systemctl start workplan # returns when the service has reported that it is ready
curl --fail --silent --show-error http://%[3]s/readyz
pid=$(systemctl show --property MainPID --value workplan)
cp /proc/$pid/status status
chmod 644 status
if setpriv --reuid=$(stat --format %%u /proc/$pid) --clear-groups cat /etc/workplan/owner_url || grep -z MIGRATE_ /proc/$pid/environ; then
  exit 1 # the server must not have the address for the owner
fi
DATABASE_URL_FILE=/etc/workplan/database_url workplan %[4]s >key
kill -KILL $pid
for i in $(seq 600); do
  new=$(systemctl show --property MainPID --value workplan)
  systemctl is-active --quiet workplan && [ $new != $pid ] && break
  sleep 0.1
done
curl --fail --silent --show-error --header "Authorization: Bearer $(cat key)" http://%[3]s/api/v1/me
%[5]s
systemctl show --property Result --property ExecMainStatus workplan >result
`, work, mustAbs(t, "systemd/postinstall.sh"), listen, strings.Join(quote(firstOrganization), " "), stop))

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel() // kills unshare, and with it all processes of the namespaces
	cmd := exec.CommandContext(ctx, "unshare", "--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc",
		"--cgroup", "sh", "testdata/systemd.sh",
		program, "systemd/workplan.service", settings, filepath.Join(work, "script"), filepath.Join(work, "log"))
	var console bytes.Buffer
	cmd.Stdout, cmd.Stderr = &console, &console
	if err := cmd.Run(); err != nil {
		log, _ := os.ReadFile(filepath.Join(work, "log"))
		script, _ := os.ReadFile(filepath.Join(work, "log.script"))
		t.Fatalf("%v\nsystemd:\n%s\nthe script:\n%s\nworkplan:\n%s", err, console.String(), script, log)
	}
	for _, want := range []string{"Result=success\n", "ExecMainStatus=0\n"} {
		if result := string(mustRead(t, filepath.Join(work, "result"))); !strings.Contains(result, want) {
			t.Errorf("the result has no %q:\n%s", want, result)
		}
	}
	db, err := sql.Open("postgres", strings.TrimSpace(as("postgres")))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var mayDelete bool
	if err := db.QueryRowContext(t.Context(), "SELECT has_table_privilege($1, 'events', 'DELETE')", role).
		Scan(&mayDelete); err != nil || mayDelete != (role == "postgres") {
		t.Errorf("%s may delete events: %t, %v", role, mayDelete, err)
	}
	status := string(mustRead(t, filepath.Join(work, "status")))
	for _, want := range []string{"CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(status, want) {
			t.Errorf("the status of the process has no %q:\n%s", want, status)
		}
	}
	uid := regexp.MustCompile(`Uid:\t(\d+)`).FindStringSubmatch(status)[1]
	if n, err := strconv.Atoi(uid); err != nil || n < 61184 || n > 65519 {
		t.Errorf("the user %s is not a dynamic user of systemd", uid)
	}
}

// maxExposure is the highest accepted exposure level of the unit, in tenths. What is left is the use of the network.
const maxExposure = "15"

// TestSystemdHardening checks the unit with systemd's own linters.
func TestSystemdHardening(t *testing.T) {
	need(t, "systemd-analyze")
	mustOutput(t, "systemd-analyze", "security", "--offline=true", "--threshold="+maxExposure,
		"--no-pager", "systemd/workplan.service")
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// mustFreeAddr returns an address of the loopback interface at which nothing listens.
func mustFreeAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
