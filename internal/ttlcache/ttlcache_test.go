package ttlcache_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/workplan-api/workplan/internal/ttlcache"
)

func TestCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := ttlcache.New[string, int](time.Second)
		began := time.Now()
		time.Sleep(400 * time.Millisecond) // the read
		c.Add("a", 1, began)
		time.Sleep(599 * time.Millisecond)
		if v, ok := c.Get("a"); v != 1 || !ok {
			t.Errorf("a young value: %d, %t", v, ok)
		}
		time.Sleep(time.Millisecond)
		if v, ok := c.Get("a"); v != 0 || ok {
			t.Errorf("a value that was read a second ago: %d, %t", v, ok)
		}
		c.Add("a", 2, time.Now())
		c.Remove("a")
		if _, ok := c.Get("a"); ok {
			t.Error("a removed value")
		}
	})
}
