package acceptance_test

import (
	"net/http"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// interfere makes a trigger on a table, which does something to the first n updates that meet a condition.
func interfere(a *apitest.API, table, condition, what, n string) {
	a.Exec(`CREATE SEQUENCE interferences`)
	a.Exec(`GRANT ALL ON SEQUENCE interferences TO public`)
	a.Exec(`CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('interferences') <= ` + n + ` THEN ` + what + `; END IF; RETURN NEW; END $$`)
	a.Exec(`CREATE TRIGGER interfere BEFORE UPDATE ON ` + table + ` FOR EACH ROW WHEN (` + condition + `)
		EXECUTE FUNCTION interfere()`)
}

// TestOneConnectionIsEnoughForATurn: a change of an endpoint by the process that delivers to it needs a transaction
// after four others were overtaken. It must not wait for a second connection of the pool of the background.
func TestOneConnectionIsEnoughForATurn(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a trigger is made")
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{DB: apitest.Open(t, a.DSN), Background: poolOf(t, a, 1)})
	h := newHook(t, b, "client.*")
	h.script(always(http.StatusOK))
	write(t, b, 1)
	h.caughtUp()
	interfere(a, "webhooks", "NEW.state = 'disabled' AND OLD.state <> 'disabled'", "RETURN NULL", "4")
	h.script(always(http.StatusGone))
	write(t, b, 1)
	waitFor(t, "it is disabled", func() bool { return h.record()["state"] == "disabled" })
}

// TestATestAfterADeadlock: a test of a webhook whose transaction runs again notes that the endpoint has responded.
func TestATestAfterADeadlock(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a trigger is made")
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{DB: apitest.Open(t, a.DSN)})
	h := newHook(t, b, "client.*")
	h.script(always(http.StatusInternalServerError))
	write(t, b, 1)
	waitFor(t, "it fails", func() bool { return h.record()["lastError"] != nil })
	a.Exec(`UPDATE webhooks SET due_at = now() + interval '1 hour'`)
	interfere(a, "idempotency_keys", "true", "RAISE EXCEPTION 'x' USING ERRCODE = '40P01'", "1")
	h.script(always(http.StatusOK))
	ans := b.REST(t, "admin", "POST /api/v1/webhooks/"+h.id+"/test", "", map[string]string{"Idempotency-Key": "k"})
	if got := h.record(); !ok(ans) || got["lastError"] != nil {
		t.Errorf("%d %s, and then the last error is %v", ans.Status, ans.Message, got["lastError"])
	}
}
