package diagnose

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/collector"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/namespace"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/pod"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// otherHolds are the holds that are no finalizer. Each is a hold of its own, where
// its stage decides.
var otherHolds = slices.Concat(
	[]hearing.Stage{collector.OwnerInvalid, gates.Unreadable, gates.DeleteClosed, rules.Awaited, rules.Refused},
	namespace.FurtherObstacles(),
	[]hearing.Stage{namespace.UndecodableItself, namespace.NotAskedYet, pod.GraceRuns, pod.Kubelet},
)

// judgeFinalizer finds the holder of a finalizer, and why it holds.
func (c *worklist) judgeFinalizer(ctx context.Context, h *hearing.Case) {
	if entry, ok := c.View.Catalogue.Entry(h.Kind, h.Hold.Finalizer); ok {
		h.Entry = entry
	}
	holder.Find(ctx, h)
	ofHolder := len(h.Hold.Evidence)
	h.Hold.Cost = hearing.CostOf(h)
	if !explain.Going(h.Node.State) {
		rules.Priced(ctx, h)
		h.Decide(explain.NotDeleting, explain.WouldHold, "would hold it: "+h.HolderName()+" has to take it off first"+h.WaitsFor())
		return
	}
	for _, s := range stages {
		known := len(h.Hold.Evidence)
		if s(ctx, h) {
			h.MarkTelling(known)
			break
		}
	}
	if h.Hold.Reason == explain.NobodyRemoves && !h.RunsStill {
		signs.ForgetHolder(h, ofHolder)
	}
}

// besidesDown tells, where the stage decides, that the holder is down too.
func besidesDown(s hearing.Stage) hearing.Stage {
	return func(ctx context.Context, h *hearing.Case) bool {
		if !s(ctx, h) {
			return false
		}
		if f := &h.Fares; f.Reason != "" && f.Health == h.Hold.Health && (h.Hold.Reason == explain.Excluded || h.Hold.Reason == explain.PrerequisiteGone) {
			who := ""
			if h.Hold.Holder.Confidence == explain.Possible && h.Hold.Holder.Workload.Name != "" {
				who = "what may be its holder is down: "
			}
			h.Hold.Message += "; besides, " + who + f.Message
			if h.Hold.Reason == explain.Excluded {
				h.Warn("do not start " + h.HolderName() + " before it is clear what it would then delete" + phrase.Prefixed(": ", signs.Undoing(h)))
			}
		}
		return true
	}
}

// stages are asked in this order until one decides. The order is the ladder: a
// holder that is not there explains more than what it last said.
var stages = []hearing.Stage{
	rules.Remarks,
	signs.Elsewhere,
	collector.Propagation,
	gates.Ahead,
	gates.Unconverted,
	kube.BuiltIn,
	besidesDown(rules.EarlyChecks),
	signs.Abandoned,
	rules.ChecksFor(explain.NobodyRemoves),
	holderHealth,
	gates.WriteRefused,
	besidesDown(rules.ChecksFor(explain.Excluded, explain.PrerequisiteGone)),
	besidesDown(signs.Excluded),
	signs.OutOfScope,
	rules.ChecksFor(explain.NamespaceTerminating),
	signs.NoRoom,
	rules.ChecksFor(explain.Failing),
	rules.ChecksFor(explain.Blocked, explain.HookWaits),
	signs.Failing,
	signs.NamedNow,
	rules.ChecksFor(explain.Working),
	signs.Working,
	gates.WriteDoubted,
	signs.JustAsked,
	gates.ConversionDoubted,
	hearing.Unblocked,
	holder.Silent,
}
