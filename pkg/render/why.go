package render

import (
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
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
	return send(w, "diagnosis", why(d, o, false))
}

// WhyWide is Why with every cause in full and all the evidence.
func WhyWide(w io.Writer, d *explain.Diagnosis, o Options) error {
	return send(w, "diagnosis", why(d, o, true))
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
				b.WriteString("-n " + identifier(ref.Namespace) + " ")
			}
			b.WriteString(kindName(ref) + "\n")
		}
	}
	return send(w, "names", b.String())
}

// teller puts a diagnosis into words and rows.
type teller struct {
	d       *explain.Diagnosis
	asked   []int
	wide    bool
	command func(words ...string) []string // one of this program
	home    string                         // the namespace that need not be named
	layout  *layout
	own     int // the causes that something asked about waits for come first
	roots   map[explain.Place]bool
	warned  map[caveat]bool
}

func why(d *explain.Diagnosis, o Options, wide bool) string {
	d = inBlocks(d)
	t := teller{
		d: d, command: o.command, asked: askedAmong(judgedOf(d)), wide: wide, layout: newLayout(o),
		own: reachedCauses(d), roots: rootsOf(d), warned: map[caveat]bool{},
	}
	t.home = homeAmong(judgedOf(d))
	if len(t.asked) == 0 {
		t.say(roleVerdict, nothing(d, o.Searched))
	} else {
		t.say(roleVerdict, whyVerdict(d, t.asked))
	}
	if len(d.Incomplete) > 0 {
		t.layout.para(alert(whyIncomplete(d.Incomplete, o)))
	}
	t.causes()
	t.lies()
	t.others()
	return t.layout.out.String()
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

func (t *teller) gap() { t.layout.out.WriteByte('\n') }

func (t *teller) say(r role, text string) {
	t.layout.para(para{spans: []span{{role: r, text: text}}, hang: 2})
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
		t.say(roleQuiet, "and "+count(len(left), "more cause")+behindText(left)+"; -o wide shows all")
	} else if listed > shown {
		t.say(roleQuiet, "-o wide tells all of each")
	}
	t.nearby()
}

// lies names the objects whose status claims something else than the truth,
// those together that claim the same.
func (t *teller) lies() {
	var claims []string
	lying := map[string][]int{}
	for i := range t.d.Objects {
		if claim := prose(t.d.Objects[i].Disagreement); claim != "" {
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
		spans := append([]span{{role: roleFlag, text: "Status lies: "}}, t.examples(lying[claim])...)
		if len(lying[claim]) > 1 {
			claim = ", each " + claim
		} else {
			claim = " " + claim
		}
		t.layout.para(para{spans: append(spans, span{role: roleText, text: claim}), hang: 2})
	}
	if left := len(claims) - len(shown); left > 0 {
		t.say(roleQuiet, "and "+thousands(left)+" more")
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
		t.say(roleQuiet, count(len(others), "object")+" wait for none of these causes; -o wide lists them")
		return
	}
	var rows []row
	for _, i := range others {
		o := &t.d.Objects[i]
		rows = append(rows, row{head: para{spans: append(t.title(o), t.state(o)...)}, body: t.holds(o)})
	}
	t.layout.rows(rows)
}

// holds says what would hold an object.
func (t *teller) holds(o *explain.Object) []para {
	var body []para
	for j := range o.Holds {
		h := &o.Holds[j]
		body = append(body, t.holdLine(h, strings.TrimPrefix(h.Message, "would hold it: ")))
		if t.wide && h.Cost != (explain.Cost{}) {
			body = append(body, detail("by hand", span{role: roleText, text: costLine(h.Cost)}))
		}
	}
	return body
}

// examples names some of the objects, and counts the others. What the names have
// in common is said once.
func (t *teller) examples(objects []int) []span {
	shown := objects[:min(len(objects), shownExamples)]
	first := &t.d.Objects[shown[0]]
	var spans []span
	if alike(t.d, shown) {
		names := []string{kindName(first.Ref)}
		for _, i := range shown[1:] {
			names = append(names, identifier(t.d.Objects[i].Name))
		}
		spans = t.place(first, strings.Join(names, ", "))
	} else {
		for n, i := range shown {
			if n > 0 {
				spans = append(spans, span{role: roleText, text: ", "})
			}
			spans = append(spans, t.title(&t.d.Objects[i])...)
		}
	}
	if left := len(objects) - len(shown); left > 0 {
		spans = append(spans, span{role: roleText, text: " and " + thousands(left) + " more"})
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
func (t *teller) title(o *explain.Object) []span { return t.place(o, kindName(o.Ref)) }

func (t *teller) place(o *explain.Object, text string) []span {
	name := roleName
	if o.Asked {
		name = roleAsked
	}
	spans := []span{{role: name, text: text}}
	if o.Namespace != "" && o.Namespace != t.home {
		spans = append(spans, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(o.Namespace)})
	}
	return spans
}

func (t *teller) state(o *explain.Object) []span {
	return []span{{role: roleText, text: "  "}, phrase(stateRole(o.State), stateText(&o.Node, t.d.At))}
}

// short is a sentence from the cluster, cut where only -o wide shows all of it.
func (t *teller) short(text string) string {
	columns := messageColumns
	if t.wide {
		columns = messageColumnsWide
	}
	return shorten(prose(text), columns, t.layout.sheet.marks.ellipsis)
}

// holdLine says what a finalizer, or what is none, waits for. Without a message
// it names the holder.
func (t *teller) holdLine(h *explain.Hold, message string) para {
	if h.Finalizer == "" {
		return detail("held", span{role: roleMessage, text: t.short(message)})
	}
	if message == "" {
		return detail("finalizer", span{role: roleFinalizer, text: holdHead(h)})
	}
	return detail("finalizer", span{role: roleFinalizer, text: identifier(h.Finalizer)}, span{role: roleText, text: ": "}, span{role: roleMessage, text: t.short(message)})
}
