package diagnosis

import (
	"slices"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// now lists what the holder waits for, as it is at this moment.
func (t *teller) now(h *explain.Hold) {
	shown := h.Blockers
	if !t.Wide {
		shown = shown[:min(len(shown), shownBlockers)]
	}
	label := "Waits for"
	for i := range shown {
		t.labelled(label, paper.Plain.Of(blockerText(&shown[i])))
		label = ""
	}
	if left := len(h.Blockers) - len(shown); left > 0 {
		t.labelled(label, paper.Quiet.Of("and "+words.Thousands(left)+" more"))
	}
}

// because prints what the judgement rests on: all of it in the wide form, and
// else what a person cannot know without having looked into the cluster.
// What is said of an object is printed once, however many of its finalizers it is about.
func (t *teller) because(object int, h *explain.Hold) {
	shown, all := h.Evidence, h.Evidence
	if !t.Wide {
		all = slices.DeleteFunc(slices.Clone(all), func(e explain.Evidence) bool {
			return e.Kind == explain.Said && t.quoted[quotation{object, e.Source, e.Fact}]
		})
		shown = tellingEvidence(all)
	}
	for _, e := range slices.Concat(shown, saidBesides(all, shown)) {
		t.quoted[quotation{object, e.Source, e.Fact}] = true
	}
	t.evidence("Evidence", shown, false)
	if t.Wide {
		t.evidence("Checked", h.Evidence, true)
		return
	}
	t.evidence("Said", saidBesides(all, shown), false)
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
	if len(h.Next)+len(cautions)+len(prices) == 0 {
		return
	}
	t.layout.Gap()
	t.careful(c, cautions)
	shown := h.Next
	if !t.Wide {
		shown = shown[:min(len(shown), shownSteps)]
	}
	label := "Do first"
	for i, s := range shown {
		number := strconv.Itoa(i+1) + ". "
		if len(h.Next) == 1 {
			number = ""
		}
		t.step(label, number, s)
		label = ""
	}
	if left := len(h.Next) - len(shown); left > 0 {
		t.labelled("", paper.Quiet.Of("and "+words.Count(left, "more step")))
	}
	t.forced(c.Holds[0].Object, prices, words.MessageColumnsWide)
}

// step prints a command on a line of its own, below what it is good for and what it
// takes. That it takes nothing is said in the wide form alone.
func (t *teller) step(label, number string, s explain.Step) {
	text := t.short(s.Text)
	if t.Wide || s.Cost.Risk != "low" {
		text = explain.Joined("; ", text, paper.Prose(s.Cost.Loss))
	}
	t.hanging(label, len(number), paper.Plain.Of(number+text))
	if len(s.Command) > 0 {
		t.layout.Command(headColumns+len(number), "", s.Command)
	}
}
