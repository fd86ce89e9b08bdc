package acts

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// unread is how a controller says that it does not get at something which it needs, by the sort of that alone or with
// a name that tells itself from a word, and for whom.
var unread = regex.New(`(?i)\b(?:unable to|failed to|cannot|could not|can't|error) (?:retriev(?:e|ing)|find(?:ing)?|get(?:ting)?|fetch(?:ing)?|look(?:ing)? up|load(?:ing)?|resolv(?:e|ing)) (?:the |its )?(?:referenced )?([a-z]+(?: [a-z]+)?)(?: ["']([\w./-]*\w)["']| ([\w./-]*[-\d/][\w./-]*\w))?(?: for (?:the |this )?[\w./ "'-]+)?$`)

// mostDeep is how deep in a spec a reference is looked for.
const mostDeep = 3

// Needed is the step to what its controller says that it does not get at, where the spec of the object points at one of
// that sort, or one of its own API group is called so.
func Needed(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	m := unread.FindStringSubmatch(strings.TrimRight(phrase.OneLine(words), " ."))
	if m == nil {
		return n
	}
	word := strings.ToLower(strings.ReplaceAll(m[1], " ", ""))
	kind, name := KindMeant(h, word), m[2]+m[3]
	meant := kind.Kind != "" && kind.Group == h.Kind.Group && kind.Group != ""
	if kind.Kind == "" {
		kind = inCauses(h, word)
		meant = kind.Kind != ""
	}
	field, named := pointedAt(h.Object, word, name)
	if field == "" && !meant || itsOwn(h, word, kind) {
		return n
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	if name == "" {
		name = named
	}
	return neededAgain(ctx, h, kind, word, name, field)
}

// inCauses is a kind of the object's own API group that a word means, where the catalogue says that a deletion hangs which
// lacks one: it writes kinds with a capital.
func inCauses(h *hearing.Case, word string) schema.GroupKind {
	for _, cause := range h.Entry.Causes {
		for _, named := range strings.FieldsFunc(cause.Text, func(c rune) bool { return !unicode.IsLetter(c) }) {
			if named[0] >= 'A' && named[0] <= 'Z' && strings.EqualFold(named, word) && !strings.HasPrefix(cause.Text, named) {
				return schema.GroupKind{Group: h.Kind.Group, Kind: named}
			}
		}
	}
	return schema.GroupKind{}
}

// neededAgain has an object made again that is needed, where it is not there or was not looked up.
func neededAgain(ctx context.Context, h *hearing.Case, kind schema.GroupKind, word, name, field string) (n hearing.Notes) {
	why := "its deletion needs that, by the words of its controller" + phrase.Prefixed(", and it is named in ", field)
	if kind.Kind == "" {
		n.Mend("see whether the " + word + phrase.Prefixed(" ", name) + " is there, and make it again if not, until the deletion is through: " + why)
		return n
	}
	what, at := kind.Kind+phrase.Prefixed(" ", name), trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: h.Node.Namespace, Name: name}
	if name == "" {
		what = "the " + kind.Kind + " that it names"
	} else if s := h.View.Look(ctx, Scoped(h, at)); s.Object != nil && s.State == trace.Live {
		return n // why it is not got at is another question
	}
	typed := h.View.TypeOf(kind.Group, kind.Kind)
	if name != "" {
		typed += "/" + name
	}
	n.Do(explain.Look("see whether "+what+" is there, and create it again if not, until the deletion is through: "+why,
		append([]string{"kubectl", "get", typed}, placeOf(h, kind, h.Node.Namespace)...)...).For(explain.Mends))
	return n
}

// itsOwn reports whether a word means the sort of the object itself or of one of its owners: to make these again is no
// way out.
func itsOwn(h *hearing.Case, word string, kind schema.GroupKind) bool {
	same := func(other string) bool {
		other = strings.ToLower(other)
		return other == word || other == strings.ToLower(kind.Kind) || strings.HasSuffix(other, word)
	}
	return same(h.Kind.Kind) || h.Object != nil && slices.ContainsFunc(h.Object.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return same(o.Kind) })
}

// pointedAt is the field of the spec that points at one of a sort, by its key, and the name that it gives. Where a name
// is asked for, it gives that one.
func pointedAt(obj *unstructured.Unstructured, sort, name string) (field, named string) {
	if obj == nil || sort == "" {
		return "", ""
	}
	spec, _, _ := unstructured.NestedMap(obj.Object, "spec")
	return pointedIn(spec, "spec", sort, name[strings.LastIndexByte(name, '/')+1:], mostDeep)
}

func pointedIn(fields map[string]any, path, sort, name string, deep int) (field, named string) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		below, _ := fields[key].(map[string]any)
		if called := nameIn(fields[key]); called != "" && (name == "" || called == name) && sortOf(key) == sort {
			return path + "." + key, called
		}
		if deep > 1 && len(below) > 0 {
			if field, named = pointedIn(below, path+"."+key, sort, name, deep-1); field != "" {
				return field, named
			}
		}
	}
	return "", ""
}

// nameIn is the name that a reference gives.
func nameIn(value any) string {
	if ref, is := value.(map[string]any); is {
		value = ref["name"]
	}
	name, _ := value.(string)
	return phrase.OneLine(name)
}

// sortOf is what a key is a reference to: programRef to a program.
func sortOf(key string) string {
	key = strings.ToLower(key)
	for _, end := range []string{"reference", "ref", "name"} {
		if cut, is := strings.CutSuffix(key, end); is && cut != "" {
			return cut
		}
	}
	return key
}
