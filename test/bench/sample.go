//go:build unix

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"time"
)

// cost is what cmd/measure prints of one run.
type cost struct {
	Wall, CPU time.Duration
	Peak, Out int64
	Exit      int
}

// subject is a program to measure.
type subject struct {
	name string
	argv []string
	// exits is the exit code of a right answer.
	exits int
	runs  []cost
}

// meter runs programs against one server.
type meter struct {
	measure    string // the program cmd/measure
	kubeconfig string
}

// rounds runs all subjects in turn, so that whatever else the machine does
// meets all of them, and each time in another order: what one leaves the server to do, the
// next one pays for. A round before the first one is not counted.
func (m meter) rounds(ctx context.Context, n int, subjects []*subject) error {
	mixed := rand.New(rand.NewPCG(1, 1)) // the same in every run
	for round := range n + 1 {
		for _, i := range mixed.Perm(len(subjects)) {
			s := subjects[i]
			c, err := m.run(ctx, s)
			if err != nil {
				return fmt.Errorf("measuring %s: %w", s.name, err)
			}
			if round > 0 {
				s.runs = append(s.runs, c)
			}
		}
	}
	return nil
}

func (m meter) run(ctx context.Context, s *subject) (cost, error) {
	cmd := exec.CommandContext(ctx, m.measure, s.argv...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+m.kubeconfig)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return cost{}, err
	}
	var c cost
	switch err := json.Unmarshal(out, &c); {
	case err != nil:
		return cost{}, err
	case c.Exit != s.exits:
		return cost{}, fmt.Errorf("it ended with exit code %d", c.Exit)
	case c.Out == 0:
		return cost{}, fmt.Errorf("it printed nothing")
	}
	return c, nil
}

func wall(c cost) float64 { return c.Wall.Seconds() }
func cpu(c cost) float64  { return c.CPU.Seconds() }
func peak(c cost) float64 { return float64(c.Peak) / (1 << 20) }

// least and middle sum up one measure of all runs.
func (s *subject) least(of func(cost) float64) float64 {
	return of(slices.MinFunc(s.runs, by(of)))
}

func (s *subject) middle(of func(cost) float64) float64 {
	runs := slices.SortedFunc(slices.Values(s.runs), by(of))
	return (of(runs[(len(runs)-1)/2]) + of(runs[len(runs)/2])) / 2
}

func by(of func(cost) float64) func(a, b cost) int {
	return func(a, b cost) int { return cmp.Compare(of(a), of(b)) }
}
