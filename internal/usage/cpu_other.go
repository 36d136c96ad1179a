//go:build !unix

package usage

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
