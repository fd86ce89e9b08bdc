package diagnosis

import (
	"strings"
	"testing"

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

// TestAlternatives tells a second one only where there is room, and none that takes a risk.
func TestAlternatives(t *testing.T) {
	steps := func(aim explain.Aim) *explain.Part {
		first := explain.Tell("mend it")
		return &explain.Part{First: &first, Or: []explain.Step{explain.Tell("see to it"), explain.Tell("let it go").For(aim)}}
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
