package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// consent is what a person agrees to who confirms a plan, and which commands lead
// on from it.

// serverPara says which plan this is, and for which server. A dump has none.
func (p *planTeller) serverPara() {
	if p.Digest == "" {
		return
	}
	p.say(paper.Quiet, "This is "+paper.Identifier(p.Digest)+", for "+serverText(&p.Plan.Server)+".")
}

func serverText(s *remove.Server) string {
	text := "the server " + paper.Prose(s.URL)
	if s.Context != "" {
		text += ", context " + paper.Prose(s.Context)
	}
	if s.UID == "" {
		text += "; another server under this address would not be noticed: " + paper.Prose(s.Unread)
	}
	return text
}

// onward prints the commands that a plan leads to.
func (p *planTeller) onward(refused int) {
	switch {
	case refused > 0 && p.lasting():
		p.say(paper.Plain, "What cannot be overruled has to change by itself. Look again later.")
	case refused > 0:
		p.say(paper.Plain, "To do it all the same, add the flag of each guard that you overrule; that makes a plan of its own.")
	case p.Unconfirmed != "":
		p.say(paper.Flag, "Not done: "+paper.Prose(p.Unconfirmed)+". To do exactly what is shown here:")
		p.layout.Command(2, "", p.Proceed)
	case len(p.Proceed) == 0:
		p.say(paper.Plain, "It is made from a dump, which cannot be changed: ask the cluster itself.")
	default:
		p.say(paper.Plain, "To do it:")
		p.layout.Command(2, "", p.Proceed)
	}
	switch {
	case refused == 0 || refused == len(p.Plan.Actions):
	case len(p.Without) > 0:
		p.say(paper.Plain, "To see the plan without what is refused:")
		p.layout.Command(2, "", p.Without)
	default:
		p.say(paper.Plain, "To leave out what is refused, name the other objects and finalizers by themselves.")
	}
}

// lasting reports whether a guard refuses that nothing overrules.
func (p *planTeller) lasting() bool {
	for i := range p.Plan.Actions {
		for _, o := range p.Plan.Actions[i].Objections {
			if o.Flag == "" && !o.Overridden {
				return true
			}
		}
	}
	return false
}

// otherPlan says that a digest was given which is not that of the plan, and what has
// changed since it was shown.
func (p *planTeller) otherPlan() {
	p.say(paper.Verdict, "Refused: "+paper.Identifier(p.Confirmed)+" is not the plan of now, so that nothing was done.")
	p.serverPara()
	if !p.Known {
		p.say(paper.Plain, "What was shown then is not kept on this machine, so that it cannot be compared.")
	}
	var rows []paper.Row
	for i := range p.Changes {
		rows = append(rows, changeRow(&p.Changes[i]))
	}
	p.layout.Rows(rows)
	if len(p.Anew) > 0 {
		p.gap()
		p.say(paper.Plain, "To see the plan as it is now:")
		p.layout.Command(2, "", p.Anew)
	}
}

// changeTexts say in words what a change is about.
var changeTexts = map[remove.Aspect]string{
	remove.OtherServer:     "it is another server",
	remove.NewAction:       "not shown then",
	remove.MissingAction:   "no longer part of it: the object or the finalizer has gone, or it is not selected any more",
	remove.OtherObject:     "another object stands under the name",
	remove.OtherDeletion:   "the deletionTimestamp is another",
	remove.OtherFinalizers: "the finalizers are others",
	remove.OtherOrder:      "its turn in the order is another",
	remove.OtherFirst:      "whether it is asked to go first",
	remove.OtherHolder:     "whose it is",
	remove.OtherLoss:       "what is lost is another",
	remove.OtherGuards:     "what speaks against it is another",
	remove.OtherOverruled:  "what is overruled is another",
	remove.OtherWarnings:   "what there is to be careful of is another",
}

// changeMarks are how a comparison marks what came and what went.
var changeMarks = map[remove.Aspect]string{remove.NewAction: "+ ", remove.MissingAction: "- "}

func changeRow(c *remove.Change) paper.Row {
	mark := changeMarks[c.Aspect]
	if mark == "" {
		mark = "~ "
	}
	head := []paper.Span{{Role: paper.Plain, Text: mark}}
	if c.Object != (trace.Ref{}) {
		head = append(head, paper.Span{Role: paper.Name, Text: kindName(c.Object)})
		if c.Object.Namespace != "" {
			head = append(head, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(c.Object.Namespace)})
		}
		head = append(head, paper.Span{Role: paper.Plain, Text: "  "}, paper.Span{Role: paper.Finalizer, Text: paper.Identifier(c.Finalizer)})
	} else {
		head = append(head, paper.Span{Role: paper.Plain, Text: "the plan"})
	}
	body := []paper.Para{paper.Detail("changed", paper.Span{Role: paper.Plain, Text: changeTexts[c.Aspect]})}
	both := c.Aspect == remove.OtherDeletion || c.Aspect == remove.OtherHolder // none is a value
	if c.Was != "" || both {
		body = append(body, paper.Detail("was", paper.Span{Role: paper.Plain, Text: orNone(c.Was)}))
	}
	if c.Is != "" || both {
		body = append(body, paper.Detail("is", paper.Span{Role: paper.Plain, Text: orNone(c.Is)}))
	}
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return paper.Prose(text)
}
