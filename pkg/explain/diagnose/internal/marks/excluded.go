package marks

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Mark is a field, annotation or label by which people tell a controller to
// leave an object alone.
type Mark struct {
	// Field is shown as evidence, with its value.
	Field, Value string
	// sure says that what carries this mark is not deleted by its controller
	// either; of others that is only usual.
	sure bool
	// By is who has locked the object by it: others leave that alone as long as this one does not let go of it.
	By string
	// until says that it ends by itself at the time that is its value.
	until bool
	// Foreign says that nothing but its name tells that it has to do with who has to act.
	Foreign bool
	// Ends says how the mark is taken away.
	Ends string
	Undo []string
}

// Once says when it may be taken away.
func (m *Mark) Once() string {
	if m.By != "" {
		return ", once " + m.By + " is through with it or gone for good, and what then goes may go"
	}
	if m.until {
		return ", if what then goes may go before that time"
	}
	return ", once what then goes may go"
}

// Excluded decides where the object carries a mark that keeps its controller
// away, whichever project it belongs to.
func Excluded(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil || h.Holder.BuiltIn || h.HolderWroteSince() {
		return f
	}
	m := Of(h)
	if m == nil {
		return f
	}
	f.Fact(m.Field, m.Value)
	f.Next("read why it was set, and what it stands for", h.View.AsYAML(h.Node.Ref)...)
	if m.Undo != nil {
		f.Do(explain.Act(explain.Unprotects, h.Node.Ref, m.Ends+m.Once(), m.Undo...))
	}
	f.Never(m.Ends + " before it is clear what the deletion then takes away" + phrase.Prefixed(": ", Undoing(h)))
	if m.sure {
		return f.Decide(explain.Stuck, explain.Excluded, fmt.Sprintf("%s is told to leave it alone (%s), also while it is deleted", h.HolderName(), m.Field))
	}
	is, long := "set", ", also while it is deleted"
	switch {
	case m.By != "":
		is, long = m.Value, " as long as that is so"
	case m.until:
		is, long = m.Value, " until then, also while it is deleted"
	}
	return f.Decide(explain.Undecided, explain.Excluded, fmt.Sprintf("%s is %s, which for most controllers means that %s leaves it alone%s", m.Field, is, h.HolderName(), long))
}

// Undoing names what the deletion would then take away: what the object refers
// to below it, and what it stands for outside of the cluster.
func Undoing(h *hearing.Case) string {
	var names []string
	for _, l := range h.View.Catalogue.Links(h.Kind, h.Object) {
		if !l.Up && !l.Optional && l.Target.Kind != "" {
			names = append(names, l.Target.Kind+" "+l.Target.Name)
		}
	}
	if identity := hearing.IdentityOf(h); identity != "" {
		names = append(names, identity)
	}
	return phrase.Names(names)
}

// Of is the mark that an object carries, nil where it has none.
func Of(h *hearing.Case) *Mark {
	if m := markedField(h); m != nil {
		return m
	}
	annotations := h.Object.GetAnnotations()
	keys := make([]string, 0, len(annotations))
	for key := range annotations {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if m := cmp.Or(lockMark(h, key), untilMark(h, key)); m != nil {
			return m
		}
		if sure, ok := marksExclusion(key, annotations[key]); ok {
			host, _, _ := strings.Cut(key, "/")
			return annotationMark(h, key, annotations[key], sure && Ties(h, host))
		}
	}
	return nil
}

// Ties reports whether the catalogue ties a domain to the holder: its finalizer's
// entry, by the name or by its kinds, is of that domain. Anybody may write a mark
// under a domain of their own.
func Ties(h *hearing.Case, host string) bool {
	return h.Entry.Pattern != "" && slices.ContainsFunc(catalogue.Domains(&h.Entry.Finalizer), func(d string) bool { return catalogue.Owned(host, d) || catalogue.Owned(d, host) })
}

// pausingFields are the boolean fields that most controllers mean a pause by.
// What is suspended is often deleted all the same, so it is never sure.
var pausingFields = []struct {
	path []string
	sure bool
}{
	{[]string{"spec", "paused"}, true},
	{[]string{"spec", "pause"}, true},
	{[]string{"spec", "suspend"}, false},
	{[]string{"spec", "suspended"}, false},
}

// notExcluded are API groups and annotations whose mark is known not to keep
// the controller from finishing a deletion. In the built-in groups a pause only
// stops rollouts and new runs.
var (
	groupsNotExcluded = []string{
		"", "apps", "batch", "kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io",
		"source.toolkit.fluxcd.io", "image.toolkit.fluxcd.io", "notification.toolkit.fluxcd.io",
	}
	marksNotExcluded = []string{"kro.run/reconcile"}
)

func markedField(h *hearing.Case) *Mark {
	if slices.Contains(groupsNotExcluded, h.Kind.Group) {
		return nil
	}
	for _, f := range pausingFields {
		if on, _, _ := unstructured.NestedBool(h.Object.Object, f.path...); on {
			name := strings.Join(f.path, ".")
			patch := fmt.Sprintf(`{"spec":{%q:false}}`, f.path[1])
			return &Mark{
				Field: name, Value: "is true", sure: f.sure && (Ties(h, h.Kind.Group) || catalogue.SameDomain(h.Kind.Group, h.Finalizer)), Ends: "set " + name + " to false",
				Undo: h.View.Command(h.Node.Ref, "patch", "--type=merge", "-p", patch),
			}
		}
	}
	return nil
}

// marksExclusion reports whether an annotation tells controllers to stay away,
// by the words that projects use.
func marksExclusion(key, value string) (sure, ok bool) {
	if slices.Contains(marksNotExcluded, key) {
		return false, false
	}
	_, name, qualified := strings.Cut(key, "/")
	if !qualified {
		name = key
	}
	name, value = strings.ToLower(name), strings.ToLower(value)
	on := value == "true" || value == "yes" || value == "1"
	switch {
	case name == "paused" || name == "pause":
		// Cluster API counts the annotation whatever its value.
		return true, on || value == "" && qualified
	case pausedLast.MatchString(name):
		return false, on
	case name == "reconcile" || name == "reconciliation":
		return false, value == "disabled" || value == "suspended" || value == "false" || value == "paused"
	case strings.Contains(name, "skip-reconcile"), strings.Contains(name, "pause-reconcil"):
		return false, value == "" || on
	}
	return false, false
}

// pausedLast is how else an annotation is called that says of an object that it is paused: reconcile-paused.
var pausedLast = regex.New(`^(?:[a-z]+[-.])?` + ofWork + `[-.](?:paused?|suspend(?:ed)?)$`)

// ofWork is what a controller does, or who that is.
const ofWork = `(?:reconcil[a-z]*|controller|operator|management|sync)`

// akin reports whether a key is of a domain of the object's kind or of one of its finalizers: any other may be nothing to
// who has to act.
func akin(h *hearing.Case, key string) bool {
	return strings.Contains(key, "/") && slices.ContainsFunc(append(h.Object.GetFinalizers(), h.Kind.Group), func(of string) bool {
		host, _, _ := strings.Cut(of, "/")
		return catalogue.SameDomain(host, key)
	})
}

func annotationMark(h *hearing.Case, key, value string, sure bool) *Mark {
	words := h.View.Typed(h.Node.Ref)
	resource, rest := words[0], words[1:]
	undo := append([]string{"kubectl", "annotate", resource, key + "-"}, rest...)
	if value == "" {
		value = "is set"
	}
	return &Mark{
		Field: "annotation " + key, Value: value, sure: sure, Foreign: !sure && !akin(h, key), Ends: "remove the annotation " + key, Undo: undo,
	}
}
