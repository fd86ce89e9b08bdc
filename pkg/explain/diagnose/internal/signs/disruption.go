package signs

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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ofBudget is how the API server refuses an eviction, and how Karpenter tells of it:
// "evicting pod violates a PDB (Pod=shop/cart-0)".
var ofBudget = []string{"disruption budget", "violates a PDB"}

// budgetRefuses names the budget that refuses the eviction of a pod that the words name,
// and what lets it through.
func budgetRefuses(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if !slices.ContainsFunc(ofBudget, func(refusal string) bool { return strings.Contains(words, refusal) }) {
		return n
	}
	for _, pod := range podsIn(ctx, h, words) {
		for _, budget := range h.View.List(ctx, "policy", "PodDisruptionBudget", pod.GetNamespace()).Objects {
			if !selects(budget, pod) {
				continue
			}
			ref := trace.Ref{Group: "policy", Kind: "PodDisruptionBudget", Namespace: budget.GetNamespace(), Name: budget.GetName()}
			number := func(field string) int64 {
				v, _, _ := unstructured.NestedInt64(budget.Object, "status", field)
				return v
			}
			n.Fact(h.View.NameOf(ref)+": .status", fmt.Sprintf("allows %d disruptions: %d pods are healthy, and %d have to be", number("disruptionsAllowed"), number("currentHealthy"), number("desiredHealthy")))
			n.Block(ctx, h.View, ref, "lets no pod go")
			n.Mend("have one more healthy pod beside " + pod.GetName() + ", or let PodDisruptionBudget " + budget.GetName() + " allow one less, so that the pod may be evicted")
			n.Next("see what the budget counts", h.View.Command(ref, "describe")...)
			return n
		}
	}
	return n
}

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
		if len(name) < 3 || !strings.Contains(name, "-") || len(pods) >= maxNamed {
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
