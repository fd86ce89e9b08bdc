package acts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// User is an object that another one says uses it, as it is now.
type User struct {
	trace.Ref
	// Path leads to the field that says so.
	Path []string
	// State is Unreadable where nothing tells which object is meant.
	State trace.State
	// By is the field of its own by which it refers to the object, empty for none.
	By string
}

// Users are those of which the object says in its status that they use it. Those of a field that may as well name what the
// object uses itself count only where they refer to it.
func Users(ctx context.Context, h *hearing.Case) (out []User) {
	if h.Object == nil || !h.Kind.MayBeCustom() {
		return nil
	}
	for _, named := range manifest.UsersOf(h.Object.Object) {
		u := User{Ref: userMeant(ctx, h, &named), Path: named.Path, State: trace.Unreadable}
		if _, served := h.View.Kind(u.Group, u.Kind); served {
			seen := h.View.Glance(ctx, u.Ref)
			u.State = seen.State
			if seen.Object != nil {
				u.By = manifest.RefersBy(seen.Object, h.Node.Ref, h.Node.UID)
			}
		}
		known := u.Ref == h.Node.Ref || slices.ContainsFunc(out, func(o User) bool { return o.Ref == u.Ref })
		if !known && len(out) < MostNamed && (u.By != "" || !named.Loose) {
			out = append(out, u)
		}
	}
	return out
}

// userMeant is the object that is called so, without a kind where that is not known. A text may be of its kind, its namespace
// and its name, of two of them, or of its name alone.
func userMeant(ctx context.Context, h *hearing.Case, u *manifest.User) (at trace.Ref) {
	last, namespace := len(u.Parts)-1, u.Namespace
	if last > 0 {
		namespace = u.Parts[last-1]
	}
	for i, kind := range append(slices.Clone(u.Parts[:max(last, 0)]), u.Kind) {
		in := namespace
		if i == last-1 {
			in = "" // what stands before the name is its kind
		}
		found, exists := Resolve(ctx, h, sentence.Mention{Kind: kind, Namespace: in, Name: u.Name})
		if exists {
			return found
		}
		if at.Kind == "" {
			at = found
		}
	}
	if u.Kind == "" && last < 2 {
		at = cmp.Or(akinCalled(ctx, h, cmp.Or(namespace, h.Node.Namespace), u.Name), at)
	}
	return cmp.Or(at, trace.Ref{Kind: u.Kind, Namespace: u.Namespace, Name: cmp.Or(strings.Join(u.Parts, "/"), u.Name)})
}

// mostKindsAkin bounds how many kinds of the group of an object are looked through for a name.
const mostKindsAkin = 12

// akinCalled is the one object of the group of this one, or the pod, that is called so; the zero Ref for none or several.
func akinCalled(ctx context.Context, h *hearing.Case, namespace, name string) (at trace.Ref) {
	looked := 0
	for i := range h.View.Kinds {
		k := &h.View.Kinds[i]
		if (k.Group != h.Kind.Group || looked >= mostKindsAkin) && (k.Group != "" || k.Kind != "Pod") || k.Kind == h.Kind.Kind && name == h.Node.Name {
			continue
		}
		looked++
		ref := Scoped(h, trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: namespace, Name: name})
		switch {
		case h.View.Glance(ctx, ref).Object == nil:
		case at.Kind != "":
			return trace.Ref{}
		default:
			at = ref
		}
	}
	return at
}
