package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestRandom(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	looks := []paper.Look{{}, {Width: 60}, {Width: 80, Color: true}, {Width: 140}, {Width: 61, ASCII: true}, {Width: 1}}
	for seed := range rounds {
		d := sample.RandomDiagnosis(rand.New(rand.NewPCG(uint64(seed), 5)))
		for _, look := range looks {
			for _, wide := range []bool{false, true} {
				text := Text(d, Telling{Look: look, Wide: wide, Own: own})
				sample.Text(t, fmt.Sprintf("seed %d, %+v, wide: %t", seed, look, wide), text, look.Width)
				if !look.Color && look.Width == 0 {
					checkTells(t, fmt.Sprintf("seed %d, wide: %t", seed, wide), text, d, wide)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

func own(words ...string) []string { return append([]string{"kubectl", "finalizers"}, words...) }

// checkTells looks for what no form may leave out: the first cause that the
// asked objects wait for, with its first step as a command to copy, and that
// something could not be read.
func checkTells(t *testing.T, name, text string, d *explain.Diagnosis, wide bool) {
	t.Helper()
	text = strings.NewReplacer(paper.FirstStrongIsolate, "", paper.PopIsolate, "").Replace(text)
	if got := strings.Contains(text, "\n! incomplete: "); got != (len(d.Incomplete) > 0) {
		t.Errorf("%s: says that it is incomplete: %t", name, got)
	}
	told := d.Told()
	if reachedCauses(told) == 0 {
		return
	}
	hold := told.Merged(&told.Causes[0])
	if len(hold.Next) > 0 {
		c := paper.CommandOf(hold.Next[0].Command)
		switch why := c.Unready; {
		case len(c.Words) == 0:
		case why != "" && !strings.Contains(text, why[:len("no ready command")]):
			t.Errorf("%s: it is not said that there is no ready command: %s", name, why)
		case why == "" && !strings.Contains(text, " "+c.Line+"\n"):
			t.Errorf("%s: the command %q is not there to be copied", name, c.Line)
		}
	}
	cautions := told.Cautions()[0]
	if !wide {
		cautions = d.Rows()[0].Cautions
		shown := shownCaution
		if len(d.Asked()) == 1 && len(d.Briefs()[0].Parts) == shownParts && len(cautions) > 0 {
			shown = 0 // of two causes it is only what must not be done
			if cautions[0].Never {
				shown = 1
			}
		}
		cautions = cautions[:min(len(cautions), shown)]
	}
	for _, w := range cautions {
		if !strings.Contains(text, paper.Prose(w.Text)) {
			t.Errorf("%s: the warning %q is missing", name, paper.Prose(w.Text))
		}
	}
}

func TestNothing(t *testing.T) {
	whole, partly := &explain.Diagnosis{}, &explain.Diagnosis{Incomplete: []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}}
	for _, tt := range []struct {
		d              *explain.Diagnosis
		searched, want string
	}{
		{whole, "", "Nothing is being deleted."},
		{whole, "in namespace shop", "Nothing in namespace shop is being deleted."},
		{partly, "", "Nothing that could be read is being deleted."},
		{partly, "in namespace a\x1b[2Jb", "Nothing in namespace a\\x1b[2Jb that could be read is being deleted."},
	} {
		text, _, _ := strings.Cut(Text(tt.d, Telling{Searched: tt.searched, Own: own}), "\n")
		if text != tt.want {
			t.Errorf("got %q, want %q", text, tt.want)
		}
	}
	asked := &explain.Diagnosis{Objects: []explain.Object{{Node: trace.Node{Ref: trace.Ref{Kind: "Pod", Name: "p"}, State: trace.Live, Asked: true}}}}
	if text := Text(asked, Telling{Searched: "in namespace shop", Own: own}); strings.Contains(text, "Nothing") {
		t.Error(text)
	}
}

// TestLarge keeps the text short whatever the size of the trouble.
func TestLarge(t *testing.T) {
	d := &explain.Diagnosis{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	for i := range 50_000 {
		o := explain.Object{Verdict: explain.Stuck, Holds: []explain.Hold{{
			Finalizer: "example.com/hold", Verdict: explain.Stuck, Reason: explain.Failing, Message: "fails",
		}}}
		o.Ref, o.State, o.Asked = trace.Ref{Kind: "Pod", Namespace: "shop", Name: fmt.Sprintf("p%d", i)}, trace.Deleting, true
		o.Disagreement = fmt.Sprintf("says %d", i)
		d.Objects = append(d.Objects, o)
	}
	for c := range 100 {
		cause := explain.Cause{Reason: explain.Failing, Verdict: explain.Stuck, Message: "fails", Frees: 500}
		for i := range 500 {
			cause.Holds = append(cause.Holds, explain.Place{Object: c*500 + i})
		}
		cause.Chain = cause.Holds[:1]
		d.Causes = append(d.Causes, cause)
	}
	text := Text(d, Telling{Look: paper.Look{Width: 80}, Own: own})
	if lines := strings.Count(text, "\n"); lines > 60 {
		t.Errorf("%d lines", lines)
	}
	for _, want := range []string{"50,000 objects in namespace shop wait for 100 causes: all stuck.\n", "\nand 80 more causes: -o wide\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

// TestSteps has each form say what a command takes: the text where that is something,
// the wide form always.
func TestSteps(t *testing.T) {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data"}
	d := &explain.Diagnosis{
		At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Objects: []explain.Object{{
			Node: trace.Node{Ref: claim, Resource: "persistentvolumeclaims", State: trace.Deleting, Asked: true}, Verdict: explain.Stuck,
			Holds: []explain.Hold{{
				Finalizer: "a/b", Verdict: explain.Stuck, Reason: explain.InUse, Message: "in use",
				Next: []explain.Step{
					explain.Act(explain.Deletes, claim, "delete this", "kubectl", "delete", "pvc/data").Costing("its volume goes too", explain.RiskHigh),
					explain.Act(explain.Deletes, claim, "delete that", "kubectl", "delete", "pvc/data").Costing("nothing else goes with it: it has no volume", explain.RiskLow),
				},
			}},
		}},
		Causes: []explain.Cause{{Reason: explain.InUse, Verdict: explain.Stuck, Holds: []explain.Place{{}}, Chain: []explain.Place{{}}}},
	}
	text, wide := Text(d, Telling{Own: own}), Text(d, Telling{Wide: true, Own: own})
	for _, form := range []string{text, wide} {
		if n := strings.Count(form, "preflight delete"); n != 1 {
			t.Errorf("what comes of a delete is offered %d times, and once it takes nothing along:\n%s", n, form)
		}
	}
	for _, want := range []struct {
		words      string
		text, wide bool
	}{
		{"delete this; its volume goes too", true, true},
		{"delete that; nothing else goes with it: it has no volume", false, true},
		{"kubectl finalizers preflight delete persistentvolumeclaim/data -n shop", true, true},
	} {
		if strings.Contains(text, want.words) != want.text || strings.Contains(wide, want.words) != want.wide {
			t.Errorf("%q: want %t in\n%s\nand %t in\n%s", want.words, want.text, text, want.wide, wide)
		}
	}
}

// TestLies tells at length how old the claim of a status is of one object alone, and of several that claim the same only that.
func TestLies(t *testing.T) {
	const old = "says Ready=True since 2020-01-02 03:04 UTC, from before it was asked to go"
	for n, want := range map[int]string{1: old, 2: "each says Ready=True, although it is being deleted"} {
		d := &explain.Diagnosis{}
		for i := range n {
			var o explain.Object
			o.Ref, o.Disagreement, o.Bygone = trace.Ref{Kind: "Gear", Name: fmt.Sprintf("g%d", i)}, "says Ready=True", old
			d.Objects = append(d.Objects, o)
		}
		teller := teller{d: d, layout: paper.NewLayout(paper.Look{})}
		teller.Wide = true
		teller.lies()
		if got := teller.layout.Out.String(); strings.Count(got, "Status: ") != 1 || !strings.Contains(got, want) {
			t.Errorf("%d: %q", n, got)
		}
	}
}
