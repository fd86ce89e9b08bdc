package report

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
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
	shownObjects  = 3 // of which a warning speaks
)

// OfDiagnosis tells who has to act, and why they have not.
func OfDiagnosis(d *explain.Diagnosis, o Telling) *Report {
	t := teller{Telling: o, d: d, asked: d.Asked()}
	r := &Report{Verdict: d.Verdict(), Lead: []Text{plain(diagnosis.Sentence(d, o.Searched)), plain(readAt(d.Clock()))}}
	rows := d.Rows()
	if len(t.asked) == 1 {
		o := &d.Objects[t.asked[0]]
		r.Title = append(capital(o.Verdict.Words()+": "), words.Named(paper.Name, o.Ref, "")...)
		r.Command = t.Own(words.Ask(&o.Node)...)
	} else {
		r.Title = capital(strings.TrimSpace("deletions " + paper.Prose(o.Searched)))
	}
	if len(t.asked) == 1 && len(rows) <= fewCauses {
		t.few(r, rows)
	} else {
		t.many(r, rows)
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
func readAt(c trace.Clock) string {
	switch {
	case c.Copied(), c.At.IsZero():
		return "When this was read is not known."
	case c.AtLeast:
		return "Read at " + words.Timestamp(c.At) + " or later."
	}
	return "Read at " + words.Timestamp(c.At) + "."
}

// few tells of one object with few causes: each of them in full.
func (t *teller) few(r *Report, rows []explain.Row) {
	for i := range rows {
		var title Text
		if len(rows) > 1 {
			title = t.of(&rows[i])
		}
		r.Sections = append(r.Sections, t.cause(&rows[i], i, title))
	}
	if s := t.timeline("timeline", t.all()); s != nil {
		r.Sections = append(r.Sections, *s)
	}
}

// many tells of all causes: a row each, and then each in full.
func (t *teller) many(r *Report, rows []explain.Row) {
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
		s := t.cause(row, i, t.of(row))
		s.Folded = i > 0
		if below := t.timeline(s.ID+"timeline", t.along(row)); below != nil && !t.Short {
			s.Below = append(s.Below, *below)
		}
		r.Sections = append(r.Sections, s)
	}
}

// overview has a row for each cause.
func (t *teller) overview(rows []explain.Row) Section {
	table := Table{Heads: []string{"Object", "Namespace", "Age", "Verdict", "Blocks", "Because"}}
	clock := t.d.Clock()
	for i := range rows {
		row := &rows[i]
		o := &t.d.Objects[row.At.Object]
		object := Text{paper.Name.Of(words.KindName(o.Ref))}
		if row.More > 0 {
			object = append(object, paper.Plain.Of(words.More(row.More)))
		}
		age := ""
		if !row.Since.IsZero() && !clock.Copied() && !clock.AtLeast {
			age = clock.Age(row.Since)
		}
		because := Text{paper.Message.Of(paper.Prose(row.Because))}
		if len(row.Finalizers) > 0 {
			because = append(Text{words.Finalizer(row.Finalizers[0]), paper.Plain.Of(words.More(len(row.Finalizers)-1) + ": ")}, because...)
		}
		cells := Row{Verdict: row.Verdict, To: partID(i), Cells: []Text{
			object, plain(paper.Identifier(o.Namespace)), plain(age), plain(row.Verdict.Words()), plain(count(row.Blocks)), because,
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

// capital begins a text as a sentence.
func capital(text string) Text {
	return plain(strings.ToUpper(text[:1]) + text[1:])
}
