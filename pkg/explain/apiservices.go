package explain

import (
	"context"
	"strings"
	"time"

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
	since           time.Time
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

// deadAPIs returns the aggregated APIs that do not answer, by the condition of
// their APIService or because discovery could not ask them, once.
func (w *world) deadAPIs(ctx context.Context) []deadAPI {
	return w.machinery.apis.get("", func() []deadAPI {
		var dead []deadAPI
		seen := map[string]bool{}
		for _, obj := range w.list(ctx, aggregationGroup, "APIService", "").objects {
			d, ok := w.deadAPI(ctx, obj)
			if ok {
				seen[d.name()] = true
				dead = append(dead, d)
			}
		}
		for _, p := range w.broken {
			name := strings.TrimPrefix(p.What, "API group ")
			if group, version, _ := strings.Cut(name, "/"); !seen[name] {
				dead = append(dead, deadAPI{group: group, version: version, message: p.Message})
			}
		}
		return dead
	})
}

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
		group: stored.Spec.Group, version: stored.Spec.Version, reason: c.reason, message: c.message, since: c.since,
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
		append([]string{"kubectl", "delete"}, h.typed(d.ref)...)...)
}
