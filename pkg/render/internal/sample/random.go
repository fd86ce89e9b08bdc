package sample

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var states = []trace.State{trace.Live, trace.Grace, trace.Deleting, trace.Gone, trace.Recreated, trace.Unreadable, "Other\x1b"}

var faults = []trace.Fault{
	"", "", "", trace.TargetGone, trace.TargetRecreated, trace.OtherName, trace.WrongNamespace, trace.WrongScope, trace.KindUnknown, trace.Cycle, "Other\n",
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// RandomGraph has any shape: cycles, objects that lead to themselves, several
// edges between two, chains deeper than a terminal is wide.
func RandomGraph(r *rand.Rand) *trace.Graph {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	g := &trace.Graph{At: at}
	size := r.IntN(40)
	chain := r.IntN(3) == 0
	moment := func() time.Time {
		if r.IntN(4) == 0 {
			return time.Time{}
		}
		return at.Add(time.Duration(r.IntN(2_000_000)-100_000) * time.Second)
	}
	for i := range size {
		n := trace.Node{
			Ref: trace.Ref{
				Group: pick(r, []string{"", "apps", "controlplane.cluster.x-k8s.io"}), Kind: pick(r, []string{"Pod", "KubeadmControlPlane"}),
				Namespace: pick(r, []string{"", "shop", "other"}), Name: fmt.Sprintf("n%d", i),
			},
			Version: pick(r, []string{"", "v1"}), Resource: pick(r, []string{"", "pods"}), UID: pick(r, []string{"", fmt.Sprintf("uid-%d", i)}),
			State: pick(r, states), Since: moment(), Created: moment(), Disagreement: pick(r, hostile.Texts), Note: pick(r, hostile.Texts),
			Asked: r.IntN(5) == 0, Cut: max(0, r.IntN(20)-15),
		}
		for range r.IntN(3) {
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: pick(r, append(hostile.Texts, "foregroundDeletion")), Holder: pick(r, hostile.Texts)})
		}
		for range r.IntN(3) {
			n.Conditions = append(n.Conditions, trace.Condition{
				Type: pick(r, append(hostile.Texts, "Ready")), Status: "False", Reason: pick(r, hostile.Texts), Message: pick(r, hostile.Texts), Since: moment(),
			})
		}
		for range max(0, r.IntN(4)-2) {
			n.Folded = append(n.Folded, trace.Fold{Kind: "Pod", Resource: "pods", Rule: pick(r, hostile.Texts), Count: 1 + r.IntN(5000)})
		}
		g.Nodes = append(g.Nodes, n)
		if chain && i > 0 {
			g.Edges = append(g.Edges, trace.Edge{From: i - 1, To: i, Rule: trace.OwnerRule})
		}
	}
	for range r.IntN(2*size + 1) {
		g.Edges = append(g.Edges, trace.Edge{
			From: r.IntN(size), To: r.IntN(size), Rule: pick(r, append(hostile.Texts, trace.OwnerRule, "crossplane:composed")),
			Controller: r.IntN(2) == 0, Block: r.IntN(2) == 0, Fault: pick(r, faults),
		})
	}
	for range max(0, r.IntN(14)-7) {
		g.Incomplete = append(g.Incomplete, trace.Problem{
			About:  trace.Part{Resource: pick(r, append(hostile.Texts, "secrets", "leases")), Namespace: pick(r, append(hostile.Texts, "shop"))},
			Reason: pick(r, []string{trace.Forbidden, trace.ReadFailed, "Other\x1b"}), Message: pick(r, hostile.Texts),
		})
	}
	return g
}

// random makes diagnoses of any shape: chains that lead in circles, causes
// that nothing waits for, hostile text in every place.
type random struct {
	*rand.Rand
	d *explain.Diagnosis
}

// The values of the constants, which the random diagnoses are made of.
var (
	verdicts = []explain.Verdict{
		explain.NotDeleting, explain.InGrace, explain.Progressing, explain.Waiting,
		explain.Stuck, explain.Undecided, explain.NotAsked, explain.Absent,
	}
	healths = []explain.Health{
		"", explain.Uninstalled, explain.Missing, explain.ScaledDown, explain.NotReady,
		explain.NotLeading, explain.NotAllowed, explain.Running, explain.Hidden,
	}
	reasons = []explain.Reason{explain.Failing, explain.Blocked, explain.WouldHold, explain.Circle, explain.HolderUnknown}
)

// RandomDiagnosis makes one.
func RandomDiagnosis(r *rand.Rand) *explain.Diagnosis {
	w := &random{r, &explain.Diagnosis{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}}
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

func (w *random) text() string { return pick(w.Rand, hostile.Texts) }

func (w *random) name() string { return "n" + pick(w.Rand, append(hostile.Texts, "-0", "-1", "-2")) }

func (w *random) ref() trace.Ref {
	return trace.Ref{
		Group: pick(w.Rand, []string{"", "apps", "controlplane.cluster.x-k8s.io"}), Kind: pick(w.Rand, []string{"Pod", "KubeadmControlPlane"}),
		Namespace: pick(w.Rand, []string{"", "shop", w.name()}), Name: w.name(),
	}
}

func (w *random) object(i int) explain.Object {
	o := explain.Object{Verdict: pick(w.Rand, verdicts)}
	o.Ref, o.UID, o.State = w.ref(), fmt.Sprintf("uid-%d", i), pick(w.Rand, states[:6])
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

func (w *random) hold() explain.Hold {
	h := explain.Hold{
		Finalizer: w.text(), Health: pick(w.Rand, healths), Verdict: pick(w.Rand, verdicts),
		Reason: pick(w.Rand, reasons), Message: w.text(),
		Holder: explain.Holder{Name: w.text(), Project: w.text(), Confidence: pick(w.Rand, []explain.Confidence{"", explain.Certain, explain.NotKnown})},
		Cost:   explain.Cost{Loss: w.text(), Identity: w.text(), Risk: pick(w.Rand, []explain.Risk{"", explain.RiskLow, explain.RiskHigh})},
	}
	if w.IntN(2) == 0 {
		h.Holder.Workload, h.Holder.Account = w.ref(), w.ref()
	}
	for range w.IntN(8) {
		b := explain.Blocker{Object: w.IntN(31) - 1, What: w.text()}
		if w.IntN(3) > 0 {
			b.Ref, b.State = w.ref(), pick(w.Rand, states[:6])
		}
		h.Blockers = append(h.Blockers, b)
	}
	for range w.IntN(6) {
		h.Evidence = append(h.Evidence, explain.Evidence{Fact: w.text(), Source: pick(w.Rand, append(hostile.Texts, "catalogue: x")), Weak: w.IntN(2) == 0})
	}
	for range w.IntN(6) {
		h.Next = append(h.Next, explain.Step{Text: w.text(), Command: w.command()})
	}
	for range w.IntN(3) {
		h.Warnings = append(h.Warnings, explain.Warning{Text: w.text(), Never: w.IntN(2) == 0})
	}
	return h
}

func (w *random) command() []string {
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
func (w *random) places() []explain.Place {
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

func (w *random) cause(places []explain.Place) explain.Cause {
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
