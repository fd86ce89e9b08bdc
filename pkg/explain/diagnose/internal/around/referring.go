package around

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostKindsListed bounds how many kinds of its group are looked through for what refers to an
// object that was asked about.
const mostKindsListed = 12

// Referring are the objects of its project, or of its kind, that name the object or share a group with it: in its namespace
// and in that of its holder, where programs keep their own.
func Referring(ctx context.Context, h *hearing.Case) []Object {
	var out []Object
	for _, k := range ofProject(h) {
		for _, namespace := range placesOf(h, k) {
			for _, obj := range h.View.Skim(ctx, k.Group, k.Kind, namespace).Objects {
				at := manifest.RefOf(k.Group, k.Kind, obj)
				switch {
				case at == h.Node.Ref:
				case manifest.RefersTo(obj, h.Node.Ref, h.Node.UID):
					out = append(out, Object{Ref: at, How: RefersToIt})
				case k.Kind == h.Kind.Kind && namespace == h.Node.Namespace && sharedGroup(h.Object, obj) != "":
					out = append(out, Object{Ref: at, How: "shares " + sharedGroup(h.Object, obj) + " with it"})
				}
			}
		}
	}
	return out
}

// placesOf are the namespaces in which objects of a kind are looked through: one without a name for a kind that has none.
func placesOf(h *hearing.Case, k *trace.Kind) []string {
	if !k.Namespaced {
		return []string{""}
	}
	places := []string{h.Node.Namespace}
	if own := h.Holder.Workload.Namespace; own != h.Node.Namespace {
		places = append(places, own)
	}
	return slices.DeleteFunc(places, func(namespace string) bool { return namespace == "" })
}

// ofProject are the kinds that may name the object: of its API group first, and of those of the
// same project.
func ofProject(h *hearing.Case) []*trace.Kind {
	var own, kin []*trace.Kind
	for i := range h.View.Kinds {
		switch k := &h.View.Kinds[i]; {
		case !k.MayBeCustom() || !k.Listable:
		case k.Group == h.Kind.Group:
			own = append(own, k)
		case OfProject(h, k.Group):
			kin = append(kin, k)
		}
	}
	all := slices.Concat(own, kin)
	return all[:min(len(all), mostKindsListed)]
}

// sharedGroup is the annotation or label by which two objects are of one group.
func sharedGroup(a, b *unstructured.Unstructured) string {
	for _, marks := range [][2]map[string]string{{a.GetAnnotations(), b.GetAnnotations()}, {a.GetLabels(), b.GetLabels()}} {
		for key, value := range marks[0] {
			if _, name, _ := strings.Cut(key, "/"); strings.Contains(name, "group") && value != "" && marks[1][key] == value {
				return key + " " + value
			}
		}
	}
	return ""
}
