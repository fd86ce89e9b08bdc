package report

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Telling says how an answer is told.
type Telling struct {
	// Searched is where objects were looked for that nobody named.
	Searched string
	Own      words.Own
	// Short leaves out what a ticket needs not.
	Short bool
}

// How much a short report tells.
const (
	fewCauses     = 2  // of one object, without a row for each
	shortCauses   = 10 // in full, the others in a row each
	shortEvidence = 5
	shortMoments  = 15
)

// OfDiagnosis tells who has to act, and why they have not.
func OfDiagnosis(d *explain.Diagnosis, o Telling) *Report {
	t := teller{Telling: o, d: d, asked: words.Asked(words.Objects(d))}
	r := &Report{Verdict: d.Verdict(), Lead: []Text{plain(diagnosis.Sentence(d, o.Searched)), plain(readAt(d))}}
	parts := partsOf(d)
	if len(t.asked) == 1 {
		o := &d.Objects[t.asked[0]]
		r.Title = append(capital(Word(o.Verdict)+": "), words.Named(paper.Name, o.Ref, "")...)
		r.Command = t.Own(words.Ask(&o.Node)...)
	} else {
		r.Title = capital(strings.TrimSpace("deletions " + paper.Prose(o.Searched)))
	}
	if len(t.asked) == 1 && len(parts) <= fewCauses {
		t.few(r, parts)
	} else {
		t.many(r, parts)
	}
	if s := t.tree(); s != nil && !o.Short {
		r.Sections = append(r.Sections, *s)
	}
	if s := unread(d.Incomplete); s != nil {
		r.Sections = append(r.Sections, *s)
	}
	return r
}

// teller makes the parts of a diagnosis.
type teller struct {
	Telling

	d     *explain.Diagnosis
	asked []int
}

// readAt says when all of this was so.
func readAt(d *explain.Diagnosis) string {
	switch {
	case d.Clock().Copied(), d.At.IsZero():
		return "When this was read is not known."
	case d.AtLeast:
		return "Read at " + words.Timestamp(d.At) + " or later."
	}
	return "Read at " + words.Timestamp(d.At) + "."
}

// few tells of one object with few causes: each of them in full.
func (t *teller) few(r *Report, parts []part) {
	for i := range parts {
		title := plain("Why")
		if len(parts) > 1 {
			title = t.of(&parts[i])
		}
		r.Sections = append(r.Sections, t.part(&parts[i], i, title))
	}
	if s := t.timeline("timeline", t.all()); s != nil {
		r.Sections = append(r.Sections, *s)
	}
}

// many tells of all causes: a row each, and then each in full.
func (t *teller) many(r *Report, rows []part) {
	if len(rows) == 0 {
		return
	}
	r.Sections = append(r.Sections, t.overview(rows))
	told := rows
	if t.Short {
		told = rows[:min(len(rows), shortCauses)]
	}
	for i := range told {
		row := &told[i]
		s := t.part(row, i, t.of(row))
		s.Folded = i > 0
		if below := t.timeline(s.ID+"timeline", t.along(row)); below != nil && !t.Short {
			s.Below = append(s.Below, *below)
		}
		r.Sections = append(r.Sections, s)
	}
}

// overview has a row for each cause.
func (t *teller) overview(rows []part) Section {
	table := Table{Heads: []string{"Object", "Namespace", "Age", "Verdict", "Because", "Blocks"}}
	for i := range rows {
		row := &rows[i]
		o := &t.d.Objects[row.object]
		object := Text{paper.Name.Of(words.KindName(o.Ref))}
		if row.more > 0 {
			object = append(object, paper.Plain.Of(words.More(row.more)))
		}
		age := ""
		if !row.since.IsZero() {
			age = t.d.Clock().Age(row.since)
		}
		cells := Row{Verdict: row.Verdict, To: partID(i), Cells: []Text{
			object, plain(paper.Identifier(o.Namespace)), plain(age), plain(Word(row.Verdict)), plain(paper.Prose(row.Message)), plain(count(row.blocks)),
		}}
		if t.Short && i >= shortCauses {
			cells.To = ""
		}
		table.Rows = append(table.Rows, cells)
	}
	return Section{ID: "causes", Title: plain(words.Count(len(rows), "cause")), Blocks: []Block{table}}
}

