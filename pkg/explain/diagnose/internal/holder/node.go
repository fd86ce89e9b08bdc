package holder

import (
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// onItsNode is how a DaemonSet is where it counts: it acts node by node, so that its
// pod on the node has to act that the object is about. Of an object that is about no
// node, all its pods tell.
func onItsNode(ctx context.Context, h *hearing.Case, c *candidate, whole hearing.Wellbeing) (b hearing.Wellbeing) {
	node, field, gone := nodeOf(ctx, h)
	obj := h.View.Look(ctx, c.ref).Object
	if node == "" || obj == nil {
		return whole
	}
	pods, complete := PodsOf(ctx, h.View, obj)
	there := onNode(pods, node)
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	b.Fact(h.Name()+": "+field, "is about node "+node)
	switch {
	case slices.ContainsFunc(there, manifest.Ready):
		b.Health = explain.Running
		b.Fact("pods of "+sight.Where(c.ref), "one on node "+node+" is ready")
		return b
	case len(there) == 0 && !complete:
		return whole
	case len(there) == 0:
		b.Fact("pods of "+sight.Where(c.ref), "none is on node "+node)
		message := name + " acts node by node, and has no pod on node " + node
		if gone {
			b.Mend("bring node " + node + " back under its name, so that the pod on it can clean up")
			b.Next("see which nodes there are", "kubectl", "get", "nodes")
			b.SeeCost(h, "only where the node is gone for good: see what taking the finalizer off would cost")
			return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, message+", which does not exist any more")
		}
		b.Mend("let " + c.ref.Short() + " onto node " + node + ": by the labels that it wants, or by tolerating the node's taints")
		b.Next("compare the node's labels and taints with what it wants", "kubectl", "describe", "node/"+node)
		return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, message)
	}
	worst := unready.Worst(ctx, h.View, there, c.ref)
	b.Fact(sight.Where(worst.Pod)+": .status", worst.What)
	b.Do(worst.Mend)
	b.Do(worst.Look)
	verdict := explain.Undecided
	if worst.Lasting {
		verdict = explain.Stuck
	}
	return b.Because(verdict, explain.NotReady, explain.HolderNotReady, name+" acts node by node, and its pod on node "+node+" is not ready: "+worst.Pod.Name+" "+worst.What)
}

// onNode are those of the pods that are on a node, or meant for it.
func onNode(pods []*unstructured.Unstructured, node string) []*unstructured.Unstructured {
	return slices.DeleteFunc(slices.Clone(pods), func(p *unstructured.Unstructured) bool { return nodeOfPod(p) != node })
}

// nodeOfPod is the node that a pod is on, or that the DaemonSet controller means it for.
func nodeOfPod(pod *unstructured.Unstructured) string {
	if node := manifest.Str(pod, "spec", "nodeName"); node != "" {
		return node
	}
	terms, _, _ := unstructured.NestedSlice(pod.Object, "spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
	for _, term := range terms {
		fields, _ := term.(map[string]any)
		list, _ := fields["matchFields"].([]any)
		for _, f := range list {
			field, _ := f.(map[string]any)
			if values, _ := field["values"].([]any); field["key"] == "metadata.name" && len(values) == 1 {
				node, _ := values[0].(string)
				return node
			}
		}
	}
	return ""
}

// nodeFields are where objects name the node that they are about.
var nodeFields = [][]string{
	{"spec", "nodeName"},
	{"spec", "node"},
	{"spec", "nodeID"},
	{"spec", "nodeRef", "name"},
	{"status", "nodeName"},
	{"status", "node"},
	{"status", "nodeID"},
	{"status", "ownerID"},
	{"status", "nodeRef", "name"},
	{"spec", "ownerID"},
}

// nodeLabels are the last parts of labels that have the name of a node.
var nodeLabels = []string{"hostname", "node", "nodename", "node-name", "nodeid", "node-id"}

// nodeOf is the node that the object is about, and where it says so: in a field, in a
// label, by its owner, or by its own name. Any text may stand there; only the name of a
// Node is one, and that of spec.nodeName or of an owner also where the node is gone.
func nodeOf(ctx context.Context, h *hearing.Case) (node, field string, gone bool) {
	if h.Object == nil {
		return "", "", false
	}
	for _, n := range nodeNames(h) {
		s := h.View.Look(ctx, trace.Ref{Kind: "Node", Name: n.name})
		if s.Object != nil || n.sure && s.Gone() {
			return n.name, n.field, s.Gone()
		}
	}
	return "", "", false
}

// NodeNamed is the node that the object says it is about, by a field that is called so,
// whether there is such a node or not.
func NodeNamed(h *hearing.Case) (node, field string) {
	if h.Object == nil {
		return "", ""
	}
	for _, n := range nodeNames(h) {
		if n.plain {
			return n.name, strings.TrimPrefix(n.field, ".")
		}
	}
	return "", ""
}

// nodeName is a text that may be the name of a node, and where it stands.
type nodeName struct {
	name, field string
	sure        bool // it is one, whether there is such a node or not
	plain       bool // it stands in a field that is called after nodes
}

// nodeNames are what may name the node, what says it most plainly first.
func nodeNames(h *hearing.Case) (out []nodeName) {
	for _, path := range nodeFields {
		if name := manifest.Str(h.Object, path...); name != "" {
			out = append(out, nodeName{name: name, field: "." + strings.Join(path, "."), sure: path[len(path)-1] == "nodeName", plain: true})
		}
	}
	labels := h.Object.GetLabels()
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if _, last, _ := strings.Cut(key, "/"); slices.Contains(nodeLabels, strings.ToLower(last)) && labels[key] != "" {
			out = append(out, nodeName{name: labels[key], field: "label " + key})
		}
	}
	for _, o := range h.Object.GetOwnerReferences() {
		if o.Kind == "Node" && o.APIVersion == "v1" {
			out = append(out, nodeName{name: o.Name, field: ".metadata.ownerReferences", sure: true, plain: true})
		}
	}
	if h.Node.Namespace == "" || strings.Contains(h.Kind.Kind, "Node") {
		out = append(out, nodeName{name: h.Node.Name, field: ".metadata.name"})
	}
	return out
}
