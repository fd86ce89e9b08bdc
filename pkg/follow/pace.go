package follow

import "time"

const (
	// leastPause and mostPause bound the time between two readings that adapts.
	leastPause = time.Second
	mostPause  = 5 * time.Second
	// restAfter is how many times as long as a reading took the pause after it
	// is at least, so that a large cluster is not read all the time.
	restAfter = 4
	// mostRest bounds that: whoever watches is waiting.
	mostRest = 30 * time.Second
)

// pace chooses the pause before the next reading.
type pace struct {
	interval time.Duration // what the person asked for, zero for one that adapts
	pause    time.Duration
	took     time.Duration // the reading before
}

func (p *pace) adapt(changed bool, took time.Duration) {
	switch {
	case changed, p.pause == 0:
		p.pause = leastPause
	default:
		p.pause = min(p.pause*3/2, mostPause)
	}
	// One reading that took long tells of a server that hung, two of a large cluster.
	p.pause = max(p.pause, min(restAfter*min(took, p.took), mostRest))
	p.took = took
	if p.interval > 0 {
		p.pause = p.interval
	}
}
