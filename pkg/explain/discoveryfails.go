package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deadGroups are the API groups, with their versions, that the server does not
// reach. While one is left the namespace controller does not know all kinds and
// lets go of no namespace at all.
func (w *world) deadGroups() []trace.Part {
	var groups []trace.Part
	for _, p := range w.broken {
		if aggregated(p) && p.Reason == trace.Unavailable {
			groups = append(groups, p.About)
		}
	}
	return groups
}

// aggregated reports whether the problem is that of a version of an API group,
// which another server than the API server itself may serve. The core group is
// always its own.
func aggregated(p trace.Problem) bool { return p.About.APIGroup() && p.About.Group != "" }

// discoveryFails judges a namespace that waits for API groups.
func discoveryFails(ctx context.Context, h *hearing, _ *content) bool {
	groups := h.deadGroups()
	var names []string
	for _, group := range groups {
		d := h.deadGroup(ctx, group)
		h.blockDeadAPI(ctx, &d)
		names = append(names, d.name()+" ("+d.what()+")")
	}
	h.warn("where an API is only down for now, removing its registration makes namespaces go without what that API stores in them")
	return h.decide(Stuck, DiscoveryFails, "no namespace can go while "+count(len(groups), "API group does", "API groups do")+" not answer: "+naming(names))
}

// deadGroup is what can be seen of what serves a group. Only the APIService of
// that name is read, since not everybody may list them.
func (w *world) deadGroup(ctx context.Context, group trace.Part) deadAPI {
	d := deadAPI{group: group.Group, version: group.Version}
	ref := trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: d.version + "." + d.group}
	s := w.look(ctx, ref)
	if s.obj == nil {
		return d
	}
	if seen, dead := w.deadAPI(ctx, s.obj); dead {
		return seen
	}
	d.ref, d.message = ref, "it is said to be available, but discovery does not reach it"
	return d
}
