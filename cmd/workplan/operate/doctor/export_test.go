package doctor

import "time"

// Strict makes the checks find what is young and small.
func Strict() { heldTime, bloatMin, lookFor = 100*time.Millisecond, 100<<10, 0 }
