package auth_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/auth"
)

func TestKey(t *testing.T) {
	organization := uuid.MustParse("01890000-0000-7000-8000-000000000000")
	key := auth.NewKey(organization)
	text := key.Reveal()

	t.Run("it has 75 characters, its prefix and the organization", func(t *testing.T) {
		if len(text) != 75 || !strings.HasPrefix(text, "wpk_") ||
			strings.Trim(text[4:], "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != "" {
			t.Error(text)
		}
		if key.Organization() != organization {
			t.Error(key.Organization())
		}
	})
	t.Run("it is read back", func(t *testing.T) {
		got, ok := auth.ParseKey(text)
		if !ok || got.Reveal() != text || got.Hash() != key.Hash() || got.Organization() != organization {
			t.Errorf("%v", ok)
		}
		for _, id := range []uuid.UUID{uuid.Nil, uuid.Max} {
			if got, ok := auth.ParseKey(auth.NewKey(id).Reveal()); !ok || got.Organization() != id {
				t.Errorf("%s: %v %s", id, ok, got.Organization())
			}
		}
	})
	t.Run("two are never the same", func(t *testing.T) {
		if auth.NewKey(organization).Hash() == key.Hash() {
			t.Error("they are")
		}
	})
	t.Run("one wrong character anywhere is found out", func(t *testing.T) {
		for i := range text {
			for _, c := range []byte{'a', 'Z', '0', '-', 0, 0xff} {
				if c == text[i] {
					continue
				}
				if _, ok := auth.ParseKey(text[:i] + string([]byte{c}) + text[i+1:]); ok {
					t.Errorf("%q at %d is taken", c, i)
				}
			}
		}
	})
	t.Run("two characters in each other's place are found out", func(t *testing.T) {
		for i := range len(text) - 1 {
			if text[i] == text[i+1] {
				continue
			}
			if _, ok := auth.ParseKey(text[:i] + text[i+1:i+2] + text[i:i+1] + text[i+2:]); ok {
				t.Errorf("at %d they are taken", i)
			}
		}
	})
	t.Run("another length is refused", func(t *testing.T) {
		for _, s := range []string{"", "wpk_", text[:74], text + "0", " " + text, text + "\n"} {
			if _, ok := auth.ParseKey(s); ok {
				t.Errorf("%d characters are taken", len(s))
			}
		}
	})
}

func TestAKeyNeverShowsItself(t *testing.T) {
	key := auth.NewKey(uuid.New())
	secret := key.Reveal()[26:69]
	type holder struct {
		Key    auth.Key
		Ptr    *auth.Key
		Nested map[string][]auth.Key
	}
	held := holder{key, &key, map[string][]auth.Key{"x": {key}}}
	var shown []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%30v", "%-30s", "%p"} {
		shown = append(shown, fmt.Sprintf(verb, key), fmt.Sprintf(verb, &key), fmt.Sprintf(verb, []auth.Key{key}),
			fmt.Sprintf(verb, held))
	}
	for _, v := range []any{key, &key, held, map[string]any{"key": key}} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		shown = append(shown, string(b), fmt.Sprint(v), fmt.Errorf("with %v", v).Error())
	}
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewJSONHandler(&log, nil), slog.NewTextHandler(&log, nil)} {
		slog.New(h).Info("x", "key", key, "ptr", &key, "held", held, slog.Group("g", "key", key))
	}
	shown = append(shown, log.String())
	hidden := fmt.Sprintf("%x", key)
	for _, s := range shown {
		if strings.Contains(s, secret) || strings.Contains(s, key.Reveal()[4:70]) {
			t.Errorf("the secret shows in %q", s)
		}
		hash := key.Hash()
		if strings.Contains(s, fmt.Sprint(hash[:8])) || strings.Contains(s, fmt.Sprintf("%x", hash[:8])) {
			t.Errorf("the hash shows in %q", s)
		}
	}
	if want := "wpk_***" + key.Reveal()[71:]; fmt.Sprint(key) != want || hidden != want {
		t.Errorf("it prints as %s and %s, want %s", key, hidden, want)
	}
	if !strings.Contains(log.String(), "wpk_***") {
		t.Errorf("the log has no trace of it: %s", log.String())
	}
}
