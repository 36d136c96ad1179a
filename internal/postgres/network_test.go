package postgres_test

import (
	"context"
	"database/sql"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// proxy forwards between the pool and the server, and can drop what it receives.
type proxy struct {
	listener net.Listener
	target   atomic.Pointer[string]
	swallow  atomic.Bool // forward nothing, in either direction
	trickle  atomic.Bool // forward one byte of a response at a time, slowly
	cut      atomic.Bool // close one connection at the next response
	wg       sync.WaitGroup
	mu       sync.Mutex
	conns    []net.Conn
}

// MustProxy returns a proxy in front of the server and the address of the server through it.
func MustProxy(t *testing.T) (*proxy, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l}
	p.lead(server)
	p.wg.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.mu.Lock()
		for _, c := range p.conns {
			_ = c.Close()
		}
		p.mu.Unlock()
		p.wg.Wait()
	})
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return p, "host=127.0.0.1 port=" + port + " user=postgres dbname=postgres sslmode=disable"
}

// lead makes the proxy forward new connections to another server.
func (p *proxy) lead(to *cluster.Cluster) {
	// The proxy needs the folder of the socket from "host='...' port=5432 ...".
	target := filepath.Join(strings.Split(to.DSN("postgres"), "'")[1], ".s.PGSQL.5432")
	p.target.Store(&target)
}

func (p *proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("unix", *p.target.Load())
		if err != nil {
			_ = in.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		p.wg.Go(func() { p.forward(out, in, false) })
		p.wg.Go(func() { p.forward(in, out, true) })
	}
}

func (p *proxy) forward(to io.WriteCloser, from io.Reader, responses bool) {
	defer to.Close()
	b := make([]byte, 4096)
	for {
		n, err := from.Read(b)
		if err != nil || responses && p.cut.CompareAndSwap(true, false) {
			return
		}
		if p.swallow.Load() {
			continue
		}
		for rest := b[:n]; len(rest) > 0; {
			size := len(rest)
			if responses && p.trickle.Load() {
				size = 1
				time.Sleep(100 * time.Millisecond)
			}
			if _, err := to.Write(rest[:size]); err != nil {
				return
			}
			rest = rest[size:]
		}
	}
}

// TestTrickle has a server that sends one byte each 100 ms. A limit for each read would never end.
func TestTrickle(t *testing.T) {
	opts := postgres.Options{StatementTimeout: 300 * time.Millisecond}
	const limit = 300*time.Millisecond + time.Second // of a response
	for _, query := range []string{"SELECT repeat('x', 200)", "SELECT repeat('x', $1)"} {
		args := []any{200}[:strings.Count(query, "$")]
		t.Run("ends a response: "+query, func(t *testing.T) {
			p, dsn := MustProxy(t)
			db := MustOpen(t, dsn, opts)
			MustExec(t, db, query, args...)
			p.trickle.Store(true)
			began := time.Now()
			_, err := db.ExecContext(context.WithoutCancel(t.Context()), query, args...)
			if took := time.Since(began); !postgres.IsUnavailable(err) || took < limit || took > limit+5*time.Second {
				t.Fatalf("after %v: %v", took, err)
			}
			p.trickle.Store(false)
			MustExec(t, db, query, args...)
		})
	}
	t.Run("ends the handshake", func(t *testing.T) {
		p, dsn := MustProxy(t)
		p.trickle.Store(true)
		began := time.Now()
		err := MustOpen(t, dsn, opts).PingContext(context.WithoutCancel(t.Context()))
		if took := time.Since(began); !postgres.IsUnavailable(err) || took > 8*time.Second {
			t.Fatalf("after %v: %v", took, err)
		}
	})
}

