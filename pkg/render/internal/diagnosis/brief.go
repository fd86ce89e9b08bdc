package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// nearby tells what none of the asked objects waits for, in a line each.
func (t *teller) nearby() {
	all := t.d.Causes[t.own:]
	if len(all) == 0 {
		return
	}
	t.layout.Gap()
	label := []paper.Span{paper.Verdict.Of(nearbyLabel)}
	if len(all) == 1 {
		t.layout.Para(paper.Para{Spans: append(label, t.inLine(&all[0])...), Hang: 2})
		return
	}
	t.layout.Para(paper.Para{Spans: label})
	t.layout.Shift(2)
	shown := all[:min(len(all), shownNearby)]
	for n := range shown {
		t.layout.Para(paper.Para{Spans: t.inLine(&shown[n]), Hang: 2})
	}
	if left := len(all) - len(shown); left > 0 {
		t.layout.Say(paper.Quiet, "and "+words.Thousands(left)+" more; -o wide shows all")
	}
	t.layout.Shift(-2)
}

// inLine is a cause's objects, finalizers and message.
func (t *teller) inLine(c *explain.Cause) []paper.Span {
	held := c.Objects()
	spans := append(t.examples(held[:1]), paper.Plain.Of(words.More(len(held)-1)))
	if names := t.finalizers(c); len(names) > 0 {
		spans = append(append(spans, paper.Plain.Of(", ")), names...)
	}
	return append(spans, paper.Plain.Of(": "), paper.Message.Of(t.short(c.Message)))
}
