package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func carefulParas(warnings []string) []paper.Para {
	var out []paper.Para
	for _, text := range warnings {
		out = append(out, paper.Detail("careful", paper.Span{Role: paper.Flag, Text: paper.Prose(text)}))
	}
	return out
}

// mostWarned is how many objects are named beside a warning.
const mostWarned = 3

// warnings are those about objects that the plan leaves alone.
func (p *planTeller) warnings() {
	if len(p.Plan.Warnings) == 0 {
		return
	}
	p.gap()
	for _, w := range p.Plan.Warnings {
		p.layout.Para(paper.Para{Spans: []paper.Span{
			{Role: paper.Flag, Text: pad("Careful")}, {Role: paper.Name, Text: namesOfRefs(w.Objects)}, {Role: paper.Plain, Text: ": " + paper.Prose(w.Text)},
		}, Hang: whyLabelColumns})
	}
}

// namesOfRefs names the first few, and counts the others.
func namesOfRefs(refs []trace.Ref) string {
	text := ""
	for i, at := range refs {
		if i == mostWarned {
			return text + " and " + thousands(len(refs)-i) + " more"
		}
		if i > 0 {
			text += ", "
		}
		text += kindName(at)
		if at.Namespace != "" {
			text += " in namespace " + paper.Identifier(at.Namespace)
		}
	}
	return text
}
