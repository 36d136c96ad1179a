package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

// fetchVersion is the version to download, built by github.com/zonkyio/embedded-postgres-binaries. A new version needs
// new checksums.
const (
	fetchVersion = "17.11"
	mavenCentral = "https://repo1.maven.org/maven2"
	fetchTimeout = 15 * time.Minute
	maxFetch     = 256 << 20 // bytes
)

// artifact is the file for one platform.
type artifact struct{ platform, sha256 string }

var artifacts = map[string]artifact{
	"linux/amd64":  {"linux-amd64", "0dd7b72b6f335b8ecfb355fa24c5781e8a93edd09880bb77eb52ebbf29b3e96d"},
	"linux/arm64":  {"linux-arm64v8", "8b042e0ea418b1927d95399207950da0734d27fe01e29503ade3bdc464ad4c2b"},
	"darwin/amd64": {"darwin-amd64", "d464ff178e9860ba204662ac23fa547504b7fd392392ff2fb92e3fd73b5bdb64"},
	"darwin/arm64": {"darwin-arm64v8", "a1c2786acb0c398f9b2d76806fc52f5dc8b222cbc8e9383a9b9702084daaf3a5"},
}

// fetch returns the folder of the downloaded binaries, and downloads them if it does not exist. The source is Maven
// Central or the mirror in WORKPLAN_POSTGRES_MIRROR.
func fetch(ctx context.Context, log func(string, ...any)) (string, error) {
	a, ok := artifacts[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return "", fmt.Errorf("no download for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("postgres-%s-%s-%s", fetchVersion, a.platform, a.sha256[:8])
	dir := filepath.Join(cache, name)
	if present(dir) {
		return filepath.Join(dir, "bin"), nil
	}
	lock, err := lockCache(ctx, filepath.Join(cache, "lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if present(dir) { // another process has downloaded it
		return filepath.Join(dir, "bin"), nil
	}
	removeLeftovers(cache)

	jar, err := os.CreateTemp(cache, "download-")
	if err != nil {
		return "", err
	}
	defer os.Remove(jar.Name())
	defer jar.Close()
	base := cmp.Or(os.Getenv("WORKPLAN_POSTGRES_MIRROR"), mavenCentral)
	artifactID := "embedded-postgres-binaries-" + a.platform
	url := fmt.Sprintf("%s/io/zonky/test/postgres/%s/%s.0/%s-%s.0.jar", base, artifactID,
		fetchVersion, artifactID, fetchVersion)
	size, err := download(ctx, url, a.sha256, jar, func(size int64) {
		log("Downloading PostgreSQL %s (%d MB) into %s, once …", fetchVersion, (size+500_000)/1_000_000, cache)
	})
	if err != nil {
		return "", err
	}
	half, err := os.MkdirTemp(cache, "unpack-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(half)
	if err := unpack(jar, size, half); err != nil {
		return "", err
	}
	// The server may run as another user.
	if err := os.Chmod(half, 0o755); err != nil {
		return "", err
	}
	return filepath.Join(dir, "bin"), os.Rename(half, dir)
}

func present(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "bin", "postgres"))
	return err == nil
}

// cacheDir returns the folder for downloads: WORKPLAN_CACHE, or the user's cache. For root it is one that the server's
// user can read.
func cacheDir() (string, error) {
	dir := os.Getenv("WORKPLAN_CACHE")
	switch {
	case dir != "":
	case os.Getuid() == 0:
		dir = "/var/cache/workplan"
	default:
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no folder for the download: %w: set WORKPLAN_CACHE", err)
		}
		dir = filepath.Join(user, "workplan")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, makeOpen(dir)
}

// lockCache waits until no other process downloads.
func lockCache(ctx context.Context, path string) (*os.File, error) {
	for {
		f, err := tryLock(path, os.O_CREATE)
		if !errors.Is(err, errLocked) {
			return f, err
		}
		if err := wait.For(ctx, 50*time.Millisecond); err != nil {
			return nil, fmt.Errorf("another process is downloading: %w", err)
		}
	}
}

// removeLeftovers removes the files of interrupted downloads. The caller holds the lock.
func removeLeftovers(cache string) {
	for _, pattern := range []string{"download-*", "unpack-*"} {
		paths, _ := filepath.Glob(filepath.Join(cache, pattern))
		for _, path := range paths {
			_ = os.RemoveAll(path)
		}
	}
}

// download writes the file at url to w and returns its size. It calls started with the announced size first. It fails
// if the SHA-256 of the file is not sum.
func download(ctx context.Context, url, sum string, w io.Writer, started func(size int64)) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 30 * time.Second
	defer transport.CloseIdleConnections()
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", url, resp.Status)
	}
	started(resp.ContentLength)
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, h), io.LimitReader(resp.Body, maxFetch))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", url, err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != sum {
		return 0, fmt.Errorf("%s: checksum mismatch: got %s, want %s: the file is not used", url, got, sum)
	}
	return n, nil
}
