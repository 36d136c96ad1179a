package site_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/workplan-api/workplan/services/doors/docs"
	"github.com/workplan-api/workplan/tools/site"
)

// TestPagesAreFresh makes the pages anew, and compares them with those that the server has.
func TestPagesAreFresh(t *testing.T) {
	served, err := docs.New()
	if err != nil {
		t.Fatal(err)
	}
	fresh := site.Pages(os.DirFS("../.."))
	for path, body := range fresh {
		w := httptest.NewRecorder()
		if served[path] == nil {
			t.Errorf("%s is not embedded: run .ci/generate", path)
			continue
		}
		served[path].ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		if !bytes.Equal(w.Body.Bytes(), body) {
			t.Errorf("%s has changed: run .ci/generate", path)
		}
	}
	if len(served) != len(fresh) {
		t.Errorf("%d pages are embedded, and there are %d: run .ci/generate", len(served), len(fresh))
	}
}
