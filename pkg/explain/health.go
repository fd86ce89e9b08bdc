package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fares is how a holder fares, and what follows from it for a hold. Where the
// reason is empty, the holder's health explains nothing.
type fares struct {
	health   Health
	reason   Reason
	verdict  Verdict
	message  string
	evidence []Evidence
	next     []Step
	warnings []string
}

// fact adds evidence and returns the result, for one line each.
func (f fares) fact(source, fact string) fares {
	f.evidence = append(slices.Clone(f.evidence), Evidence{Fact: oneLine(fact), Source: source})
	return f
}

func (f fares) hint(source, fact string) fares {
	f.evidence = append(slices.Clone(f.evidence), Evidence{Fact: oneLine(fact), Source: source, Weak: true})
	return f
}

func (f fares) step(text string, command ...string) fares {
	f.next = append(slices.Clone(f.next), Step{Text: text, Command: command})
	return f
}

func (f fares) warning(text string) fares {
	f.warnings = append(slices.Clone(f.warnings), text)
	return f
}

// because sets what the hold is judged to be where nothing else decides it.
func (f fares) because(verdict Verdict, health Health, reason Reason, message string) fares {
	f.verdict, f.health, f.reason, f.message = verdict, health, reason, oneLine(message)
	return f
}

// faresOf asks the rungs of the ladder, the worst first.
func (h *hearing) faresOf(ctx context.Context, found *nominee) fares {
	if found.named == nil {
		return found.absent(ctx)
	}
	f := of[holderMemory](h.world).wellbeing.get(found.named.ref, func() fares { return h.workloadFares(ctx, found.named) })
	if f.reason != "" || f.health == "" || found.holder.Confidence == Possible && !strings.Contains(h.kind.Group, ".") {
		return f // of what is built in, most controllers may change nothing
	}
	account := cmp.Or(found.holder.Account, h.accountRun(ctx, found.named.ref))
	if account.Name == "" {
		return f
	}
	found.holder.Account, h.hold.Holder.Account = account, account
	r := h.rightsFares(ctx, account)
	r.evidence = append(slices.Clone(f.evidence), r.evidence...)
	return r
}

func (w *world) accountRun(ctx context.Context, ref trace.Ref) trace.Ref {
	if whole := w.look(ctx, ref).obj; whole != nil {
		return accountOf(whole)
	}
	return trace.Ref{}
}

