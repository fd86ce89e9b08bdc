package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// brief tells one of many causes in a few lines: what is the matter, whom it
// concerns, what to do first, and how to see the rest.
func (t *teller) brief(i int) {
	c := &t.d.Causes[i]
	hold := merged(t.d, c)
	indent := t.headline(i)
	t.layout.shift(indent)
	t.objects(c, false)
	t.careful(c, t.cautions(c))
	if len(hold.Next) > 0 {
		t.step("Next", "", hold.Next[0])
	}
	more := t.more(c)
	if len(hold.Next) == 0 || !begins(hold.Next[0].Command, more) {
		t.layout.command(0, pad("More"), more)
	}
	t.layout.shift(-indent)
}

// oneLine tells one of very many causes: what holds, what is the matter, and what
// waits behind it.
func (t *teller) oneLine(i int) {
	c := &t.d.Causes[i]
	number := strconv.Itoa(i+1) + ". "
	spans := append([]span{{role: roleVerdict, text: number + briefLabel(t.d, c)}}, t.inLine(c)...)
	if blocked := t.blocks(c); len(blocked) > 0 {
		spans = append(append(spans, span{role: roleText, text: " (blocks "}), blocked...)
		spans = append(spans, span{role: roleText, text: ")"})
	}
	t.layout.para(para{spans: spans, hang: len(number)})
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
	label := []span{{role: roleVerdict, text: nearbyLabel}}
	if len(all) == 1 {
		t.layout.para(para{spans: append(label, t.inLine(&all[0])...), hang: 2})
		return
	}
	t.layout.para(para{spans: label})
	t.layout.shift(2)
	shown := all[:min(len(all), shownNearby)]
	for n := range shown {
		t.layout.para(para{spans: t.inLine(&shown[n]), hang: 2})
	}
	if left := len(all) - len(shown); left > 0 {
		t.say(roleQuiet, "and "+thousands(left)+" more; -o wide shows all")
	}
	t.layout.shift(-2)
}

// inLine is a cause's objects, finalizers and message.
func (t *teller) inLine(c *explain.Cause) []span {
	held := heldObjects(c)
	spans := t.examples(held[:1])
	if left := len(held) - 1; left > 0 {
		spans = append(spans, span{role: roleText, text: " and " + thousands(left) + " more"})
	}
	if names := t.finalizers(c); len(names) > 0 {
		spans = append(append(spans, span{role: roleText, text: ", "}), names...)
	}
	return append(spans, span{role: roleText, text: ": "}, span{role: roleMessage, text: t.short(c.Message)})
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

// begins reports whether a command asks what another asks, and perhaps more.
func begins(command, with []string) bool {
	return len(command) >= len(with) && slices.Equal(command[:len(with)], with)
}

// The labels of a diagnosis stand in a column of their own.
const whyLabelColumns = len("Because") + 2

func pad(label string) string {
	return label + strings.Repeat(" ", whyLabelColumns-len(label))
}

// labelled writes a value beside its label. Without one it continues the value
// above. A value that begins with a number hangs by more.
func (t *teller) labelled(label string, value []span, hang ...int) {
	p := para{spans: value}
	for _, more := range hang {
		p.hang += more
	}
	if label != "" {
		p.spans = append([]span{{role: roleVerdict, text: pad(label)}}, value...)
		p.hang += whyLabelColumns
		t.layout.para(p)
		return
	}
	t.layout.shift(whyLabelColumns)
	t.layout.para(p)
	t.layout.shift(-whyLabelColumns)
}
