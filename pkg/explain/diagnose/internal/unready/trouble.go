package unready

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// starting is how long a workload may be without a ready pod before that means
// more than that it starts.
const starting = 2 * time.Minute

// Trouble is what is the matter with a pod that is not ready.
type Trouble struct {
	Pod  trace.Ref
	What string // completes "pod x …"
	// Lasting says that it does not pass by itself in a moment.
	Lasting bool
	// ByImage says that its image may be what is wrong: it crashes, or cannot be pulled.
	ByImage bool
	// Vague says that the pod itself does not tell why.
	Vague bool
	// Mend has it run; Look shows more.
	Mend, Look explain.Step
}

// Worst is that of the pod that tells most.
func Worst(ctx context.Context, w *sight.View, pods []*unstructured.Unstructured, workload trace.Ref) *Trouble {
	var worst *Trouble
	var of *unstructured.Unstructured
	for _, pod := range pods {
		if manifest.Ready(pod) {
			continue
		}
		a := troubleOf(ctx, w, pod, workload)
		a.What, a.Mend.Text = redact.Text(a.What), redact.Text(a.Mend.Text) // what programs say may hold a password
		if worst == nil || a.Lasting && !worst.Lasting {
			worst, of = &a, pod
		}
	}
	if worst != nil && worst.Vague {
		worst.warned(ctx, w, of)
	}
	return worst
}

const (
	// oftenWarned is how many times what is wrong with a pod does not pass in a moment.
	oftenWarned = 3
	// lately is how long ago the last Warning may be of what is still wrong.
	lately = 10 * time.Minute
)

// warned has the newest Warning about a pod say what is the matter with it, where the pod itself does not: a
// probe that fails, a volume that is not mounted.
func (a *Trouble) warned(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) {
	said := slices.DeleteFunc(warningsOf(ctx, w, pod), func(e sight.Event) bool { return e.Message == "" || passed(w, pod, &e) })
	if len(said) == 0 {
		return
	}
	e := said[0]
	e.Message = redact.Text(e.Message)
	a.What += Quoting("the "+cmp.Or(e.Component, "event"), e.Message)
	a.Mend = letEventPass(pod, e.Message)
	a.Lasting = a.Lasting || e.Count >= oftenWarned && w.Clock.Passed(pod.GetCreationTimestamp().UTC(), starting)
}

// warningsOf are the Warnings about a pod of the name, the newest first.
func warningsOf(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) []sight.Event {
	return w.Warnings(ctx, pod.GetNamespace(), func(e *sight.Event) bool { return e.About.Kind == "Pod" && e.About.Name == pod.GetName() })
}

// passed reports whether a Warning is of an earlier pod of the name, or of what the pod has got over: it was placed, its
// volumes are mounted.
func passed(w *sight.View, pod *unstructured.Unstructured, e *sight.Event) bool {
	if e.Last.Before(pod.GetCreationTimestamp().Time) || !w.Copied && !w.Clock.Within(e.Last, lately) {
		return true
	}
	switch e.Reason {
	case "FailedScheduling":
		return manifest.Str(pod, "spec", "nodeName") != ""
	case "FailedMount", "FailedAttachVolume":
		return started(pod)
	}
	return false
}

func troubleOf(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, workload trace.Ref) Trouble {
	a := Trouble{Pod: trace.Ref{Kind: "Pod", Namespace: pod.GetNamespace(), Name: pod.GetName()}}
	a.Look = explain.Look("see what is the matter", "kubectl", "describe", "pod/"+pod.GetName(), "-n", pod.GetNamespace())
	for _, field := range []string{"initContainerStatuses", "containerStatuses"} {
		list, _, _ := unstructured.NestedSlice(pod.Object, "status", field)
		for _, item := range list {
			status, _ := item.(map[string]any)
			if containerTrouble(ctx, w, &a, pod, workload, status) {
				return a
			}
		}
	}
	placed := manifest.ConditionOf(pod, "PodScheduled")
	old := w.Clock.Passed(pod.GetCreationTimestamp().UTC(), starting)
	switch {
	case pod.GetDeletionTimestamp() != nil:
		a.What = "is being deleted itself"
		a.Mend = explain.Tell("let pod " + pod.GetName() + " end, or see what keeps it: the next one then starts")
	case placed.Status == "False":
		a.What = "cannot be placed on a node"
		a.Mend = roomFor(ctx, w, pod, phrase.OneLine(placed.Message))
		if strings.Contains(placed.Message, unbound) {
			why, _ := unboundBy(ctx, w, pod)
			a.What += phrase.Prefixed(": ", why)
		}
		a.What += Quoting("the scheduler", cmp.Or(placed.Message, placed.Reason))
		a.Lasting = old
	case manifest.Str(pod, "spec", "nodeName") == "":
		a.What = "is placed on no node, and no scheduler has said why"
		a.Mend = explain.Tell("have " + cmp.Or(manifest.Str(pod, "spec", "schedulerName"), "the scheduler") + " run, which has to place pod " + pod.GetName())
		a.Lasting = old
	case manifest.ConditionOf(pod, "Ready").Status != "":
		a.Vague = true
		a.What = "is not ready" + phrase.Prefixed(": ", unreadyBy(pod))
		a.Mend = explain.Tell("have pod " + pod.GetName() + " get ready: see to what its readiness probe asks")
	default:
		a.Vague = true
		a.What = "is " + cmp.Or(manifest.Str(pod, "status", "phase"), "Pending") + " on node " + manifest.Str(pod, "spec", "nodeName")
		a.Mend = explain.Tell("have the kubelet of node " + manifest.Str(pod, "spec", "nodeName") + " start pod " + pod.GetName())
		a.Lasting = old
	}
	return a
}

