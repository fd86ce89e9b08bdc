package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func carefulParas(warnings []string) []para {
	var out []para
	for _, text := range warnings {
		out = append(out, detail("careful", span{role: roleFlag, text: prose(text)}))
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
		p.layout.para(para{spans: []span{
			{role: roleFlag, text: pad("Careful")}, {role: roleName, text: namesOfRefs(w.Objects)}, {role: roleText, text: ": " + prose(w.Text)},
		}, hang: whyLabelColumns})
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
			text += " in namespace " + identifier(at.Namespace)
		}
	}
	return text
}
