package diagnosis

import (
	"slices"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// cause tells one root in full: a headline, the way to it, who has to act, why,
// and what to do.
func (t *teller) cause(i int) {
	c := &t.d.Causes[i]
	hold := merged(t.d, c)
	indent := t.headline(i)
	t.layout.Shift(indent)
	if t.showsWay(i) {
		t.chain(c)
	}
	if t.showsWay(i) || indent == 0 {
		t.layout.Gap()
	}
	t.objects(c, t.showsWay(i))
	t.labelled("Holder", []paper.Span{{Role: paper.Plain, Text: holderLine(hold)}})
	t.now(hold)
	t.because(hold)
	t.advice(c, hold)
	t.layout.Shift(-indent)
}

// headline names what is at the root and says what is the matter, all of it. It
// returns by how much all that belongs to it is moved in.
func (t *teller) headline(i int) int {
	c := &t.d.Causes[i]
	label, indent := causeLabel(t.d, c), 0
	switch {
	case i >= t.own:
		t.layout.Gap()
	case t.own > 1:
		t.layout.Gap()
		number := strconv.Itoa(i+1) + ". "
		label, indent = number+briefLabel(t.d, c), len(number)
	}
	spans := []paper.Span{{Role: paper.Verdict, Text: label}}
	spans = append(spans, t.subject(i)...)
	spans = append(spans, paper.Span{Role: paper.Message, Text: paper.Prose(c.Message)})
	t.layout.Para(paper.Para{Spans: spans, Hang: max(indent, 2)})
	return indent
}

// First is the cause that matters most, with what it is called; nil where there is none.
func First(d *explain.Diagnosis) (*explain.Cause, string) {
	for i := range d.Causes {
		if c := &d.Causes[i]; reached(d, c) {
			return c, causeLabel(d, c)
		}
	}
	return nil, ""
}

const nearbyLabel = "Nearby, not what was asked about: "

// causeLabel never calls a root cause what may mend itself, what is not decided,
// or what nobody asked about.
func causeLabel(d *explain.Diagnosis, c *explain.Cause) string {
	switch {
	case !reached(d, c):
		return nearbyLabel
	case c.Verdict == explain.Stuck:
		return "Root cause: "
	}
	return "Held by: "
}

// briefLabel tells one cause of several from those that need help most.
func briefLabel(d *explain.Diagnosis, c *explain.Cause) string {
	if !reached(d, c) {
		return nearbyLabel
	}
	switch c.Verdict {
	case explain.Unknown:
		return "Undecided: "
	case explain.Waiting:
		return "Waiting: "
	case explain.InGrace:
		return "In grace: "
	case explain.Progressing:
		return "Making progress: "
	default:
		return ""
	}
}

// reached reports whether something that was asked about waits for the cause.
func reached(d *explain.Diagnosis, c *explain.Cause) bool {
	if len(c.Chain) > 0 && d.Objects[c.Chain[0].Object].Asked {
		return true
	}
	for i := range d.Objects {
		if d.Objects[i].Asked {
			return false
		}
	}
	return true // nothing was asked about: everything was
}

// subject names the first object of a cause and the finalizers, up to the
// message. Where several have it, they are listed below.
func (t *teller) subject(i int) []paper.Span {
	c := &t.d.Causes[i]
	first := c.Holds[0].Object
	names := t.finalizers(c)
	alone := len(heldObjects(c)) == 1
	var spans []paper.Span
	switch {
	case alone && len(t.asked) == 1 && t.asked[0] == first:
		if len(names) > 0 {
			spans = append([]paper.Span{{Role: paper.Plain, Text: "its "}}, names...)
		}
	case alone:
		spans = t.title(first)
		if len(names) > 0 && (!t.showsWay(i) || len(finalizersOf(t.d, c)) > 1) {
			spans = append(append(spans, paper.Span{Role: paper.Plain, Text: ", "}), names...)
		}
	default:
		spans = names
	}
	if len(spans) == 0 {
		return nil
	}
	return append(spans, paper.Span{Role: paper.Plain, Text: ": "})
}

// finalizers are those of a cause. All of one object are named, since each has to
// go; of many objects, some.
func (t *teller) finalizers(c *explain.Cause) []paper.Span {
	all := finalizersOf(t.d, c)
	shown := all
	if !t.Wide && len(heldObjects(c)) > 1 {
		shown = all[:min(len(all), shownExamples)]
	}
	if len(all) == 0 {
		return nil
	}
	noun := "finalizer "
	if len(all) > 1 {
		noun = "finalizers "
	}
	spans := []paper.Span{{Role: paper.Plain, Text: noun}}
	left := len(all) - len(shown)
	for i, name := range shown {
		switch {
		case i == 0:
		case i == len(shown)-1 && left == 0:
			spans = append(spans, paper.Span{Role: paper.Plain, Text: " and "})
		default:
			spans = append(spans, paper.Span{Role: paper.Plain, Text: ", "})
		}
		spans = append(spans, paper.Span{Role: paper.Finalizer, Text: paper.Identifier(name)})
	}
	if left > 0 {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: words.More(left)})
	}
	return spans
}

