package signs

import (
	"context"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What an API server says to a controller that has to create a helper object
// before it can let go of this one.
var (
	terminatingPattern = regexp.MustCompile(`unable to create new content in namespace (\S+) because it is being terminated`)
	quotaPattern       = regexp.MustCompile(`exceeded quota: (\S+), requested: (\S+), used: \S+, limited: \S+`)
)

// NoRoom decides where the holder has to create something and the server
// refuses it. What was saying may be old, so that it is checked against what is.
func NoRoom(ctx context.Context, h *hearing.Case) bool {
	for _, s := range sayings(ctx, h) {
		if m := terminatingPattern.FindStringSubmatch(phrase.OneLine(s.text)); m != nil && namespaceCloses(ctx, h, s, m[1]) {
			return true
		}
		if m := quotaPattern.FindStringSubmatch(phrase.OneLine(s.text)); m != nil && quotaFull(ctx, h, s, m[1], m[2]) {
			return true
		}
	}
	return false
}

// namespaceCloses decides where a namespace takes no new objects any more.
func namespaceCloses(ctx context.Context, h *hearing.Case, s saying, name string) bool {
	switch space := h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: name}); {
	case space.State == trace.Unreadable:
		h.Fact(s.source, phrase.OneLine(s.text)+"; whether that is still so could not be read")
		return false
	case !explain.Going(space.State):
		h.Hint(s.source, phrase.OneLine(s.text)+"; the namespace is not going now")
		return false
	}
	h.Fact(s.source, phrase.OneLine(s.text))
	h.BlockFact("namespace " + name + " takes no new objects, because it is being deleted")
	h.Next("see what taking the finalizer off by hand would leave behind, since the holder cannot do its work in this namespace any more",
		"kubectl", "finalizers", "explain", h.Hold.Finalizer)
	h.Warn("the deletion of a namespace cannot be called off; what the holder would have cleaned up has to be cleaned up by hand")
	return h.Decide(explain.Stuck, explain.NamespaceTerminating, h.HolderName()+" has to create an object in namespace "+name+" first, which takes none because it is being deleted")
}

// quotaFull decides where a quota is still exhausted.
func quotaFull(ctx context.Context, h *hearing.Case, s saying, name, requested string) bool {
	ref := trace.Ref{Kind: "ResourceQuota", Namespace: h.Node.Namespace, Name: name}
	quota := h.View.Look(ctx, ref)
	switch {
	case quota.State == trace.Unreadable:
		h.Fact(s.source, phrase.OneLine(s.text)+"; whether that is still so could not be read")
		return false
	case quota.Object == nil:
		h.Hint(s.source, phrase.OneLine(s.text)+"; there is no such quota in namespace "+h.Node.Namespace)
		return false
	}
	full, what := exhausted(quota.Object, requested)
	if !full {
		h.Hint(s.source, phrase.OneLine(s.text)+"; there is room now")
		return false
	}
	h.Fact(s.source, phrase.OneLine(s.text))
	h.Fact(h.View.NameOf(ref)+": .status", what)
	h.Block(ctx, ref, what)
	h.Next("see what uses up the quota", h.View.Command(ref, "describe")...)
	return h.Decide(explain.Stuck, explain.QuotaRefuses, h.HolderName()+" has to create an object first, which quota "+name+" refuses: "+what)
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