// absent is for a holder of which nothing is in sight.
func (n *nominee) absent(ctx context.Context) fares {
	t := n.tally
	var f fares
	var worst *loss
	for i := range t.lost {
		l := &t.lost[i]
		f = f.fact(l.source, l.fact)
		if worst == nil || l.proof && !worst.proof || l.proof == worst.proof && l.uninstalled && !worst.uninstalled {
			worst = l
		}
	}
	switch {
	case worst == nil && t.hidden(ctx):
		return fares{health: Hidden}
	case worst == nil:
		return f
	}
	verdict := Unknown
	if worst.proof {
		verdict = Stuck
	}
	name, says := cmp.Or(n.holder.Name, "its controller"), " is not running: "
	if !worst.proof {
		says = " seems not to run: "
	}
	f = f.step("make sure that it runs nowhere, under whatever name", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	if worst.uninstalled {
		return f.because(verdict, Uninstalled, HolderUninstalled, name+" is not installed: "+worst.fact)
	}
	return f.because(verdict, Missing, HolderMissing, name+says+worst.fact)
}

// holderHealth is the stage that decides where the holder cannot act at all.
func holderHealth(ctx context.Context, h *hearing) bool {
	f := &h.fares
	if f.reason == "" {
		return false
	}
	if last, wrote := h.lastActed(); wrote && h.now.Sub(last.at) <= recently && (f.health == Missing || f.health == Uninstalled) {
		// Whoever wrote a moment ago runs, wherever that is.
		h.hold.Health = Hidden
		h.fact("managedFields", last.manager+" wrote to it "+h.ago(last.at)+" ago, so it runs where it cannot be seen from here")
		return false
	}
	sure := h.hold.Holder.Confidence == Certain || h.hold.Holder.Confidence == Likely
	if found := h.hold.Holder.Workload.Name != ""; !sure && (found || f.verdict != Stuck) {
		return false // it may be another one: the last stage says so
	}
	return h.holderDown(ctx, f)
}

// recently is how long a controller that was seen writing is taken to run.
const recently = 10 * time.Minute

func (h *hearing) apply(f *fares) {
	h.hold.Next = append(h.hold.Next, f.next...)
	h.hold.Warnings = append(h.hold.Warnings, f.warnings...)
	if f.health == Missing || f.health == Uninstalled {
		h.next("install it again, so that it can clean up; where it is gone for good, see what taking the finalizer off would cost",
			h.command(h.node.Ref, "finalizers", "remove")...)
	}
}

// workloadFares asks how a workload fares, whatever it holds.
func (w *world) workloadFares(ctx context.Context, c *candidate) fares {
	s := w.look(ctx, c.ref)
	switch {
	case s.gone():
		return fares{}.because(Stuck, Missing, HolderMissing, short(c.ref)+" in namespace "+c.ref.Namespace+" was there a moment ago and is gone")
	case s.obj == nil:
		return fares{}.hint(where(c.ref), "could not check how it fares")
	}
	wanted, ready := replicasOf(s.obj)
	f := w.scaledDown(s.obj, c, wanted)
	if f.reason != "" {
		return f
	}
	if observed(s.obj) && ready == 0 {
		return w.notReady(ctx, s.obj, c, wanted)
	}
	if ready == 0 {
		return fares{}.hint(where(c.ref)+": .status", "has no status yet")
	}
	f = fares{health: Running}.fact(where(c.ref)+": .status."+readyField(c.ref.Kind), fmt.Sprintf("%d of %d pods ready", ready, wanted))
	return w.leading(ctx, s.obj, c, f)
}

// scaledDown says where no pod is wanted.
func (w *world) scaledDown(obj *unstructured.Unstructured, c *candidate, wanted int64) fares {
	if wanted > 0 || c.ref.Kind == "DaemonSet" && !observed(obj) {
		return fares{}
	}
	name := short(c.ref) + " in namespace " + c.ref.Namespace
	if c.ref.Kind == "DaemonSet" {
		return fares{}.fact(where(c.ref)+": .status.desiredNumberScheduled", "it runs on 0 nodes").
			because(Stuck, ScaledDown, HolderScaledDown, name+" fits no node, so that nothing acts").
			step("see which nodes it wants", "kubectl", "get", short(c.ref), "-n", c.ref.Namespace, "-o", "wide").
			step("compare with the labels of the nodes", "kubectl", "get", "nodes", "--show-labels")
	}
	return fares{}.fact(where(c.ref)+": .spec.replicas", "scaled to 0").
		because(Stuck, ScaledDown, HolderScaledDown, name+" is scaled to zero, so that nothing acts").
		step("see it, and find out why it was scaled down", "kubectl", "get", short(c.ref), "-n", c.ref.Namespace, "-o", "yaml").
		step("start it again", "kubectl", "scale", short(c.ref), "-n", c.ref.Namespace, "--replicas=1").
		warning("once it runs, " + c.title + " acts on all its objects at once: on everything else that was deleted or changed meanwhile too")
}

// replicasOf is how many pods a workload wants, and how many are ready.
func replicasOf(obj *unstructured.Unstructured) (wanted, ready int64) {
	if obj.GetKind() == "DaemonSet" {
		wanted, _, _ = unstructured.NestedInt64(obj.Object, "status", "desiredNumberScheduled")
	} else {
		var set bool
		if wanted, set, _ = unstructured.NestedInt64(obj.Object, "spec", "replicas"); !set {
			wanted = 1
		}
	}
	ready, _, _ = unstructured.NestedInt64(obj.Object, "status", readyField(obj.GetKind()))
	return wanted, ready
}

func readyField(kind string) string {
	if kind == "DaemonSet" {
		return "numberReady"
	}
	return "readyReplicas"
}

// observed reports whether the status is that of the spec: whether its
// controller has seen the workload at all.
func observed(obj *unstructured.Unstructured) bool {
	seen, _, _ := unstructured.NestedInt64(obj.Object, "status", "observedGeneration")
	return seen > 0 && seen >= obj.GetGeneration()
}

// lastActed is the holder's last write to the object since it was asked to go.
// Both times are in whole seconds: a write in the very second of the request
// may have come before it.
func (h *hearing) lastActed() (last write, ok bool) {
	if h.node.Since.IsZero() {
		return write{}, false
	}
	for _, w := range h.writes() {
		if h.isHolder(w.manager) && w.at.After(h.node.Since) && (!ok || w.at.After(last.at)) {
			last, ok = w, true
		}
	}
	return last, ok
}
