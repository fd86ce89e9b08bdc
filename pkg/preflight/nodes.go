package preflight

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// hosted are the pods that run on nodes among the targets, to be looked at as well: nothing
// in the graph leads from a node to its pods.
func (v *survey) hosted(ctx context.Context, targets []trace.Target) []trace.Target {
	nodes := map[string]bool{}
	for _, t := range targets {
		if t.Kind.Group == "" && t.Kind.Kind == "Node" {
			nodes[t.Name] = true
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	kinds, _, err := v.Reader.Kinds(ctx)
	if err != nil {
		return nil // the survey fails by the same
	}
	var out []trace.Target
	for _, kind := range kinds {
		if !kind.IsPod() {
			continue
		}
		err := v.Reader.List(ctx, trace.Scope{Kind: kind}, func(pod *unstructured.Unstructured) {
			if nodes[text(pod, "spec", "nodeName")] {
				out = append(out, trace.Target{Kind: kind, Namespace: pod.GetNamespace(), Name: pod.GetName()})
			}
		})
		if err != nil {
			v.unread = append(v.unread, v.Reader.Problem(trace.PartOf(kind, "", ""), err))
		}
	}
	return out
}

// bury is the collector of pods: those of a node that has gone are deleted without asking
// their kubelet; k8s.io/kubernetes/pkg/controller/podgc, gcOrphaned.
func (w *world) bury() bool {
	changed := false
	for _, node := range w.things {
		if node.phase != gone || node.absent || !isCore(node, "Node") {
			continue
		}
		for _, pod := range w.things {
			if pod.absent || pod.phase == gone || !pod.kind.IsPod() || w.Facts.Pods[pod.node.UID].Node != node.node.Name {
				continue
			}
			changed = w.ask(pod, request{why: Hosted, by: node, cascade: Background}) || changed
			if pod.has(onNode) {
				changed = w.release(pod, onNode) || changed
			}
		}
	}
	return changed
}
