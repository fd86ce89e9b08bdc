package removal

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func (t *teller) plan() {
	actions := t.Plan.Actions
	refused := 0
	for i := range actions {
		if actions[i].Refused() {
			refused++
		}
	}
	t.layout.Say(paper.Verdict, t.planVerdict(refused)+" Nothing has been changed.")
	t.serverPara()
	if len(t.Plan.Incomplete) > 0 {
		t.layout.Para(paper.Alert(words.Incomplete(t.Plan.Incomplete)))
	}
	t.rows(func(i int) []paper.Para { return planParas(&actions[i]) }, nil)
	t.warnings()
	t.layout.Gap()
	t.onward(refused)
}

func (t *teller) planVerdict(refused int) string {
	actions := t.Plan.Actions
	all := words.Count(len(actions), "removal")
	switch {
	case refused == 0:
		objects := map[string]bool{}
		for i := range actions {
			objects[actions[i].Object.UID] = true
		}
		return "Would take " + words.Count(len(actions), "finalizer") + " off " + words.Count(len(objects), "object") + "."
	case !t.Tried && refused == len(actions) && refused == 1:
		return "Would refuse: this removal should not be done as things stand."
	case !t.Tried && refused == len(actions):
		return "Would refuse: none of " + all + " should be done as things stand."
	case !t.Tried:
		return "Would refuse: " + words.Thousands(refused) + " of " + all + " should not be done as things stand, and all are done or none."
	case refused == len(actions) && refused == 1:
		return "Refused: this removal should not be done as things stand."
	case refused == len(actions):
		return "Refused: none of " + all + " should be done as things stand."
	}
	return "Refused: " + words.Thousands(refused) + " of " + all + " should not be done as things stand, so that none was done."
}

// planParas say what one removal means.
func planParas(a *remove.Action) []paper.Para {
	body := []paper.Para{
		paper.Fact("finalizer", paper.Finalizer, words.HoldHead(&a.Hold)),
		paper.Fact("why", paper.Message, paper.Prose(a.Hold.Message)),
		paper.Fact("cost", paper.Message, lossText(&a.Hold.Cost)),
	}
	if a.DeleteFirst {
		body = append(body, paper.Fact("first", paper.Plain, "it is asked to go, so that nobody can put the finalizer back, and then judged again: what speaks against it then and is not shown here keeps the finalizer on"))
	}
	body = append(body, paper.Fact("then", paper.Plain, paper.Prose(a.After)))
	for _, text := range a.Warnings {
		body = append(body, paper.Fact("careful", paper.Flag, paper.Prose(text)))
	}
	for _, o := range a.Objections {
		body = append(body, objectionParas(&o)...)
	}
	return body
}

// lossText says what is lost, or that nobody knows.
func lossText(c *explain.Cost) string {
	text := paper.Prose(c.Loss)
	if about := c.StandsFor(); about != "" {
		if text != "" {
			text += "; "
		}
		text += "it stands for " + paper.Prose(about)
	}
	switch {
	case text == "" && c.Risk == "":
		return "not known: nothing tells what it protects"
	case text == "":
		return "not known (" + paper.Identifier(string(c.Risk)) + " risk)"
	case c.Risk == "":
		return text + " (nobody has graded the risk)" + words.Contrary(c)
	}
	return text + " (" + paper.Identifier(string(c.Risk)) + " risk)" + words.Contrary(c)
}

func objectionParas(o *remove.Objection) []paper.Para {
	said := []paper.Span{paper.Plain.Of(paper.Identifier(string(o.Guard)) + ": "), paper.Message.Of(paper.Prose(o.Message))}
	if o.Overridden {
		out := []paper.Para{paper.Detail("overruled", said...)}
		if o.Guard == remove.NotDeleting && len(o.Instead) > 0 { // the delete comes next
			out = append(out, paper.Detail("see first", paper.CommandSpan(o.Instead)))
		}
		return out
	}
	if o.Flag == "" {
		said = append(said, paper.Plain.Of("; nothing overrules this"))
	}
	refused := paper.Detail("refused", said...)
	refused.Spans[0].Role = paper.Flag
	out := []paper.Para{refused}
	if len(o.Instead) > 0 {
		out = append(out, paper.Detail("instead", paper.CommandSpan(o.Instead)))
	}
	if o.Flag != "" {
		out = append(out, paper.Detail("unless", paper.CommandSpan(flagWords(o))))
	}
	return out
}

// flagWords are the words that override an objection. What is lost is for the person
// to type: whoever names it has read it.
func flagWords(o *remove.Objection) []string {
	if o.Guard == remove.Loss {
		return []string{o.Flag, "NAME"}
	}
	return []string{o.Flag}
}

// mostWarned is how many objects are named beside a warning.
const mostWarned = 3

// warnings are those about objects that the plan leaves alone.
func (t *teller) warnings() {
	if len(t.Plan.Warnings) == 0 {
		return
	}
	t.layout.Gap()
	for _, w := range t.Plan.Warnings {
		t.layout.Para(paper.Headed(paper.Flag, "Careful", paper.Name.Of(some(w.Objects)), paper.Plain.Of(": "+paper.Prose(w.Text))))
	}
}

// some names the first few, and counts the others.
func some(refs []trace.Ref) string {
	var names []string
	for _, at := range refs[:min(len(refs), mostWarned)] {
		names = append(names, words.Placed(at))
	}
	return strings.Join(names, ", ") + words.More(len(refs)-len(names))
}