func count(objects int) string {
	if objects == 0 {
		return ""
	}
	return words.Count(objects, "object")
}

// of is what a part is about: the object at the root, and its finalizers.
func (t *teller) of(p *part) Text {
	title := Text(words.Named(paper.Name, t.d.Objects[p.object].Ref, ""))
	for i, f := range p.finalizers {
		if i == 0 {
			title = append(title, paper.Plain.Of(", "+noun(len(p.finalizers))+" "))
		} else {
			title = append(title, paper.Plain.Of(", "))
		}
		title = append(title, paper.Finalizer.Of(paper.Identifier(f)))
	}
	return title
}

func noun(finalizers int) string {
	if finalizers == 1 {
		return "finalizer"
	}
	return "finalizers"
}

func partID(i int) string { return "cause" + strconv.Itoa(i+1) }

// part tells one cause: why, what to do, what not to, and by what that is known.
func (t *teller) part(p *part, i int, title Text) Section {
	facts := Facts{{Label: "Because", Lines: []Line{{Text: Text{paper.Message.Of(paper.Prose(p.Message))}}}}}
	add := func(label string, lines ...Line) {
		if len(lines) > 0 {
			facts = append(facts, Fact{label, lines})
		}
	}
	if len(p.Chain) > 1 {
		add("Chain", Line{Text: t.chain(p.Chain)})
	}
	add("Held by", Line{Text: plain(diagnosis.HolderLine(p.hold))})
	add("Waits for", each(p.hold.Blockers, func(b *explain.Blocker) Line { return Line{Text: plain(diagnosis.BlockerText(b))} })...)
	if steps := each(p.hold.Next, step); len(steps) > 0 {
		add("Do first", steps[0])
		add("Or", steps[1:]...)
	}
	add("Careful", each(p.cautions, func(text *string) Line { return Line{Text: plain(paper.Prose(*text))} })...)
	add("If forced", each(p.forced, t.forced)...)
	if p.blocks > 0 {
		add("Blocks", Line{Text: plain(count(p.blocks))})
	}
	s := Section{ID: partID(i), Title: title, Verdict: p.Verdict, Blocks: []Block{facts}}
	if e := t.evidence(p.hold); len(e.Rows) > 0 {
		s.Below = append(s.Below, Section{ID: s.ID + "evidence", Title: plain("Evidence"), Blocks: []Block{e}})
	}
	return s
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

// step is what to do, what that takes, and the command.
func step(s *explain.Step) Line {
	return Line{Text: plain(explain.Joined("; ", paper.Prose(s.Text), paper.Prose(s.Cost.Loss))), Command: s.Command}
}

// forced is what it costs to take a finalizer off.
func (t *teller) forced(at *explain.Place) Line {
	h := t.d.Of(*at)
	return Line{Text: Text{paper.Finalizer.Of(paper.Identifier(h.Finalizer)), paper.Plain.Of(": " + costLine(h.Cost))}}
}

// costLine is what is lost, and how great a risk that is.
func costLine(c explain.Cost) string {
	loss := paper.Prose(c.Loss)
	if loss == "" {
		loss = "what its holder would have done is skipped, and nobody here knows what that is"
	}
	if c.Risk != "" {
		loss += " (" + explain.Joined(": ", paper.Identifier(c.Risk)+" risk", paper.Prose(c.Identity)) + ")"
	}
	return loss
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

// each makes lines of things.
func each[T any](from []T, line func(*T) Line) []Line {
	var out []Line
	for i := range from {
		out = append(out, line(&from[i]))
	}
	return out
}

// capital begins a text as a sentence.
func capital(text string) Text {
	return plain(strings.ToUpper(text[:1]) + text[1:])
}
