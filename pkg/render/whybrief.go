package render

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// brief tells one of many causes in a few lines: what is the matter, whom it
// concerns, what to do first, and how to see the rest.
func (t *teller) brief(i int) {
	c := &t.d.Causes[i]
	hold := t.d.Of(c.Holds[0])
	indent := t.headline(i)
	t.layout.shift(indent)
	t.objects(c)
	t.careful(hold)
	if len(hold.Next) > 0 {
		t.step("Next", "", hold.Next[0])
	}
	more := t.more(c)
	if len(hold.Next) == 0 || !begins(hold.Next[0].Command, more) {
		t.layout.command(0, pad("More")+shellLine(more))
	}
	t.layout.shift(-indent)
}

// more asks about the first object of a cause alone.
func (t *teller) more(c *explain.Cause) []string {
	o := &t.d.Objects[c.Holds[0].Object]
	resource := o.Resource
	if resource == "" {
		resource = strings.ToLower(o.Kind)
	}
	words := []string{"kubectl", "finalizers", "why-stuck", withGroup(resource, o.Group) + "/" + o.Name}
	if o.Namespace != "" {
		words = append(words, "-n", o.Namespace)
	}
	return append(words, t.address...)
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
