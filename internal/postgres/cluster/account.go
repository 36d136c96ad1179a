package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the user that the server runs as. Without a credential it is the current user.
type account struct {
	name       string
	uid, gid   int
	credential *syscall.Credential
}

// serverAccount returns the user to run the server as: the current user, unless that is root. For root it is the owner
// of an existing cluster, so that root can use the cluster of an ordinary user. If there is no cluster, it is the user
// postgres, or nobody if there is no user postgres.
func serverAccount(dataDir string) (account, error) {
	if os.Getuid() != 0 {
		return account{name: "the current user", uid: os.Getuid(), gid: os.Getgid()}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return account{}, errors.New("PostgreSQL refuses to run as root, and there is no user " +
				"postgres or nobody to run it as")
		}
	}
	if dataDir != "" {
		info, err := os.Stat(filepath.Join(dataDir, "pgdata"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return account{}, err
		}
		if err == nil {
			if uid := owner(info); uid != 0 {
				if u, err = user.LookupId(strconv.Itoa(uid)); err != nil {
					return account{}, fmt.Errorf("owner of %s: %w", dataDir, err)
				}
			}
		}
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2); err != nil {
		return account{}, err
	}
	return account{
		name: "user " + u.Username, uid: uid, gid: gid,
		credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
	}, nil
}

// give changes the owner of path to a.
func (a account) give(path string) error {
	if a.credential == nil {
		return nil
	}
	return os.Chown(path, a.uid, a.gid)
}

// canEnter returns an error if a may not enter dir or a folder above it. The error names the topmost such folder. Only
// the permission bits are checked. The current user is not checked: the system's own errors are clear.
func (a account) canEnter(dir string) error {
	if a.credential == nil {
		return nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := a.canEnter(parent); err != nil {
			return err
		}
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	bit := fs.FileMode(0o001)
	switch {
	case int(st.Uid) == a.uid:
		bit = 0o100
	case int(st.Gid) == a.gid:
		bit = 0o010
	}
	if info.Mode()&bit == 0 {
		return fmt.Errorf("PostgreSQL runs as %s, because it refuses to run as root, and that user may not enter %s: "+
			"choose another folder (such as one in /var/lib), allow it with chmod o+x %s, or do not run as root",
			a.name, dir, dir)
	}
	return nil
}

func owner(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}
