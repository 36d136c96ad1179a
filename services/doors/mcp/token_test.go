package mcp

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/auth"
)

func TestTokenExpires(t *testing.T) {
	key, keyID, actor := auth.NewKey(uuid.New()), uuid.New(), uuid.New()
	caller, made := auth.CallerOf(key, keyID, actor, nil), time.Now()
	content := copyArguments{Person: "Ada", FromDate: "2027-03-01", ToDate: "2027-03-08"}
	shown := hash{1, 2, 3}
	token, expires, err := newToken(caller, content.name(), content, shown, made)
	if err != nil || expires.Sub(made) > tokenTime || expires.Sub(made) < tokenTime-time.Second {
		t.Fatalf("%v: it expires after %s", err, expires.Sub(made))
	}
	// Another process knows the same.
	again := auth.CallerOf(key, keyID, actor, []string{"read:users"})
	if got, err := openToken(again, token, content.name(), content, expires.Add(-time.Second)); err != nil ||
		got != shown {
		t.Errorf("%v %v", got, err)
	}
	_, err = openToken(again, token, content.name(), content, expires)
	if f := new(failure); !errors.As(err, &f) || f.Message != "token has expired: propose the change again" {
		t.Errorf("after ten minutes: %v", err)
	}
	for name, other := range map[string]*auth.Caller{
		"another secret of the key": auth.CallerOf(auth.NewKey(key.Organization()), keyID, actor, nil),
		"another key":               auth.CallerOf(key, uuid.New(), actor, nil),
		"another user":              auth.CallerOf(key, keyID, uuid.New(), nil),
	} {
		if _, err := openToken(other, token, content.name(), content, made); err == nil {
			t.Errorf("%s opens the token", name)
		}
	}
}
