package workplan_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

// refuse refuses a call with an error of Workplan.
func refuse(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"message":"note the head","code":%q,"requestId":"r-3","details":[]}}`, code)
}

// A proxy responds while the server restarts, and later the events have expired.
func TestFollow(t *testing.T) {
	var queries []string
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch queries = append(queries, r.URL.RawQuery); len(queries) {
		case 1:
			fmt.Fprint(w, `{"data":{"items":[],"nextAfter":7,"head":7,"first":1,"upToDate":true}}`)
		case 2:
			http.Error(w, "<html>502 Bad Gateway", http.StatusBadGateway)
		case 3:
			fmt.Fprint(w, `{"data":{"items":[{"seq":8},{"seq":9}],"nextAfter":12,"head":12,"first":1,"upToDate":true}}`)
		default:
			refuse(w, http.StatusGone, "cursor_expired")
		}
	}, workplan.WithTries(1))
	var seqs []int64
	var last error
	for event, err := range api.Follow(t.Context(),
		workplan.ListEventsParams{After: "head", Types: []string{"client.*"}}) {
		if last = err; err == nil {
			seqs = append(seqs, event.Seq)
		}
	}
	if fmt.Sprint(seqs) != "[8 9]" {
		t.Errorf("the events are %v", seqs)
	}
	want := "after=head&types=client.%2A after=7&types=client.%2A&wait=20 after=7&types=client.%2A&wait=20 " +
		"after=12&types=client.%2A&wait=20"
	if got := strings.Join(queries, " "); got != want {
		t.Errorf("the queries are\n%s, want\n%s", got, want)
	}
	var lost *workplan.CursorError
	if !errors.As(last, &lost) || lost.Err.HTTPStatus != 410 || !strings.Contains(lost.Error(), "note the head") ||
		!errors.Is(lost, workplan.ErrCursorExpired) {
		t.Errorf("the last error is %#v", last)
	}
}

func TestTheFirstCallOfAFollowerFails(t *testing.T) {
	api, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") })
	for _, err := range api.Follow(t.Context(), workplan.ListEventsParams{}) {
		if !errors.Is(err, workplan.ErrUnexpectedResponse) || errors.As(err, new(*workplan.CursorError)) {
			t.Error(err)
		}
	}
	if calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
}

func TestAFollowerEndsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("wait") {
			time.AfterFunc(50*time.Millisecond, cancel)
			<-r.Context().Done()
			return
		}
		fmt.Fprint(w, `{"data":{"items":[{"seq":1}],"nextAfter":1,"head":1,"first":1,"upToDate":true}}`)
	})
	var events int
	for _, err := range api.Follow(ctx, workplan.ListEventsParams{}) {
		if err != nil {
			t.Error(err)
		}
		events++
	}
	if events != 1 {
		t.Errorf("%d events", events)
	}
	for range api.Follow(t.Context(), workplan.ListEventsParams{}) {
		break
	}
}
