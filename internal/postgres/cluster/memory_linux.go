package cluster

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

const (
	tmpfs = 0x01021994 // the type of a file system in memory
	// leastMemory is the free memory, in bytes, from which a cluster may be in memory. One of tests needs less than 1
	// GiB.
	leastMemory = 2 << 30
)

// memoryDir returns a folder in memory for temporary clusters, or "" if the system has none with enough room, as in a
// container with the default size.
func memoryDir() string {
	var fs syscall.Statfs_t
	if syscall.Statfs(sharedMemory, &fs) != nil || fs.Type != tmpfs || fs.Bavail*uint64(fs.Bsize) < leastMemory ||
		available() < leastMemory {
		return ""
	}
	return sharedMemory
}

// available returns the memory in bytes that programs can get without swapping, or 0 if it is unknown.
func available() (size int64) {
	info, _ := os.ReadFile("/proc/meminfo")
	for line := range bytes.Lines(info) {
		if n, _ := fmt.Sscanf(string(line), "MemAvailable: %d kB", &size); n == 1 {
			return size << 10
		}
	}
	return 0
}
