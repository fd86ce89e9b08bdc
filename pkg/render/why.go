package render

import (
	"io"
	"strconv"
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
	shownCauses   = 5
	shownEvidence = 3
	shownBlockers = 5
	shownLies     = 5
	shownSteps    = 4
)

// Why prints the verdict, then each cause with the way to it, what to do first
// and what a removal by hand would cost.
func Why(w io.Writer, d *explain.Diagnosis, o Options) error {
	return send(w, "diagnosis", why(d, o, false))
}

// WhyWide is Why with all the evidence and every cause.
func WhyWide(w io.Writer, d *explain.Diagnosis, o Options) error {
	return send(w, "diagnosis", why(d, o, true))
}

// WhyNames prints the objects at the roots, one a line, as kubectl takes them.
func WhyNames(w io.Writer, d *explain.Diagnosis, _ Options) error {
	var b strings.Builder
	seen := map[int]bool{}
	for i := range d.Causes {
		for _, p := range d.Causes[i].Holds {
			if !seen[p.Object] {
				seen[p.Object] = true
				b.WriteString(kindName(d.Objects[p.Object].Ref) + "\n")
			}
		}
	}
	return send(w, "names", b.String())
}

func why(d *explain.Diagnosis, o Options, wide bool) string {
	t := teller{d: d, wide: wide, layout: newLayout(o)}
	t.home = homeOf(d)
	t.verdict()
	shown := len(d.Causes)
	if !wide {
		shown = min(shown, shownCauses)
	}
	for i := range d.Causes[:shown] {
		t.cause(i)
	}
	if left := len(d.Causes) - shown; left > 0 {
		t.gap()
		t.say(roleQuiet, "and "+count(left, "more cause")+"; -o wide shows all")
	}
	t.lies()
	t.others()
	return t.layout.out.String()
}

// teller puts a diagnosis into words and rows.
type teller struct {
	d      *explain.Diagnosis
	wide   bool
	home   string // the namespace that need not be named
	layout *layout
}

func (t *teller) gap() { t.layout.out.WriteByte('\n') }

func (t *teller) say(r role, text string) {
	t.layout.para(para{spans: []span{{role: r, text: text}}, hang: 2})
}

func (t *teller) verdict() {
	t.say(roleVerdict, whyVerdict(t.d))
	if len(t.d.Incomplete) > 0 {
		t.layout.para(para{spans: []span{{role: roleFlag, text: "! "}, {role: roleText, text: incompleteText(t.d.Incomplete)}}, hang: 2})
	}
}

// title is an object's name, with its namespace where that is not plain.
func (t *teller) title(o *explain.Object) []span {
	name := roleName
	if o.Asked {
		name = roleAsked
	}
	spans := []span{{role: name, text: kindName(o.Ref)}}
	if o.Namespace != "" && o.Namespace != t.home {
		spans = append(spans, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(o.Namespace)})
	}
	return spans
}

// cause prints one root: a headline, the way to it, and what to do.
func (t *teller) cause(i int) {
	c := &t.d.Causes[i]
	first := &t.d.Objects[c.Holds[0].Object]
	hold := t.d.Of(c.Holds[0])
	t.gap()
	label := "Root cause"
	if c.Verdict == explain.Progressing || c.Verdict == explain.Waiting || c.Verdict == explain.InGrace {
		label = "Waiting for"
	}
	if len(t.d.Causes) > 1 {
		label = strconv.Itoa(i+1) + ". " + label
		if c.Frees > 1 {
			label += ", behind " + count(c.Frees, "object")
		}
	}
	head := append([]span{{role: roleVerdict, text: label + ":"}, {role: roleText, text: " "}}, t.title(first)...)
	if more := len(c.Holds) - 1; more > 0 {
		head = append(head, span{role: roleText, text: " and " + thousands(more) + " more"})
	}
	t.layout.para(para{spans: head, hang: 2})
	t.layout.para(para{spans: []span{{role: roleFlag, text: "  " + holdHead(hold) + ": "}, {role: roleMessage, text: prose(hold.Message)}}, hang: 4})
	t.chain(c)
	t.evidence(hold)
	t.steps(hold)
	t.price(hold)
}

// holdHead names a finalizer and its holder.
func holdHead(h *explain.Hold) string {
	name := identifier(h.Finalizer)
	if h.Finalizer == "" {
		return identifier(string(h.Reason))
	}
	if h.Holder.Name != "" {
		name += " (" + prose(h.Holder.Name) + ")"
	}
	return name
}

// chain prints the way from an asked object to the cause, as a tree that has
// one branch.
func (t *teller) chain(c *explain.Cause) {
	if len(c.Chain) < 2 {
		return
	}
	t.gap()
	var rows []row
	for depth, p := range c.Chain {
		o, h := &t.d.Objects[p.Object], t.d.Of(p)
		last := depth == len(c.Chain)-1
		spans := append(t.title(o), span{role: roleText, text: "  "}, phrase(stateRole(o.State), stateText(&o.Node, t.d.At)))
		if last {
			spans = append(spans, span{role: roleText, text: "  "}, phrase(roleFlag, t.layout.sheet.marks.here))
		}
		body := []para{detail("finalizer", span{role: roleFinalizer, text: holdHead(h)})}
		if !last {
			body = append(body, detail("waits", span{role: roleMessage, text: shorten(prose(h.Message), messageColumns, t.layout.sheet.marks.ellipsis)}))
		}
		rows = append(rows, row{depth: depth, last: true, open: !last, head: para{spans: spans}, body: body})
	}
	t.layout.flush(rows)
}

