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

// mostUsers bounds how many of those that an object names are looked at.
const mostUsers = 20

// Users are those of which the object says in its status that they use it, and how many more it names than were looked at.
// Where it does not tell their kind, they count only where they refer to it.
func Users(ctx context.Context, h *hearing.Case) (out []User, more int) {
	if h.Object == nil || !h.Kind.MayBeCustom() {
		return nil, 0
	}
	all := manifest.UsersOf(h.Object.Object)
	for _, named := range all[:min(len(all), mostUsers)] {
		u := User{Ref: userMeant(ctx, h, &named), Path: named.Path, State: trace.Unreadable}
		if _, served := h.View.Kind(u.Group, u.Kind); served {
			seen := h.View.Glance(ctx, u.Ref)
			u.State = seen.State
			if seen.Object != nil {
				u.By = manifest.RefersBy(seen.Object, h.Node.Ref, h.Node.UID)
			}
		}
		known := u.Ref == h.Node.Ref || u.By == "" && itself(h, &u) || slices.ContainsFunc(out, func(o User) bool { return o.Ref == u.Ref })
		if !known && (u.By != "" || named.Kind != "") {
			out = append(out, u)
		}
	}
	return out, max(len(all)-mostUsers, 0)
}

// itself reports whether a user is who holds the object, or who says that it is used.
func itself(h *hearing.Case, u *User) bool {
	is := func(who string) bool { return who != "" && (u.Name == who || strings.HasPrefix(u.Name, who+"-")) }
	return is(h.Holder.Workload.Name) || is(h.Holder.Account.Name) ||
		slices.ContainsFunc(h.FieldWriters(u.Path), func(w manifest.Write) bool { return is(w.Manager) })
}

// userMeant is the object that is called so. One without a kind is one of a kind that stands where its namespace would, or of
// the group of this one.
func userMeant(ctx context.Context, h *hearing.Case, u *manifest.User) trace.Ref {
	if u.Kind != "" {
		at, _ := Resolve(ctx, h, sentence.Mention{Kind: u.Kind, Namespace: u.Namespace, Name: u.Name})
		return cmp.Or(at, trace.Ref{Kind: u.Kind, Namespace: u.Namespace, Name: u.Name})
	}
	if at, exists := Resolve(ctx, h, sentence.Mention{Kind: u.Namespace, Name: u.Name}); exists {
		return at
	}
	return akinCalled(ctx, h, cmp.Or(u.Namespace, h.Node.Namespace), u.Name)
}

// mostKindsAkin bounds how many kinds of the group of an object are looked through for a name.
const mostKindsAkin = 12

// akinCalled is the object of the group of this one that is called so and refers to it, the zero Ref for none.
func akinCalled(ctx context.Context, h *hearing.Case, namespace, name string) trace.Ref {
	looked := 0
	for i := range h.View.Kinds {
		k := &h.View.Kinds[i]
		if k.Group != h.Kind.Group || !k.Listable || looked >= mostKindsAkin || k.Namespaced && namespace == "" {
			continue
		}
		looked++
		for _, obj := range h.View.Skim(ctx, k.Group, k.Kind, namespace).Objects {
			if obj.GetName() == name && manifest.RefersTo(obj, h.Node.Ref, h.Node.UID) {
				return manifest.RefOf(k.Group, k.Kind, obj)
			}
		}
	}
	return trace.Ref{}
}
