package removal

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// otherPlan says that a digest was given which is not that of the plan, and what has
// changed since it was shown.
func (t *teller) otherPlan() {
	t.layout.Say(paper.Verdict, "Refused: "+paper.Identifier(t.Confirmed)+" is not the plan of now, so that nothing was done.")
	t.serverPara()
	if !t.Known {
		t.layout.Say(paper.Plain, "What was shown then is not kept on this machine, so that it cannot be compared.")
	}
	var rows []paper.Row
	for i := range t.Changes {
		rows = append(rows, changeRow(&t.Changes[i]))
	}
	t.layout.Rows(rows)
	if len(t.Anew) > 0 {
		t.layout.Gap()
		t.layout.Say(paper.Plain, "To see the plan as it is now:")
		t.layout.Command(2, "", t.Anew)
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
	head := []paper.Span{paper.Plain.Of(mark)}
	if c.Object != (trace.Ref{}) {
		head = append(head, words.Named(paper.Name, c.Object, "")...)
		head = append(head, paper.Plain.Of("  "), words.Finalizer(c.Finalizer))
	} else {
		head = append(head, paper.Plain.Of("the plan"))
	}
	body := []paper.Para{paper.Fact("changed", paper.Plain, changeTexts[c.Aspect])}
	both := c.Aspect == remove.OtherDeletion || c.Aspect == remove.OtherHolder // none is a value
	if c.Was != "" || both {
		body = append(body, paper.Fact("was", paper.Plain, orNone(c.Was)))
	}
	if c.Is != "" || both {
		body = append(body, paper.Fact("is", paper.Plain, orNone(c.Is)))
	}
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return paper.Prose(text)
}
