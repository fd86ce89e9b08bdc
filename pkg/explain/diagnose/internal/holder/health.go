package holder

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// wellbeingOf asks the rungs of the ladder, the worst first.
func wellbeingOf(ctx context.Context, h *hearing.Case, found *nominee) hearing.Wellbeing {
	if found.named == nil {
		return found.absent(ctx)
	}
	b := workloadWellbeing(ctx, h.View, found.named)
	if found.named.ref.Kind == "DaemonSet" && b.Health != explain.ScaledDown {
		b = onItsNode(ctx, h, found.named, b)
	}
	if b.Decided() || b.Health == "" || found.holder.Confidence == explain.Possible && !h.Kind.MayBeCustom() {
		return b // of what is built in, most controllers may change nothing
	}
	account := cmp.Or(found.holder.Account, accountRun(ctx, h.View, found.named.ref))
	if account.Name == "" {
		return b
	}
	found.holder.Account = account
	r := rights.Of(ctx, h, account, !timed(found.named.ref), runsAs(ctx, h.View))
	r.Evidence = slices.Concat(b.Evidence, r.Evidence)
	return r
}

func accountRun(ctx context.Context, w *sight.View, ref trace.Ref) trace.Ref {
	if whole := w.Look(ctx, ref).Object; whole != nil {
		return manifest.AccountOf(whole)
	}
	return trace.Ref{}
}

// runsAs tells of which accounts a workload that is there makes use.
func runsAs(ctx context.Context, w *sight.View) rights.Runs {
	return func(account trace.Ref) bool {
		return slices.ContainsFunc(WorkloadsOf(ctx, w).rows, func(row workload) bool {
			return row.Namespace == account.Namespace && accountRun(ctx, w, row.Ref) == account
		})
	}
}

