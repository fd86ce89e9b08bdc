package explain

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const aggregationGroup = "apiregistration.k8s.io"

// deadAPI is a version of an API group whose server does not answer. As long as
// there is one, no namespace finishes, and a garbage collector that starts
// learns no new kinds.
type deadAPI struct {
	// ref is the APIService, the zero Ref where that could not be read.
	ref            trace.Ref
	group, version string
	// reason and message are those of its condition Available.
	reason, message string
	// backend is the Service that it leads to, the zero backend for none.
	backend backend
	served  answering
}

// name is how discovery names it: metrics.k8s.io/v1beta1.
func (d *deadAPI) name() string { return d.group + "/" + d.version }

// what is the trouble in a few words.
func (d *deadAPI) what() string {
	switch {
	case d.served.down:
		return d.backend.servedBy() + " " + d.served.what
	case d.reason != "":
		return d.reason + prefixed(": ", d.message)
	case d.message != "":
		return d.message
	}
	return "it does not answer"
}

// deadAPI reads an APIService. It returns false where that is available.
func (w *world) deadAPI(ctx context.Context, obj *unstructured.Unstructured) (deadAPI, bool) {
	c := conditionOf(obj, "Available")
	if c.status != "False" {
		return deadAPI{}, false
	}
	var stored struct {
		Spec struct {
			Group    string      `json:"group"`
			Version  string      `json:"version"`
			Service  *serviceRef `json:"service"`
			CABundle string      `json:"caBundle"`
		} `json:"spec"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &stored) != nil || stored.Spec.Service == nil {
		return deadAPI{}, false
	}
	config := clientConfig{Service: stored.Spec.Service, CABundle: stored.Spec.CABundle}
	d := deadAPI{
		ref:   trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: obj.GetName()},
		group: stored.Spec.Group, version: stored.Spec.Version, reason: c.reason, message: c.message,
		backend: *config.backend(),
	}
	d.served = w.answersOf(ctx, d.backend)
	return d, true
}

// blockDeadAPI makes a dead API a blocker of the hold, with what leads to its
// repair.
func (h *hearing) blockDeadAPI(ctx context.Context, d *deadAPI) {
	if d.ref.Name == "" {
		h.blockFact("API group " + d.name() + ": " + d.what())
		return
	}
	h.fact(h.nameOf(d.ref)+": .status.conditions", "Available=False "+d.reason+prefixed(": ", d.message))
	h.blockKnown(d.ref, h.look(ctx, d.ref).state, "not available: "+d.what())
	h.restore(ctx, d.ref, d.backend, d.served)
	h.next("only if what served "+d.name()+" is gone for good: remove its registration; the API is then no longer known",
		h.command(d.ref, "delete")...)
}

// blockUnlisted makes blockers of what nobody can list: the APIs that do not
// answer, and the kinds that cannot be listed for another reason.
func (h *hearing) blockUnlisted(ctx context.Context, problems []trace.Problem) {
	var rest []string
	for _, p := range problems {
		if aggregated(p) {
			d := h.deadGroup(ctx, p.About)
			h.blockDeadAPI(ctx, &d)
			continue
		}
		rest = append(rest, p.About.String())
	}
	if len(rest) > 0 {
		h.blockFact(naming(rest) + " cannot be listed")
	}
}
