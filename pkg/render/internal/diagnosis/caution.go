package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// caution is one text of what not to do, and the objects that it is true of.
type caution struct {
	text    string
	objects []int
}

// careful says what not to do to any object on the way to a cause, each text
// once. What is true of an object further up does its damage there, whatever is
// done at the root.
func (t *teller) careful(c *explain.Cause, cautions []caution) {
	root := c.Holds[0].Object
	for _, w := range cautions {
		var spans []paper.Span
		if len(w.objects) > 1 || w.objects[0] != root {
			spans = append(t.examples(w.objects), paper.Plain.Of(": "))
		}
		t.layout.Para(paper.Headed(paper.Flag, "Careful", append(spans, paper.Plain.Of(w.text))...))
	}
}

// cautions are those of a cause that were not given before: of the root first,
// then of the way to it, and of all else that holds the one object that was
// asked about.
func (t *teller) cautions(c *explain.Cause) []caution {
	var all []caution
	at := map[string]int{}
	add := func(object int, texts []string) {
		for _, text := range texts {
			text = paper.Prose(text)
			if t.warned[caveat{object, text}] {
				continue
			}
			t.warned[caveat{object, text}] = true
			i, known := at[text]
			if !known {
				i = len(all)
				at[text] = i
				all = append(all, caution{text: text})
			}
			all[i].objects = append(all[i].objects, object)
		}
	}
	add(c.Holds[0].Object, merged(t.d, c).Warnings)
	for _, p := range c.Chain {
		if !t.roots[p] {
			add(p.Object, t.d.Of(p).Warnings)
		}
	}
	if len(t.asked) == 1 {
		o := &t.d.Objects[t.asked[0]]
		for j := range o.Holds {
			if p := (explain.Place{Object: t.asked[0], Hold: j}); !t.roots[p] {
				add(p.Object, o.Holds[j].Warnings)
			}
		}
	}
	return all
}

// caveat is a text that was said of an object.
type caveat struct {
	object int
	text   string
}

// rootsOf are the holds that a cause is told of.
func rootsOf(d *explain.Diagnosis) map[explain.Place]bool {
	roots := map[explain.Place]bool{}
	for i := range d.Causes {
		for _, p := range d.Causes[i].Holds {
			roots[p] = true
		}
	}
	return roots
}
