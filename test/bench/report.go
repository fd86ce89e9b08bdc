//go:build unix

package main

import (
	"fmt"
	"io"
)

// The targets.
const (
	wallToBare  = 1.3
	allToBare   = 6.0
	wallToTree  = 1.0 / 5
	cpuToTree   = 1.0 / 4
	peakAtMost  = 30.0  // MiB
	stuckAtMost = 60.0  // MiB
	serveAtMost = 128.0 // MiB, half of what deploy allows
	peakToScale = 1.3
	traceInARow = 5
	whyInARow   = 8
	farToTree   = 0.6

	serverToTree = 1.0
	allToOne     = 2.0
	lostToTree   = 1.0
)

// report prints measurements and what is made of them.
type report struct {
	io.Writer
	missed int
}

func (r *report) table(subjects []*subject) {
	fmt.Fprintf(r, "%-28s %19s %19s %19s\n", "", "wall ms", "CPU ms", "peak MiB")
	fmt.Fprintf(r, "%-28s %9s %9s %9s %9s %9s %9s\n", "", "min", "median", "min", "median", "min", "median")
	for _, s := range subjects {
		fmt.Fprintf(r, "%-28s %9.0f %9.0f %9.0f %9.0f %9.1f %9.1f\n", s.name,
			1000*s.least(wall), 1000*s.middle(wall), 1000*s.least(cpu), 1000*s.middle(cpu), s.least(peak), s.middle(peak))
	}
}

// atMost checks one number against its target.
func (r *report) atMost(what string, value, target float64) {
	verdict := "PASS"
	if !(value <= target) {
		verdict = "FAIL"
		r.missed++
	}
	fmt.Fprintf(r, "%s  %-58s %6.2f  at most %.2f\n", verdict, what, value, target)
}

// ratio checks the medians of two subjects.
func (r *report) ratio(what string, of func(cost) float64, a, b *subject, target float64) {
	r.atMost(fmt.Sprintf("%s: %s / %s", what, a.name, b.name), a.middle(of)/b.middle(of), target)
}
