package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// whyRandom makes diagnoses of any shape: chains that lead in circles, causes
// that nothing waits for, hostile text in every place.
type whyRandom struct {
	*rand.Rand
	d *explain.Diagnosis
}

// The values of the constants, which the random diagnoses are made of.
var (
	whyVerdicts = []explain.Verdict{
		explain.NotDeleting, explain.InGrace, explain.Progressing, explain.Waiting,
		explain.Stuck, explain.Unknown, explain.NotAsked, explain.Absent,
	}
	whyHealths = []explain.Health{
		"", explain.Uninstalled, explain.Missing, explain.ScaledDown, explain.NotReady,
		explain.NotLeading, explain.NotAllowed, explain.Running, explain.Hidden,
	}
	whyReasons = []explain.Reason{explain.Failing, explain.Blocked, explain.WouldHold, explain.Circle, explain.HolderUnknown}
	whyStates  = []trace.State{trace.Live, trace.Grace, trace.Deleting, trace.Gone, trace.Recreated, trace.Unreadable}
)

func randomDiagnosis(r *rand.Rand) *explain.Diagnosis {
	w := &whyRandom{r, &explain.Diagnosis{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}}
	for i := range r.IntN(30) {
		w.d.Objects = append(w.d.Objects, w.object(i))
	}
	if places := w.places(); len(places) > 0 {
		for range r.IntN(9) {
			w.d.Causes = append(w.d.Causes, w.cause(places))
		}
	}
	for range max(0, r.IntN(9)-5) {
		w.d.Incomplete = append(w.d.Incomplete, trace.Problem{
			About: trace.Part{Resource: "leases", Name: w.text(), Namespace: w.text()}, Reason: pick(r, []string{trace.Forbidden, trace.ReadFailed}), Message: w.text(),
		})
	}
	return w.d
}

func (w *whyRandom) text() string { return pick(w.Rand, nasty) }

func (w *whyRandom) name() string { return "n" + pick(w.Rand, append(nasty, "-0", "-1", "-2")) }

func (w *whyRandom) ref() trace.Ref {
	return trace.Ref{
		Group: pick(w.Rand, []string{"", "apps", "controlplane.cluster.x-k8s.io"}), Kind: pick(w.Rand, []string{"Pod", "KubeadmControlPlane"}),
		Namespace: pick(w.Rand, []string{"", "shop", w.name()}), Name: w.name(),
	}
}

func (w *whyRandom) object(i int) explain.Object {
	o := explain.Object{Verdict: pick(w.Rand, whyVerdicts)}
	o.Ref, o.UID, o.State = w.ref(), fmt.Sprintf("uid-%d", i), pick(w.Rand, whyStates)
	o.Resource, o.Asked = pick(w.Rand, []string{"", "pods"}), w.IntN(3) == 0
	o.Disagreement, o.Note = w.text(), w.text()
	if w.IntN(4) > 0 {
		o.Since = w.d.At.Add(-time.Duration(w.IntN(2_000_000)-100_000) * time.Second)
	}
	for range w.IntN(3) {
		o.Holds = append(o.Holds, w.hold())
	}
	return o
}

func (w *whyRandom) hold() explain.Hold {
	h := explain.Hold{
		Finalizer: w.text(), Health: pick(w.Rand, whyHealths), Verdict: pick(w.Rand, whyVerdicts),
		Reason: pick(w.Rand, whyReasons), Message: w.text(),
		Holder: explain.Holder{Name: w.text(), Project: w.text(), Confidence: pick(w.Rand, []explain.Confidence{"", explain.Certain, explain.NotKnown})},
		Cost:   explain.Cost{Loss: w.text(), Identity: w.text(), Risk: pick(w.Rand, []string{"", "low", "high"})},
	}
	if w.IntN(2) == 0 {
		h.Holder.Workload, h.Holder.Account = w.ref(), w.ref()
	}
	for range w.IntN(8) {
		b := explain.Blocker{Object: w.IntN(31) - 1, What: w.text()}
		if w.IntN(3) > 0 {
			b.Ref, b.State = w.ref(), pick(w.Rand, whyStates)
		}
		h.Blockers = append(h.Blockers, b)
	}
	for range w.IntN(6) {
		h.Evidence = append(h.Evidence, explain.Evidence{Fact: w.text(), Source: pick(w.Rand, append(nasty, "catalogue: x")), Weak: w.IntN(2) == 0})
	}
	for range w.IntN(6) {
		h.Next = append(h.Next, explain.Step{Text: w.text(), Command: w.command()})
	}
	for range w.IntN(3) {
		h.Warnings = append(h.Warnings, w.text())
	}
	return h
}

func (w *whyRandom) command() []string {
	if w.IntN(4) == 0 {
		return nil
	}
	words := []string{"kubectl"}
	for range w.IntN(5) {
		words = append(words, w.text())
	}
	return words
}

// places are all holds; the blockers that lead past the objects are cut off.
func (w *whyRandom) places() []explain.Place {
	var out []explain.Place
	for i := range w.d.Objects {
		for j := range w.d.Objects[i].Holds {
			out = append(out, explain.Place{Object: i, Hold: j})
			for k := range w.d.Objects[i].Holds[j].Blockers {
				b := &w.d.Objects[i].Holds[j].Blockers[k]
				b.Object = min(b.Object, len(w.d.Objects)-1)
			}
		}
	}
	return out
}

