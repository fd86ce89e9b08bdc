package acts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// MostNamed bounds how many objects of one text are looked at.
const MostNamed = 10

// Scoped gives a reference the namespace that its kind really has.
func Scoped(h *hearing.Case, ref trace.Ref) trace.Ref {
	if kind, served := h.View.Kind(ref.Group, ref.Kind); served && !kind.Namespaced {
		ref.Namespace = ""
	}
	return ref
}

// Resolve finds the kind that a text means: of several, one whose object exists,
// and else one of the object's own API group.
func Resolve(ctx context.Context, h *hearing.Case, m sentence.Mention) (at trace.Ref, exists bool) {
	var refs []trace.Ref
	for _, k := range KindsCalled(h, m.Kind) {
		at := trace.Ref{Group: k.Group, Kind: k.Kind, Name: m.Name}
		if k.Namespaced {
			at.Namespace = cmp.Or(m.Namespace, h.Node.Namespace)
		}
		if k.Namespaced && at.Namespace == "" {
			continue
		}
		refs = append(refs, at)
	}
	for _, at := range refs {
		if h.View.Look(ctx, at).Object != nil {
			return at, true
		}
	}
	if len(refs) == 0 {
		return trace.Ref{}, false
	}
	return refs[0], false
}

// KindsCalled returns the kinds of a name, singular or plural, with or without
// a group; those of the object's own group come first.
func KindsCalled(h *hearing.Case, word string) []trace.Kind {
	name, group, grouped := strings.Cut(word, ".")
	var out []trace.Kind
	for _, k := range h.View.Names.Of(h.View.Kinds, strings.ToLower(name)) {
		if !grouped || k.Group == group || strings.HasSuffix(group, "."+k.Group) {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b trace.Kind) int {
		return cmp.Compare(strange(h, a), strange(h, b))
	})
	return out
}

func strange(h *hearing.Case, k trace.Kind) int {
	switch {
	case k.Group == h.Kind.Group:
		return 0
	case phrase.KinDomains(k.Group, h.Kind.Group):
		return 1
	}
	return 2
}

// spelled is a kind as programs spell it: of several words.
var spelled = regex.New(`^[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+$`)

// KindMeant is the kind that a word means: of those that are served or were copied, of those
// that the catalogue knows of the same project, or one that is spelled as kinds are. It is
// empty for what is none.
func KindMeant(h *hearing.Case, word string) schema.GroupKind {
	if kinds := KindsCalled(h, word); len(kinds) > 0 {
		return schema.GroupKind{Group: kinds[0].Group, Kind: kinds[0].Kind}
	}
	if !h.View.Copied {
		return schema.GroupKind{}
	}
	if kind, group, known := h.View.Catalogue.KindLike(h.Entry.Project, word); known {
		return schema.GroupKind{Group: group, Kind: kind}
	}
	if kind, group, known := h.View.Catalogue.Spelled(word + "." + h.Kind.Group); known && kind == word { // of its own group
		return schema.GroupKind{Group: group, Kind: kind}
	}
	if spelled.MatchString(word) {
		return schema.GroupKind{Kind: phrase.SingularOf(word)}
	}
	return schema.GroupKind{}
}

// BesideNames are the kind and the name of an object in the words that tell of another one.
func BesideNames(h *hearing.Case, at trace.Ref) string {
	name := at.Kind
	if kind, _, known := h.View.Catalogue.Spelled(name); known {
		name = kind
	}
	if at.Name != explain.NoName {
		name += " " + at.Name
	}
	return name + phrase.Prefixed(" in namespace ", at.Namespace)
}
