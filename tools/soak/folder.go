package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// folder keeps a soak between its pieces: the database, the settings, the records of all pieces, and the ledger.
type folder struct {
	dir      string
	lock     *os.File
	settings settings
	records  []record
	file     *os.File // of the records
}

// settings are those of the first start. Every piece has them, so that the samples can be compared.
type settings struct {
	Every, Kept, Sample time.Duration
	Settle              float64
	Rate                float64 // requests a second, or 0 if it is not measured yet
	Short               bool
	Organizations       []*organization
}

// record is a line of the file of records.
type record struct {
	Kind  string    `json:"kind"` // piece, sample, check or end
	Time  time.Time `json:"time"`
	Piece int       `json:"piece"`
	Load  float64   `json:"load"` // hours of load of all pieces until then

	Commit   string `json:"commit,omitempty"` // of a piece
	Versions string `json:"versions,omitempty"`

	Life   int                `json:"life,omitempty"` // of a sample: the number of the process of the server
	Values map[string]float64 `json:"values,omitempty"`
	Kinds  map[string]timing  `json:"kinds,omitempty"` // of requests since the last sample
	Codes  map[string]int     `json:"codes,omitempty"` // the same by organization and status

	Check   string  `json:"check,omitempty"` // what was checked
	Found   string  `json:"found,omitempty"` // what is wrong, if something is
	Seconds float64 `json:"seconds,omitempty"`
}

// The kinds of records.
const (
	aPiece  = "piece"
	aSample = "sample"
	aCheck  = "check"
	anEnd   = "end"
)

// timing are the times of the requests of a kind, in milliseconds.
type timing struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// readFolder reads the settings and the records. It needs no lock.
func readFolder(dir string) (*folder, error) {
	f := &folder{dir: dir}
	text, err := os.ReadFile(f.path("settings.json"))
	if err == nil {
		err = json.Unmarshal(text, &f.settings)
	}
	if err != nil {
		return f, err
	}
	text, err = os.ReadFile(f.path("records.ndjson"))
	if errors.Is(err, os.ErrNotExist) {
		return f, nil
	}
	for line := range bytes.Lines(text) {
		var r record
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // it was cut by a crash, or it is being written
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return f, fmt.Errorf("%s: %w", f.path("records.ndjson"), err)
		}
		f.records = append(f.records, r)
	}
	return f, err
}

// openFolder makes or opens the folder for a piece. Only one process may have it open. The error is os.ErrNotExist if
// the folder has no settings yet; it is open then, too.
func openFolder(dir string) (*folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "pid"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("another soak uses %s: its process is in the file pid", dir), lock.Close())
	}
	if err := errors.Join(lock.Truncate(0), writeAt(lock, fmt.Sprintln(os.Getpid()))); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	f, missing := readFolder(dir)
	f.lock = lock
	if missing != nil && !errors.Is(missing, os.ErrNotExist) {
		return nil, errors.Join(missing, f.close())
	}
	if f.file, err = openLines(f.path("records.ndjson")); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, missing
}

func writeAt(file *os.File, text string) error {
	_, err := file.WriteAt([]byte(text), 0)
	return err
}

// openLines opens a file to which whole lines are appended. A line that was cut by a crash is removed.
func openLines(path string) (*os.File, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return file, file.Truncate(int64(bytes.LastIndexByte(text, '\n') + 1))
}

func (f *folder) close() (err error) {
	if f.file != nil {
		err = f.file.Close()
	}
	return errors.Join(err, f.lock.Close())
}

// save writes the settings, whole or not at all.
func (f *folder) save() error {
	text, err := json.MarshalIndent(f.settings, "", "  ")
	if err != nil {
		return err
	}
	part := f.path("settings.json.part")
	if err := os.WriteFile(part, text, 0o600); err != nil { // the keys of the organizations are in it
		return err
	}
	return os.Rename(part, f.path("settings.json"))
}

// add appends a record.
func (f *folder) add(r record) error {
	r.Time = time.Now().UTC().Truncate(time.Millisecond)
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f.records = append(f.records, r)
	_, err = f.file.Write(append(text, '\n'))
	return err
}

// load is how many hours of load there were.
func (f *folder) load() float64 {
	if len(f.records) == 0 {
		return 0
	}
	return f.records[len(f.records)-1].Load
}

// of returns the records of a kind.
func (f *folder) of(kind string) (list []record) {
	for _, r := range f.records {
		if r.Kind == kind {
			list = append(list, r)
		}
	}
	return list
}
