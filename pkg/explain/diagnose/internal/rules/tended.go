package rules

import (
	"context"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tended decides for an object that was copied where another one of the copy is on its way out which, by the catalogue,
// the holder asks to go and waits for. In a cluster the object and its holder tell more.
func Tended(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	g := h.View.Graph
	if !h.View.Copied || h.Object == nil || g == nil || !h.Node.State.Going() || h.Finalizer == "" {
		return f
	}
	at := slices.IndexFunc(g.Nodes, func(n trace.Node) bool { return n.Ref == h.Node.Ref && n.UID == h.Node.UID })
	if at < 0 {
		return f
	}
	var left []trace.Ref
	var names []string
	for _, of := range h.View.Catalogue.Tended(h.Kind, h.Object) {
		if !of.Awaits || !slices.Contains(of.Finalizers, h.Finalizer) {
			continue
		}
		for _, e := range g.Below[at] {
			to := &g.Nodes[e.To]
			if e.Rule == of.Rule && to.State == trace.Deleting && len(to.Finalizers) > 0 && (of.Kinds == nil || slices.Contains(of.Kinds, to.Kind)) && !slices.Contains(left, to.Ref) {
				left, names = append(left, to.Ref), append(names, h.View.NameOf(to.Ref))
				f.BlockKnown(h.View, to.Ref, to.State, "which its holder waits for")
			}
		}
	}
	if len(left) == 0 {
		return f
	}
	f.Next("find out what keeps "+phrase.Plural(len(left), "it", "the first of them"), h.View.WhyStuck(left[0])...)
	return f.Decide(explain.Waiting, explain.Blocked, h.HolderName()+" waits for "+phrase.Names(names)+" to be gone")
}

// Children decides for an object of a copy of which nothing else is told, where others that belong to it were asked to go
// with it or after it and are held themselves: its holder most likely asked them, and waits for them, where the catalogue
// does not tell otherwise. Of a namespace that goes all is asked at once, and by nobody's holder.
func Children(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	g := h.View.Graph
	if !h.View.Copied || h.Object == nil || g == nil || !h.Node.State.Going() || h.Finalizer == "" || h.Holder.BuiltIn {
		return f
	}
	var left []trace.Ref
	var names []string
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.State != trace.Deleting || len(n.Finalizers) == 0 || !h.Node.Presumed && !n.Presumed && n.Since.Before(h.Node.Since) || !mayAwait(&h.Entry, n.Ref) || !belongsTo(h, h.View.Glance(ctx, n.Ref).Object) {
			continue
		}
		left, names = append(left, n.Ref), append(names, h.View.NameOf(n.Ref))
		f.BlockKnown(h.View, n.Ref, n.State, "which belongs to it")
	}
	if len(left) == 0 {
		return f
	}
	if _, closed := hearing.Closed(ctx, h, h.Node.Namespace); closed {
		return hearing.Finding{}
	}
	f.Next("find out what keeps "+phrase.Plural(len(left), "it", "the first of them"), h.View.WhyStuck(left[0])...)
	return f.Decide(explain.Waiting, explain.Blocked, h.HolderName()+" most likely waits for what belongs to it and goes with it: "+phrase.Names(names))
}

// ChildrenGo tells of what belongs to an object, is going itself and is held: its holder may wait for that.
func ChildrenGo(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	g := h.View.Graph
	if g == nil {
		return f
	}
	at, known := g.Index[h.Node.UID]
	if !known {
		return f
	}
	var names []string
	for _, e := range g.Below[at] {
		n := &g.Nodes[e.To]
		if n.State.Going() && !n.Asked && len(n.Finalizers) > 0 && mayAwait(&h.Entry, n.Ref) {
			f.BlockGuessed(h.View, n.Ref, n.State, "belongs to it, and may have to go first")
			names = append(names, h.View.NameOf(n.Ref))
		}
	}
	if len(names) > 0 {
		f.Message = "what belongs to it is on its way out and held as well, and may have to go first: " + phrase.Names(names)
		f.Next("find out what keeps "+phrase.Plural(len(names), "it", "the first of them"), h.View.WhyStuck(f.Blockers[0].Ref)...)
	}
	return f
}

// mayAwait reports whether a holder may wait for what belongs to the object: one of which the catalogue tells what it waits
// for does so where that is of this kind, and one that only asks, or goes at once, never.
func mayAwait(e *catalogue.Entry, child trace.Ref) bool {
	waits := strings.ToLower(e.WaitsFor)
	switch {
	case waits == "" && e.Class == "":
		return true
	case e.Class != catalogue.ClassWaits, strings.HasPrefix(waits, "nothing"), strings.Contains(waits, "nobody waits"), strings.Contains(waits, "not waited for"):
		return false
	}
	kind := strings.ToLower(child.Kind)
	return slices.ContainsFunc(phrase.WordsOf(waits), func(word string) bool { return word == kind || word == phrase.PluralOf(kind) })
}

// belongsTo reports whether an object names the one that goes as its owner. A copy may not tell the UID.
func belongsTo(h *hearing.Case, obj *unstructured.Unstructured) bool {
	return obj != nil && (h.Node.Namespace == "" || obj.GetNamespace() == h.Node.Namespace) && slices.ContainsFunc(obj.GetOwnerReferences(), func(o metav1.OwnerReference) bool {
		return o.Kind == h.Kind.Kind && o.Name == h.Node.Name && trace.GroupOf(o.APIVersion) == h.Kind.Group && (h.Object.GetUID() == "" || o.UID == h.Object.GetUID())
	})
}