// evidence prints what the judgement rests on; all of it in the wide form.
func (t *teller) evidence(h *explain.Hold) {
	var paras []para
	blockers := h.Blockers
	if !t.wide {
		blockers = blockers[:min(len(blockers), shownBlockers)]
	}
	for i := range blockers {
		paras = append(paras, detail("now", span{role: roleText, text: blockerText(&blockers[i])}))
	}
	if left := len(h.Blockers) - len(blockers); left > 0 {
		paras = append(paras, detail("", span{role: roleQuiet, text: "and " + thousands(left) + " more"}))
	}
	shown := h.Evidence
	if !t.wide {
		shown = shown[:min(len(shown), shownEvidence)]
	}
	for _, e := range shown {
		paras = append(paras, detail("because", span{role: roleText, text: prose(e.Fact)}, span{role: roleText, text: " "}, span{role: roleQuiet, text: "[" + prose(e.Source) + "]"}))
	}
	if len(paras) == 0 {
		return
	}
	t.gap()
	for _, p := range paras {
		t.layout.para(p)
	}
}

func blockerText(b *explain.Blocker) string {
	if b.Name == "" {
		return prose(b.What)
	}
	n := trace.Node{Ref: b.Ref, Resource: b.Resource}
	text := objectName(&n)
	switch b.State {
	case trace.Gone:
		text += ": gone by now"
	case trace.Unreadable:
		text += ": could not be read"
	case trace.Live:
		text += ": not being deleted"
	case trace.Deleting:
		text += ": deleting"
	case trace.Grace:
		text += ": in its grace period"
	}
	if b.What != "" {
		text += ", " + prose(b.What)
	}
	return text
}

// steps prints what to do, in order, and what not to do.
func (t *teller) steps(h *explain.Hold) {
	if len(h.Next)+len(h.Warnings) == 0 {
		return
	}
	t.gap()
	for _, text := range h.Warnings {
		t.layout.para(para{spans: []span{{role: roleFlag, text: "Do not  "}, {role: roleText, text: prose(text)}}, hang: 8})
	}
	shown := h.Next
	if !t.wide {
		shown = shown[:min(len(shown), shownSteps)]
	}
	for i, s := range shown {
		lead := "        "
		if i == 0 {
			lead = "Next    "
		}
		t.layout.para(para{spans: []span{{role: roleVerdict, text: lead}, {role: roleText, text: strconv.Itoa(i+1) + ". " + prose(s.Text)}}, hang: 11})
		if len(s.Command) > 0 {
			t.layout.command(shellLine(s.Command))
		}
	}
}

// price prints what a removal by hand would cost.
func (t *teller) price(h *explain.Hold) {
	if h.Finalizer == "" || h.Cost.Loss == "" && h.Cost.Identity == "" {
		return
	}
	text := prose(h.Cost.Loss)
	if h.Cost.Identity != "" {
		if text != "" {
			text += "; "
		}
		text += "it stands for " + prose(h.Cost.Identity)
	}
	if h.Cost.Risk != "" {
		text += " (" + identifier(h.Cost.Risk) + " risk)"
	}
	t.layout.para(para{spans: []span{{role: roleVerdict, text: "By hand "}, {role: roleText, text: text}}, hang: 8})
}

// lies names the objects whose status claims something else than the truth.
func (t *teller) lies() {
	var lines []string
	for i := range t.d.Objects {
		if o := &t.d.Objects[i]; o.Disagreement != "" {
			lines = append(lines, kindName(o.Ref)+" "+prose(o.Disagreement))
		}
	}
	if len(lines) == 0 {
		return
	}
	t.gap()
	shown := lines[:min(len(lines), shownLies)]
	for _, l := range shown {
		t.layout.para(para{spans: []span{{role: roleFlag, text: "Status lies: "}, {role: roleText, text: l}}, hang: 2})
	}
	if left := len(lines) - len(shown); left > 0 {
		t.say(roleQuiet, "and "+thousands(left)+" more")
	}
}

// others lists the asked objects that wait for none of the causes.
func (t *teller) others() {
	shown := map[int]bool{}
	for i := range t.d.Causes {
		for _, p := range t.d.Causes[i].Chain {
			shown[p.Object] = true
		}
		for _, p := range t.d.Causes[i].Holds {
			shown[p.Object] = true
		}
	}
	var rows []row
	for i := range t.d.Objects {
		o := &t.d.Objects[i]
		if !o.Asked || shown[i] || o.Verdict == explain.Stuck {
			continue
		}
		spans := append(t.title(o), span{role: roleText, text: "  "}, phrase(stateRole(o.State), stateText(&o.Node, t.d.At)))
		var body []para
		for j := range o.Holds {
			h := &o.Holds[j]
			body = append(body, detail("finalizer", span{role: roleFinalizer, text: holdHead(h)}, span{role: roleText, text: " "}, span{role: roleMessage, text: prose(h.Message)}))
		}
		rows = append(rows, row{head: para{spans: spans}, body: body})
	}
	if len(rows) == 0 {
		return
	}
	t.layout.rows(rows)
}
