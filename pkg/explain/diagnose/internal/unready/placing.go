package unready

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// roomFor says what has the scheduler place a pod, by its own words.
func roomFor(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, said string) explain.Step {
	if s := BringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	var ways []string
	if m := insufficient.FindAllStringSubmatch(said, -1); m != nil {
		var lacks []string
		for _, of := range m {
			lacks = append(lacks, of[1])
		}
		slices.Sort(lacks)
		ways = append(ways, "free "+strings.Join(slices.Compact(lacks), " and ")+" on a node, or add one")
	}
	if m := untolerated.FindStringSubmatch(said); m != nil {
		ways = append(ways, "have a node without the taint "+m[1])
	}
	for _, way := range []struct{ word, text string }{
		{"node affinity/selector", "have a node that fits" + phrase.Prefixed(": it selects ", SelectorOf(pod))},
		{"node(s) were unschedulable", "uncordon a node"},
		{"Too many pods", "free a place for a pod on a node, or add one"},
		{"volume node affinity conflict", "bring back the node, or the zone, that its volume is in"},
		{"no nodes available", "add a node"},
	} {
		if strings.Contains(said, way.word) {
			ways = append(ways, way.text)
		}
	}
	if strings.Contains(said, unbound) {
		ways = append(ways, letBind(ctx, w, pod))
	}
	if len(ways) == 0 {
		return explain.Tell("have a node take pod " + pod.GetName() + phrase.Prefixed(": ", said))
	}
	return explain.Tell(strings.Join(ways, "; or ") + ", so that pod " + pod.GetName() + " can be placed")
}

// unbound is how the scheduler says that a pod waits for its claims.
const unbound = "unbound immediate PersistentVolumeClaims"

// letBind has the claims of a pod bound.
func letBind(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) string {
	if _, way := unboundBy(ctx, w, pod); way != "" {
		return way
	}
	return "have the claims of the pod bound" + phrase.Prefixed(": ", phrase.Names(claimsOf(pod)))
}

// unboundBy says what keeps the first claim of a pod from being bound that is not, and what
// has it bound, as far as its class or the events about it tell.
func unboundBy(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) (why, way string) {
	for _, name := range claimsOf(pod) {
		seen := w.Look(ctx, trace.Ref{Kind: "PersistentVolumeClaim", Namespace: pod.GetNamespace(), Name: name})
		switch {
		case seen.Gone():
			return "claim " + name + " does not exist", "create claim " + name + " in namespace " + pod.GetNamespace()
		case seen.Object == nil || manifest.Str(seen.Object, "status", "phase") == "Bound":
			continue
		}
		if class := manifest.Str(seen.Object, "spec", "storageClassName"); class != "" && w.Look(ctx, trace.Ref{Group: "storage.k8s.io", Kind: "StorageClass", Name: class}).Gone() {
			return "claim " + name + " wants StorageClass " + class + ", which does not exist", "create StorageClass " + class + ", which claim " + name + " wants, or make a volume for the claim"
		}
		said := w.Warnings(ctx, pod.GetNamespace(), func(e *sight.Event) bool {
			return e.About.Kind == "PersistentVolumeClaim" && e.About.Name == name && e.Message != ""
		})
		if len(said) > 0 {
			words := phrase.OneLine(redact.Text(said[0].Message))
			return "claim " + name + " is not bound" + Quoting("an event", words), "have claim " + name + " bound: mend what it says, " + phrase.Quoted(words)
		}
	}
	return "", ""
}

// claimsOf are the names of the claims that a pod uses.
func claimsOf(pod *unstructured.Unstructured) []string {
	volumes, _, _ := unstructured.NestedSlice(pod.Object, "spec", "volumes")
	var out []string
	for _, v := range volumes {
		volume, _ := v.(map[string]any)
		if name, _, _ := unstructured.NestedString(volume, "persistentVolumeClaim", "claimName"); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// SelectorOf is the node selector of a pod, or of a workload's pods.
func SelectorOf(obj *unstructured.Unstructured) string {
	selector, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "nodeSelector")
	if len(selector) == 0 {
		selector, _, _ = unstructured.NestedStringMap(obj.Object, "spec", "template", "spec", "nodeSelector")
	}
	var out []string
	for key, value := range selector {
		out = append(out, key+"="+value)
	}
	slices.Sort(out)
	return phrase.Names(out)
}
