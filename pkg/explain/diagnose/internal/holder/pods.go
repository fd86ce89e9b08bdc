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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// starting is how long a workload may be without a ready pod before that means
// more than that it starts.
const starting = 2 * time.Minute

// podTrouble is what is the matter with a pod that is not ready.
type podTrouble struct {
	pod  trace.Ref
	what string // completes "pod x …"
	// lasting says that it does not pass by itself in a moment.
	lasting bool
	// vague says that the pod itself does not tell why.
	vague bool
	// mend has it run; look shows more.
	mend, look explain.Step
}

// notReady says why no pod of a workload is ready.
func notReady(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, wanted int64) (b hearing.Wellbeing) {
	b.Fact(sight.Where(c.ref)+": .status."+readyField(c.ref.Kind), fmt.Sprintf("0 of %d pods ready", wanted))
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	pods, complete := PodsOf(ctx, w, obj)
	worst := worstTrouble(ctx, w, pods, c.ref)
	b.Join(podWarnings(ctx, w, c, pods, worst))
	verdict := explain.Undecided
	if worst != nil && worst.lasting || down(w, obj) {
		verdict = explain.Stuck
	}
	follow := explain.Await("follow how it comes up", "kubectl", "rollout", "status", c.ref.Short(), "-n", c.ref.Namespace, "--timeout=60s")
	switch {
	case worst != nil:
		b.Fact(sight.Where(worst.pod)+": .status", worst.what)
		b.Do(worst.mend)
		b.Do(worst.look)
		b.Do(follow)
		return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+" has no ready pod: "+worst.pod.Name+" "+worst.what)
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
			b.Do(letMake(ctx, w, c.ref, said[0].Message))
			b.Next("see what refuses its pods", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
			return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" has no pods, none can be made: "+said[0].Message)
		}
		b.Mend("have what makes the pods of " + name + " make them: the kube-controller-manager, or what its namespace demands of pods")
		b.Next("see what is said in its namespace", "kubectl", "get", "events", "-n", c.ref.Namespace, "--field-selector", "type=Warning")
		return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+" has no pods at all")
	}
	said := cmp.Or(phrase.OneLine(refused.Message), refused.Reason)
	b.Fact(sight.Where(c.ref)+": condition ReplicaFailure", said)
	b.Do(letMake(ctx, w, c.ref, said))
	b.Next("see what refuses its pods", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
	return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" has no pods, none can be made: "+said)
}

// letMake is what has a workload's pods made, which the server refuses in these words.
func letMake(ctx context.Context, w *sight.View, workload trace.Ref, said string) explain.Step {
	if m := QuotaPattern.FindStringSubmatch(said); m != nil {
		ref := trace.Ref{Kind: "ResourceQuota", Namespace: workload.Namespace, Name: m[1]}
		if quota := w.Look(ctx, ref).Object; quota != nil {
			if _, enough := Exhausted(quota, m[2]); enough != nil {
				return RaiseQuota(w, ref, enough)
			}
		}
		return explain.Tell("make room in quota " + m[1] + " of namespace " + workload.Namespace + ": raise it, or delete what uses it up")
	}
	if s := bringBack(nil, workload.Namespace, said); s.Text != "" {
		return s
	}
	return explain.Tell("have its pods allowed: " + said)
}

// down reports whether the workload has been without enough ready pods for longer
// than it takes to start.
func down(w *sight.View, obj *unstructured.Unstructured) bool {
	available := manifest.ConditionOf(obj, "Available")
	return available.Status == "False" && w.Clock.Passed(available.Since, starting)
}

// worstTrouble is that of the pod that tells most.
func worstTrouble(ctx context.Context, w *sight.View, pods []*unstructured.Unstructured, workload trace.Ref) *podTrouble {
	var worst *podTrouble
	for _, pod := range pods {
		if manifest.Ready(pod) {
			continue
		}
		a := troubleOf(ctx, w, pod, workload)
		if worst == nil || a.lasting && !worst.lasting {
			worst = &a
		}
	}
	return worst
}

