package acts

import (
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
	// Field is the one that says so, and Path the same in its parts.
	Field string
	Path  []string
	// State is Unreadable where nothing tells what it is called for.
	State trace.State
	// By is the field of its own by which it refers to the object, empty for none.
	By string
	// Loose says that the field may as well name what the object uses itself.
	Loose bool
}

// Called is how a person names it.
func (u *User) Called() string { return strings.TrimSpace(u.Kind + " " + u.Name) }

// Users are those of which the object says in its status that they use it. One that is called by no more than a name is
// looked for among what refers to it: its kind is not told.
func Users(ctx context.Context, h *hearing.Case) (out []User) {
	if h.Object == nil || !h.Kind.MayBeCustom() {
		return nil
	}
	for _, named := range manifest.UsersOf(h.Object.Object) {
		u := User{Ref: userMeant(ctx, h, &named), Path: named.Path, Field: strings.Join(named.Path, "."), State: trace.Unreadable, Loose: named.Loose}
		if u.Kind != "" {
			seen := h.View.Glance(ctx, u.Ref)
			u.State = seen.State
			if seen.Object != nil {
				u.By = manifest.RefersBy(seen.Object, h.Node.Ref, h.Node.UID)
			}
		}
		if u.Ref != h.Node.Ref && len(out) < MostNamed && !slices.ContainsFunc(out, func(o User) bool { return o.Ref == u.Ref }) {
			out = append(out, u)
		}
	}
	return out
}

// userMeant is the object that is called so, without a kind where that is not known.
func userMeant(ctx context.Context, h *hearing.Case, u *manifest.User) (at trace.Ref) {
	mentions := []sentence.Mention{{Kind: u.Kind, Namespace: u.Namespace, Name: u.Name}}
	if last := len(u.Parts) - 1; last > 0 { // KIND NAME, KIND NAMESPACE/NAME, GROUP/VERSION KIND NAME and the like
		mentions = nil
		for i, part := range u.Parts[:last] {
			m := sentence.Mention{Kind: part, Name: u.Name}
			if i < last-1 {
				m.Namespace = u.Parts[last-1]
			}
			mentions = append(mentions, m)
		}
	}
	for _, m := range mentions {
		if len(KindsCalled(h, m.Kind)) == 0 {
			continue
		}
		found, exists := Resolve(ctx, h, m)
		if exists {
			return found
		}
		if at.Kind == "" {
			at = found
		}
	}
	if at.Kind != "" && len(u.Parts) != 2 {
		return at
	}
	namespace := u.Namespace
	if len(u.Parts) == 2 {
		namespace = u.Parts[0]
	}
	if found := akinCalled(ctx, h, namespace, u.Name); found.Kind != "" && u.Kind == "" {
		return found
	}
	if at.Kind == "" {
		at = trace.Ref{Kind: u.Kind, Namespace: u.Namespace, Name: u.Name}
		if u.Kind == "" && len(u.Parts) > 0 {
			at.Name = strings.Join(u.Parts, "/")
		}
	}
	return at
}

// mostKindsAkin bounds how many kinds of the group of an object are looked through for a name.
const mostKindsAkin = 12

// akinCalled is the one object of the group of this one, or else the pod, that is called so; the zero Ref for none or several.
func akinCalled(ctx context.Context, h *hearing.Case, namespace, name string) (at trace.Ref) {
	if namespace == "" {
		namespace = h.Node.Namespace
	}
	looked := 0
	for i := range h.View.Kinds {
		k := &h.View.Kinds[i]
		pod := k.Group == "" && k.Kind == "Pod"
		if !pod && (k.Group != h.Kind.Group || looked >= mostKindsAkin) || k.Namespaced && namespace == "" || k.Kind == h.Kind.Kind && name == h.Node.Name {
			continue
		}
		looked++
		ref := Scoped(h, trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: namespace, Name: name})
		if h.View.Glance(ctx, ref).Object == nil {
			continue
		}
		if at.Kind != "" {
			return trace.Ref{}
		}
		at = ref
	}
	return at
}