func TestBlackHole(t *testing.T) {
	opts := postgres.Options{StatementTimeout: 300 * time.Millisecond}
	const limit = 300*time.Millisecond + time.Second // of one read

	for _, query := range []string{"SELECT 1", "SELECT $1::int"} {
		args := []any{1}[:strings.Count(query, "$")]
		t.Run("ends the wait for a response: "+query, func(t *testing.T) {
			p, dsn := MustProxy(t)
			db := MustOpen(t, dsn, opts)
			MustExec(t, db, query, args...)
			p.swallow.Store(true)
			began := time.Now()
			_, err := db.ExecContext(context.WithoutCancel(t.Context()), query, args...)
			if took := time.Since(began); !postgres.IsUnavailable(err) || took < limit/2 ||
				took > limit+20*time.Second {
				t.Fatalf("after %v: %v", took, err)
			}
			p.swallow.Store(false)
			MustExec(t, db, query, args...)
		})

		t.Run("ends the wait soon after the context: "+query, func(t *testing.T) {
			p, dsn := MustProxy(t)
			db := MustOpen(t, dsn, postgres.Options{StatementTimeout: time.Minute})
			MustExec(t, db, query, args...)
			p.swallow.Store(true)
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			began := time.Now()
			_, err := db.ExecContext(ctx, query, args...)
			if took := time.Since(began); err == nil || took > 30*time.Second {
				t.Fatalf("after %v: %v", took, err)
			}
		})
	}

	t.Run("ends the handshake", func(t *testing.T) {
		p, dsn := MustProxy(t)
		p.swallow.Store(true)
		began := time.Now()
		err := MustOpen(t, dsn, opts).PingContext(context.WithoutCancel(t.Context()))
		if took := time.Since(began); !postgres.IsUnavailable(err) || took > 30*time.Second {
			t.Fatalf("after %v: %v", took, err)
		}
	})

	t.Run("ends the handshakes of many requests at about the same time", func(t *testing.T) {
		p, dsn := MustProxy(t)
		p.swallow.Store(true)
		db := MustOpen(t, dsn+" connect_timeout=1", postgres.Options{MaxConns: 2})
		var requests sync.WaitGroup
		began := time.Now()
		for range 20 {
			requests.Go(func() {
				if _, err := db.ExecContext(context.WithoutCancel(t.Context()),
					"SELECT 1"); !postgres.IsUnavailable(err) {
					t.Errorf("got %v", err)
				}
			})
		}
		requests.Wait()
		if took := time.Since(began); took > 5*time.Second { // one after the other takes 10 s
			t.Errorf("20 requests took %v", took)
		}
		p.swallow.Store(false)
		time.Sleep(time.Second)
		MustExec(t, db, "SELECT 1")
	})

	t.Run("ends the handshake with the context", func(t *testing.T) {
		p, dsn := MustProxy(t)
		p.swallow.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := MustOpen(t, dsn, postgres.Options{StatementTimeout: time.Minute}).PingContext(ctx)
		if took := time.Since(began); err == nil || took > 30*time.Second {
			t.Fatalf("after %v: %v", took, err)
		}
	})

	t.Run("does not apply to an idle connection", func(t *testing.T) {
		_, dsn := MustProxy(t)
		opts := opts
		opts.MaxConns = 1
		db := MustOpen(t, dsn, opts)
		before := MustText(t, db, "SELECT pg_backend_pid()")
		time.Sleep(limit + 500*time.Millisecond)
		if after := MustText(t, db, "SELECT pg_backend_pid()"); after != before {
			t.Fatalf("connection %s was replaced by %s", before, after)
		}
	})

	t.Run("does not apply to a statement that is allowed more", func(t *testing.T) {
		_, dsn := MustProxy(t)
		opts := opts
		opts.MaxConns = 1
		db := MustOpen(t, dsn, opts)
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := postgres.AllowSlow(conn, time.Minute); err != nil {
			t.Fatal(err)
		}
		MustExec(t, conn, "SET statement_timeout = 0")
		MustExec(t, conn, "SELECT pg_sleep($1)", (limit + 300*time.Millisecond).Seconds())
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		// In the pool again, the connection has the usual limit, although the session has no statement_timeout.
		if _, err := db.ExecContext(context.WithoutCancel(t.Context()),
			"SELECT pg_sleep($1)", 4); !postgres.IsUnavailable(err) {
			t.Fatalf("got %v", err)
		}
	})
}

func TestLostConnection(t *testing.T) {
	t.Run("is replaced before a statement is sent", func(t *testing.T) {
		// Over TCP, because a Unix socket that was closed refuses the statement by itself.
		_, dsn := MustProxy(t)
		db := MustOpen(t, dsn, postgres.Options{MaxConns: 1})
		pid := MustText(t, db, "SELECT pg_backend_pid()")
		MustText(t, MustOne(t, postgres.Options{}), "SELECT pg_terminate_backend($1, 5000)", pid)
		time.Sleep(200 * time.Millisecond) // for the goodbye to pass the proxy
		MustExec(t, db, "SELECT 1")        // without arguments: preparing one could safely be tried again
	})

	t.Run("during a commit is an unknown outcome, and before it is none", func(t *testing.T) {
		direct := MustOne(t, postgres.Options{})
		MustExec(t, direct, "CREATE TABLE lost (id int)")
		defer MustExec(t, direct, "DROP TABLE lost")
		p, dsn := MustProxy(t)
		db := MustOpen(t, dsn, postgres.Options{})
		begin := func() *sql.Tx {
			tx, err := db.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			MustExec(t, tx, "INSERT INTO lost VALUES (1)")
			return tx
		}
		tx := begin()
		p.cut.Store(true)
		err := tx.Commit()
		expectCode(t, err, "", true, false)
		if !postgres.IsOutcomeUnknown(err) {
			t.Errorf("got %v, which is a known outcome", err)
		}

		tx = begin()
		p.cut.Store(true)
		_, err = tx.ExecContext(t.Context(), "INSERT INTO lost VALUES (2)")
		if !postgres.IsOutcomeUnknown(err) {
			t.Errorf("got %v, which is a known outcome", err)
		}
		err = postgres.RolledBack(err)
		expectCode(t, err, "", true, false)
		if postgres.IsOutcomeUnknown(err) {
			t.Errorf("got %v of a transaction without a commit, which is an unknown outcome", err)
		}
		if n := MustText(t, direct, "SELECT count(*) FROM lost"); n != "1" {
			t.Errorf("%s rows, want that of the commit", n)
		}
	})

	for _, query := range []string{"INSERT INTO lost VALUES (1)", "INSERT INTO lost SELECT $1::int"} {
		t.Run("after a statement was sent is an error, and the statement is not sent again: "+query,
			func(t *testing.T) {
				direct := MustOne(t, postgres.Options{})
				MustExec(t, direct, "CREATE TABLE lost (id int)")
				defer MustExec(t, direct, "DROP TABLE lost")
				p, dsn := MustProxy(t)
				db := MustOpen(t, dsn, postgres.Options{})
				args := []any{1}[:strings.Count(query, "$")]
				MustExec(t, db, query, args...)
				p.cut.Store(true)
				_, err := db.ExecContext(t.Context(), query, args...)
				expectCode(t, err, "", true, false)
				if !postgres.IsOutcomeUnknown(err) {
					t.Errorf("got %v, which is a known outcome", err)
				}
				// The insert happened once: a second run would make a third row.
				deadline := time.Now().Add(time.Minute)
				for MustText(t, direct, "SELECT count(*) FROM lost") != "2" {
					if time.Now().After(deadline) {
						t.Fatalf("%s rows", MustText(t, direct, "SELECT count(*) FROM lost"))
					}
					time.Sleep(10 * time.Millisecond)
				}
				MustExec(t, db, "SELECT 1")
			})
	}
}
