package signs

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// failsToMake reports whether a word tells of no more than that something could not be made, which
// is seldom why something else does not go.
func (w Word) failsToMake() bool {
	return w.fails && !ofDeletion(w) && sentence.FailsToMake(phrase.Apart(w.reason)+": "+w.Text)
}

// leading is how much a failure tells of why an object does not go: that a change of it is refused
// most, then what fails of its deletion, and least that something could not be made.
func (w Word) leading(h *hearing.Case) int {
	switch {
	case sentence.UpdateRefused(w.Text) && acts.RequestOf(h, w.Text) != acts.OfAnother && hearing.SubjectOf(h).In(&logline.Line{Message: w.Text}) >= logline.Nearly:
		return 3
	case w.failsToMake():
		return 0
	case ofDeletion(w):
		return 2
	}
	return 1
}
