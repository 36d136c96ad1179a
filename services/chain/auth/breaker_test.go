package auth

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
)

func TestSilentOrganizations(t *testing.T) {
	silence := context.DeadlineExceeded
	first, second, third := uuid.New(), uuid.New(), uuid.New()
	// mayEnter reports whether a look-up begins within a second.
	mayEnter := func(t *testing.T, s *breaker, organization uuid.UUID) (leave func(), ok bool) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		leave, err := s.acquire(ctx, organization)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		return leave, err == nil
	}
	for name, run := range map[string]func(t *testing.T, s *breaker){
		"an organization that gets responses has any number of look-ups": func(t *testing.T, s *breaker) {
			for range 10 {
				s.record(first, nil)
				if _, ok := mayEnter(t, s, first); !ok {
					t.Fatal("it is refused")
				}
			}
		},
		"one that does not has one": func(t *testing.T, s *breaker) {
			s.record(first, silence)
			leave, ok := mayEnter(t, s, first)
			if _, again := mayEnter(t, s, first); !ok || again {
				t.Fatal(ok, again)
			}
			leave()
			if _, ok := mayEnter(t, s, first); !ok {
				t.Error("nothing is free after the end of the look-up")
			}
		},
		"until one ends": func(t *testing.T, s *breaker) {
			s.record(first, silence)
			if _, ok := mayEnter(t, s, first); !ok {
				t.Fatal("it is refused")
			}
			s.record(first, errUnknown)
			for range 3 {
				if _, ok := mayEnter(t, s, first); !ok {
					t.Fatal("it is refused")
				}
			}
		},
		"all of them have as many as there are probes, and the others have theirs": func(t *testing.T, s *breaker) {
			s.record(first, silence)
			s.record(second, silence)
			s.record(third, silence)
			leave, one := mayEnter(t, s, first)
			_, two := mayEnter(t, s, second)
			if _, three := mayEnter(t, s, third); !one || !two || three {
				t.Fatal(one, two, three)
			}
			if _, ok := mayEnter(t, s, uuid.New()); !ok {
				t.Error("another organization is refused")
			}
			leave()
			if _, three := mayEnter(t, s, third); !three {
				t.Error("nothing is free after the end of a look-up")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { run(t, newBreaker(2)) })
		})
	}
}
