//go:build unix

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func ran(walls ...time.Duration) *subject {
	s := &subject{name: "it"}
	for _, w := range walls {
		s.runs = append(s.runs, cost{Wall: w})
	}
	return s
}

func TestSums(t *testing.T) {
	for name, test := range map[string]struct {
		subject       *subject
		least, middle float64
	}{
		"one":   {ran(4 * time.Second), 4, 4},
		"two":   {ran(4*time.Second, 2*time.Second), 2, 3},
		"three": {ran(9*time.Second, 1*time.Second, 2*time.Second), 1, 2},
	} {
		got := []float64{test.subject.least(wall), test.subject.middle(wall)}
		if diff := cmp.Diff([]float64{test.least, test.middle}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestMissedTargetsAreCounted(t *testing.T) {
	var out strings.Builder
	r := report{Writer: &out}
	r.ratio("wall", wall, ran(4*time.Second), ran(2*time.Second), 2)
	r.ratio("wall", wall, ran(5*time.Second), ran(2*time.Second), 2)
	r.ratio("wall", wall, ran(0), ran(0), 2) // no number at all
	var verdicts []string
	for line := range strings.Lines(out.String()) {
		verdicts = append(verdicts, strings.Fields(line)[0])
	}
	if diff := cmp.Diff([]string{"PASS", "FAIL", "FAIL"}, verdicts); diff != "" || r.missed != 2 {
		t.Errorf("%d missed: %s", r.missed, diff)
	}
}
