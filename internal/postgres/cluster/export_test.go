package cluster

// Unpack lets the tests unpack a file whose checksum is not pinned.
var Unpack = unpack
