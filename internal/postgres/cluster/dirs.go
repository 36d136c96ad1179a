package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

const (
	runPrefix = "workplan-pg-"
	// maxSocketDir leaves room for "/.s.PGSQL.5432.lock". On some platforms, the path of a socket has at most 103
	// bytes.
	maxSocketDir = 80
	// sharedMemory is the folder of Linux for files in memory.
	sharedMemory = "/dev/shm"
	// abandoned is the age from which a temporary folder without a lock is removed. A younger folder may not have its
	// lock yet.
	abandoned = 10 * time.Minute
)

// runDir is the temporary folder of a running cluster, with its socket and, if they are temporary, its data. This
// process and the server hold its lock, so a free lock means that both have ended.
type runDir struct {
	path string
	lock *os.File
}

// newRunDir makes the folder, in memory if that is wanted and there is enough.
func newRunDir(who account, inMemory bool) (_ *runDir, err error) {
	parent := os.TempDir()
	if len(parent)+len(runPrefix)+11 > maxSocketDir || who.canEnter(parent) != nil {
		parent = "/tmp"
	}
	removeAbandoned(parent, who)
	if inMemory {
		removeAbandoned(sharedMemory, who)
		if dir := memoryDir(); dir != "" && who.canEnter(dir) == nil {
			parent = dir
		}
	}
	r := new(runDir)
	if r.path, err = os.MkdirTemp(parent, runPrefix); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.remove())
		}
	}()
	// The file is renamed after it is locked, because removeAbandoned removes a folder if nobody holds the lock.
	half := filepath.Join(r.path, "lock.new")
	if r.lock, err = tryLock(half, os.O_CREATE); err != nil {
		return nil, err
	}
	if err := os.Rename(half, filepath.Join(r.path, "lock")); err != nil {
		return nil, err
	}
	return r, who.give(r.path)
}

func (r *runDir) remove() error {
	err := os.RemoveAll(r.path)
	if r.lock != nil {
		err = errors.Join(err, r.lock.Close())
	}
	return err
}

// removeAbandoned removes the folders of killed owners from parent. A folder that it cannot remove does no harm.
func removeAbandoned(parent string, who account) {
	dirs, _ := filepath.Glob(filepath.Join(parent, runPrefix+"*"))
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || owner(info) != who.uid && owner(info) != os.Getuid() {
			continue
		}
		lock, err := tryLock(filepath.Join(dir, "lock"), 0)
		switch {
		case err == nil:
			_ = os.RemoveAll(dir)
			_ = lock.Close()
		case errors.Is(err, fs.ErrNotExist) && time.Since(info.ModTime()) > abandoned:
			_ = os.RemoveAll(dir)
		}
	}
}

// errLocked means that another process holds the lock.
var errLocked = errors.New("locked by another process")

// tryLock opens and locks a file. The lock belongs to the open file: it lasts until all processes that inherited the
// file have closed it or ended.
func tryLock(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|flag, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errLocked
	}
	return nil, errors.Join(err, f.Close())
}

// makeDataDir creates the folder of a cluster and returns its absolute path.
func makeDataDir(dir string, who account) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := makeOpen(dir); err != nil {
		return "", err
	}
	return dir, who.canEnter(dir)
}

// makeOpen creates a folder and the missing folders above it. Every user may enter them, regardless of the umask,
// because the server may run as another user. The files in them have their own permissions.
func makeOpen(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := makeOpen(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil // another process has created it
		}
		return err
	}
	return os.Chmod(dir, 0o755)
}

// lockDataDir locks the data folder. If the owner of a server was killed, it waits for the server to stop.
func lockDataDir(ctx context.Context, dir string) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	path := filepath.Join(dir, "lock")
	for {
		f, err := tryLock(path, os.O_CREATE)
		if err == nil {
			err = errors.Join(f.Truncate(0), write(f, strconv.Itoa(os.Getpid())))
			if err != nil {
				return nil, errors.Join(err, f.Close())
			}
			return f, nil
		}
		if !errors.Is(err, errLocked) {
			return nil, err
		}
		pid := readPID(path)
		if pid > 0 && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return nil, fmt.Errorf(
				"data directory %s is in use by process %d: stop that first, or choose another directory", dir, pid,
			)
		}
		if err := wait.For(ctx, 20*time.Millisecond); err != nil {
			return nil, fmt.Errorf("data directory %s is in use by a PostgreSQL server that does not stop: %w",
				dir, err)
		}
	}
}

func write(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

// readPID reads the number in the first line of a file. It returns 0 if there is none.
func readPID(path string) int {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return 0
	}
	return pid
}
