package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// mark is a field, annotation or label by which people tell a controller to
// leave an object alone.
type mark struct {
	// field is shown as evidence, with its value.
	field, value string
	// sure says that what carries this mark is not deleted by its controller
	// either; of others that is only usual.
	sure bool
	// ends says how the mark is taken away.
	ends string
	undo []string
}

// excluded decides where the object carries a mark that keeps its controller
// away, whichever project it belongs to.
func excluded(_ context.Context, h *hearing) bool {
	if h.obj == nil || h.hold.Holder.BuiltIn || h.holderWroteSince() {
		return false
	}
	m := exclusionOf(h)
	if m == nil {
		return false
	}
	h.fact(m.field, m.value)
	after := h.undoing()
	h.next("read what it says, and decide whether it is to be deleted", h.asYAML(h.node.Ref)...)
	if m.undo != nil {
		h.next(m.ends+", once what then goes may go"+prefixed(": ", after), m.undo...)
	}
	h.warn("do not " + m.ends + " before it is clear what the deletion then takes away" + prefixed(": ", after))
	if m.sure {
		return h.decide(Stuck, Excluded, fmt.Sprintf("%s is told to leave it alone (%s), also while it is deleted", h.holderName(), m.field))
	}
	return h.decide(Unknown, Excluded, fmt.Sprintf("%s is set, which for most controllers means that %s leaves it alone, also while it is deleted", m.field, h.holderName()))
}

// holderWroteSince reports whether the holder has written to the object after
// the deletion, so that it does not leave it alone.
func (h *hearing) holderWroteSince() bool {
	_, wrote := h.lastActed()
	return wrote
}

// undoing names what the deletion would then take away: what the object refers
// to below it, and what it stands for outside of the cluster.
func (h *hearing) undoing() string {
	var names []string
	for _, l := range h.catalogue.Links(h.kind, h.obj) {
		if !l.Up && !l.Optional && l.Target.Kind != "" {
			names = append(names, l.Target.Kind+" "+l.Target.Name)
		}
	}
	if identity := identityOf(h); identity != "" {
		names = append(names, identity)
	}
	return naming(names)
}

func exclusionOf(h *hearing) *mark {
	if m := markedField(h); m != nil {
		return m
	}
	annotations := h.obj.GetAnnotations()
	keys := make([]string, 0, len(annotations))
	for key := range annotations {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if sure, ok := marksExclusion(key, annotations[key]); ok {
			host, _, _ := strings.Cut(key, "/")
			return h.annotationMark(key, annotations[key], sure && h.ties(host))
		}
	}
	return nil
}

// ties reports whether the catalogue ties a domain to the holder: its finalizer's
// entry, by the name or by its kinds, is of that domain. Anybody may write a mark
// under a domain of their own.
func (h *hearing) ties(host string) bool {
	return h.entry.Pattern != "" && slices.ContainsFunc(domains(&h.entry.Finalizer), func(d string) bool { return owned(host, d) || owned(d, host) })
}

// owned reports whether a domain is below another, or the same, and the upper one
// is not for everybody.
func owned(host, domain string) bool {
	return strings.Contains(domain, ".") && !slices.Contains(shared, domain) && within(host, domain)
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

func markedField(h *hearing) *mark {
	if slices.Contains(groupsNotExcluded, h.kind.Group) {
		return nil
	}
	for _, f := range pausingFields {
		if on, _, _ := unstructured.NestedBool(h.obj.Object, f.path...); on {
			name := strings.Join(f.path, ".")
			patch := fmt.Sprintf(`{"spec":{%q:false}}`, f.path[1])
			return &mark{
				field: name, value: "is true", sure: f.sure && (h.ties(h.kind.Group) || sameDomain(h.kind.Group, h.hold.Finalizer)), ends: "set " + name + " to false",
				undo: h.command(h.node.Ref, "patch", "--type=merge", "-p", patch),
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
	case name == "reconcile" || name == "reconciliation":
		return false, value == "disabled" || value == "suspended" || value == "false" || value == "paused"
	case strings.Contains(name, "skip-reconcile"), strings.Contains(name, "pause-reconcil"):
		return false, value == "" || on
	}
	return false, false
}

func (h *hearing) annotationMark(key, value string, sure bool) *mark {
	words := h.typed(h.node.Ref)
	resource, rest := words[0], words[1:]
	undo := append([]string{"kubectl", "annotate", resource, key + "-"}, rest...)
	if value == "" {
		value = "is set"
	}
	return &mark{
		field: "annotation " + key, value: value, sure: sure, ends: "remove the annotation " + key, undo: undo,
	}
}
