package fleet

import (
	"fmt"
	"strings"
	"sync"
)

// Count is how far the asking of many clusters is. Several may tell and ask it at a time.
type Count struct {
	mu               sync.Mutex
	waiting          []string // the names of those that have not ended, in their order
	total            int
	answered, failed int
}

// NewCount is that of clusters of which none has ended.
func NewCount(clusters []Cluster) *Count {
	c := &Count{total: len(clusters)}
	for i := range clusters {
		c.waiting = append(c.waiting, clusters[i].Name())
	}
	return c
}

// Ended notes that a cluster has ended.
func (c *Count) Ended(cluster int, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[cluster] = ""
	if answered {
		c.answered++
	} else {
		c.failed++
	}
}

// String says how many have answered, and for whom it waits.
func (c *Count) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := fmt.Sprintf("%d of %d clusters answered", c.answered, c.total)
	if c.failed > 0 {
		text += fmt.Sprintf(", %d did not", c.failed)
	}
	var left []string
	for _, name := range c.waiting {
		if name != "" {
			left = append(left, name)
		}
	}
	if len(left) == 0 {
		return text
	}
	text += ", still waiting for " + strings.Join(left[:min(len(left), shownWaiting)], ", ")
	if more := len(left) - shownWaiting; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// shownWaiting is how many of those that are waited for are named.
const shownWaiting = 2
