package removal

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// serverPara says which plan this is, and for which server. A dump has none.
func (t *teller) serverPara() {
	if t.Digest == "" {
		return
	}
	t.layout.Say(paper.Quiet, "This is "+paper.Identifier(t.Digest)+", for "+serverText(&t.Plan.Server)+".")
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
func (t *teller) onward(refused int) {
	switch {
	case refused > 0 && t.lasting():
		t.layout.Say(paper.Plain, "What cannot be overruled has to change by itself. Look again later.")
	case refused > 0:
		t.layout.Say(paper.Plain, "To proceed anyway, add the flag of each guard that you overrule; that makes a plan of its own.")
	case t.Unconfirmed != "":
		t.layout.Say(paper.Flag, "Not done: "+paper.Prose(t.Unconfirmed)+". To do exactly what is shown here:")
		t.layout.Command(2, "", t.Proceed)
	case len(t.Proceed) == 0:
		t.layout.Say(paper.Plain, "It is made from a dump, which cannot be changed: ask the cluster itself.")
	default:
		t.layout.Say(paper.Plain, "To do it:")
		t.layout.Command(2, "", t.Proceed)
	}
	switch {
	case refused == 0 || refused == len(t.Plan.Actions):
	case len(t.Without) > 0:
		t.layout.Say(paper.Plain, "To see the plan without what is refused:")
		t.layout.Command(2, "", t.Without)
	default:
		t.layout.Say(paper.Plain, "To leave out what is refused, name the other objects and finalizers by themselves.")
	}
}

// lasting reports whether a guard refuses that nothing overrules.
func (t *teller) lasting() bool {
	for i := range t.Plan.Actions {
		for _, o := range t.Plan.Actions[i].Objections {
			if o.Flag == "" && !o.Overridden {
				return true
			}
		}
	}
	return false
}
