package storage

import (
	"context"
	"net/netip"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// JudgeRange finds the addresses that no other range would cover
// (pkg/controller/servicecidrs, canDeleteCIDR).
func JudgeRange(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	const group = "networking.k8s.io"
	ranges := h.View.List(ctx, group, "ServiceCIDR", "")
	addresses := h.View.List(ctx, group, "IPAddress", "")
	if !ranges.Complete || !addresses.Complete {
		return f.Decide(explain.Undecided, explain.Silent, "could not check which addresses are in use")
	}
	own, others := prefixesOf(h.Object), []netip.Prefix(nil)
	for _, r := range ranges.Objects {
		if r.GetName() != h.Node.Name {
			others = append(others, prefixesOf(r)...)
		}
	}
	var found []usingObject
	for _, obj := range addresses.Objects {
		if obj.GetLabels()["ipaddress.kubernetes.io/managed-by"] != "ipallocator.k8s.io" {
			continue // not of a Service
		}
		at, err := netip.ParseAddr(obj.GetName())
		if err == nil && covered(own, at) && !covered(others, at) {
			found = append(found, usingObject{manifest.RefOf(group, "IPAddress", obj), h.View.StateOf(obj), obj})
		}
	}
	return rangeHeld(ctx, h, found)
}

// rangeHeld names the Services that have the addresses.
func rangeHeld(ctx context.Context, h *hearing.Case, found []usingObject) (f hearing.Finding) {
	if len(found) == 0 {
		f.Fact("ipaddresses.networking.k8s.io", "none of a Service is in this range alone")
		return f.And(holder.Idle(ctx, h, "no address of a Service is in this range alone"))
	}
	var names []string
	for i := range found {
		u := &found[i]
		name := u.Name
		if service := manifest.Str(u.obj, "spec", "parentRef", "name"); service != "" {
			name += " (" + manifest.Str(u.obj, "spec", "parentRef", "resource") + " " + manifest.Str(u.obj, "spec", "parentRef", "namespace") + "/" + service + ")"
		}
		if i < hearing.BlockersListed {
			f.BlockKnown(h.View, u.Ref, u.state, "only this range has it")
		}
		names = append(names, name)
	}
	f.Mend("create a further ServiceCIDR that covers these addresses: this one may go then; or delete what has them, where nobody needs it")
	f.Next("see what has the addresses", "kubectl", "get", "ipaddresses.networking.k8s.io")
	return f.Decide(explain.Stuck, explain.InUse, phrase.Count(len(found), "address", "addresses")+" in this range alone "+phrase.Plural(len(found), "is", "are")+" still in use: "+phrase.Names(names))
}

func prefixesOf(cidr *unstructured.Unstructured) []netip.Prefix {
	texts, _, _ := unstructured.NestedStringSlice(cidr.Object, "spec", "cidrs")
	var out []netip.Prefix
	for _, text := range texts {
		if p, err := netip.ParsePrefix(text); err == nil {
			out = append(out, p)
		}
	}
	return out
}

func covered(by []netip.Prefix, at netip.Addr) bool {
	for _, p := range by {
		if p.Contains(at) {
			return true
		}
	}
	return false
}
