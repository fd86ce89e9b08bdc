package report

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// of is what a cause is about: the object at the root, and its finalizers.
func (t *teller) of(r *explain.Row) Text {
	title := Text(words.Named(paper.Name, t.d.Objects[r.At.Object].Ref, ""))
	for i, f := range r.Finalizers {
		switch {
		case i > 0:
			title = append(title, paper.Plain.Of(", "))
		case len(r.Finalizers) == 1:
			title = append(title, paper.Plain.Of(", finalizer "))
		default:
			title = append(title, paper.Plain.Of(", finalizers "))
		}
		title = append(title, words.Finalizer(f))
	}
	return title
}

func partID(i int) string { return "cause" + strconv.Itoa(i+1) }

// cause tells one: why, what to do, what not to, and by what that is known. The title is nil
// for the only one of one object.
func (t *teller) cause(r *explain.Row, i int, title Text) Section {
	because := Text{paper.Message.Of(paper.Prose(r.Because))}
	if title == nil { // then only this says of what
		title, because = plain("Why"), append(t.root(r), because...)
	}
	facts := Facts{{Label: "Because", Lines: []Line{{Text: because}}}}
	// What has no label, or that of what is before it, belongs to that.
	add := func(role paper.Role, label string, line Line) {
		if last := &facts[len(facts)-1]; label == "" || label == last.Label {
			last.Lines = append(last.Lines, line)
		} else {
			facts = append(facts, Fact{role, label, []Line{line}})
		}
	}
	if len(r.Chain) > 1 {
		add(paper.Plain, "Chain", Line{Text: t.chain(r.Chain)})
	}
	add(paper.Plain, "Held by", Line{Text: plain(diagnosis.HolderLine(r.Hold))})
	for i := range r.Hold.Blockers {
		add(paper.Plain, "Waits for", Line{Text: plain(diagnosis.BlockerText(&r.Hold.Blockers[i]))})
	}
	for _, s := range diagnosis.Steps(&r.Part) {
		said := explain.Joined("; ", paper.Prose(s.Text), paper.Prose(s.Cost.Loss))
		if s.Foretold() {
			add(paper.Plain, s.Label, Line{Text: plain(said + words.FirstSee), Command: t.Own(words.Foretell(s.Target)...)})
			said, s.Label = "then", ""
		}
		add(paper.Plain, s.Label, Line{Text: plain(said), Command: s.Command})
	}
	for i := range r.Cautions {
		c := &r.Cautions[i]
		add(paper.Flag, diagnosis.CautionLabel(c), Line{Text: append(t.concerns(r.At.Object, c), paper.Plain.Of(paper.Prose(c.Text)))})
	}
	if len(r.Forced) == 0 {
		add(paper.Plain, "If forced", Line{Text: plain(diagnosis.Unforced(&t.d.Objects[r.At.Object]))})
	}
	for i := range r.Forced {
		add(paper.Plain, "If forced", Line{Text: t.forced(r.At.Object, &r.Forced[i])})
	}
	if r.Blocks > 0 {
		add(paper.Plain, "Blocks", Line{Text: plain(count(r.Blocks))})
	}
	s := Section{ID: partID(i), Title: title, Verdict: r.Verdict, Blocks: []Block{facts}}
	if e := t.evidence(r.Hold); len(e.Rows) > 0 {
		s.Below = append(s.Below, Section{ID: s.ID + "evidence", Title: plain("Evidence"), Blocks: []Block{e}})
	}
	return s
}

// root names the object that a cause is about, where it is not the one that was asked about.
func (t *teller) root(r *explain.Row) Text {
	if r.At.Object == t.asked[0] {
		return nil
	}
	return Text{paper.Name.Of(words.KindName(t.d.Objects[r.At.Object].Ref)), paper.Plain.Of(": ")}
}

// concerns are the objects that a caution is true of, where that is not plain.
func (t *teller) concerns(root int, c *explain.Caution) Text {
	if len(c.Objects) == 1 && c.Objects[0] == root {
		return nil
	}
	var text Text
	for i, object := range c.Objects[:min(len(c.Objects), shownObjects)] {
		if i > 0 {
			text = append(text, paper.Plain.Of(", "))
		}
		text = append(text, paper.Name.Of(words.KindName(t.d.Objects[object].Ref)))
	}
	return append(text, paper.Plain.Of(words.More(len(c.Objects)-shownObjects)+": "))
}

// chain is the way from the object that was asked about.
func (t *teller) chain(places []explain.Place) Text {
	var text Text
	for i, p := range places {
		if i > 0 {
			text = append(text, paper.Plain.Of(" waits for "))
		}
		text = append(text, paper.Name.Of(words.KindName(t.d.Objects[p.Object].Ref)))
	}
	return text
}

// forced is what it costs to take finalizers off, of which object where that is not plain.
func (t *teller) forced(root int, p *explain.Price) Text {
	var text Text
	if p.Object != root {
		text = Text{paper.Name.Of(words.KindName(t.d.Objects[p.Object].Ref)), paper.Plain.Of(", ")}
	}
	for i, name := range p.Finalizers {
		if i > 0 {
			text = append(text, paper.Plain.Of(", "))
		}
		text = append(text, words.Finalizer(name))
	}
	return append(text, paper.Plain.Of(": "+diagnosis.Price(p)))
}

// evidence is what the judgement rests on, with where that was read.
func (t *teller) evidence(h *explain.Hold) Table {
	table := Table{Heads: []string{"Fact", "Read in"}}
	for i := range h.Evidence {
		e := &h.Evidence[i]
		if t.Short && (len(table.Rows) == shortEvidence || e.Weak || e.Kind == explain.Documented) {
			continue
		}
		source := paper.Prose(e.Source)
		if e.Weak {
			source += ", weak"
		}
		table.Rows = append(table.Rows, Row{Cells: []Text{{paper.Message.Of(paper.Prose(e.Fact))}, {paper.Quiet.Of(source)}}})
	}
	return table
}
