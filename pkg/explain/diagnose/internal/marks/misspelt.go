package marks

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// Misspelt decides where a person put the finalizer there, and a controller puts one that
// is called nearly the same on others of the kind: it looks for that name alone.
func Misspelt(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil || h.Entry.Pattern != "" || !h.PutByPerson() || !h.Kind.MayBeCustom() {
		return f
	}
	meant, on, by := "", "", ""
	others := h.View.Skim(ctx, h.Kind.Group, h.Kind.Kind, "")
	if !others.Complete {
		return f // a controller may have put it on one that was not read
	}
	for _, obj := range others.Objects {
		for _, w := range putByControllers(obj) {
			if slices.Contains(w.Finalizers, h.Finalizer) {
				return f // a controller knows it
			}
			if i := slices.IndexFunc(w.Finalizers, func(name string) bool { return hearing.NearlySame(name, h.Finalizer) }); i >= 0 {
				meant, on, by = w.Finalizers[i], obj.GetName(), w.Manager
			}
		}
	}
	if meant == "" {
		return f
	}
	f.Fact("managedFields", fmt.Sprintf("%s puts %s on %s %s; this one a person put there", by, meant, h.Kind.Kind, on))
	if h.Health == explain.Running {
		f.HolderRuns = true
		f.PlanRemoval(h, "where it is misspelt: make sure that what it guarded is cleaned up, then take it off by hand")
	} else {
		f.Join(hearing.TakeOff(h))
	}
	return f.Decide(explain.Undecided, explain.NobodyRemoves, fmt.Sprintf("a person put it there, and %s, which the others of the kind have from %s, is called nearly the same: most likely it is misspelt, and nobody looks for it", meant, by))
}

// putByControllers are the writes of an object that no person did.
func putByControllers(obj *unstructured.Unstructured) []manifest.Write {
	return slices.DeleteFunc(manifest.WritesOf(obj), func(w manifest.Write) bool { return manifest.PersonalManager(w.Manager) })
}
