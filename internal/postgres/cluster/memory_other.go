//go:build !linux

package cluster

// memoryDir returns "": only Linux has a folder in memory.
func memoryDir() string { return "" }
