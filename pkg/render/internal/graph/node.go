package graph

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func holderText(f trace.Finalizer) string {
	if f.Holder == "" {
		return "holder not known"
	}
	return paper.Prose(f.Holder)
}

// conditionHead is all of a condition but its message: Ready=False (Deleting)
// for 14m.
func conditionHead(c trace.Condition, clock trace.Clock) string {
	text := paper.Identifier(c.Type) + "=" + paper.Identifier(c.Status)
	if c.Reason != "" {
		text += " (" + paper.Identifier(c.Reason) + ")"
	}
	return text + words.ForAge(c.Since, clock)
}

// foldText stands for alike dependents; more says that others of their kind are
// shown.
func foldText(f trace.Fold, more bool) string {
	noun := f.Resource
	if f.Count == 1 || noun == "" {
		noun = strings.ToLower(f.Kind)
	}
	text := words.Thousands(f.Count) + " "
	if more {
		text += "more "
	}
	text += paper.Identifier(words.WithGroup(noun, f.Group))
	if f.Count == 1 {
		return text + ", not deleting"
	}
	return text + ", none deleting"
}

func cutText(n int) string {
	return words.Thousands(n) + " more below; use --depth to go further"
}
