// Package ttlcache caches what was read from the database a moment ago.
package ttlcache

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// size is how many entries a cache has at most: those that were used last.
const size = 10_000

// Cache returns values for a limited time after they were read. It is safe for concurrent
// use. Old entries stay until they are replaced or pushed out: a cache that removes them by
// itself, such as expirable.LRU, has a goroutine that never ends.
type Cache[K comparable, V any] struct {
	maxAge  time.Duration
	entries *lru.Cache[K, entry[V]]
}

type entry[V any] struct {
	value  V
	readAt time.Time
}

// New returns a cache whose values are at most maxAge old.
func New[K comparable, V any](maxAge time.Duration) *Cache[K, V] {
	entries, err := lru.New[K, entry[V]](size)
	if err != nil {
		panic(err) // the size is positive
	}
	return &Cache[K, V]{maxAge, entries}
}

// Get returns the value of a key. It returns false if there is none, or if it is too old.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	if e, found := c.entries.Get(key); found && time.Since(e.readAt) < c.maxAge {
		return e.value, true
	}
	return value, false
}

// Add stores a value. readAt is the time before the value was read, because a read can be
// slow.
func (c *Cache[K, V]) Add(key K, value V, readAt time.Time) {
	c.entries.Add(key, entry[V]{value, readAt})
}

// Remove removes the value of a key.
func (c *Cache[K, V]) Remove(key K) { c.entries.Remove(key) }
