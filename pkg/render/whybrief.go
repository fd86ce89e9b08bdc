package render

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// brief tells one of many causes in a few lines: what is the matter, whom it
// concerns, what to do first, and how to see the rest.
func (t *teller) brief(i int) {
	c := &t.d.Causes[i]
	hold := merged(t.d, c)
	indent := t.headline(i)
	t.layout.Shift(indent)
	t.objects(c, false)
	t.careful(c, t.cautions(c))
	if len(hold.Next) > 0 {
		t.step("Next", "", hold.Next[0])
	}
	more := t.more(c)
	if len(hold.Next) == 0 || !hold.Next[0].Again {
		t.layout.Command(0, pad("More"), more)
	}
	t.layout.Shift(-indent)
}

// oneLine tells one of very many causes: what holds, what is the matter, and what
// waits behind it.
func (t *teller) oneLine(i int) {
	c := &t.d.Causes[i]
	number := strconv.Itoa(i+1) + ". "
	spans := append([]paper.Span{{Role: paper.Verdict, Text: number + briefLabel(t.d, c)}}, t.inLine(c)...)
	if blocked := t.blocks(c); len(blocked) > 0 {
		spans = append(append(spans, paper.Span{Role: paper.Plain, Text: " (blocks "}), blocked...)
		spans = append(spans, paper.Span{Role: paper.Plain, Text: ")"})
	}
	t.layout.Para(paper.Para{Spans: spans, Hang: len(number)})
}

// nearby tells what none of the asked objects waits for, in a line each.
func (t *teller) nearby() {
	all := t.d.Causes[t.own:]
	if t.wide {
		for n := range all {
			t.cause(t.own + n)
		}
		return
	}
	if len(all) == 0 {
		return
	}
	t.gap()
	label := []paper.Span{{Role: paper.Verdict, Text: nearbyLabel}}
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
		t.say(paper.Quiet, "and "+thousands(left)+" more; -o wide shows all")
	}
	t.layout.Shift(-2)
}

// inLine is a cause's objects, finalizers and message.
func (t *teller) inLine(c *explain.Cause) []paper.Span {
	held := heldObjects(c)
	spans := t.examples(held[:1])
	if left := len(held) - 1; left > 0 {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: " and " + thousands(left) + " more"})
	}
	if names := t.finalizers(c); len(names) > 0 {
		spans = append(append(spans, paper.Span{Role: paper.Plain, Text: ", "}), names...)
	}
	return append(spans, paper.Span{Role: paper.Plain, Text: ": "}, paper.Span{Role: paper.Message, Text: t.short(c.Message)})
}

// more asks about the first object of a cause alone.
func (t *teller) more(c *explain.Cause) []string {
	o := &t.d.Objects[c.Holds[0].Object]
	resource := o.Resource
	if resource == "" {
		resource = strings.ToLower(o.Kind)
	}
	words := []string{"why-stuck", withGroup(resource, o.Group) + "/" + o.Name}
	if o.Namespace != "" {
		words = append(words, "-n", o.Namespace)
	}
	return t.command(words...)
}

// The labels of a diagnosis stand in a column of their own.
const whyLabelColumns = len("Because") + 2

func pad(label string) string {
	return label + strings.Repeat(" ", whyLabelColumns-len(label))
}

// labelled writes a value beside its label. Without one it continues the value
// above. A value that begins with a number hangs by more.
func (t *teller) labelled(label string, value []paper.Span, hang ...int) {
	p := paper.Para{Spans: value}
	for _, more := range hang {
		p.Hang += more
	}
	if label != "" {
		p.Spans = append([]paper.Span{{Role: paper.Verdict, Text: pad(label)}}, value...)
		p.Hang += whyLabelColumns
		t.layout.Para(p)
		return
	}
	t.layout.Shift(whyLabelColumns)
	t.layout.Para(p)
	t.layout.Shift(-whyLabelColumns)
}
