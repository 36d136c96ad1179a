package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// thinArgument makes the program the server of the arm thin.
const thinArgument = "serve-thin"

// gcPercent is that of workplan serve, so that memory is not what the arms differ in.
const gcPercent = 400

// thinConfig is what the server of the arm reads from its standard input.
type thinConfig struct{ DSN, Organization, Key string }

// thin is the least server that gives the answers of workplan.
type thin struct {
	organization, authorization string
	pool                        *pool
}

// serveThin serves on an address that it prints, until ctx is done, or until in ends,
// which is when the benchmark does.
func serveThin(ctx context.Context, in io.Reader, out io.Writer) error {
	debug.SetGCPercent(gcPercent)
	var cfg thinConfig
	if err := json.NewDecoder(in).Decode(&cfg); err != nil {
		return err
	}
	p, err := openPool(ctx, cfg.DSN, thinName)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: &thin{cfg.Organization, "Bearer " + cfg.Key, p}, ReadHeaderTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		_, _ = io.Copy(io.Discard, in)
		_ = server.Close()
	}()
	fmt.Fprintln(out, listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ServeHTTP answers the three kinds of requests of the benchmark.
func (t *thin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["X-Request-Id"] = []string{"thin"}
	if r.Header.Get("Authorization") != t.authorization {
		http.Error(w, "another key", http.StatusUnauthorized)
		return
	}
	var answer []byte
	var err error
	switch {
	case r.Method == http.MethodGet:
		answer, err = t.list(r.Context(), h, r.URL)
	case r.Method == http.MethodPost:
		answer, err = t.upsert(r)
	default:
		answer, err = t.patch(h, r)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h["Content-Length"] = []string{strconv.Itoa(len(answer))}
	_, _ = w.Write(answer) // the client may be gone
}

func (t *thin) list(ctx context.Context, h http.Header, target *url.URL) (b []byte, err error) {
	query := target.Query()
	p := page{user: query.Get("user_id"), project: query.Get("project_id"), start: query.Get("start_date"), end: query.Get("end_date")}
	if p.limit, err = strconv.Atoi(query.Get("limit")); err != nil {
		return nil, err
	}
	more := false
	err = t.pool.with(func(s *session) error {
		return s.list(ctx, t.organization, p, func(rows []byte) {
			more = len(rows) > p.limit*rowSize
			b = appendPage(make([]byte, 0, 400*p.limit+200), rows, p)
		})
	})
	link := ""
	if more {
		link = linkTo(target, query, "next", p.limit) + ", "
	}
	h["Link"] = []string{link + linkTo(target, query, "first", 0)}
	return b, err
}

func linkTo(target *url.URL, query url.Values, rel string, offset int) string {
	query["offset"] = []string{strconv.Itoa(offset)}
	return "<" + target.Path + "?" + query.Encode() + `>; rel="` + rel + `"`
}

func readBody(r *http.Request) (string, error) {
	var b strings.Builder
	b.Grow(int(max(r.ContentLength, 0)))
	_, err := io.Copy(&b, r.Body)
	return b.String(), err
}

func (t *thin) upsert(r *http.Request) ([]byte, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	items, err := readItems(body)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compare(&items[a], &items[b]) })
	sorted, places := make([]item, len(items)), make([]int, len(items))
	for place, i := range order {
		sorted[place], places[i] = items[i], place
	}
	rows := make([]byte, 0, rowSize*len(items))
	if err := t.pool.with(func(s *session) (err error) {
		rows, err = s.upsert(r.Context(), t.organization, sorted, rows)
		return err
	}); err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 400*len(items)+20), `{"data":[`...)
	for i, place := range places {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRow(b, rows[place*rowSize:(place+1)*rowSize])
	}
	return append(b, "]}"...), nil
}

func (t *thin) patch(h http.Header, r *http.Request) (b []byte, err error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	website, err := readWebsite(body)
	if err != nil {
		return nil, err
	}
	err = t.pool.with(func(s *session) error {
		c, err := s.patch(r.Context(), t.organization, strings.TrimPrefix(r.URL.Path, clientsPath), website)
		if err == nil {
			h["Etag"] = []string{`"` + strconv.FormatInt(c.version, 10) + `"`}
			b = appendClient(make([]byte, 0, 512), c)
		}
		return err
	})
	return b, err
}
