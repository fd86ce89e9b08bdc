package diagnosis

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// TestHeldBy says of what was only presumed to hold that it was not copied.
func TestHeldBy(t *testing.T) {
	presumed := []explain.Evidence{{Kind: explain.Presumed, Fact: "every gear has it"}}
	for name, tt := range map[string]struct {
		part explain.Part
		want string
	}{
		"a copied one":   {explain.Part{Finalizers: []string{"a.b/c"}, Hold: &explain.Hold{}}, "a.b/c (holder not known)"},
		"a presumed one": {explain.Part{Finalizers: []string{"a.b/c"}, Hold: &explain.Hold{Evidence: presumed}}, "a.b/c (not copied; holder not known)"},
		"no name of one": {explain.Part{Finalizers: []string{explain.NotCopied}, Hold: &explain.Hold{Evidence: presumed}}, "finalizers that were not copied (holder not known)"},
		"one of several": {explain.Part{Finalizers: []string{explain.NotCopied}, Hold: &explain.Hold{Evidence: presumed, Maybe: []string{"a.b/c", "a.b/d", "e.f/g"}}}, "probably a.b/c, …/d or e.f/g (not copied; holder not known)"},
		"none of them":   {explain.Part{Hold: &explain.Hold{Holder: explain.Holder{Name: "kubelet"}, Evidence: presumed}}, "kubelet (presumed)"},
		"one is copied":  {explain.Part{Finalizers: []string{"a.b/c", "d.e/f"}, Hold: &explain.Hold{Evidence: presumed}}, "a.b/c, d.e/f (holder not known)"},
	} {
		t.Run(name, func(t *testing.T) {
			layout := &paper.Layout{}
			layout.Sheet.Marks.Ellipsis = "…"
			teller := teller{layout: layout}
			var text strings.Builder
			for _, s := range teller.heldBy(&tt.part) {
				text.WriteString(s.Text)
			}
			if text.String() != tt.want {
				t.Errorf("got %q", text.String())
			}
		})
	}
}

// TestAlternatives tells a second one only where there is room, and none that takes a risk; beyond that the last is what
// is left where the holder never comes back, unless that was seen or heard, is a part of Kubernetes, or the step does more
// than read.
func TestAlternatives(t *testing.T) {
	steps := func(aim explain.Aim) *explain.Part {
		first := explain.Tell("mend it")
		return &explain.Part{First: &first, Hold: &explain.Hold{}, Or: []explain.Step{explain.Tell("see to it"), explain.Tell("let it go").For(aim)}}
	}
	const see, last = "Or         see to it\n", "Or         plan it\n"
	plan := explain.Step{Text: "plan it", Effect: explain.Reads, Aim: explain.Guarded}
	ran := explain.Hold{Spoke: time.Unix(1, 0)}
	for name, tt := range map[string]struct {
		room room
		of   explain.Hold
		step explain.Step
		want string
	}{
		"the way out":           {boundless, explain.Hold{}, plan, see + "Or         let it go\n" + last},
		"no room for it":        {lavish, explain.Hold{}, plan, see + "Or         let it go\n"},
		"its holder runs":       {boundless, explain.Hold{Health: explain.Running}, plan, see + "Or         let it go\n"},
		"its holder ran":        {boundless, ran, plan, see + "Or         let it go\n"},
		"a part of Kubernetes":  {boundless, explain.Hold{Holder: explain.Holder{BuiltIn: true}}, plan, see + "Or         let it go\n"},
		"what does it at once":  {boundless, explain.Hold{}, explain.Step{Text: "plan it", Effect: explain.Unprotects, Aim: explain.Guarded}, see + "Or         let it go\n"},
		"its holder is missing": {boundless, explain.Hold{Health: explain.Missing}, plan, see + "Or         let it go\n" + last},
	} {
		p := steps(explain.Mends)
		p.Hold, p.Or = &tt.of, append(p.Or, tt.step)
		teller := teller{layout: paper.NewLayout(paper.Look{}), room: tt.room}
		if teller.alternatives(p, false); teller.layout.Out.String() != tt.want || tt.room == boundless && (wayOut(p) > 0) != strings.HasSuffix(tt.want, last) {
			t.Errorf("%s: got %q", name, teller.layout.Out.String())
		}
	}
	for name, tt := range map[string]struct {
		room room
		aim  explain.Aim
		want string
	}{
		"room":      {lavish, explain.Mends, "Or         see to it\nOr         let it go\n"},
		"little":    {plenty, explain.Mends, "Or         see to it\n"},
		"with risk": {lavish, explain.Guarded, "Or         see to it\n"},
	} {
		t.Run(name, func(t *testing.T) {
			teller := teller{layout: paper.NewLayout(paper.Look{}), room: tt.room}
			teller.alternatives(steps(tt.aim), false)
			if got := teller.layout.Out.String(); got != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestClaims tells of a status how old its good news is, beside all that it claims, and in a table only what it claims.
func TestClaims(t *testing.T) {
	const old = "says Ready=True since 2020-01-02 03:04 UTC, from before it was asked to go"
	for name, tt := range map[string]struct{ claim, bygone, want, short string }{
		"no age":      {"says Ready=True", "", "says Ready=True, although it is being deleted", "says Ready=True, although it is being deleted"},
		"its age":     {"says Ready=True", old, old, "says Ready=True, although it is being deleted"},
		"only an age": {"", old, old, ""},
		"of a part":   {"says Ready=True and Paused=True", old, "says Ready=True and Paused=True, although it is being deleted; it " + old, "says Ready=True and Paused=True, although it is being deleted"},
		"nothing":     {"", "", "", ""},
		"emptied":     {"says " + emptied, "", "says " + emptied + notEmpty, "says " + emptied + notEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			var o explain.Object
			o.Disagreement, o.Bygone = tt.claim, tt.bygone
			teller := teller{d: &explain.Diagnosis{Objects: []explain.Object{o}}}
			if got, short := teller.claims(0, true), teller.claims(0, false); got != tt.want || short != tt.short {
				t.Errorf("got %q and %q", got, short)
			}
		})
	}
}
