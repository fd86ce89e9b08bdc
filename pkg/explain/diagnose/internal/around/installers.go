package around

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// installers are what the holder was installed by, whose status may tell of it: what
// owns its workload, and what lists its namespace among the objects it relates to.
func installers(ctx context.Context, h *hearing.Case) []Object {
	at := h.Holder.Workload
	if at.Name == "" {
		return nil
	}
	var out []Object
	if workload := h.View.Glance(ctx, at).Object; workload != nil {
		for _, o := range workload.GetOwnerReferences() {
			ref := trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: at.Namespace, Name: o.Name}
			out = append(out, Object{Ref: acts.Scoped(h, ref), How: "installs its holder", Anytime: true})
		}
	}
	const operators, kind = "config.openshift.io", "ClusterOperator"
	for _, obj := range h.View.Skim(ctx, operators, kind, "").Objects {
		related, _, _ := unstructured.NestedSlice(obj.Object, "status", "relatedObjects")
		if slices.ContainsFunc(related, func(item any) bool {
			fields, _ := item.(map[string]any)
			return fields["resource"] == "namespaces" && fields["name"] == at.Namespace
		}) {
			out = append(out, Object{Ref: trace.Ref{Group: operators, Kind: kind, Name: obj.GetName()}, How: "tells how its holder is", Anytime: true})
		}
	}
	return out
}
