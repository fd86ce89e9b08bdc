package diagnosis

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// brief tells one of many causes in a few lines: what is the matter, whom it
// concerns, what to do first, and how to see the rest.
func (t *teller) brief(i int) {
	c := &t.d.Causes[i]
	hold := t.d.Merged(c)
	indent := t.headline(i)
	t.layout.Shift(indent)
	t.objects(c, false)
	t.careful(c, t.cautions[i])
	if len(hold.Next) > 0 {
		t.step("Do first", "", hold.Next[0])
	}
	more := t.more(c)
	if len(hold.Next) == 0 || !hold.Next[0].Again {
		t.layout.Command(0, head("More"), more)
	}
	t.layout.Shift(-indent)
}

// oneLine tells one of very many causes: what holds, what is the matter, and what
// waits behind it.
func (t *teller) oneLine(i int) {
	c := &t.d.Causes[i]
	number := strconv.Itoa(i+1) + ". "
	spans := append([]paper.Span{paper.Verdict.Of(number + briefLabel(t.d, c))}, t.inLine(c)...)
	if blocked := t.blocks(c); len(blocked) > 0 {
		spans = append(append(spans, paper.Plain.Of(" (blocks ")), blocked...)
		spans = append(spans, paper.Plain.Of(")"))
	}
	t.layout.Para(paper.Para{Spans: spans, Hang: len(number)})
}

// nearby tells what none of the asked objects waits for, in a line each.
func (t *teller) nearby() {
	all := t.d.Causes[t.own:]
	if t.Wide {
		for n := range all {
			t.cause(t.own + n)
		}
		return
	}
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
	spans := t.examples(held[:1])
	if left := len(held) - 1; left > 0 {
		spans = append(spans, paper.Plain.Of(words.More(left)))
	}
	if names := t.finalizers(c); len(names) > 0 {
		spans = append(append(spans, paper.Plain.Of(", ")), names...)
	}
	return append(spans, paper.Plain.Of(": "), paper.Message.Of(t.short(c.Message)))
}

// more asks about the first object of a cause alone.
func (t *teller) more(c *explain.Cause) []string {
	return t.Own(words.Ask(&t.d.Objects[c.Holds[0].Object].Node)...)
}
