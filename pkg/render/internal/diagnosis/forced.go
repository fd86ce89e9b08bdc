package diagnosis

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// careful says what not to do to any object on the way to a cause, and what to take care
// of.
func (t *teller) careful(c *explain.Cause, cautions []explain.Caution) {
	for i := range cautions {
		t.caution(c.Holds[0].Object, &cautions[i], paper.Prose(cautions[i].Text))
	}
}

// caution names the objects where that is not plainly the one at the root.
func (t *teller) caution(root int, w *explain.Caution, text string) {
	label := "Careful"
	if w.Never {
		label = "Never"
	}
	var spans []paper.Span
	if len(w.Objects) > 1 || w.Objects[0] != root {
		spans = append(t.examples(w.Objects), paper.Plain.Of(": "))
	}
	t.layout.Para(headed(paper.Flag, label, append(spans, paper.Plain.Of(text))...))
}

// forced says what it costs to take the finalizers off all the same. Which of them, and of
// which object, is said where that is not plain.
func (t *teller) forced(root int, prices []explain.Price, columns int) {
	label := "If forced"
	for _, price := range prices {
		var spans []paper.Span
		if price.Object != root {
			spans = append(t.title(price.Object), paper.Plain.Of(", "))
		}
		if len(prices) > 1 || price.Object != root {
			var names []string
			for _, name := range price.Finalizers {
				names = append(names, paper.Identifier(name))
			}
			spans = append(spans, paper.Finalizer.Of(strings.Join(names, ", ")), paper.Plain.Of(": "))
		}
		t.labelled(label, append(spans, paper.Plain.Of(t.cost(price.Cost, columns)))...)
		label = ""
	}
}

// cost is what is lost, at which risk, and what that stands for.
func (t *teller) cost(c explain.Cost, columns int) string {
	loss := paper.Shorten(paper.Prose(c.Loss), columns, t.layout.Sheet.Marks.Ellipsis)
	if loss == "" {
		loss = "nobody here knows what its holder would still have done"
	}
	risk := ""
	switch {
	case c.Risk != "":
		risk = paper.Identifier(c.Risk) + " risk"
	case c.Loss != "":
		risk = "risk not known"
	}
	if about := explain.Joined(": ", risk, paper.Prose(c.Identity)); about != "" {
		loss += " (" + about + ")"
	}
	return loss
}
