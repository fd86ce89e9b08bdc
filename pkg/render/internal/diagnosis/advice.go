package diagnosis

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// now lists what the holder waits for, as it is at this moment.
func (t *teller) now(h *explain.Hold) {
	label := "Waits for"
	for i := range h.Blockers {
		t.labelled(label, paper.Plain.Of(blockerText(&h.Blockers[i])))
		label = ""
	}
}

// evidence lists what the server was asked to try, or all else.
func (t *teller) evidence(label string, all []explain.Evidence, tried bool) {
	for _, e := range all {
		if (e.Kind == explain.WouldAccept) != tried {
			continue
		}
		source := paper.Prose(e.Source)
		if e.Weak {
			source += ", weak"
		}
		t.labelled(label, paper.Plain.Of(t.short(e.Fact)+" "), paper.Quiet.Of("["+source+"]"))
		label = ""
	}
}

// advice says what to do, in order, what not to do, and what a removal by hand
// would cost where nothing else may help.
func (t *teller) advice(i int, h *explain.Hold) {
	c := &t.d.Causes[i]
	prices := t.d.Prices(c)
	cautions := t.cautions[i]
	t.layout.Gap()
	t.careful(c, cautions)
	label := doFirst
	for i := range h.Next {
		number := strconv.Itoa(i+1) + ". "
		if len(h.Next) == 1 {
			number = ""
		}
		t.act(label, number, &h.Next[i], words.MessageColumnsWide)
		label = ""
	}
	t.forced(c.Holds[0].Object, prices, words.MessageColumnsWide)
}

// act is a step, and its command, which is never broken, on a line of its own. That it takes
// nothing is said in the wide form alone; what goes with an object that it deletes is to be
// looked at before what is done first, and there before any.
func (t *teller) act(label, number string, s *explain.Step, columns int) {
	text := s.Text
	if t.Wide || s.Cost.Risk != explain.RiskLow {
		text = explain.Joined("; ", text, s.Cost.Loss)
	}
	said, see := paper.Advise(paper.Prose(text), columns, t.layout.Sheet.Marks.Ellipsis), s.Foretold() && (t.Wide || label == doFirst)
	if see {
		said += words.FirstSee
	}
	t.hanging(label, len(number), paper.Plain.Of(number+said))
	if see {
		t.layout.Command(headColumns+len(number), "", t.Own(words.Foretell(s.Target)...))
	}
	if len(s.Command) > 0 {
		t.layout.Command(headColumns+len(number), "", s.Command)
	}
}
