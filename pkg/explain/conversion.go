package explain

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	crdGroup = "apiextensions.k8s.io"
	crdKind  = "CustomResourceDefinition"
)

// conversion is how a CRD's objects get from one version to another.
type conversion struct {
	crd     trace.Ref
	backend *backend
	// stored are the versions in which objects may be stored.
	stored []string
}

// conversionOf returns the conversion webhook of a kind, nil where it has none
// or where its CRD could not be read.
func (w *world) conversionOf(ctx context.Context, kind trace.Kind) *conversion {
	if kind.Group == "" || !strings.Contains(kind.Group, ".") {
		return nil
	}
	c := &conversion{crd: trace.Ref{Group: crdGroup, Kind: crdKind, Name: kind.Resource + "." + kind.Group}}
	obj := w.definition(ctx, c.crd)
	if obj == nil {
		return nil
	}
	var crd struct {
		Spec struct {
			Conversion struct {
				Strategy string `json:"strategy"`
				Webhook  struct {
					ClientConfig clientConfig `json:"clientConfig"`
				} `json:"webhook"`
			} `json:"conversion"`
		} `json:"spec"`
		Status struct {
			StoredVersions []string `json:"storedVersions"`
		} `json:"status"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &crd) != nil || crd.Spec.Conversion.Strategy != "Webhook" {
		return nil
	}
	c.backend, c.stored = crd.Spec.Conversion.Webhook.ClientConfig.backend(), crd.Status.StoredVersions
	return c
}

// definition reads a CRD; kinds whose group no CRD can have made are not asked
// for.
func (w *world) definition(ctx context.Context, crd trace.Ref) *unstructured.Unstructured {
	if strings.HasSuffix(crd.Name, ".k8s.io") && !w.listed(ctx, crd) {
		return nil
	}
	return w.look(ctx, crd).obj
}

// listed reports whether the CRD is in the list of all, which says so of the
// kinds of aggregated APIs and of Kubernetes itself with a single request.
func (w *world) listed(ctx context.Context, crd trace.Ref) bool {
	return slices.ContainsFunc(w.sketch(ctx, crdGroup, crdKind, "").rows, func(b brief) bool { return b.Name == crd.Name })
}

// unconverted hints at a conversion that is down, which keeps the holder from
// the object if it uses another version than the stored one. It decides nothing.
func unconverted(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	if c := h.conversionOf(ctx, h.kind); c != nil {
		if served := h.answersOf(ctx, *c.backend); served.down {
			h.hint(served.source, "what converts "+h.kind.Resource+" between versions is down: "+c.backend.servedBy()+" "+served.what)
		}
	}
	return false
}

// conversionDoubted is for a holder that is likely not to see the object: it
// last wrote in a version that no object is stored in, and what converts is
// down. It may have been upgraded since, so this comes last.
func conversionDoubted(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	c := h.conversionOf(ctx, h.kind)
	if c == nil {
		return false
	}
	served := h.answersOf(ctx, *c.backend)
	version := h.holderVersion()
	if !served.down || version == "" || len(c.stored) == 0 || slices.Contains(c.stored, version) {
		return false
	}
	h.fact("managedFields", h.holderName()+" wrote in version "+version+", and objects are stored as "+strings.Join(c.stored, ", "))
	h.conversionDown(ctx, c, served)
	return h.decide(Unknown, ConversionFails, "if "+h.holderName()+" still uses version "+version+", it can neither read nor write it: "+h.kind.Resource+" have to be converted, and "+
		c.backend.servedBy()+" "+served.what)
}

// holderVersion is the version in which the holder wrote the finalizer.
func (h *hearing) holderVersion() string {
	for _, w := range h.writes() {
		if slices.Contains(w.finalizers, h.hold.Finalizer) && !person(w.manager) {
			return w.version
		}
	}
	return ""
}

// conversionFails decides by the server's own words.
func (h *hearing) conversionFails(ctx context.Context, words string) bool {
	c := h.conversionOf(ctx, h.kind)
	if c == nil {
		return h.decide(Stuck, ConversionFails, "nobody can write to it: "+words)
	}
	return h.conversionDown(ctx, c, h.answersOf(ctx, *c.backend))
}

func (h *hearing) conversionDown(ctx context.Context, c *conversion, served answering) bool {
	what := c.backend.servedBy() + " does not answer"
	if served.down {
		what = c.backend.servedBy() + " " + served.what
	}
	h.fact(h.nameOf(c.crd)+": .spec.conversion", "objects are converted by "+c.backend.servedBy())
	h.fact(served.source, c.backend.servedBy()+" "+served.what)
	h.blockKnown(c.crd, h.look(ctx, c.crd).state, "conversion: "+what)
	if c.backend.service.Name != "" {
		h.restore(ctx, c.crd, *c.backend, served)
	}
	h.next("see how the CRD converts; only where all versions are alike, strategy None does without the webhook",
		h.asYAML(c.crd)...)
	return h.decide(Stuck, ConversionFails, "controllers that use another version than it is stored in can neither read nor write it: "+h.kind.Resource+" have to be converted, and "+what)
}

// unreadable is for an object that cannot be read because it cannot be
// converted. Whether it is being deleted is then not known.
func unreadable(ctx context.Context, h *hearing) bool {
	if h.node.State != trace.Unreadable {
		return false
	}
	words := h.conversionProblem()
	c := h.conversionOf(ctx, h.kind)
	if words == "" || c == nil {
		return false
	}
	h.fact("reading it", words)
	h.conversionDown(ctx, c, h.answersOf(ctx, *c.backend))
	return h.decide(Unknown, ConversionFails, "it cannot be read, so whether it is being deleted is not known"+prefixed("; ", h.hold.Message))
}

// conversionProblem is what reading objects of the kind met, if that was a
// conversion that failed.
func (h *hearing) conversionProblem() string {
	for _, p := range h.incomplete() {
		at := strings.Index(p.Message, conversionSays+h.kind.Group+"/")
		if at >= 0 && strings.Contains(p.Message[at:], "Kind="+h.kind.Kind+" ") {
			return p.Message[at:]
		}
	}
	return ""
}
