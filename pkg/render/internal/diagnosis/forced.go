package diagnosis

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// careful says what not to do to any object on the way to a cause, and what to take care
// of.
func (t *teller) careful(c *explain.Cause, cautions []explain.Caution) {
	for i := range cautions {
		t.caution(c.Holds[0].Object, &cautions[i], "")
	}
}

// caution is one of them, behind its label and the number of its cause. Half of a warning
// would be none.
func (t *teller) caution(root int, w *explain.Caution, number string) {
	spans := append([]paper.Span{paper.Plain.Of(number)}, t.concerns(root, w)...)
	p := headed(paper.Flag, CautionLabel(w), append(spans, paper.Plain.Of(t.fit(w.Text, words.MessageColumnsWide)))...)
	p.Hang += len(number)
	t.layout.Para(p)
}

// careless counts the warnings that were left out.
func (t *teller) careless() {
	if t.unsaid > 0 {
		t.labelled("Careful", paper.Quiet.Of("of what "+words.Count(t.unsaid, "more warning")+" "+phrase.Plural(t.unsaid, "says", "say")+": -o wide"))
	}
}

// concerns are the objects that a caution is true of, where that is not plain.
func (t *teller) concerns(root int, w *explain.Caution) []paper.Span {
	if len(w.Objects) == 1 && w.Objects[0] == root {
		return nil
	}
	return append(t.examples(w.Objects), paper.Plain.Of(": "))
}

// forced says what it costs to take the finalizers off anyway. Which of them, and of
// which object, is said where that is not plain.
func (t *teller) forced(root int, prices []explain.Price, columns int) {
	label := "If forced"
	if len(prices) == 0 {
		t.labelled(label, paper.Plain.Of(Unforced(&t.d.Objects[root])))
	}
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
		t.labelled(label, append(spans, paper.Plain.Of(t.cost(price.Cost, price.Undone, columns)))...)
		label = ""
	}
}

// Unforced says what force would come to where that which holds an object is no finalizer.
func Unforced(o *explain.Object) string {
	switch {
	case len(o.Finalizers) > 0:
		return "what holds it here is not a finalizer: to take one off would not end this"
	case o.Group == "" && o.Kind == "Pod" && o.State.Going():
		return "no finalizer holds it; deleted with --force it is forgotten, and what runs on its node may run on unseen"
	}
	return "no finalizer holds it, so there is none to take off"
}

// cost is the price in so many columns.
func (t *teller) cost(c explain.Cost, undone bool, columns int) string {
	c.Contrary = t.fit(c.Contrary, columns)
	return price(c, lossOf(c, undone, paper.Begin(paper.Prose(c.Loss), columns, t.layout.Sheet.Marks.Ellipsis)))
}

// lossOf is what is lost, as it is printed. Where nobody knows, and its holder says what it
// could not do, that much is known.
func lossOf(c explain.Cost, undone bool, printed string) string {
	switch {
	case c.Loss != "":
		return printed
	case undone:
		return "what its holder says it could not do stays undone, and nobody here knows what else"
	case c.Identity != "":
		return "what it stands for outside may stay, and nobody here knows what else"
	}
	return "nobody here knows what its holder would still have done"
}

// price is a loss, at which risk, and what that stands for.
func price(c explain.Cost, loss string) string {
	risk := ""
	switch {
	case c.Risk != "":
		risk = paper.Identifier(string(c.Risk)) + " risk"
		if c.Claimed {
			risk = "graded " + paper.Identifier(string(c.Risk)) + " all the same, since only the object itself says so"
		}
	case c.Loss != "":
		risk = "risk not known"
	}
	if about := explain.Joined(": ", risk, paper.Prose(c.StandsFor())); about != "" {
		loss += " (" + about + ")"
	}
	return loss + words.Contrary(&c)
}