func (w *whyRandom) cause(places []explain.Place) explain.Cause {
	var holds, chain []explain.Place
	for range 1 + w.IntN(4) {
		holds = append(holds, pick(w.Rand, places))
	}
	for range w.IntN(pick(w.Rand, []int{1, 4, 60})) {
		chain = append(chain, pick(w.Rand, places))
	}
	first := w.d.Of(holds[0])
	return explain.Cause{
		Reason: first.Reason, Verdict: first.Verdict, Holder: first.Holder, Message: first.Message,
		Holds: holds, Frees: w.IntN(3000), Chain: append(chain, holds[0]),
	}
}

func TestRandomDiagnoses(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	options := []Options{{}, {Width: 60}, {Width: 80, Color: true}, {Width: 140}, {Width: 61, ASCII: true}, {Width: 1}}
	for seed := range rounds {
		d := randomDiagnosis(rand.New(rand.NewPCG(uint64(seed), 5)))
		for _, o := range options {
			for name, print := range map[string]WhyPrinter{"text": Why, "wide": WhyWide} {
				text := printed(t, print, d, o)
				checkWhyLines(t, fmt.Sprintf("seed %d, %s, %+v", seed, name, o), text, o.Width)
				if !o.Color && o.Width == 0 {
					checkWhyTells(t, fmt.Sprintf("seed %d, %s", seed, name), text, d)
				}
			}
		}
		checkLines(t, fmt.Sprintf("seed %d, json", seed), printed(t, WhyJSON, d, Options{}), 0)
		checkLines(t, fmt.Sprintf("seed %d, yaml", seed), printed(t, WhyYAML, d, Options{}), 0)
		checkLines(t, fmt.Sprintf("seed %d, name", seed), printed(t, WhyNames, d, Options{}), 0)
		checkDiagnosis(t, d)
		if t.Failed() {
			return
		}
	}
}

// checkWhyTells looks for what no form may leave out: the first cause that the
// asked objects wait for, with its first step as a command to copy, and that
// something could not be read.
func checkWhyTells(t *testing.T, name, text string, d *explain.Diagnosis) {
	t.Helper()
	text = strings.NewReplacer(paper.FirstStrongIsolate, "", paper.PopIsolate, "").Replace(text)
	if got := strings.Contains(text, "\n! incomplete: "); got != (len(d.Incomplete) > 0) {
		t.Errorf("%s: says that it is incomplete: %t", name, got)
	}
	told := inBlocks(d)
	if reachedCauses(told) == 0 {
		return
	}
	hold := merged(told, &told.Causes[0])
	if len(hold.Next) > 0 {
		words := paper.Discreet(hold.Next[0].Command)
		switch why := paper.Unready(words); {
		case len(words) == 0:
		case why != "" && !strings.Contains(text, why[:len("no ready command")]):
			t.Errorf("%s: it is not said that there is no ready command: %s", name, why)
		case why == "" && !strings.Contains(text, " "+paper.ShellLine(words)+"\n"):
			t.Errorf("%s: the command %q is not there to be copied", name, paper.ShellLine(words))
		}
	}
	for _, w := range hold.Warnings {
		if !strings.Contains(text, paper.Prose(w)) {
			t.Errorf("%s: the warning %q is missing", name, paper.Prose(w))
		}
	}
}

// TestWhyChangesNothing prints a diagnosis in every format, and expects it to be
// as it was, and the answer the same.
func TestWhyChangesNothing(t *testing.T) {
	for seed := range uint64(5) {
		d := randomDiagnosis(rand.New(rand.NewPCG(seed, 5)))
		again := randomDiagnosis(rand.New(rand.NewPCG(seed, 5)))
		for _, format := range WhyFormats() {
			print, known := WhyFor(format)
			if !known {
				t.Fatalf("no printer for %s", format)
			}
			if printed(t, print, d, Options{}) != printed(t, print, again, Options{}) {
				t.Errorf("%s is not the same for the same diagnosis", format)
			}
			if fmt.Sprintf("%v", *d) != fmt.Sprintf("%v", *again) {
				t.Errorf("%s changed the diagnosis", format)
			}
		}
	}
}

// TestWhyColorAddsNothing takes the colours off and expects the plain text.
func TestWhyColorAddsNothing(t *testing.T) {
	for seed := range uint64(15) {
		d := randomDiagnosis(rand.New(rand.NewPCG(seed, 3)))
		for _, print := range []WhyPrinter{Why, WhyWide} {
			plain := printed(t, print, d, Options{Width: 100})
			var got []string
			for l := range strings.SplitSeq(printed(t, print, d, Options{Width: 100, Color: true}), "\n") {
				got = append(got, withoutColor(l))
			}
			if text := strings.Join(got, "\n"); text != plain {
				t.Fatalf("seed %d: colored %q, plain %q", seed, text, plain)
			}
		}
	}
}

func withoutColor(l string) string {
	for strings.Contains(l, "\x1b[") {
		start := strings.Index(l, "\x1b[")
		l = l[:start] + l[start+strings.IndexByte(l[start:], 'm')+1:]
	}
	return l
}

// TestWhyLarge keeps the text short whatever the size of the trouble.
func TestWhyLarge(t *testing.T) {
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
	text := printed(t, Why, d, Options{Width: 80})
	if lines := strings.Count(text, "\n"); lines > 60 {
		t.Errorf("%d lines", lines)
	}
	for _, want := range []string{"50,000 objects in namespace shop wait for 100 causes: all stuck.\n", "and 80 more causes, behind at most 500 objects each"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}