func troubleOf(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, workload trace.Ref) podTrouble {
	a := podTrouble{pod: trace.Ref{Kind: "Pod", Namespace: pod.GetNamespace(), Name: pod.GetName()}}
	a.look = explain.Look("see what is the matter", "kubectl", "describe", "pod/"+pod.GetName(), "-n", pod.GetNamespace())
	for _, field := range []string{"initContainerStatuses", "containerStatuses"} {
		list, _, _ := unstructured.NestedSlice(pod.Object, "status", field)
		for _, item := range list {
			status, _ := item.(map[string]any)
			if containerTrouble(&a, pod, workload, status) {
				return a
			}
		}
	}
	placed := manifest.ConditionOf(pod, "PodScheduled")
	old := w.Clock.Passed(pod.GetCreationTimestamp().UTC(), starting)
	switch {
	case pod.GetDeletionTimestamp() != nil:
		a.what = "is being deleted itself"
		a.mend = explain.Tell("let pod " + pod.GetName() + " end, or see what keeps it: the next one then starts")
	case placed.Status == "False":
		a.what = "cannot be placed on a node: " + cmp.Or(phrase.OneLine(placed.Message), placed.Reason)
		a.mend = roomFor(ctx, w, pod, phrase.OneLine(placed.Message))
		if strings.Contains(placed.Message, unbound) {
			why, _ := unboundBy(ctx, w, pod)
			a.what += phrase.Prefixed("; ", why)
		}
		a.lasting = old
	case manifest.Str(pod, "spec", "nodeName") == "":
		a.what = "is placed on no node, and no scheduler has said why"
		a.mend = explain.Tell("have " + cmp.Or(manifest.Str(pod, "spec", "schedulerName"), "the scheduler") + " run, which has to place pod " + pod.GetName())
		a.lasting = old
	case manifest.ConditionOf(pod, "Ready").Status != "":
		a.vague = true
		a.what = "is not ready" + phrase.Prefixed(": ", cmp.Or(phrase.OneLine(manifest.ConditionOf(pod, "Ready").Message), manifest.ConditionOf(pod, "Ready").Reason))
		a.mend = explain.Tell("have pod " + pod.GetName() + " get ready: see to what its readiness probe asks")
	default:
		a.vague = true
		a.what = "is " + cmp.Or(manifest.Str(pod, "status", "phase"), "Pending") + " on node " + manifest.Str(pod, "spec", "nodeName")
		a.mend = explain.Tell("have the kubelet of node " + manifest.Str(pod, "spec", "nodeName") + " start pod " + pod.GetName())
		a.lasting = old
	}
	return a
}

// passing are the reasons of a waiting container that just starts.
var passing = []string{"ContainerCreating", "PodInitializing", ""}

// containerTrouble reads one entry of containerStatuses. It returns false where
// that says nothing.
func containerTrouble(a *podTrouble, pod *unstructured.Unstructured, workload trace.Ref, status map[string]any) bool {
	name, _ := status["name"].(string)
	text := func(path ...string) string {
		s, _, _ := unstructured.NestedString(status, path...)
		return phrase.OneLine(s)
	}
	waiting := text("state", "waiting", "reason")
	switch {
	case waiting == "CrashLoopBackOff":
		a.what = "crashes again and again" + restarts(status) + ": container " + name + " " + ending(status, "lastState")
		a.lasting = true
		a.mend = letRun(pod, workload, name, status)
		a.look = explain.Look("read its last words", "kubectl", "logs", "pod/"+a.pod.Name, "-n", a.pod.Namespace, "-c", name, "--previous", "--tail=50")
	case !slices.Contains(passing, waiting):
		a.what = "cannot start: container " + name + ": " + waiting + phrase.Prefixed(", ", text("state", "waiting", "message"))
		a.mend = letStart(pod, workload, name, waiting, text("state", "waiting", "message"))
		a.lasting = true
	case text("state", "terminated", "finishedAt") != "" && ending(status, "state") != "ended with exit code 0":
		a.what = "has failed: container " + name + " " + ending(status, "state")
		a.mend = explain.Tell("mend what ends container " + name + ": its log says what")
		a.look = explain.Look("read its last words", "kubectl", "logs", "pod/"+a.pod.Name, "-n", a.pod.Namespace, "-c", name, "--tail=50")
	default:
		return false
	}
	return true
}

// restarts says how often a container was started again.
func restarts(status map[string]any) string {
	n, _, _ := unstructured.NestedInt64(status, "restartCount")
	if n == 0 {
		return ""
	}
	return ", " + phrase.Count(int(n), "restart", "restarts") + " so far"
}

// ending is how a container ended, in its own words where it left some.
func ending(status map[string]any, state string) string {
	code, known, _ := unstructured.NestedInt64(status, state, "terminated", "exitCode")
	if !known {
		return "ended"
	}
	said := fmt.Sprintf("ended with exit code %d", code)
	if reason, _, _ := unstructured.NestedString(status, state, "terminated", "reason"); reason != "" && reason != "Error" && reason != "Completed" {
		said += " (" + phrase.OneLine(reason) + ")"
	}
	message, _, _ := unstructured.NestedString(status, state, "terminated", "message")
	return said + phrase.Prefixed(": ", phrase.OneLine(message))
}
