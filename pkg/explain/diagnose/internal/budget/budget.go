// Package budget tells which PodDisruptionBudget lets a pod not be evicted.
package budget

import (
	"context"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OfDrain is what Karpenter says of any drain that goes on, and all that it says within
// two minutes, also where a budget refuses an eviction.
const OfDrain = "pods are waiting to be evicted"

// MerelyDrains reports whether words that call a drain failed tell of nothing but one
// that goes on: no budget is known to refuse it.
func MerelyDrains(ctx context.Context, h *hearing.Case, words string) bool {
	return strings.Contains(words, OfDrain) && len(Refuses(ctx, h, words).Steps) == 0
}

// Refuses names the budget that refuses the eviction of a pod that the words name,
// or of one on a node that is drained, and what lets it through.
func Refuses(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if failure.KeptByBudget(words) {
		return refusing(ctx, h, podsIn(ctx, h, words), func(*unstructured.Unstructured) bool { return true })
	}
	if strings.Contains(words, OfDrain) && h.Node.Group == "" && h.Node.Kind == "Node" {
		return refusing(ctx, h, podsOn(ctx, h, h.Node.Name), func(budget *unstructured.Unstructured) bool {
			allowed, told, _ := unstructured.NestedInt64(budget.Object, "status", "disruptionsAllowed")
			return told && allowed == 0
		})
	}
	return n
}

// refusing names the first budget for one of the pods of those that refuse.
func refusing(ctx context.Context, h *hearing.Case, pods []*unstructured.Unstructured, refuses func(budget *unstructured.Unstructured) bool) (n hearing.Notes) {
	for _, pod := range pods {
		for _, budget := range h.View.List(ctx, "policy", "PodDisruptionBudget", pod.GetNamespace()).Objects {
			if !selects(budget, pod) || !refuses(budget) {
				continue
			}
			ref := trace.Ref{Group: "policy", Kind: "PodDisruptionBudget", Namespace: budget.GetNamespace(), Name: budget.GetName()}
			number := func(field string) int64 {
				v, _, _ := unstructured.NestedInt64(budget.Object, "status", field)
				return v
			}
			n.Fact(h.View.NameOf(ref)+": .status", fmt.Sprintf("allows %d disruptions: %d pods are healthy, and %d have to be", number("disruptionsAllowed"), number("currentHealthy"), number("desiredHealthy")))
			n.Block(ctx, h.View, ref, "lets no pod go")
			counts := ""
			if wants := number("desiredHealthy"); wants > 0 {
				counts = fmt.Sprintf(" (it wants %d of its pods healthy, and has %d)", wants, number("currentHealthy"))
			}
			n.Mend("have one more healthy pod beside " + pod.GetName() + ", or let PodDisruptionBudget " + budget.GetName() + " allow one less" + counts + ", so that the pod may be evicted")
			n.Next("see what the budget counts", h.View.Command(ref, "describe")...)
			return n
		}
	}
	return n
}

// podsOn are the pods on a node that a budget may keep there: those that are ready and
// not going. One that is not ready may go by its budget nevertheless, and Karpenter leaves out
// what runs by the node itself or tolerates that it goes.
func podsOn(ctx context.Context, h *hearing.Case, node string) (pods []*unstructured.Unstructured) {
	for _, pod := range h.View.List(ctx, "", "Pod", "").Objects {
		if manifest.Str(pod, "spec", "nodeName") == node && pod.GetDeletionTimestamp() == nil && manifest.Ready(pod) && drained(pod) {
			pods = append(pods, pod)
		}
	}
	return pods
}

// drained reports whether Karpenter evicts a pod from a node that goes.
func drained(pod *unstructured.Unstructured) bool {
	if slices.ContainsFunc(pod.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return o.Kind == "Node" && o.APIVersion == "v1" }) {
		return false
	}
	tolerations, _, _ := unstructured.NestedSlice(pod.Object, "spec", "tolerations")
	return !slices.ContainsFunc(tolerations, toleratesDisruption)
}

// toleratesDisruption reports whether a toleration is of the taint that Karpenter puts on a node
// before it drains it: karpenter.sh/disrupted:NoSchedule, of no value.
func toleratesDisruption(toleration any) bool {
	t, _ := toleration.(map[string]any)
	str := func(field string) string { s, _ := t[field].(string); return s }
	if effect := str("effect"); effect != "" && effect != "NoSchedule" {
		return false
	}
	switch key := str("key"); str("operator") {
	case "Exists":
		return key == "" || key == "karpenter.sh/disrupted"
	case "", "Equal":
		return key == "karpenter.sh/disrupted" && str("value") == ""
	}
	return false
}

// mostPods bounds how many pods that a text names are looked at.
const mostPods = 10

// podsIn are the pods that words name, by their name or with their namespace.
func podsIn(ctx context.Context, h *hearing.Case, words string) (pods []*unstructured.Unstructured) {
	for word := range strings.FieldsSeq(words) {
		word = strings.Trim(word, `"'.,:;()`)
		if _, value, keyed := strings.Cut(word, "="); keyed {
			word = value
		}
		namespace, name, ok := strings.Cut(word, "/")
		if !ok {
			namespace, name = h.Node.Namespace, namespace
		}
		if namespace == "" || namespace == "pod" || namespace == "pods" {
			namespace = h.Node.Namespace
		}
		if len(name) < 3 || !strings.Contains(name, "-") || len(pods) >= mostPods {
			continue
		}
		ref := trace.Ref{Kind: "Pod", Namespace: namespace, Name: name}
		if pod := h.View.Glance(ctx, ref).Object; pod != nil {
			pods = append(pods, pod)
		}
	}
	return pods
}

// selects reports whether a budget is for a pod.
func selects(budget, pod *unstructured.Unstructured) bool {
	field, _, _ := unstructured.NestedMap(budget.Object, "spec", "selector")
	var selector metav1.LabelSelector
	if len(field) == 0 || runtime.DefaultUnstructuredConverter.FromUnstructured(field, &selector) != nil {
		return false
	}
	s, err := metav1.LabelSelectorAsSelector(&selector)
	return err == nil && s.Matches(labels.Set(pod.GetLabels()))
}
