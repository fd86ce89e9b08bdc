package preflight

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Facts are what neither the graph nor the diagnosis tells. Of what is not in a map
// nothing is known.
type Facts struct {
	// Pods and Volumes are by UID.
	Pods    map[string]PodFacts
	Volumes map[string]VolumeFacts
	// Nodes says of those that pods run on whether they are ready. One that does not exist
	// is not in it.
	Nodes map[string]bool
	// NodesKnown says that all nodes are in Nodes.
	NodesKnown bool
	// Scaled says, by UID, of StatefulSets that the claims of a pod go with it where that is
	// scaled away.
	Scaled map[string]bool
	// Answers are, by UID, what the server says to a dry run of the deletion.
	Answers map[string]Answer
	// Around is what the writes of a deletion rest on.
	Around explain.Around
	// Tended is, by UID, what the holders of an object's finalizers delete below it.
	Tended map[string][]explain.Tending
	// Spared are, by UID, the objects that a holder leaves, by what they say of themselves.
	Spared map[string]bool
}

// few objects are read one by one; for more of a kind and namespace there is one list.
const few = 8

// readFacts reads what pods and volumes say of themselves. Its error is the context's.
func (v *survey) readFacts(ctx context.Context) error {
	f := &v.situation.Facts
	f.Pods, f.Volumes, f.Nodes, f.Scaled = map[string]PodFacts{}, map[string]VolumeFacts{}, map[string]bool{}, map[string]bool{}
	if v.act.Verb == Scale {
		v.readAll(ctx, func(n *trace.Node) bool { return n.Group == "apps" && n.Kind == "StatefulSet" })
	}
	v.readAll(ctx, func(n *trace.Node) bool { return n.Group == "" && n.Kind == "Pod" })
	v.readTended(ctx)
	for i := range v.situation.Graph.Nodes {
		n := &v.situation.Graph.Nodes[i]
		obj := v.whole[n.UID]
		if obj == nil && n.Group == "" && n.Kind == "PersistentVolume" && n.State != trace.Gone {
			obj = v.get(ctx, n)
		}
		switch {
		case obj != nil && n.Group == "apps" && n.Kind == "StatefulSet":
			f.Scaled[n.UID] = text(obj, "spec", "persistentVolumeClaimRetentionPolicy", "whenScaled") == "Delete"
		case obj == nil || n.Group != "":
		case n.Kind == "Pod":
			f.Pods[n.UID] = podFacts(obj)
		case n.Kind == "PersistentVolume":
			f.Volumes[n.UID] = volumeFacts(obj)
		}
	}
	v.readNodes(ctx)
	return ctx.Err()
}

// get reads one object of the graph. What cannot be read is not known.
func (v *survey) get(ctx context.Context, n *trace.Node) *unstructured.Unstructured {
	kind, served := v.kind(n.Group, n.Kind)
	if !served {
		return nil
	}
	obj, err := v.Reader.Get(ctx, kind, n.Namespace, n.Name)
	if err != nil || string(obj.GetUID()) != n.UID {
		return nil
	}
	v.whole[n.UID] = obj
	return obj
}

func (v *survey) kind(group, kind string) (trace.Kind, bool) {
	return trace.KindOf(v.situation.Kinds, group, kind)
}

// readAll reads the objects of the graph whole that are meant. What cannot be read is not
// known.
func (v *survey) readAll(ctx context.Context, meant func(*trace.Node) bool) {
	type place struct{ group, kind, namespace string }
	unread := map[place][]*trace.Node{}
	for i := range v.situation.Graph.Nodes {
		n := &v.situation.Graph.Nodes[i]
		if n.UID == "" || v.whole[n.UID] != nil || n.State != trace.Live && !n.State.Going() || !meant(n) {
			continue
		}
		at := place{n.Group, n.Kind, n.Namespace}
		unread[at] = append(unread[at], n)
	}
	for at, nodes := range unread {
		kind, served := v.kind(at.group, at.kind)
		if !served {
			continue
		}
		if len(nodes) > few && v.Reader.List(ctx, trace.Scope{Kind: kind, Namespace: at.namespace}, func(obj *unstructured.Unstructured) {
			v.whole[string(obj.GetUID())] = obj
		}) == nil {
			continue
		}
		for _, n := range nodes {
			v.get(ctx, n)
		}
	}
}

// readNodes reads how the nodes are that the pods run on.
func (v *survey) readNodes(ctx context.Context) {
	f := &v.situation.Facts
	kind, served := v.kind("", "Node")
	needed := false
	for _, p := range f.Pods {
		needed = needed || p.Node != ""
	}
	if !served || !needed {
		return
	}
	f.NodesKnown = v.Reader.List(ctx, trace.Scope{Kind: kind}, func(obj *unstructured.Unstructured) {
		f.Nodes[obj.GetName()] = ready(obj)
	}) == nil
}

func ready(node *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(node.Object, "status", "conditions")
	for _, c := range conditions {
		if fields, ok := c.(map[string]any); ok && fields["type"] == "Ready" {
			return fields["status"] == "True"
		}
	}
	return false
}

func podFacts(obj *unstructured.Unstructured) PodFacts {
	phase := text(obj, "status", "phase")
	return PodFacts{Node: text(obj, "spec", "nodeName"), Ended: phase == "Succeeded" || phase == "Failed"}
}

func text(obj *unstructured.Unstructured, path ...string) string {
	s, _, _ := unstructured.NestedString(obj.Object, path...)
	return s
}

// ownPath is what Kubernetes itself may delete on a host.
var ownPath = regex.New(`^/tmp/.+`)

// volumeFacts says who deletes a volume: whoever provisioned it, and of those that nobody
// has provisioned, Kubernetes itself deletes folders below /tmp alone.
func volumeFacts(obj *unstructured.Unstructured) VolumeFacts {
	v := VolumeFacts{Policy: text(obj, "spec", "persistentVolumeReclaimPolicy"), Bound: text(obj, "status", "phase") == "Bound"}
	by := obj.GetAnnotations()["pv.kubernetes.io/provisioned-by"]
	switch {
	case by != "" && strings.HasPrefix(by, "kubernetes.io/") && obj.GetAnnotations()["pv.kubernetes.io/migrated-to"] == "":
		v.Reclaimer = Internal
	case by != "":
		v.Reclaimer = External
	case ownPath.MatchString(text(obj, "spec", "hostPath", "path")):
		v.Reclaimer = Internal
	}
	return v
}
