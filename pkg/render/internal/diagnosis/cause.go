package diagnosis

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// cause tells one root in full: a headline, the way to it, who has to act, why,
// and what to do.
func (t *teller) cause(i int) {
	c := &t.d.Causes[i]
	hold := t.d.Merged(c)
	indent := t.headline(i)
	t.layout.Shift(indent)
	if t.showsWay(i) {
		t.chain(c)
	}
	if t.showsWay(i) || indent == 0 {
		t.layout.Gap()
	}
	t.objects(c, t.showsWay(i))
	t.labelled("Held by", paper.Plain.Of(holderLine(hold)))
	t.now(hold)
	t.evidence("Evidence", hold.Evidence, false)
	t.evidence("Checked", hold.Evidence, true)
	t.advice(i, hold)
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
	spans := []paper.Span{paper.Verdict.Of(label)}
	spans = append(spans, t.subject(i)...)
	spans = append(spans, paper.Message.Of(paper.Prose(c.Message)))
	t.layout.Para(paper.Para{Spans: spans, Hang: max(indent, 2)})
	return indent
}

// First is the cause that matters most, with what it is called; nil where there is none.
func First(d *explain.Diagnosis) (*explain.Cause, string) {
	d = d.Told()
	for i := range d.Causes {
		if c := &d.Causes[i]; d.Reached(c) {
			return c, causeLabel(d, c)
		}
	}
	return nil, ""
}

const nearbyLabel = "Nearby, not what was asked about: "

// causeLabel keeps apart what nobody asked about.
func causeLabel(d *explain.Diagnosis, c *explain.Cause) string {
	if !d.Reached(c) {
		return nearbyLabel
	}
	return "Because: "
}

// briefLabel tells one cause of several from those that need help most.
func briefLabel(d *explain.Diagnosis, c *explain.Cause) string {
	switch {
	case !d.Reached(c):
		return nearbyLabel
	case c.Verdict == explain.Stuck:
		return ""
	}
	return sentenceCase(c.Verdict.Words()) + ": "
}

func sentenceCase(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// subject names the first object of a cause and the finalizers, up to the
// message. Where several have it, they are listed below.
func (t *teller) subject(i int) []paper.Span {
	c := &t.d.Causes[i]
	first := c.Holds[0].Object
	names := t.finalizers(c)
	alone := len(c.Objects()) == 1
	var spans []paper.Span
	switch {
	case alone && len(t.asked) == 1 && t.asked[0] == first:
		if len(names) > 0 {
			spans = append([]paper.Span{paper.Plain.Of("its ")}, names...)
		}
	case alone:
		spans = t.title(first)
		if len(names) > 0 && (!t.showsWay(i) || len(t.d.Finalizers(c)) > 1) {
			spans = append(append(spans, paper.Plain.Of(", ")), names...)
		}
	default:
		spans = names
	}
	if len(spans) == 0 {
		return nil
	}
	return append(spans, paper.Plain.Of(": "))
}

// finalizers are those of a cause. All of one object are named, since each has to
// go; of many objects, some.
func (t *teller) finalizers(c *explain.Cause) []paper.Span {
	all := t.d.Finalizers(c)
	shown := all
	if !t.Wide && len(c.Objects()) > 1 {
		shown = all[:min(len(all), shownExamples)]
	}
	if len(all) == 0 {
		return nil
	}
	noun := "finalizer "
	switch {
	case len(all) > 1:
		noun = "finalizers "
	case all[0] == explain.NotCopied:
		noun = "" // the words that stand for its name say what it is
	}
	spans := []paper.Span{paper.Plain.Of(noun)}
	left := len(all) - len(shown)
	for i, name := range shown {
		switch {
		case i == 0:
		case i == len(shown)-1 && left == 0:
			spans = append(spans, paper.Plain.Of(" and "))
		default:
			spans = append(spans, paper.Plain.Of(", "))
		}
		spans = append(spans, words.Finalizer(name))
	}
	if left > 0 {
		spans = append(spans, paper.Plain.Of(words.More(left)))
	}
	return spans
}

// objects lists some of the objects that a cause holds, where the headline names
// none, and what waits behind them where the way to them does not show it.
func (t *teller) objects(c *explain.Cause, way bool) {
	held := c.Objects()
	behind := c.Frees - len(held)
	if len(held) > 1 {
		spans := t.examples(held)
		if behind > 0 {
			spans = append(spans, paper.Plain.Of("; "+words.Count(behind, "object")+" behind them"))
		}
		t.labelled("Objects", spans...)
	} else if blocked := t.blocks(c); len(blocked) > 0 && (!way || behind > len(c.Chain)-1) {
		t.labelled("Blocks", blocked...)
	}
}

// blocks names the one object that waits for a cause, where it can be told, and
// counts more. That the one asked object waits goes without saying.
func (t *teller) blocks(c *explain.Cause) []paper.Span {
	held := c.Objects()
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
	return []paper.Span{paper.Plain.Of(words.Count(behind, "object"))}
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
