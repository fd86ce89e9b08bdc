// Package clusters tells people what many clusters answered to one question.
package clusters

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Each tells what every cluster answered, one after the other, below its name. What is told
// of an answer ends with a line.
func Each[T any](answers []fleet.Answer[T], look paper.Look, text func(cluster int, value *T) string) string {
	l := paper.NewLayout(look)
	for i := range answers {
		if i > 0 {
			l.Gap()
		}
		l.Para(paper.Para{Spans: title(&answers[i].Cluster), Hang: 2})
		for _, err := range answers[i].Errs {
			l.Para(paper.Alert(paper.Prose(err.Error())))
		}
		if answers[i].Value != nil {
			l.Out.WriteString(text(i, answers[i].Value))
		}
	}
	return l.Out.String()
}

// title is the context by which a cluster was asked, and those that lead there too.
func title(c *fleet.Cluster) []paper.Span {
	spans := []paper.Span{paper.Verdict.Of("Context " + paper.Identifier(c.Name()))}
	if others := c.Others(); len(others) > 0 {
		spans = append(spans, paper.Aside(paper.Quiet, "the same cluster as "+names(others))...)
	}
	return spans
}

// names are those of contexts, in a sentence.
func names(all []string) string {
	shown := make([]string, 0, shownNames)
	for _, name := range all[:min(len(all), shownNames)] {
		shown = append(shown, paper.Identifier(name))
	}
	return strings.Join(shown, ", ") + words.More(len(all)-len(shown))
}

// shownNames is how many contexts are named in a sentence.
const shownNames = 8
