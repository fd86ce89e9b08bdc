package holder

import (
	"cmp"
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// notReady says why no pod of a workload is ready.
func notReady(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, wanted int64) (b hearing.Wellbeing) {
	b.Fact(sight.Where(c.ref)+": .status."+manifest.ReadyField(c.ref.Kind), fmt.Sprintf("0 of %d pods ready", wanted))
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	pods, complete := PodsOf(ctx, w, obj)
	worst := unready.Worst(ctx, w, pods, c.ref)
	b.Join(podWarnings(ctx, w, c, pods))
	verdict := explain.Undecided
	if worst != nil && worst.Lasting || unready.Down(w, obj) {
		verdict = explain.Stuck
	}
	follow := explain.Await("follow how it comes up", "kubectl", "rollout", "status", c.ref.Short(), "-n", c.ref.Namespace, "--timeout=60s")
	switch {
	case worst != nil:
		b.Fact(sight.Where(worst.Pod)+": .status", worst.What)
		b.Do(worst.Mend)
		rolled := unready.RolledOut(ctx, w, obj, c.ref, worst, pods)
		if rolled.Said != "" {
			b.Do(rolled.Undo)
		}
		b.Do(worst.Look)
		b.Do(follow)
		return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+rolled.Said+" has no ready pod: "+worst.Pod.Name+" "+worst.What)
	case len(pods) == 0 && complete:
		return podless(ctx, w, b, obj, c, verdict)
	case !complete:
		b.Hint("pods in namespace "+c.ref.Namespace, "could not check why")
	}
	b.Mend("have the pods of " + name + " come up")
	b.Next("see what is the matter", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
	b.Do(follow)
	return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+" has no ready pod")
}

// podless says why a workload has no pods at all.
func podless(ctx context.Context, w *sight.View, b hearing.Wellbeing, obj *unstructured.Unstructured, c *candidate, verdict explain.Verdict) hearing.Wellbeing {
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	refused := manifest.ConditionOf(obj, "ReplicaFailure")
	if refused.Status != "True" {
		if said := w.Warnings(ctx, c.ref.Namespace, makesPods(c)); len(said) > 0 && w.Clock.Within(said[0].Last, Recently) {
			b.Do(unready.LetMake(ctx, w, c.ref, said[0].Message))
			b.Next("see what refuses its pods", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
			return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" has no pods, none can be made"+unready.Quoting("the server", said[0].Message))
		}
		b.Mend("have what makes the pods of " + name + " make them: the kube-controller-manager, or what its namespace demands of pods")
		b.Next("see what is said in its namespace", "kubectl", "get", "events", "-n", c.ref.Namespace, "--field-selector", "type=Warning")
		return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+" has no pods at all")
	}
	said := cmp.Or(phrase.OneLine(refused.Message), refused.Reason)
	b.Fact(sight.Where(c.ref)+": condition ReplicaFailure", said)
	b.Do(unready.LetMake(ctx, w, c.ref, said))
	b.Next("see what refuses its pods", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
	return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" has no pods, none can be made"+unready.Quoting("the server", said))
}

// LetRun is what has a workload run that has no ready pod.
func LetRun(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, ref trace.Ref) explain.Step {
	pods, _ := PodsOf(ctx, w, obj)
	if worst := unready.Worst(ctx, w, pods, ref); worst != nil {
		return worst.Mend
	}
	if refused := manifest.ConditionOf(obj, "ReplicaFailure"); refused.Status == "True" {
		return unready.LetMake(ctx, w, ref, phrase.OneLine(refused.Message))
	}
	return explain.Tell("have the pods of " + ref.Short() + " in namespace " + ref.Namespace + " come up")
}
