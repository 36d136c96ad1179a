package workplan_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

// rows responds to a request for all rows with 1,000 clients, and breaks the connection after a part of them unless
// whole.
func rows(whole bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", r.Header.Get("Accept")+"; charset=utf-8")
		w.Header().Set("Workplan-Seq", "42")
		for i := range 1000 {
			fmt.Fprintf(w, "{\"companyName\":\"Client %d\"}\n", i)
		}
		if !whole {
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, `{"companyName":"PAR1"`)
		fmt.Fprint(w, "}\n")
	}
}

func TestWholeListIsReadAsItArrives(t *testing.T) {
	next := make(chan bool)
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", r.Header.Get("Accept"))
		w.Header().Set("Workplan-Seq", "7")
		for i := range 3 {
			fmt.Fprintf(w, "{\"version\":%d}\n", i)
			http.NewResponseController(w).Flush()
			<-next
		}
	}, workplan.WithTimeout(300*time.Millisecond))
	list, read := api.WholeClients(workplan.ListClientsParams{Name: "a"}), int64(0)
	for client, err := range list.Rows(t.Context()) {
		if err != nil || client.Version != read || list.Seq() != 7 {
			t.Fatalf("row %d after event %d: %v", client.Version, list.Seq(), err)
		}
		time.Sleep(200 * time.Millisecond) // the time of the API is for the beginning
		read++
		next <- true
	}
	if read != 3 {
		t.Errorf("%d rows", read)
	}
}

func TestWholeListThatIsCutOff(t *testing.T) {
	api, calls := serve(t, rows(false))
	list, read := api.WholeClients(workplan.ListClientsParams{}), 0
	var last error
	for _, err := range list.Rows(t.Context()) {
		if last = err; err == nil {
			read++
		}
	}
	if e := mustError(t, last); e.Code != workplan.ErrUnexpectedResponse || e.HTTPStatus != 200 || read == 0 {
		t.Errorf("%d rows: %v", read, last)
	}
	path := filepath.Join(t.TempDir(), "clients.csv")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []workplan.Format{workplan.CSV, workplan.NDJSON, workplan.Parquet} {
		if e := mustError(t, list.Save(t.Context(), path, format)); e.Code != workplan.ErrUnexpectedResponse {
			t.Errorf("%s: %v", format, e)
		}
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if text, _ := os.ReadFile(path); string(text) != "old" || len(files) != 1 || err != nil {
		t.Errorf("%d files, the old one is %q: %v", len(files), text, err)
	}
	if n := calls.Load(); n != 4 {
		t.Errorf("%d calls: a response that has begun is not asked for again", n)
	}
}

func TestSavedWholeListIsComplete(t *testing.T) {
	api, _ := serve(t, rows(true))
	list, path := api.WholeClients(workplan.ListClientsParams{}), filepath.Join(t.TempDir(), "clients.csv")
	if err := list.Save(t.Context(), path, workplan.CSV); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if n := bytes.Count(text, []byte("\n")); n != 1001 || list.Seq() != 42 || err != nil {
		t.Errorf("%d lines after event %d: %v", n, list.Seq(), err)
	}
	// A table without its end has no rows for any reader.
	e := mustError(t, list.Write(t.Context(), &bytes.Buffer{}, workplan.Parquet))
	if e.Code != workplan.ErrUnexpectedResponse || !strings.Contains(e.Message, "rows are missing") {
		t.Error(e)
	}
}

func TestWholeListIsRepeatedUntilItBegins(t *testing.T) {
	n := 0
	api, calls := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n < 3 {
			busy("1")(w, r)
			return
		}
		rows(true)(w, r)
	})
	read := 0
	for _, err := range api.WholeClients(workplan.ListClientsParams{}).Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		read++
	}
	if read != 1001 || calls.Load() != 3 {
		t.Errorf("%d rows in %d calls", read, calls.Load())
	}
}

// disk is a writer that is full after some bytes.
type disk struct{ left int }

var errFull = errors.New("the disk is full")

func (d *disk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestOtherFailuresOfAWholeList(t *testing.T) {
	api, _ := serve(t, rows(true))
	list := api.WholeClients(workplan.ListClientsParams{})
	if err := list.Write(t.Context(), &disk{5000}, workplan.CSV); err != errFull {
		t.Errorf("a full disk: %v", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, err := range list.Rows(canceled) {
		if err != nil {
			if !errors.Is(err, context.Canceled) || mustError(t, err).Code != workplan.ErrUnreachable {
				t.Errorf("a canceled context: %v", err)
			}
			break
		}
		cancel()
	}
	stranger, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>It works</h1>")
	})
	err := stranger.WholeUsers(workplan.ListUsersParams{}).Save(t.Context(), filepath.Join(t.TempDir(), "u"),
		workplan.CSV)
	if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse || !strings.Contains(e.Message, "It works") {
		t.Error(e)
	}
	slow, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		workplan.WithTimeout(100*time.Millisecond))
	err = slow.WholeUsers(workplan.ListUsersParams{}).Write(t.Context(), &bytes.Buffer{}, workplan.CSV)
	if e := mustError(t, err); e.Code != workplan.ErrUnreachable || calls.Load() != 1 {
		t.Errorf("%d calls: %v", calls.Load(), e)
	}
	missing := filepath.Join(t.TempDir(), strconv.Itoa(1), "users.csv")
	if err := list.Save(t.Context(), missing, workplan.CSV); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
