package explain

import (
	"context"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What an API server says to a controller that has to create a helper object
// before it can let go of this one.
var (
	terminatingPattern = regexp.MustCompile(`unable to create new content in namespace (\S+) because it is being terminated`)
	quotaPattern       = regexp.MustCompile(`exceeded quota: (\S+), requested: (\S+), used: \S+, limited: \S+`)
)

// noRoom decides where the holder has to create something and the server
// refuses it. What was saying may be old, so that it is checked against what is.
func noRoom(ctx context.Context, h *hearing) bool {
	for _, s := range h.sayings(ctx) {
		if m := terminatingPattern.FindStringSubmatch(oneLine(s.text)); m != nil && h.namespaceCloses(ctx, s, m[1]) {
			return true
		}
		if m := quotaPattern.FindStringSubmatch(oneLine(s.text)); m != nil && h.quotaFull(ctx, s, m[1], m[2]) {
			return true
		}
	}
	return false
}

// namespaceCloses decides where a namespace takes no new objects any more.
func (h *hearing) namespaceCloses(ctx context.Context, s saying, name string) bool {
	switch space := h.look(ctx, trace.Ref{Kind: "Namespace", Name: name}); {
	case space.state == trace.Unreadable:
		h.fact(s.source, oneLine(s.text)+"; whether that is still so could not be read")
		return false
	case !going(space.state):
		h.hint(s.source, oneLine(s.text)+"; the namespace is not going now")
		return false
	}
	h.fact(s.source, oneLine(s.text))
	h.blockFact("namespace " + name + " takes no new objects, because it is being deleted")
	h.next("see what taking the finalizer off by hand would leave behind, since the holder cannot do its work in this namespace any more",
		"kubectl", "finalizers", "explain", h.hold.Finalizer)
	h.warn("the deletion of a namespace cannot be called off; what the holder would have cleaned up has to be cleaned up by hand")
	return h.decide(Stuck, NamespaceTerminating, h.holderName()+" has to create an object in namespace "+name+" first, which takes none because it is being deleted")
}

// quotaFull decides where a quota is still exhausted.
func (h *hearing) quotaFull(ctx context.Context, s saying, name, requested string) bool {
	ref := trace.Ref{Kind: "ResourceQuota", Namespace: h.node.Namespace, Name: name}
	quota := h.look(ctx, ref)
	switch {
	case quota.state == trace.Unreadable:
		h.fact(s.source, oneLine(s.text)+"; whether that is still so could not be read")
		return false
	case quota.obj == nil:
		h.hint(s.source, oneLine(s.text)+"; there is no such quota in namespace "+h.node.Namespace)
		return false
	}
	full, what := exhausted(quota.obj, requested)
	if !full {
		h.hint(s.source, oneLine(s.text)+"; there is room now")
		return false
	}
	h.fact(s.source, oneLine(s.text))
	h.fact(h.nameOf(ref)+": .status", what)
	h.block(ctx, ref, what)
	h.next("see what uses up the quota", h.command(ref, "describe")...)
	return h.decide(Stuck, QuotaRefuses, h.holderName()+" has to create an object first, which quota "+name+" refuses: "+what)
}

// exhausted reports whether a quota has no room for what was requested, such as
// "pods=1,requests.cpu=500m".
func exhausted(quota *unstructured.Unstructured, requested string) (full bool, what string) {
	hard, _, _ := unstructured.NestedStringMap(quota.Object, "status", "hard")
	used, _, _ := unstructured.NestedStringMap(quota.Object, "status", "used")
	for part := range strings.SplitSeq(requested, ",") {
		name, amount, _ := strings.Cut(part, "=")
		want, err := resource.ParseQuantity(amount)
		limit, errLimit := resource.ParseQuantity(hard[name])
		sum, errUsed := resource.ParseQuantity(used[name])
		if err != nil || errLimit != nil || errUsed != nil {
			continue
		}
		sum.Add(want)
		if sum.Cmp(limit) > 0 {
			return true, name + ": " + used[name] + " of " + hard[name] + " used"
		}
	}
	return false, ""
}
