package render

import (
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// WhyPrinter writes one diagnosis in one format.
type WhyPrinter func(w io.Writer, d *explain.Diagnosis, o Options) error

// WhyFormats returns the formats of a diagnosis, the default first.
func WhyFormats() []string { return []string{"text", "wide", "json", "yaml", "name"} }

// WhyFor returns the printer of a format, and false when there is no such
// format. The empty format is the default, the text.
func WhyFor(format string) (WhyPrinter, bool) {
	switch format {
	case "", "text":
		return Why, true
	case "wide":
		return WhyWide, true
	case "json":
		return WhyJSON, true
	case "yaml":
		return WhyYAML, true
	case "name":
		return WhyNames, true
	}
	return nil, false
}

// How much a person is shown without -o wide.
const (
	detailedCauses = 2 // with more of them, each is told in a few lines
	shownCauses    = 5
	listedCauses   = 20 // the shown ones included, the others in a line each
	shownNearby    = 5
	shownEvidence  = 3
	shownBlockers  = 5
	shownExamples  = 3
	shownLies      = 3
	shownSteps     = 4
	shownOthers    = 5
	chainEnds      = 4 // of a longer chain, this many at either end
)

// Why prints the verdict, then each cause with the way to it, what to do first
// and what a removal by hand would cost. Many causes are told in short.
func Why(w io.Writer, d *explain.Diagnosis, o Options) error {
	return paper.Send(w, "diagnosis", why(d, o, false))
}

// WhyWide is Why with every cause in full and all the evidence.
func WhyWide(w io.Writer, d *explain.Diagnosis, o Options) error {
	return paper.Send(w, "diagnosis", why(d, o, true))
}

// WhyNames prints the objects at the roots of what was asked about, one a line,
// as kubectl -o name does. An object outside of the namespace that was asked
// about is preceded by its own, as in "-n shop pod/web-0", so that every line is
// what kubectl takes: xargs -L1 kubectl get -n NAMESPACE.
func WhyNames(w io.Writer, d *explain.Diagnosis, _ Options) error {
	var b strings.Builder
	home := homeAmong(judgedOf(d))
	seen := map[int]bool{}
	for i := range d.Causes {
		if !reached(d, &d.Causes[i]) {
			continue
		}
		for _, p := range d.Causes[i].Holds {
			if seen[p.Object] {
				continue
			}
			seen[p.Object] = true
			ref := d.Objects[p.Object].Ref
			if ref.Namespace != "" && ref.Namespace != home {
				b.WriteString("-n " + paper.Identifier(ref.Namespace) + " ")
			}
			b.WriteString(kindName(ref) + "\n")
		}
	}
	return paper.Send(w, "names", b.String())
}

// teller puts a diagnosis into words and rows.
type teller struct {
	d       *explain.Diagnosis
	asked   []int
	wide    bool
	command func(words ...string) []string // one of this program
	home    string                         // the namespace that need not be named
	layout  *paper.Layout
	own     int // the causes that something asked about waits for come first
	roots   map[explain.Place]bool
	warned  map[caveat]bool
}

func why(d *explain.Diagnosis, o Options, wide bool) string {
	d = inBlocks(d)
	t := teller{
		d: d, command: o.command, asked: askedAmong(judgedOf(d)), wide: wide, layout: paper.NewLayout(o.look()),
		own: reachedCauses(d), roots: rootsOf(d), warned: map[caveat]bool{},
	}
	t.home = homeAmong(judgedOf(d))
	if len(t.asked) == 0 {
		t.say(paper.Verdict, nothing(d, o.Searched))
	} else {
		t.say(paper.Verdict, whyVerdict(d, t.asked))
	}
	if len(d.Incomplete) > 0 {
		t.layout.Para(paper.Alert(whyIncomplete(d.Incomplete, o)))
	}
	t.causes()
	t.lies()
	t.others()
	return t.layout.Out.String()
}

// whyIncomplete says on the answer that it is not whole. In a terminal the warning
// that names all of it, and says why, is seen beside the answer; in a file the
// answer stands alone.
func whyIncomplete(ps []trace.Problem, o Options) string {
	if o.Width == 0 {
		return incompleteText(ps)
	}
	return "incomplete: " + count(len(ps), "thing") + " could not be read, see the warning"
}

func (t *teller) gap() { t.layout.Out.WriteByte('\n') }

func (t *teller) say(r paper.Role, text string) {
	t.layout.Para(paper.Para{Spans: []paper.Span{{Role: r, Text: text}}, Hang: 2})
}

// inShort reports whether there are too many causes to tell all of this one. What
// holds the one object that was asked about is always told in full: there is
// nothing else to ask for it.
func (t *teller) inShort(i int) bool {
	if t.wide || t.own <= detailedCauses {
		return false
	}
	return len(t.asked) != 1 || t.d.Causes[i].Holds[0].Object != t.asked[0]
}

// causes tells each cause in full where they are few, and in short else, then
// those beyond the first few in a line each. What is only nearby comes last.
func (t *teller) causes() {
	shown, listed := t.own, t.own
	if !t.wide {
		shown, listed = min(t.own, shownCauses), min(t.own, listedCauses)
	}
	for i := range shown {
		if t.inShort(i) {
			t.brief(i)
		} else {
			t.cause(i)
		}
	}
	if listed > shown {
		t.gap()
	}
	for i := shown; i < listed; i++ {
		t.oneLine(i)
	}
	if left := t.d.Causes[listed:t.own]; len(left) > 0 {
		t.gap()
		t.say(paper.Quiet, "and "+count(len(left), "more cause")+behindText(left)+"; -o wide shows all")
	} else if listed > shown {
		t.say(paper.Quiet, "-o wide tells all of each")
	}
	t.nearby()
}

// lies names the objects whose status claims something else than the truth,
// those together that claim the same.
func (t *teller) lies() {
	var claims []string
	lying := map[string][]int{}
	for i := range t.d.Objects {
		if claim := paper.Prose(t.d.Objects[i].Disagreement); claim != "" {
			if lying[claim] == nil {
				claims = append(claims, claim)
			}
			lying[claim] = append(lying[claim], i)
		}
	}
	if len(claims) == 0 {
		return
	}
	t.gap()
	shown := claims
	if !t.wide {
		shown = claims[:min(len(claims), shownLies)]
	}
	for _, claim := range shown {
		spans := append([]paper.Span{{Role: paper.Flag, Text: "Status lies: "}}, t.examples(lying[claim])...)
		if len(lying[claim]) > 1 {
			claim = ", each " + claim
		} else {
			claim = " " + claim
		}
		t.layout.Para(paper.Para{Spans: append(spans, paper.Span{Role: paper.Plain, Text: claim}), Hang: 2})
	}
	if left := len(claims) - len(shown); left > 0 {
		t.say(paper.Quiet, "and "+thousands(left)+" more")
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
	if len(others) > shownOthers && !t.wide {
		t.gap()
		t.say(paper.Quiet, count(len(others), "object")+" wait for none of these causes; -o wide lists them")
		return
	}
	var rows []paper.Row
	for _, i := range others {
		o := &t.d.Objects[i]
		rows = append(rows, paper.Row{Head: paper.Para{Spans: append(t.title(o), t.state(o)...)}, Body: t.holds(o)})
	}
	t.layout.Rows(rows)
}

// holds says what would hold an object.
func (t *teller) holds(o *explain.Object) []paper.Para {
	var body []paper.Para
	for j := range o.Holds {
		h := &o.Holds[j]
		body = append(body, t.holdLine(h, withoutLead(h)))
		if t.wide && h.Cost != (explain.Cost{}) {
			body = append(body, paper.Detail("by hand", paper.Span{Role: paper.Plain, Text: costLine(h.Cost)}))
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
	if alike(t.d, shown) {
		names := []string{kindName(first.Ref)}
		for _, i := range shown[1:] {
			names = append(names, paper.Identifier(t.d.Objects[i].Name))
		}
		spans = t.place(first, strings.Join(names, ", "))
	} else {
		for n, i := range shown {
			if n > 0 {
				spans = append(spans, paper.Span{Role: paper.Plain, Text: ", "})
			}
			spans = append(spans, t.title(&t.d.Objects[i])...)
		}
	}
	if left := len(objects) - len(shown); left > 0 {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: " and " + thousands(left) + " more"})
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

// title is an object's name, with its namespace where that is not plain.
func (t *teller) title(o *explain.Object) []paper.Span { return t.place(o, kindName(o.Ref)) }

func (t *teller) place(o *explain.Object, text string) []paper.Span {
	name := paper.Name
	if o.Asked {
		name = paper.Asked
	}
	spans := []paper.Span{{Role: name, Text: text}}
	if o.Namespace != "" && o.Namespace != t.home {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(o.Namespace)})
	}
	return spans
}

func (t *teller) state(o *explain.Object) []paper.Span {
	return []paper.Span{{Role: paper.Plain, Text: "  "}, paper.Phrase(stateRole(o.State), stateText(&o.Node, t.d.At))}
}

// short is a sentence from the cluster, cut where only -o wide shows all of it.
func (t *teller) short(text string) string {
	columns := messageColumns
	if t.wide {
		columns = messageColumnsWide
	}
	return paper.Shorten(paper.Prose(text), columns, t.layout.Sheet.Marks.Ellipsis)
}

// withoutLead is the message of a hold on what nobody deletes, as it stands behind
// the name of the finalizer.
func withoutLead(h *explain.Hold) string {
	if h.Reason != explain.WouldHold {
		return h.Message
	}
	return strings.TrimPrefix(h.Message, "would hold it: ")
}

// holdLine says what a finalizer, or what is none, waits for. Without a message
// it names the holder.
func (t *teller) holdLine(h *explain.Hold, message string) paper.Para {
	if h.Finalizer == "" {
		return paper.Detail("held", paper.Span{Role: paper.Message, Text: t.short(message)})
	}
	if message == "" {
		return paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: holdHead(h)})
	}
	return paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: paper.Identifier(h.Finalizer)}, paper.Span{Role: paper.Plain, Text: ": "}, paper.Span{Role: paper.Message, Text: t.short(message)})
}
