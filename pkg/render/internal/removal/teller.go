// Package removal tells of removals: the plan, what it takes to confirm it, what came of
// it, and the log of all there were.
package removal

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Text is the plan or, once it was carried out, what came of it.
func Text(r *remove.Removal, look paper.Look) string {
	t := teller{Removal: r, layout: paper.NewLayout(look)}
	switch {
	case r.Confirmed != "":
		t.otherPlan()
	case r.Results == nil:
		t.plan()
	default:
		t.account()
	}
	return t.layout.Out.String()
}

type teller struct {
	*remove.Removal
	layout *paper.Layout
}

// rows prints the actions in their order. Those that follow each other and have
// the same to say are one row that names all the objects; ownOf adds what differs.
func (t *teller) rows(bodyOf func(i int) []paper.Para, ownOf func(from, to int) []paper.Para) {
	var rows []paper.Row
	for from := 0; from < len(t.Plan.Actions); {
		body := bodyOf(from)
		said := textOf(body)
		to := from + 1
		for to < len(t.Plan.Actions) && t.alike(from, to) && textOf(bodyOf(to)) == said {
			to++
		}
		r := paper.Row{Head: t.head(from, to)}
		if to > from+1 {
			r.Body = append(r.Body, t.objects(from, to))
		}
		r.Body = append(r.Body, body...)
		if ownOf != nil {
			r.Body = append(r.Body, ownOf(from, to)...)
		}
		rows = append(rows, r)
		from = to
	}
	t.layout.Rows(rows)
}

// alike reports whether two actions may stand in one row.
func (t *teller) alike(i, j int) bool {
	a, b := &t.Plan.Actions[i], &t.Plan.Actions[j]
	return a.Level == b.Level && a.Object.State == b.Object.State && a.Object.Group == b.Object.Group && a.Object.Kind == b.Object.Kind && a.Object.Namespace == b.Object.Namespace &&
		a.Hold.Finalizer == b.Hold.Finalizer && a.Object.UID != b.Object.UID
}

func textOf(body []paper.Para) string {
	var b strings.Builder
	for _, p := range body {
		for _, s := range p.Spans {
			b.WriteString(s.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// head names the object of a row, or counts its objects.
func (t *teller) head(from, to int) paper.Para {
	a := &t.Plan.Actions[from]
	number := fmt.Sprintf("%d. ", from+1)
	name := words.KindName(a.Object.Ref)
	if to > from+1 {
		number = fmt.Sprintf("%d-%d. ", from+1, to)
		name = words.Thousands(to-from) + " " + paper.Identifier(words.WithGroup(a.Kind.Resource, a.Kind.Group))
	}
	spans := append([]paper.Span{paper.Plain.Of(number)}, words.InPlace(paper.Name, name, a.Object.Namespace, "")...)
	if to == from+1 && t.Results == nil {
		spans = append(spans, words.State(&a.Object, trace.Clock{At: t.Plan.At, AtLeast: t.Plan.AtLeast})...)
	}
	return paper.Para{Spans: spans}
}

// objects names all the objects of a row.
func (t *teller) objects(from, to int) paper.Para {
	names := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		names = append(names, paper.Identifier(t.Plan.Actions[i].Object.Name))
	}
	return paper.Fact("objects", paper.Name, strings.Join(names, ", "))
}
