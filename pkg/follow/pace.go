package follow

import "time"

const (
	// leastPause and mostPause bound the time between two readings that adapts.
	leastPause = time.Second
	mostPause  = 5 * time.Second
	// restAfter is how many times as long as a reading took the pause after it
	// is at least, so that a large cluster is not read all the time.
	restAfter = 4
)

// pace chooses the pause before the next reading.
type pace struct {
	interval time.Duration // what the person asked for, zero for one that adapts
	pause    time.Duration
}

func (p *pace) adapt(changed bool, took time.Duration) {
	switch {
	case changed, p.pause == 0:
		p.pause = leastPause
	default:
		p.pause = min(p.pause*3/2, mostPause)
	}
	p.pause = max(p.pause, restAfter*took)
	if p.interval > 0 {
		p.pause = p.interval
	}
}