// heldObjects are the objects that a cause holds itself, each once.
func heldObjects(c *explain.Cause) []int {
	var out []int
	seen := map[int]bool{}
	for _, p := range c.Holds {
		if !seen[p.Object] {
			seen[p.Object] = true
			out = append(out, p.Object)
		}
	}
	return out
}

// showsWay reports whether a cause is told with the way to it: there is one, and
// no other cause at its end was told of already.
func (t *teller) showsWay(i int) bool {
	way := t.d.Causes[i].Chain
	if len(way) < 2 || t.inShort(i) {
		return false
	}
	for _, before := range t.d.Causes[:i] {
		if slices.EqualFunc(before.Chain, way, func(a, b explain.Place) bool { return a.Object == b.Object }) {
			return false
		}
	}
	return true
}

// chain prints the way from an asked object to the cause, as a tree that has
// one branch. The middle of a long one is left out.
func (t *teller) chain(c *explain.Cause) {
	t.layout.Gap()
	chain, left := c.Chain, 0
	if len(chain) > 2*chainEnds+1 && !t.Wide {
		left = len(chain) - 2*chainEnds
	}
	var rows []paper.Row
	for at, p := range chain {
		if left > 0 && at >= chainEnds && at < chainEnds+left {
			if at == chainEnds {
				rows = append(rows, paper.Row{
					Depth: len(rows), Last: true, Open: true,
					Head: paper.Para{Spans: []paper.Span{{Role: paper.Quiet, Text: words.Thousands(left) + " more in between; -o wide shows all"}}},
				})
			}
			continue
		}
		rows = append(rows, t.link(p, len(rows), at == len(chain)-1))
	}
	t.layout.Flush(rows)
}

// link is one object of a chain: what holds it, and what its holder waits for.
// The message of the last one stands in the headline.
func (t *teller) link(p explain.Place, depth int, last bool) paper.Row {
	h := t.d.Of(p)
	spans := t.heading(p.Object)
	if last && h.Verdict == explain.Stuck {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(paper.Flag, t.layout.Sheet.Marks.Here))
	}
	r := paper.Row{Depth: depth, Last: true, Open: !last, Head: paper.Para{Spans: spans}}
	switch {
	case !last:
		r.Body = append(r.Body, words.HoldLine(h, t.short(h.Message)))
	case h.Finalizer != "":
		r.Body = append(r.Body, words.HoldLine(h, ""))
	}
	return r
}

// objects lists some of the objects that a cause holds, where the headline names
// none, and what waits behind them where the way to them does not show it.
func (t *teller) objects(c *explain.Cause, way bool) {
	held := heldObjects(c)
	behind := c.Frees - len(held)
	if len(held) > 1 {
		spans := t.examples(held)
		if behind > 0 {
			spans = append(spans, paper.Span{Role: paper.Plain, Text: "; " + words.Count(behind, "object") + " behind them"})
		}
		t.labelled("Objects", spans)
	} else if blocked := t.blocks(c); len(blocked) > 0 && (!way || behind > len(c.Chain)-1) {
		t.labelled("Blocks", blocked)
	}
}

// blocks names the one object that waits for a cause, where it can be told, and
// counts more. That the one asked object waits goes without saying.
func (t *teller) blocks(c *explain.Cause) []paper.Span {
	held := heldObjects(c)
	behind := c.Frees - len(held)
	if behind <= 0 {
		return nil
	}
	if waiters := t.waiters(held); behind == 1 && len(waiters) == 1 {
		if len(t.asked) == 1 && t.asked[0] == waiters[0] {
			return nil
		}
		return t.title(waiters[0])
	}
	return []paper.Span{{Role: paper.Plain, Text: words.Count(behind, "object")}}
}

