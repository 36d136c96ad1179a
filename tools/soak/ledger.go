package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
)

// ledger knows the last acknowledged value of each of its keys: clients, whose website is a number, and planned hours.
// The values of a key are 1, 2, 3 and so on, and only one request at a time writes it. So the stored value is never
// less than the acknowledged one, and never more than the one that was sent last.
type ledger struct {
	mu   sync.Mutex
	file *os.File
	all  map[string]*account
}

// account is a key of the ledger. Who changes it or compares it holds the mutex.
type account struct {
	sync.Mutex
	name        string
	acked, sent int
}

const (
	ledgerClients, ledgerRows = 12, 30 // of each organization
	ledgerDate                = "2030-01-01"
	website                   = "https://ledger.example/"
)

// line is a line of the file of the ledger.
type line struct {
	Key string `json:"key"`
	N   int    `json:"n"`
}

// openLedger reads the file.
func openLedger(path string) (*ledger, error) {
	file, err := openLines(path)
	if err != nil {
		return nil, err
	}
	l := &ledger{file: file, all: map[string]*account{}}
	text, err := os.ReadFile(path)
	for part := range strings.Lines(string(text)) {
		var at line
		if err := json.Unmarshal([]byte(part), &at); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		a := l.account(at.Key)
		a.acked, a.sent = at.N, at.N
	}
	return l, err
}

func (l *ledger) account(name string) *account {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all[name] == nil {
		l.all[name] = &account{name: name}
	}
	return l.all[name]
}

// acknowledge notes that the last value that was sent has a response.
func (l *ledger) acknowledge(a *account) error {
	a.acked = a.sent
	text, err := json.Marshal(line{a.name, a.acked})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.file.Write(append(text, '\n'))
	return err
}

func nameOf(o *organization, kind string, i int) string {
	return fmt.Sprintf("%s %s %d", o.Organization.Name, kind, i)
}

// hoursOf is the value n as hours, which a float64 has exactly.
func hoursOf(n int) float64 { return float64(n) / (1 << 16) }

// enter writes the next value of a key, unless another worker does.
func (w *worker) enter(ctx context.Context) {
	kind, i := "client", w.random.IntN(ledgerClients)
	if w.random.IntN(2) == 0 {
		kind, i = "row", w.random.IntN(ledgerRows)
	}
	a := w.ledger.account(nameOf(w.org, kind, i))
	if !a.TryLock() {
		return
	}
	defer a.Unlock()
	a.sent++
	method, path, body := http.MethodPatch, "clients/"+w.org.Clients[i].ID, object{"website": fmt.Sprint(website, a.sent)}
	if kind == "row" {
		method, path = http.MethodPost, "assignments"
		body = object{"items": []item{{w.org.user(i), w.org.Projects[projects].ID, ledgerDate, hoursOf(a.sent)}}}
	}
	if w.call(ctx, "ledger", method, path, body) == nil {
		return
	}
	if err := w.ledger.acknowledge(a); err != nil {
		w.wrong("ledger", err.Error())
	}
}

// compare reads all keys of an organization and returns how many it has compared, and those whose value cannot be.
// After a stop of the tool, a value that was sent last is not known, and the stored one is the next to count from.
func (w *worker) compare(ctx context.Context, stopped bool) (n int, wrong []string, err error) {
	look := func(a *account, stored int) {
		if n++; stored < a.acked || stored > a.sent && !stopped {
			wrong = append(wrong,
				fmt.Sprintf("%s is %d, acknowledged is %d and sent %d", a.name, stored, a.acked, a.sent))
		}
		if stopped {
			a.acked, a.sent = stored, stored
		}
	}
	for i := range ledgerClients {
		a := w.ledger.account(nameOf(w.org, "client", i))
		a.Lock()
		var stored struct{ Website *string }
		err := w.get(ctx, "clients/"+w.org.Clients[i].ID, &stored)
		number := 0
		if err == nil && stored.Website != nil {
			_, err = fmt.Sscanf(strings.TrimPrefix(*stored.Website, website), "%d", &number)
		}
		if err == nil {
			look(a, number)
		}
		a.Unlock()
		if err != nil {
			return n, wrong, err
		}
	}
	for i := range ledgerRows {
		a := w.ledger.account(nameOf(w.org, "row", i))
		a.Lock()
		defer a.Unlock()
	}
	var list struct{ Items []item }
	path := fmt.Sprintf("assignments?project_id=%s&start_date=%[2]s&end_date=%[2]s&limit=200",
		w.org.Projects[projects].ID, ledgerDate)
	if err := w.get(ctx, path, &list); err != nil {
		return n, wrong, err
	}
	stored := map[string]float64{}
	for _, it := range list.Items {
		stored[it.User] = it.Hours
	}
	for i := range ledgerRows {
		look(w.ledger.account(nameOf(w.org, "row", i)), int(stored[w.org.user(i)]*(1<<16)))
	}
	return n, wrong, nil
}
