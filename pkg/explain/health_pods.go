package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// starting is how long a workload may be without a ready pod before that means
// more than that it starts.
const starting = 2 * time.Minute

// ailment is what is the matter with a pod that is not ready.
type ailment struct {
	pod  trace.Ref
	what string // completes "pod x …"
	// lasting says that it does not pass by itself in a moment.
	lasting bool
	step    Step
}

// notReady says why no pod of a workload is ready.
func (w *world) notReady(ctx context.Context, obj *unstructured.Unstructured, c *candidate, wanted int64) fares {
	f := fares{}.fact(where(c.ref)+": .status."+readyField(c.ref.Kind), fmt.Sprintf("0 of %d pods ready", wanted))
	name := short(c.ref) + " in namespace " + c.ref.Namespace
	pods, complete := w.podsOf(ctx, obj)
	worst := w.worstAilment(pods)
	verdict := Unknown
	if worst != nil && worst.lasting || w.downFor(obj) > starting {
		verdict = Stuck
	}
	switch {
	case worst != nil:
		return f.fact(where(worst.pod)+": .status", worst.what).
			because(verdict, NotReady, HolderNotReady, name+" has no ready pod: "+worst.pod.Name+" "+worst.what).
			step(worst.step.Text, worst.step.Command...).
			step("follow how it comes up", rollout(c.ref)...)
	case len(pods) == 0 && complete:
		return w.podless(f, obj, c, verdict)
	case !complete:
		f = f.hint("pods in namespace "+c.ref.Namespace, "could not check why")
	}
	return f.because(verdict, NotReady, HolderNotReady, name+" has no ready pod").
		step("see what is the matter", "kubectl", "describe", short(c.ref), "-n", c.ref.Namespace).
		step("follow how it comes up", rollout(c.ref)...)
}

func rollout(ref trace.Ref) []string {
	return []string{"kubectl", "rollout", "status", short(ref), "-n", ref.Namespace, "--timeout=60s"}
}

// podless says why a workload has no pods at all.
func (w *world) podless(f fares, obj *unstructured.Unstructured, c *candidate, verdict Verdict) fares {
	name := short(c.ref) + " in namespace " + c.ref.Namespace
	describe := []string{"kubectl", "describe", short(c.ref), "-n", c.ref.Namespace}
	refused := conditionOf(obj, "ReplicaFailure")
	if refused.status != "True" {
		return f.because(verdict, NotReady, HolderNotReady, name+" has no pods at all").
			step("see why none is made", describe...).
			step("see what is said in its namespace", "kubectl", "get", "events", "-n", c.ref.Namespace, "--field-selector", "type=Warning")
	}
	said := cmp.Or(oneLine(refused.message), refused.reason)
	return f.fact(where(c.ref)+": condition ReplicaFailure", said).
		because(Stuck, NotReady, HolderNotReady, name+" has no pods, none can be made: "+said).
		step("see what refuses its pods", describe...)
}

// downFor is how long the workload has been without enough ready pods, zero
// where it does not say.
func (w *world) downFor(obj *unstructured.Unstructured) time.Duration {
	if available := conditionOf(obj, "Available"); available.status == "False" && !available.since.IsZero() {
		return w.now.Sub(available.since)
	}
	return 0
}

// worstAilment is that of the pod that tells most.
func (w *world) worstAilment(pods []*unstructured.Unstructured) *ailment {
	var worst *ailment
	for _, pod := range pods {
		if podReady(pod) {
			continue
		}
		a := w.ailmentOf(pod)
		if worst == nil || a.lasting && !worst.lasting {
			worst = &a
		}
	}
	return worst
}

func (w *world) ailmentOf(pod *unstructured.Unstructured) ailment {
	a := ailment{pod: trace.Ref{Kind: "Pod", Namespace: pod.GetNamespace(), Name: pod.GetName()}}
	a.step = Step{Text: "see what is the matter", Command: []string{"kubectl", "describe", "pod/" + pod.GetName(), "-n", pod.GetNamespace()}}
	for _, field := range []string{"initContainerStatuses", "containerStatuses"} {
		list, _, _ := unstructured.NestedSlice(pod.Object, "status", field)
		for _, item := range list {
			status, _ := item.(map[string]any)
			if containerAilment(&a, status) {
				return a
			}
		}
	}
	placed := conditionOf(pod, "PodScheduled")
	old := w.now.Sub(pod.GetCreationTimestamp().UTC()) > starting
	switch {
	case pod.GetDeletionTimestamp() != nil:
		a.what = "is being deleted itself"
	case placed.status == "False":
		a.what = "cannot be placed on a node: " + cmp.Or(oneLine(placed.message), placed.reason)
		a.lasting = old
	case str(pod, "spec", "nodeName") == "":
		a.what = "is placed on no node, and no scheduler has said why"
		a.lasting = old
	case conditionOf(pod, "Ready").status != "":
		a.what = "is not ready" + prefixed(": ", cmp.Or(oneLine(conditionOf(pod, "Ready").message), conditionOf(pod, "Ready").reason))
	default:
		a.what = "is " + cmp.Or(str(pod, "status", "phase"), "Pending") + " on node " + str(pod, "spec", "nodeName")
		a.lasting = old
	}
	return a
}

// passing are the reasons of a waiting container that just starts.
var passing = []string{"ContainerCreating", "PodInitializing", ""}

// containerAilment reads one entry of containerStatuses. It returns false where
// that says nothing.
func containerAilment(a *ailment, status map[string]any) bool {
	name, _ := status["name"].(string)
	text := func(path ...string) string {
		s, _, _ := unstructured.NestedString(status, path...)
		return oneLine(s)
	}
	waiting := text("state", "waiting", "reason")
	switch {
	case waiting == "CrashLoopBackOff":
		a.what = "crashes again and again: container " + name + " " + ending(status, "lastState")
		a.lasting = true
		a.step = Step{Text: "read its last words", Command: []string{"kubectl", "logs", "pod/" + a.pod.Name, "-n", a.pod.Namespace, "-c", name, "--previous", "--tail=50"}}
	case !slices.Contains(passing, waiting):
		a.what = "cannot start: container " + name + ": " + waiting + prefixed(", ", text("state", "waiting", "message"))
		a.lasting = true
	case text("state", "terminated", "finishedAt") != "" && ending(status, "state") != "ended with exit code 0":
		a.what = "has failed: container " + name + " " + ending(status, "state")
		a.step = Step{Text: "read its last words", Command: []string{"kubectl", "logs", "pod/" + a.pod.Name, "-n", a.pod.Namespace, "-c", name, "--tail=50"}}
	default:
		return false
	}
	return true
}

// ending is how a container ended, in its own words where it left some.
func ending(status map[string]any, state string) string {
	code, known, _ := unstructured.NestedInt64(status, state, "terminated", "exitCode")
	if !known {
		return "ended"
	}
	said := fmt.Sprintf("ended with exit code %d", code)
	if reason, _, _ := unstructured.NestedString(status, state, "terminated", "reason"); reason != "" && reason != "Error" && reason != "Completed" {
		said += " (" + oneLine(reason) + ")"
	}
	message, _, _ := unstructured.NestedString(status, state, "terminated", "message")
	return said + prefixed(": ", oneLine(message))
}
