package unready

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// letStart is what has a container start that waits for a reason.
func letStart(pod *unstructured.Unstructured, container, reason, said string) explain.Step {
	if s := BringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	return explain.Tell("mend what keeps container " + container + " from starting: " + phrase.OneLine(explain.Joined(": ", reason, said)))
}

// letRun is what ends that a container crashes.
func letRun(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, workload trace.Ref, container string, status map[string]any) explain.Step {
	ended := func(field string) string {
		text, _, _ := unstructured.NestedString(status, "lastState", "terminated", field)
		return phrase.OneLine(text)
	}
	if ended("reason") == "OOMKilled" {
		return moreMemory(pod, workload, container)
	}
	said := ended("message")
	if s := BringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	if s := OtherVersion(ctx, w, said); s.Text != "" {
		return s
	}
	if said != "" {
		return explain.Tell("mend what the last words of container " + container + " name: " + phrase.Quoted(said))
	}
	return explain.Tell("mend what ends container " + container + ": the log of its last run says what")
}

// moreMemory raises the limit at which a container was killed.
func moreMemory(pod *unstructured.Unstructured, workload trace.Ref, container string) explain.Step {
	text := "give container " + container + " more memory"
	for _, c := range manifest.ContainersOfPod(pod) {
		limit, _, _ := unstructured.NestedString(c, "resources", "limits", "memory")
		amount, err := resource.ParseQuantity(limit)
		if name, _ := c["name"].(string); name != container || err != nil || amount.IsZero() {
			continue
		}
		amount.Add(amount.DeepCopy())
		return explain.Act(explain.Changes, workload, text+": it was killed at its limit of "+limit,
			"kubectl", "set", "resources", workload.Short(), "-n", workload.Namespace, "-c", container, "--limits=memory="+amount.String())
	}
	return explain.Tell(text + ", or its node: that ran out of it")
}

// letEventPass is what ends the Warnings that say something of a pod.
func letEventPass(pod *unstructured.Unstructured, said string) explain.Step {
	if s := BringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	keeps := " from starting: "
	if started(pod) {
		keeps = " from getting ready: "
	}
	return explain.Tell("mend what keeps pod " + pod.GetName() + keeps + phrase.OneLine(said))
}

// started reports whether all containers of a pod run, ready or not.
func started(pod *unstructured.Unstructured) bool {
	statuses := manifest.ContainerStatusesOf(pod)
	return len(statuses) > 0 && !slices.ContainsFunc(statuses, func(status map[string]any) bool {
		_, runs, _ := unstructured.NestedMap(status, "state", "running")
		return !runs
	})
}
