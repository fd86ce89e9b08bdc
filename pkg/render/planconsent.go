package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// consent is what a person agrees to who confirms a plan, and which commands lead
// on from it.

// serverPara says which plan this is, and for which server. A dump has none.
func (p *planTeller) serverPara() {
	if p.Digest == "" {
		return
	}
	p.say(roleQuiet, "This is "+identifier(p.Digest)+", for "+serverText(&p.Plan.Server)+".")
}

func serverText(s *remove.Server) string {
	text := "the server " + prose(s.URL)
	if s.Context != "" {
		text += ", context " + prose(s.Context)
	}
	if s.UID == "" {
		text += "; another server under this address would not be noticed: " + prose(s.Unread)
	}
	return text
}

// onward prints the commands that a plan leads to.
func (p *planTeller) onward(refused int) {
	switch {
	case refused > 0 && p.lasting():
		p.say(roleText, "What cannot be overruled has to change by itself. Look again later.")
	case refused > 0:
		p.say(roleText, "To do it all the same, add the flag of each guard that you overrule; that makes a plan of its own.")
	case p.Unconfirmed != "":
		p.say(roleFlag, "Not done: "+prose(p.Unconfirmed)+". To do exactly what is shown here:")
		p.layout.command(2, "", p.Proceed)
	case len(p.Proceed) == 0:
		p.say(roleText, "It is made from a dump, which cannot be changed: ask the cluster itself.")
	default:
		p.say(roleText, "To do it:")
		p.layout.command(2, "", p.Proceed)
	}
	switch {
	case refused == 0 || refused == len(p.Plan.Actions):
	case len(p.Without) > 0:
		p.say(roleText, "To see the plan without what is refused:")
		p.layout.command(2, "", p.Without)
	default:
		p.say(roleText, "To leave out what is refused, name the other objects and finalizers by themselves.")
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
	p.say(roleVerdict, "Refused: "+identifier(p.Confirmed)+" is not the plan of now, so that nothing was done.")
	p.serverPara()
	if !p.Known {
		p.say(roleText, "What was shown then is not kept on this machine, so that it cannot be compared.")
	}
	var rows []row
	for i := range p.Changes {
		rows = append(rows, changeRow(&p.Changes[i]))
	}
	p.layout.rows(rows)
	if len(p.Anew) > 0 {
		p.gap()
		p.say(roleText, "To see the plan as it is now:")
		p.layout.command(2, "", p.Anew)
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
	remove.OtherLoss:       "what is lost is another",
	remove.OtherGuards:     "what speaks against it is another",
	remove.OtherOverruled:  "what is overruled is another",
}

// changeMarks are how a comparison marks what came and what went.
var changeMarks = map[remove.Aspect]string{remove.NewAction: "+ ", remove.MissingAction: "- "}

func changeRow(c *remove.Change) row {
	mark := changeMarks[c.Aspect]
	if mark == "" {
		mark = "~ "
	}
	head := []span{{role: roleText, text: mark}}
	if c.Object != (trace.Ref{}) {
		head = append(head, span{role: roleName, text: kindName(c.Object)})
		if c.Object.Namespace != "" {
			head = append(head, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(c.Object.Namespace)})
		}
		head = append(head, span{role: roleText, text: "  "}, span{role: roleFinalizer, text: identifier(c.Finalizer)})
	} else {
		head = append(head, span{role: roleText, text: "the plan"})
	}
	body := []para{detail("changed", span{role: roleText, text: changeTexts[c.Aspect]})}
	if c.Was != "" || c.Is != "" {
		body = append(body, detail("was", span{role: roleText, text: orNone(c.Was)}), detail("is", span{role: roleText, text: orNone(c.Is)}))
	}
	return row{head: para{spans: head}, body: body}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return prose(text)
}
