package holder

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// faresOf asks the rungs of the ladder, the worst first.
func faresOf(ctx context.Context, h *hearing.Case, found *nominee) hearing.Finding {
	if found.named == nil {
		return found.absent(ctx)
	}
	f := sight.Memory[memory](h.View).wellbeing.Get(found.named.ref, func() hearing.Finding { return workloadFares(ctx, h.View, found.named) })
	if f.Reason != "" || f.Health == "" || found.holder.Confidence == explain.Possible && !strings.Contains(h.Kind.Group, ".") {
		return f // of what is built in, most controllers may change nothing
	}
	account := cmp.Or(found.holder.Account, accountRun(ctx, h.View, found.named.ref))
	if account.Name == "" {
		return f
	}
	found.holder.Account, h.Hold.Holder.Account = account, account
	r := rightsFares(ctx, h, account)
	r.Evidence = append(slices.Clone(f.Evidence), r.Evidence...)
	return r
}

func accountRun(ctx context.Context, w *sight.View, ref trace.Ref) trace.Ref {
	if whole := w.Look(ctx, ref).Object; whole != nil {
		return manifest.AccountOf(whole)
	}
	return trace.Ref{}
}

// absent is for a holder of which nothing is in sight.
func (n *nominee) absent(ctx context.Context) hearing.Finding {
	t := n.tally
	var f hearing.Finding
	var worst *loss
	for i := range t.lost {
		l := &t.lost[i]
		f = f.Fact(l.source, l.fact)
		if worst == nil || l.proof && !worst.proof || l.proof == worst.proof && l.uninstalled && !worst.uninstalled {
			worst = l
		}
	}
	switch {
	case worst == nil && t.hidden(ctx):
		return hearing.Finding{Health: explain.Hidden}
	case worst == nil:
		return f
	}
	verdict := explain.Unknown
	if worst.proof {
		verdict = explain.Stuck
	}
	name, says := cmp.Or(n.holder.Name, "its controller"), " is not running: "
	if !worst.proof {
		says = " seems not to run: "
	}
	f = f.Step("make sure that it runs nowhere, under whatever name", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	if worst.uninstalled {
		return f.Because(verdict, explain.Uninstalled, explain.HolderUninstalled, name+" is not installed: "+worst.fact)
	}
	return f.Because(verdict, explain.Missing, explain.HolderMissing, name+says+worst.fact)
}

// Recently is how long a controller that was seen writing is taken to run.
const Recently = 10 * time.Minute

// Apply takes over the steps and warnings of a finding.
func Apply(h *hearing.Case, f *hearing.Finding) {
	h.Hold.Next = append(h.Hold.Next, f.Next...)
	h.Hold.Warnings = append(h.Hold.Warnings, f.Warnings...)
	if f.Health == explain.Missing || f.Health == explain.Uninstalled {
		h.Next("install it again, so that it can clean up; where it is gone for good, see what taking the finalizer off would cost",
			h.View.Command(h.Node.Ref, "finalizers", "remove")...)
	}
}

// workloadFares asks how a workload fares, whatever it holds.
func workloadFares(ctx context.Context, w *sight.View, c *candidate) hearing.Finding {
	s := w.Look(ctx, c.ref)
	switch {
	case s.Gone():
		return hearing.Finding{}.Because(explain.Stuck, explain.Missing, explain.HolderMissing, sight.Short(c.ref)+" in namespace "+c.ref.Namespace+" was there a moment ago and is gone")
	case s.Object == nil:
		return hearing.Finding{}.Hint(sight.Where(c.ref), "could not check how it fares")
	}
	wanted, ready := replicasOf(s.Object)
	f := scaledDown(s.Object, c, wanted)
	if f.Reason != "" {
		return f
	}
	if observed(s.Object) && ready == 0 {
		return notReady(ctx, w, s.Object, c, wanted)
	}
	if ready == 0 {
		return hearing.Finding{}.Hint(sight.Where(c.ref)+": .status", "has no status yet")
	}
	f = hearing.Finding{Health: explain.Running}.Fact(sight.Where(c.ref)+": .status."+readyField(c.ref.Kind), fmt.Sprintf("%d of %d pods ready", ready, wanted))
	return leading(ctx, w, s.Object, c, f)
}

// scaledDown says where no pod is wanted.
func scaledDown(obj *unstructured.Unstructured, c *candidate, wanted int64) hearing.Finding {
	if wanted > 0 || c.ref.Kind == "DaemonSet" && !observed(obj) {
		return hearing.Finding{}
	}
	name := sight.Short(c.ref) + " in namespace " + c.ref.Namespace
	if c.ref.Kind == "DaemonSet" {
		return hearing.Finding{}.Fact(sight.Where(c.ref)+": .status.desiredNumberScheduled", "it runs on 0 nodes").
			Because(explain.Stuck, explain.ScaledDown, explain.HolderScaledDown, name+" fits no node, so that nothing acts").
			Step("see which nodes it wants", "kubectl", "get", sight.Short(c.ref), "-n", c.ref.Namespace, "-o", "wide").
			Step("compare with the labels of the nodes", "kubectl", "get", "nodes", "--show-labels")
	}
	return hearing.Finding{}.Fact(sight.Where(c.ref)+": .spec.replicas", "scaled to 0").
		Because(explain.Stuck, explain.ScaledDown, explain.HolderScaledDown, name+" is scaled to zero, so that nothing acts").
		Step("see it, and find out why it was scaled down", "kubectl", "get", sight.Short(c.ref), "-n", c.ref.Namespace, "-o", "yaml").
		Step("start it again", "kubectl", "scale", sight.Short(c.ref), "-n", c.ref.Namespace, "--replicas=1").
		Warning("once it runs, " + c.title + " acts on all its objects at once: on everything else that was deleted or changed meanwhile too")
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
