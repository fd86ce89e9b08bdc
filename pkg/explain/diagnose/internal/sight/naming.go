package sight

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// GoingText says since when an object is going; that it is, its state says.
func (w *View) GoingText(deleted time.Time) string {
	if w.Clock.Before(deleted) {
		return "still in its grace period"
	}
	return w.Clock.For(deleted)
}

// Command is what kubectl takes to do something with an object: the verb, the
// object, then the flags.
func (w *View) Command(ref trace.Ref, words ...string) []string {
	flags := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "-") })
	if flags < 0 {
		flags = len(words)
	}
	return slices.Concat([]string{"kubectl"}, words[:flags], w.Typed(ref), words[flags:])
}

// WhyStuck are the words that ask this program about another object.
func (w *View) WhyStuck(ref trace.Ref) []string {
	return w.Command(ref, "finalizers", "why-stuck")
}

// ShortName is how a message names an object of any kind.
func (w *View) ShortName(ref trace.Ref) string {
	if k, ok := w.Kind(ref.Group, ref.Kind); ok && k.Singular != "" {
		return k.Singular + "/" + ref.Name
	}
	return ref.Short()
}

// NamesOf are the short names of objects.
func (w *View) NamesOf(rows []Brief) []string {
	var out []string
	for i := range rows {
		out = append(out, w.ShortName(rows[i].Ref))
	}
	return out
}

// NameOf is the same for any object.
func (w *View) NameOf(ref trace.Ref) string {
	kind, ok := w.Kind(ref.Group, ref.Kind)
	if !ok {
		kind = trace.Kind{Group: ref.Group, Resource: strings.ToLower(ref.Kind)}
	}
	return trace.Describe(kind, ref.Namespace, ref.Name)
}

// TypeOf is how kubectl takes a kind: as the server calls it, and of one that it does not serve
// as English forms the plural.
func (w *View) TypeOf(group, kind string) string {
	k, served := w.Kind(group, kind)
	if !served {
		k = trace.Kind{Group: group, Resource: phrase.PluralOf(strings.ToLower(kind))}
	}
	return k.Type()
}

// TypedName is how a person types an object within its namespace: pods/web-0.
func (w *View) TypedName(ref trace.Ref) string {
	kind, ok := w.Kind(ref.Group, ref.Kind)
	if !ok {
		kind = trace.Kind{Group: ref.Group, Resource: strings.ToLower(ref.Kind)}
	}
	return kind.Type() + "/" + ref.Name
}

// Typed is how kubectl takes an object: the words "pods/web-0" "-n" "shop".
func (w *View) Typed(ref trace.Ref) []string {
	words := []string{w.TypedName(ref)}
	if ref.Namespace != "" {
		words = append(words, "-n", ref.Namespace)
	}
	return words
}

// SingularOf is what one object of the kind is called.
func SingularOf(k trace.Kind) string { return cmp.Or(k.Singular, strings.ToLower(k.Kind)) }

// AsYAML is the command that shows an object whole.
func (w *View) AsYAML(ref trace.Ref) []string {
	return w.Command(ref, "get", "-o", "yaml")
}

// CompareRefs orders by namespace, kind and name.
func CompareRefs(a, b trace.Ref) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// Where names an object as the source of a fact.
func Where(ref trace.Ref) string {
	if ref.Namespace == "" {
		return ref.Kind + "/" + ref.Name
	}
	return ref.Kind + "/" + ref.Name + " in namespace " + ref.Namespace
}