// absent is for a holder of which nothing is in sight.
func (n *nominee) absent(ctx context.Context) (b hearing.Wellbeing) {
	t := n.tally
	var worst *loss
	for i := range t.lost {
		l := &t.lost[i]
		b.Fact(l.source, l.fact)
		if worst == nil || l.proof && !worst.proof || l.proof == worst.proof && (len(l.steps) > 0 && len(worst.steps) == 0 || l.uninstalled && !worst.uninstalled && len(worst.steps) == 0) {
			worst = l
		}
	}
	if worst == nil {
		if t.hidden(ctx) {
			b.Health = explain.Hidden
		}
		return b
	}
	verdict := explain.Undecided
	if worst.proof {
		verdict = explain.Stuck
	}
	name, says := cmp.Or(n.holder.Name, "its controller"), " is not running: "
	if !worst.proof {
		says = " seems not to run: "
	}
	if b.Steps = append(b.Steps, worst.steps...); len(b.Steps) == 0 {
		b.Next("make sure that it runs nowhere, under whatever name", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	}
	if worst.uninstalled {
		return b.Because(verdict, explain.Uninstalled, explain.HolderUninstalled, name+" is not installed: "+worst.fact)
	}
	return b.Because(verdict, explain.Missing, explain.HolderMissing, name+says+worst.fact)
}

// Recently is how long a controller that was seen writing is taken to run.
const Recently = 10 * time.Minute

// Mend is what is to be done about a holder that cannot act.
func Mend(h *hearing.Case, b *hearing.Wellbeing) hearing.Notes {
	var n hearing.Notes
	n.Join(hearing.Notes{Steps: b.Steps, Warnings: b.Warnings})
	mended := slices.ContainsFunc(b.Steps, func(s explain.Step) bool { return s.Aim == explain.Mends })
	if (b.Health == explain.Missing || b.Health == explain.Uninstalled) && !mended {
		n.Join(acts.Reinstall(h, "", cmp.Or(h.Entry.Project, h.HolderName()), ", so that it can clean up"))
		n.SeeCost(h, "only where it is gone for good: see what taking the finalizer off would cost")
	}
	return n
}

// workloadWellbeing is how a workload is, whatever it holds. It is asked once.
func workloadWellbeing(ctx context.Context, w *sight.View, c *candidate) hearing.Wellbeing {
	return sight.Memory[memory](w).wellbeing.Get(c.ref, func() hearing.Wellbeing { return askWorkload(ctx, w, c) })
}

func askWorkload(ctx context.Context, w *sight.View, c *candidate) (b hearing.Wellbeing) {
	s := w.Look(ctx, c.ref)
	switch {
	case s.Gone():
		return b.Because(explain.Stuck, explain.Missing, explain.HolderMissing, c.ref.Short()+" in namespace "+c.ref.Namespace+" was there a moment ago and is gone")
	case s.Object == nil:
		b.Hint(sight.Where(c.ref), "could not check how it is")
		return b
	}
	if timed(c.ref) {
		return askTimed(ctx, w, s.Object, c)
	}
	wanted, ready := manifest.ReplicasOf(s.Object)
	if down := scaledDown(ctx, w, s.Object, c, wanted); down.Decided() {
		return down
	}
	if manifest.Observed(s.Object) && ready == 0 {
		return notReady(ctx, w, s.Object, c, wanted)
	}
	if ready == 0 {
		b.Hint(sight.Where(c.ref)+": .status", "has no status yet")
		return b
	}
	b.Health = explain.Running
	b.Fact(sight.Where(c.ref)+": .status."+manifest.ReadyField(c.ref.Kind), fmt.Sprintf("%d of %d pods ready", ready, wanted))
	if ready < wanted {
		pods, _ := PodsOf(ctx, w, s.Object)
		b.Join(podWarnings(ctx, w, c, pods))
	}
	return leading(ctx, w, s.Object, c, b)
}

// scaledDown says where no pod is wanted.
func scaledDown(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, wanted int64) (b hearing.Wellbeing) {
	if wanted > 0 || c.ref.Kind == "DaemonSet" && !manifest.Observed(obj) {
		return b
	}
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	if c.ref.Kind == "DaemonSet" {
		b.Fact(sight.Where(c.ref)+": .status.desiredNumberScheduled", "it runs on 0 nodes")
		b.Mend("have a node that " + name + " fits" + phrase.Prefixed(": it selects ", unready.SelectorOf(obj)))
		b.Next("compare with the labels of the nodes", "kubectl", "get", "nodes", "--show-labels")
		return b.Because(explain.Stuck, explain.ScaledDown, explain.HolderScaledDown, name+" fits no node, so that nothing acts")
	}
	by := scaledBy(w, obj)
	b.Fact(sight.Where(c.ref)+": .spec.replicas", "scaled to 0"+by)
	scaler, kept := unready.KeptAtZero(ctx, w, c.ref)
	if kept {
		what := w.NameOf(scaler.Ref)
		b.Fact(what, scaler.By)
		b.Do(explain.Look("have "+what+" let it run, which scales it ("+scaler.By+"): what is scaled up by hand it takes down again", w.AsYAML(scaler.Ref)...).For(explain.Mends))
		by = explain.Joined(",", by, " kept there by "+scaler.Ref.Kind+" "+scaler.Ref.Name+" ("+scaler.By+")")
	}
	before := unready.RanBefore(obj)
	by = explain.Joined(";", by, before.Says)
	b.Next("find out why it was scaled down", "kubectl", "get", c.ref.Short(), "-n", c.ref.Namespace, "-o", "yaml")
	if !kept {
		b.Do(explain.Act(explain.Starts, c.ref, "bring it back: scale it up"+before.Until, "kubectl", "scale", c.ref.Short(), "-n", c.ref.Namespace, fmt.Sprint("--replicas=", max(1, before.Count))))
	}
	b.Warn("once it runs, " + c.title + " acts on all its objects at once: on everything else that was deleted or changed meanwhile too")
	return b.Because(explain.Stuck, explain.ScaledDown, explain.HolderScaledDown, name+" is scaled to zero"+phrase.Prefixed(",", by)+", so that nothing acts")
}

// scaledBy says who has scaled a workload, and when, where that was done by itself.
func scaledBy(w *sight.View, obj *unstructured.Unstructured) string {
	for _, by := range manifest.WritesOf(obj) {
		alone := by.Subresource == "scale" || by.At.After(obj.GetCreationTimestamp().Time) && !by.Owns("spec", "template") && !by.Owns("spec", "selector")
		if alone && by.Owns("spec", "replicas") && !by.At.IsZero() {
			return " by field manager " + phrase.OneLine(by.Manager) + " " + w.Clock.When(by.At)
		}
	}
	return ""
}
