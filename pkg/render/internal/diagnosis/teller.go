package diagnosis

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// How much a person is shown without -o wide.
const (
	shownNearby   = 5
	shownExamples = 3
	shownLies     = 3
	shownOthers   = 5
)

// Text is what a person who was just woken needs to know of the object that was asked
// about, and of many objects a table of what they wait for. The wide form is all there is:
// the verdict, then each cause with the way to it, the evidence, what to do and what a
// removal by force would cost.
func Text(d *explain.Diagnosis, o Telling) string {
	t := teller{Telling: o, d: d.Told(), layout: paper.NewLayout(o.Look), asked: d.Asked(), home: words.Home(words.Objects(d))}
	if len(t.asked) == 1 && !o.Wide {
		if b := d.Briefs()[0]; len(b.Parts) > 0 || d.Objects[b.Object].State.Going() {
			t.answer(&b)
			return t.layout.Out.String()
		}
	}
	t.own = reachedCauses(t.d)
	t.layout.Say(paper.Verdict, verdict(t.d, t.asked, o.Searched))
	if len(d.Incomplete) > 0 {
		t.layout.Para(paper.Alert(t.incomplete()))
	}
	if o.Wide {
		t.cautions = t.d.Cautions()
		for i := range t.d.Causes {
			t.cause(i)
		}
	} else {
		t.group()
		t.nearby()
	}
	t.lies()
	t.others()
	return t.layout.Out.String()
}

// Telling says how a diagnosis is told.
type Telling struct {
	Look     paper.Look
	Wide     bool
	Searched string // where objects were looked for that nobody named
	Own      words.Own
}

// teller puts a diagnosis into words and rows.
type teller struct {
	Telling
	d        *explain.Diagnosis
	asked    []int
	home     string // the namespace that need not be named
	layout   *paper.Layout
	own      int                 // the causes that something asked about waits for come first
	unsaid   int                 // warnings that are only counted
	brief    int                 // rows of what is known that are told beside all else
	room     room                // of the short form
	known    int                 // columns of what a holder is known to wait for
	tight    bool                // what can be done without is left out
	shown    []explain.Place     // the way that is shown
	cautions [][]explain.Caution // of each cause
}

// incomplete says on the answer that it is not whole. Beside the wide form the warning
// that names all of it, and says why, is seen in a terminal; any other stands alone.
func (t *teller) incomplete() string {
	if t.Look.Width == 0 || !t.Wide {
		return words.Incomplete(t.d.Incomplete)
	}
	return "incomplete: " + words.Count(len(t.d.Incomplete), "thing") + " could not be read, see the warning"
}

// What a claim of a status leaves out: of what is being deleted that it is, and of a namespace
// that claims to be empty that it would be gone then.
const (
	although = ", although it is being deleted"
	notEmpty = ", although it is still there"
)

// emptied is the condition of a namespace that claims that nothing is left in it.
const emptied = "NamespaceContentRemaining=False"

// lies names the objects whose status claims something else than the truth,
// those together that claim the same. How old a claim is, is told of one alone.
func (t *teller) lies() {
	var claims []string
	lying := map[string][]int{}
	for i := range t.d.Objects {
		if claim := t.claims(i, false); t.claims(i, t.Wide) != "" {
			if lying[claim] == nil {
				claims = append(claims, claim)
			}
			lying[claim] = append(lying[claim], i)
		}
	}
	if claims = slices.DeleteFunc(claims, func(c string) bool { return c == "" && len(lying[c]) > 1 }); len(claims) == 0 {
		return
	}
	t.layout.Gap()
	shown := claims
	if !t.Wide {
		shown = claims[:min(len(claims), shownLies)]
	}
	for _, claim := range shown {
		spans := append([]paper.Span{paper.Flag.Of("Status: ")}, t.examples(lying[claim])...)
		if len(lying[claim]) > 1 {
			claim = ", each " + claim
		} else {
			claim = " " + t.claims(lying[claim][0], t.Wide)
		}
		t.layout.Para(paper.Para{Spans: append(spans, paper.Plain.Of(claim)), Hang: 2})
	}
	if left := len(claims) - len(shown); left > 0 {
		t.layout.Say(paper.Quiet, "and "+words.Thousands(left)+" more")
	}
}

