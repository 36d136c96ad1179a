package acceptance_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// inForce is the time in which a change of a key, its user or its organization is effective on every server.
const inForce = time.Second

// losses are the ways in which a key loses the right to read events, and the code of the error after each.
var losses = []struct {
	name, code string
	lose       func(t *testing.T, a *apitest.API)
}{
	{"the key is revoked", "key_revoked", func(t *testing.T, a *apitest.API) {
		mustREST(t, a, "POST /api/v1/keys/$boss_key/revoke", ``)
	}},
	{"the secret is replaced", "credential_invalid", func(t *testing.T, a *apitest.API) {
		mustREST(t, a, "POST /api/v1/keys/$boss_key/rotate", `{"overlapSeconds": 0}`)
	}},
	{"the key has expired", "key_expired", func(_ *testing.T, a *apitest.API) {
		a.Exec(`UPDATE api_keys SET expires_at = now() WHERE organization_id = $1 AND id = $2`,
			a.Organization, a.ID("boss_key"))
	}},
	{"the user is deactivated", "actor_inactive", func(t *testing.T, a *apitest.API) {
		mustREST(t, a, "PATCH /api/v1/users/$boss", `{"isActive": false}`)
	}},
	{"the key loses the scope", "scope_missing", func(_ *testing.T, a *apitest.API) {
		a.Exec(`UPDATE api_keys SET scopes = '{read:clients}' WHERE organization_id = $1 AND id = $2`,
			a.Organization, a.ID("boss_key"))
	}},
	{"the organization is suspended", "organization_suspended", func(_ *testing.T, a *apitest.API) {
		a.Exec(`UPDATE organizations SET suspended_at = now() WHERE id = $1`, a.Organization)
	}},
}

// TestAStreamEndsWhenItsKeyLosesTheRight has a stream at one server while another one takes the right away. The stream
// must end within a second, both if nothing happens and if events are written all the time. Those that are written
// later must not arrive.
func TestAStreamEndsWhenItsKeyLosesTheRight(t *testing.T) {
	t.Parallel()
	for _, loss := range losses {
		for _, idle := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, idle %t", loss.name, idle), func(t *testing.T) {
				t.Parallel()
				a := apitest.NewIsolated(t)
				b, _ := a.Start(services.Config{})
				streams := map[string]<-chan message{}
				for _, protocol := range []string{"over REST", "over gRPC"} {
					streams[protocol] = watch(t, b, protocol, "boss", "after=head")
					receive(t, streams[protocol])
				}
				if !idle {
					defer keepWriting(t, a)()
				}
				time.Sleep(300 * time.Millisecond) // some events arrive, and the key is in the cache
				loss.lose(t, a)
				lost := time.Now()
				for protocol, stream := range streams {
					m := last(t, stream, time.Until(lost.Add(5*time.Second)))
					if took := time.Since(lost); m.err != loss.code || took > inForce {
						t.Errorf("%s the stream ends with %+v after %s", protocol, m, took)
					}
				}
			})
		}
	}
}

// TestARequestThatWaitsEndsWhenItsKeyLosesTheRight is the same for a request that waits for events.
func TestARequestThatWaitsEndsWhenItsKeyLosesTheRight(t *testing.T) {
	t.Parallel()
	for _, loss := range losses {
		t.Run(loss.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			b, _ := a.Start(services.Config{})
			codes := make(chan string, 2)
			go func() {
				codes <- b.REST(t, "boss", "GET /api/v1/events?after=head&wait=20&types=client.*", "", nil).Code
			}()
			go func() {
				req := &pb.ListEventsRequest{After: new("head"), Wait: new(int32(20)), Types: []string{"client.*"}}
				if _, err := pb.NewEventServiceClient(b.Conn).
					ListEvents(b.Context(t.Context(), "boss"), req); err != nil {
					codes <- codeOf(err)
				} else {
					codes <- ""
				}
			}()
			time.Sleep(300 * time.Millisecond)
			loss.lose(t, a)
			lost := time.Now()
			for range 2 {
				if code, took := <-codes, time.Since(lost); code != loss.code || took > inForce {
					t.Errorf("the request ends with %q after %s", code, took)
				}
			}
		})
	}
}

// TestAStreamKeepsToTheRightsOfItsKey: a stream whose key loses a part of its rights goes on without the events of that
// part.
func TestAStreamKeepsToTheRightsOfItsKey(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, protocol string) {
		a := apitest.NewIsolated(t)
		b, _ := a.Start(services.Config{})
		stream := watch(t, b, protocol, "boss", "after=head&types=client.*&types=project.*")
		receive(t, stream)
		defer keepWriting(t, a)()
		receive(t, stream)
		a.Exec(`UPDATE api_keys SET scopes = '{read:events,read:projects}' WHERE organization_id = $1 AND id = $2`,
			a.Organization, a.ID("boss_key"))
		lost := time.Now()
		for deadline := time.After(3 * time.Second); ; {
			select {
			case m, open := <-stream:
				if !open || m.err != "" {
					t.Fatalf("the stream ends: %+v", m)
				}
				if late := time.Since(lost); m.event != nil && late > inForce {
					t.Fatalf("%s arrives after %s", m.event.Type, late)
				}
				continue
			case <-deadline:
			}
			break
		}
		mustREST(t, a, "PATCH /api/v1/projects/$atlas", `{"name": "Atlas again"}`)
		for {
			if m := receive(t, stream); m.event != nil && m.event.Type == "project.updated" {
				break
			}
		}
	})
}

// keepWriting creates clients as the admin, twenty a second, until stop. The organization may be suspended.
func keepWriting(t *testing.T, a *apitest.API) (stop func()) {
	var writer sync.WaitGroup
	stopped := make(chan struct{})
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stopped:
				return
			case <-time.After(50 * time.Millisecond):
				a.REST(t, "admin", "POST /api/v1/clients", fmt.Sprintf(`{"companyName": "Client %d"}`, i), nil)
			}
		}
	})
	return func() { close(stopped); writer.Wait() }
}