// waiters are the objects of which a hold waits for one of these.
func (t *teller) waiters(held []int) []int {
	var out []int
	for i := range t.d.Objects {
		waits := slices.ContainsFunc(t.d.Objects[i].Holds, func(h explain.Hold) bool {
			return slices.ContainsFunc(h.Blockers, func(b explain.Blocker) bool { return slices.Contains(held, b.Object) })
		})
		if waits && !slices.Contains(held, i) {
			out = append(out, i)
		}
	}
	return out
}

// behindText says how many objects wait for the causes that are not shown.
func behindText(causes []explain.Cause) string {
	most := 0
	for i := range causes {
		most = max(most, causes[i].Frees)
	}
	if len(causes) == 1 {
		return ", behind " + words.Count(most, "object")
	}
	return ", behind at most " + words.Count(most, "object") + " each"
}

// now lists what the holder waits for, as it is at this moment.
func (t *teller) now(h *explain.Hold) {
	shown := h.Blockers
	if !t.Wide {
		shown = shown[:min(len(shown), shownBlockers)]
	}
	label := "Now"
	for i := range shown {
		t.labelled(label, []paper.Span{{Role: paper.Plain, Text: blockerText(&shown[i])}})
		label = ""
	}
	if left := len(h.Blockers) - len(shown); left > 0 {
		t.labelled(label, []paper.Span{{Role: paper.Quiet, Text: "and " + words.Thousands(left) + " more"}})
	}
}

// because prints what the judgement rests on: all of it in the wide form, and
// else what a person cannot know without having looked into the cluster.
func (t *teller) because(h *explain.Hold) {
	shown := h.Evidence
	if !t.Wide {
		shown = tellingEvidence(h.Evidence)
	}
	label := "Because"
	for _, e := range shown {
		if e.Kind == explain.WouldAccept {
			continue
		}
		source := paper.Prose(e.Source)
		if e.Weak {
			source += ", weak"
		}
		t.labelled(label, []paper.Span{{Role: paper.Plain, Text: t.short(e.Fact) + " "}, {Role: paper.Quiet, Text: "[" + source + "]"}})
		label = ""
	}
	if !t.Wide {
		return
	}
	label = "Checked"
	for _, e := range h.Evidence {
		if e.Kind == explain.WouldAccept {
			t.labelled(label, []paper.Span{{Role: paper.Plain, Text: t.short(e.Fact) + " "}, {Role: paper.Quiet, Text: "[" + paper.Prose(e.Source) + "]"}})
			label = ""
		}
	}
}

// advice says what to do, in order, what not to do, and what a removal by hand
// would cost where nothing else may help.
func (t *teller) advice(c *explain.Cause, h *explain.Hold) {
	price := h.Finalizer != "" && h.Cost != (explain.Cost{}) && (t.Wide || h.Verdict == explain.Stuck || h.Verdict == explain.Unknown)
	cautions := t.cautions(c)
	if len(h.Next)+len(cautions) == 0 && !price {
		return
	}
	t.layout.Gap()
	t.careful(c, cautions)
	shown := h.Next
	if !t.Wide {
		shown = shown[:min(len(shown), shownSteps)]
	}
	label := "Next"
	for i, s := range shown {
		number := strconv.Itoa(i+1) + ". "
		if len(h.Next) == 1 {
			number = ""
		}
		t.step(label, number, s)
		label = ""
	}
	if left := len(h.Next) - len(shown); left > 0 {
		t.labelled("", []paper.Span{{Role: paper.Quiet, Text: "and " + words.Count(left, "more step")}})
	}
	if price {
		t.labelled("By hand", []paper.Span{{Role: paper.Plain, Text: costLine(h.Cost)}})
	}
}

// step prints a command on a line of its own, below what it is good for and what it
// takes. That it takes nothing is said in the wide form alone.
func (t *teller) step(label, number string, s explain.Step) {
	text := s.Text
	if t.Wide || s.Cost.Risk != "low" {
		text = explain.Joined("; ", s.Text, s.Cost.Loss)
	}
	t.labelled(label, []paper.Span{{Role: paper.Plain, Text: number + paper.Prose(text)}}, len(number))
	if len(s.Command) > 0 {
		t.layout.Command(paper.HeadColumns+len(number), "", s.Command)
	}
}