// unreadyBy is why a pod is not ready, as far as its condition tells: which of its containers are not.
func unreadyBy(pod *unstructured.Unstructured) string {
	ready := manifest.ConditionOf(pod, "Ready")
	names, of := strings.CutPrefix(phrase.OneLine(ready.Message), "containers with unready status: [")
	if !of {
		return cmp.Or(phrase.OneLine(ready.Message), ready.Reason)
	}
	all := strings.Fields(strings.TrimSuffix(names, "]"))
	return phrase.Plural(len(all), "its container ", "its containers ") + phrase.And(all)
}

// passing are the reasons of a waiting container that just starts.
var passing = []string{"ContainerCreating", "PodInitializing", ""}

// containerTrouble reads one entry of containerStatuses. It returns false where
// that says nothing.
func containerTrouble(ctx context.Context, w *sight.View, a *Trouble, pod *unstructured.Unstructured, workload trace.Ref, status map[string]any) bool {
	name, _ := status["name"].(string)
	text := func(path ...string) string {
		s, _, _ := unstructured.NestedString(status, path...)
		return phrase.OneLine(s)
	}
	waiting := text("state", "waiting", "reason")
	switch {
	case waiting == "CrashLoopBackOff":
		a.What = "crashes again and again" + restarts(status) + ": container " + name + " " + ending(status, "lastState")
		a.Lasting, a.ByImage = true, true
		a.Mend = letRun(ctx, w, pod, workload, name, status)
		a.Look = explain.Look("read its last words", "kubectl", "logs", "pod/"+a.Pod.Name, "-n", a.Pod.Namespace, "-c", name, "--previous", "--tail=50")
	case !slices.Contains(passing, waiting):
		said := text("state", "waiting", "message")
		if slices.Contains(pulls, waiting) {
			a.ByImage, said = true, pullWords(ctx, w, pod, said)
			a.Mend = letPull(ctx, w, pod, workload, name, said)
		} else {
			a.Mend = letStart(pod, name, waiting, said)
		}
		a.What = "cannot start: container " + name + ": " + waiting + Quoting("the kubelet", said)
		a.Lasting = true
	case text("state", "terminated", "finishedAt") != "" && ending(status, "state") != "ended with exit code 0":
		a.What = "has failed: container " + name + " " + ending(status, "state")
		a.Mend = explain.Tell("mend what ends container " + name + ": its log says what")
		a.Look = explain.Look("read its last words", "kubectl", "logs", "pod/"+a.Pod.Name, "-n", a.Pod.Namespace, "-c", name, "--tail=50")
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
	if message == "" {
		return said
	}
	return said + "; its last words: " + phrase.Quoted(message)
}

// Quoting is how the words of somebody else come behind those of this program, which stay whole
// where a text is shortened. There are none where nothing was said.
func Quoting(by, words string) string {
	if words == "" {
		return ""
	}
	return "; " + by + " says: " + phrase.Quoted(words)
}

// Down reports whether the workload has been without enough ready pods for longer
// than it takes to start.
func Down(w *sight.View, obj *unstructured.Unstructured) bool {
	available := manifest.ConditionOf(obj, "Available")
	return available.Status == "False" && w.Clock.Passed(available.Since, starting)
}
