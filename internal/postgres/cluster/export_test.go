package cluster

// Unpack lets the tests unpack a file whose checksum is not pinned.
var Unpack = unpack

// MemoryDir is the folder of temporary clusters that are not durable, or "" if they are on disk.
var MemoryDir = memoryDir
