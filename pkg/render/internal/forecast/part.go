package forecast

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Part is a part of what comes of an act: what goes, or what hangs.
type Part struct {
	Role  paper.Role // of the head
	Head  string
	Lines [][]paper.Span
}

// Parts are all that comes of an act, nothing left out, in the order in which it is told.
func Parts(a *outlook.Answer) []Part {
	var parts []Part
	t := &teller{Telling: Telling{Wide: true}, a: a, gather: &parts}
	t.parts()
	return parts
}

// StepText is what a step is good for, as a sentence.
func StepText(s *outlook.Step) string {
	text := capital(paper.Prose(s.Text))
	if s.Choice {
		text += " (your choice)"
	}
	return text
}

// InTurn are the fates in the order of going, and behind them what does not go.
func InTurn(f *preflight.Forecast) []int {
	var out []int
	most := 0
	for i := range f.Fates {
		most = max(most, f.Fates[i].Turn)
	}
	for turn := 1; turn <= most; turn++ {
		for i := range f.Fates {
			if f.Fates[i].Turn == turn {
				out = append(out, i)
			}
		}
	}
	for i := range f.Fates {
		if f.Fates[i].Turn == 0 {
			out = append(out, i)
		}
	}
	return out
}