// others lists the asked objects that wait for none of the causes. One alone
// was already told about, unless something would hold it.
func (t *teller) others() {
	var others []int
	for _, i := range t.asked {
		if o := &t.d.Objects[i]; !waits(o) && (len(t.asked) > 1 || len(o.Holds) > 0) {
			others = append(others, i)
		}
	}
	if len(others) > shownOthers && !t.Wide {
		t.layout.Gap()
		t.layout.Say(paper.Quiet, words.Count(len(others), "object")+" wait for none of these causes; -o wide lists them")
		return
	}
	var rows []paper.Row
	for _, i := range others {
		rows = append(rows, paper.Row{Head: paper.Para{Spans: t.heading(i)}, Body: t.holds(&t.d.Objects[i])})
	}
	t.layout.Rows(rows)
}

// holds says what would hold an object. Of one that was copied, and asked about, somebody means that it does: what else
// it is about, and what force would cost, nothing but this tells them.
func (t *teller) holds(o *explain.Object) []paper.Para {
	var body []paper.Para
	copied := len(t.asked) == 1 && slices.ContainsFunc(t.d.Incomplete, trace.Problem.Rest)
	for j := range o.Holds {
		h := &o.Holds[j]
		body = append(body, words.HoldLine(h, t.short(h.Message)))
		if about := related(h); copied && about != "" {
			body = append(body, paper.Fact("related", paper.Plain, t.fit(about, words.MessageColumns)))
		}
		if (t.Wide || copied) && h.Cost != (explain.Cost{}) {
			body = append(body, paper.Fact("if forced", paper.Plain, t.cost(h.Cost, h.Undone(), words.MessageColumnsWide)))
		}
		if j == 0 && len(t.asked) == 1 && len(h.Next) > 0 {
			body = append(body, paper.Fact("do first", paper.Plain, paper.Prose(h.Next[0].Text)))
			if command := h.Next[0].Command; copied && len(command) > 0 {
				body = append(body, paper.Detail("", paper.CommandSpan(command)))
			}
		}
	}
	return body
}

// examples names some of the objects, and counts the others. What the names have
// in common is said once.
func (t *teller) examples(objects []int) []paper.Span {
	shown := objects[:min(len(objects), shownExamples)]
	first := &t.d.Objects[shown[0]]
	var spans []paper.Span
	if len(shown) > 1 && alike(t.d, shown) {
		names := []string{words.KindName(first.Ref)}
		for _, i := range shown[1:] {
			names = append(names, paper.Identifier(t.d.Objects[i].Name))
		}
		spans = words.InPlace(words.NameRole(&first.Node), strings.Join(names, ", "), first.Namespace, t.home)
	} else {
		for n, i := range shown {
			if n > 0 {
				spans = append(spans, paper.Plain.Of(", "))
			}
			spans = append(spans, t.title(i)...)
		}
	}
	if left := len(objects) - len(shown); left > 0 {
		spans = append(spans, paper.Plain.Of(words.More(left)))
	}
	return spans
}

// alike reports whether objects are of one kind and in one namespace.
func alike(d *explain.Diagnosis, objects []int) bool {
	first := d.Objects[objects[0]].Ref
	for _, i := range objects {
		if r := d.Objects[i].Ref; r.Group != first.Group || r.Kind != first.Kind || r.Namespace != first.Namespace {
			return false
		}
	}
	return true
}

// title is an object's name, with its namespace where that is not plain. Where room is
// short, one that stands on the way needs no group.
func (t *teller) title(i int) []paper.Span {
	if at := slices.IndexFunc(t.shown, func(p explain.Place) bool { return p.Object == i }); t.tight && at >= 0 {
		return t.inChain(t.shown, t.shown[at])
	}
	return words.Title(&t.d.Objects[i].Node, t.home)
}

// heading is that with what is really going on with it.
func (t *teller) heading(i int) []paper.Span {
	return append(t.title(i), words.State(&t.d.Objects[i].Node, t.d.Clock())...)
}

// short is a sentence from the cluster, of which only -o wide shows all.
func (t *teller) short(text string) string {
	columns := words.MessageColumns
	if t.Wide {
		columns = words.MessageColumnsWide
	}
	return paper.Shorten(paper.Prose(text), columns, t.layout.Sheet.Marks.Ellipsis)
}
