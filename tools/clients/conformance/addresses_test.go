package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// mustServe serves s until the test ends.
func mustServe(t *testing.T, s service) address {
	t.Helper()
	a := &addresses{}
	t.Cleanup(a.close)
	at, err := a.serve(s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// getMe calls an address over gRPC.
func getMe(t *testing.T, target string) (header metadata.MD, err error) {
	t.Helper()
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = pb.NewMeServiceClient(conn).GetMe(t.Context(), &pb.GetMeRequest{}, grpc.Header(&header))
	return header, err
}

func get(t *testing.T, url string) (resp *http.Response, body []byte, err error) {
	t.Helper()
	if resp, err = http.Get(url + "/api/v1/me"); err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return resp, body, err
}

// The proxy must not lose any part of a refusal.
func TestRefusal(t *testing.T) {
	server, err := newProxy(mustServe(t, rateLimited))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.conn.Close() })
	at := mustServe(t, server)

	t.Run("over REST", func(t *testing.T) {
		resp, body, err := get(t, at.url)
		if err != nil {
			t.Fatal(err)
		}
		var refused struct {
			Error struct {
				Code, Message, RequestID string
				Details                  []any
			}
		}
		if err := json.Unmarshal(body, &refused); err != nil {
			t.Fatal(err)
		}
		e := refused.Error
		if resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "1" || e.Code != "rate_limited" ||
			e.Message == "" || e.Details == nil {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
		if id := resp.Header.Get("X-Request-Id"); id == "" || id != e.RequestID {
			t.Errorf("request id: %q in the header, %q in the body", id, e.RequestID)
		}
	})
	t.Run("over gRPC", func(t *testing.T) {
		header, err := getMe(t, at.grpc)
		if status.Code(err) != codes.ResourceExhausted || len(header["x-request-id"]) != 1 {
			t.Fatal(err, header)
		}
		var info *errdetails.ErrorInfo
		var retry *errdetails.RetryInfo
		for _, d := range status.Convert(err).Details() {
			switch d := d.(type) {
			case *errdetails.ErrorInfo:
				info = d
			case *errdetails.RetryInfo:
				retry = d
			}
		}
		if info.GetReason() != "rate_limited" || retry.GetRetryDelay().AsDuration() != time.Second {
			t.Error(info, retry)
		}
	})
}

func TestGate(t *testing.T) {
	for _, test := range []struct {
		name  string
		waits []time.Duration // before each call
		want  string
	}{
		{"a client that waits", []time.Duration{0, time.Second, time.Second}, ""},
		{"a timer that is a little early", []time.Duration{0, time.Second - timerSlack, time.Second}, ""},
		{"a client that does not wait", []time.Duration{0, 0, time.Second},
			"1 of 3 calls did not wait as long as the server had asked"},
		{"a client that waits half of the time", []time.Duration{0, time.Second / 2, time.Second / 2},
			"2 of 3 calls did not wait as long as the server had asked"},
		{"a client that gives up", []time.Duration{0, time.Second}, "got 2 calls, want 3"},
		{"a client that calls once more", []time.Duration{0, time.Second, time.Second, 0}, "got 4 calls, want 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := &gate{refusals: []service{rateLimited, unavailable}, behind: broken{}}
				want := []service{rateLimited, unavailable, broken{}, broken{}}
				for i, wait := range test.waits {
					time.Sleep(wait)
					if got := g.arrive(); got != want[i] {
						t.Errorf("call %d goes to %v", i+1, got)
					}
				}
				if got := g.check("", 3); got.problem != test.want {
					t.Errorf("got %q, want %q", got.problem, test.want)
				}
			})
		})
	}
}

func TestBroken(t *testing.T) {
	at := mustServe(t, broken{})
	resp, body, err := get(t, at.url)
	if !errors.Is(err, io.ErrUnexpectedEOF) || resp.StatusCode != 200 || len(body) == 0 {
		t.Errorf("%v %q %v", resp, body, err)
	}
	if header, err := getMe(t, at.grpc); status.Code(err) != codes.Internal || header == nil {
		t.Error(header, err)
	}
}

func TestDeadAndStranger(t *testing.T) {
	a := &addresses{}
	t.Cleanup(a.close)
	dead, err := a.reserve()
	if err != nil {
		t.Fatal(err)
	}
	if resp, _, err := get(t, dead.url); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(resp, err)
	}
	if _, err := getMe(t, dead.grpc); status.Code(err) != codes.Unavailable {
		t.Error(err)
	}
	stranger, err := a.serveStranger()
	if err != nil {
		t.Fatal(err)
	}
	if resp, body, err := get(t, stranger.url); err != nil || resp.StatusCode != 200 ||
		!strings.HasPrefix(string(body), "<!DOCTYPE html>") {
		t.Error(resp, string(body), err)
	}
	if _, err := getMe(t, stranger.grpc); status.Code(err) != codes.Unavailable {
		t.Error(err)
	}
}
