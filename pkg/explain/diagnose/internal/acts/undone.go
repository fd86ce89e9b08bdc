package acts

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// MayStay is what it costs to force an object of which nothing is known but what could not be taken away, by the words
// of the failure.
func MayStay(h *hearing.Case, f *hearing.Finding) (n hearing.Notes) {
	if f.Reason != explain.Failing || h.Cost.Loss != "" {
		return n
	}
	thing, done := leftBehind(h, f.Message)
	if thing == "" {
		return n
	}
	cost := h.Cost
	what, sorted := strings.CutPrefix(failure.The(thing), "the ")
	if sorted {
		what = "The " + what
	} else {
		what = "What is called " + what
	}
	cost.Loss = what + " may stay, which by these words could not be " + done
	if failure.SaysItselfGone(f.Message, thing) {
		cost.Loss += ", if it is not gone already, as they say"
	}
	cost.Loss += "; nobody here knows what else"
	n.Cost = &cost
	return n
}

// TakeAway is the step to what could not be taken away and has a name, where what stopped that is of no known sort.
func TakeAway(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if thing, done := leftBehind(h, words); failure.Named(thing) {
		n.Mend("see why " + failure.The(thing) + " cannot be " + done + " where it is, and mend that or have it " + done + " there by hand: " + phrase.Quoted(words))
	}
	return n
}

// leftBehind is what words say could not be taken away, and how, where that is not the object itself.
func leftBehind(h *hearing.Case, words string) (thing, done string) {
	thing, done = failure.LeftBehind(words)
	own := append([]string{strings.ToLower(h.Kind.Kind), h.Kind.Resource, h.Kind.Singular}, h.Kind.ShortNames...)
	all := strings.Fields(thing)
	if h.Object != nil && slices.ContainsFunc(all, func(word string) bool { return slices.Contains(h.Object.GetFinalizers(), word) }) {
		return "", ""
	}
	rest := slices.DeleteFunc(all, func(word string) bool {
		return word == h.Node.Name || word == h.Node.Namespace || word == h.Node.Namespace+"/"+h.Node.Name || slices.Contains(own, strings.ToLower(word))
	})
	if len(rest) == 0 {
		return "", ""
	}
	return thing, done
}
