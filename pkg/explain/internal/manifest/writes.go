package manifest

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Write is one entry of an object's managedFields: who wrote what last when.
type Write struct {
	Manager     string
	Operation   string
	Subresource string
	Version     string    // in which it was written, without the group
	At          time.Time // zero where the entry has none
	// Finalizers are those that this manager owns.
	Finalizers []string
	// Conditions are the types of those that it owns below status, and
	// conditionList says that it owns the list as a whole.
	Conditions    []string
	ConditionList bool

	set fieldpath.Set // of the fields
}

// WritesOf reads the managedFields. The API server keeps one entry for each
// manager, operation, version and subresource, with the time of the last change
// that moved a field to it or from it.
func WritesOf(obj *unstructured.Unstructured) []Write {
	if obj == nil {
		return nil
	}
	entries := obj.GetManagedFields()
	out := make([]Write, 0, len(entries))
	for i := range entries {
		out = append(out, readWrite(&entries[i]))
	}
	if slices.ContainsFunc(out, func(w Write) bool { return len(w.Conditions) > 0 }) {
		for i := range out { // who owns the list and none of its entries has left them to others
			out[i].ConditionList = false
		}
	}
	return out
}

func readWrite(e *metav1.ManagedFieldsEntry) Write {
	w := Write{
		Manager: e.Manager, Operation: string(e.Operation), Subresource: e.Subresource,
		Version: trace.VersionOf(e.APIVersion),
	}
	if e.Time != nil {
		w.At = e.Time.UTC()
	}
	if e.FieldsV1 != nil {
		_ = w.set.FromJSON(e.FieldsV1.GetRawReader()) // what stands before a fault holds
	}
	w.Finalizers = below(&w.set, "metadata", "finalizers").entries()
	slices.Sort(w.Finalizers)
	conditions := below(&w.set, "status", "conditions")
	for _, e := range conditions.elements() {
		if e.Key == nil {
			continue
		}
		for _, field := range *e.Key {
			if field.Name == "type" && field.Value.IsString() {
				w.Conditions = append(w.Conditions, field.Value.AsString())
			}
		}
	}
	w.ConditionList = conditions.Empty() && below(&w.set, "status").Members.Has(fieldpath.FieldNameElement("conditions"))
	return w
}

// part is what a set of fields holds at a path.
type part struct{ *fieldpath.Set }

func below(set *fieldpath.Set, path ...string) part {
	for _, name := range path {
		set = set.WithPrefix(fieldpath.FieldNameElement(name))
	}
	return part{set}
}

// elements are the fields and entries at the top of the part.
func (p part) elements() []fieldpath.PathElement {
	out := slices.Collect(p.Members.All())
	for e := range p.Children.All() {
		if !p.Members.Has(e) {
			out = append(out, e)
		}
	}
	return out
}

// entries are the texts of a set of texts, or the keys of a map.
func (p part) entries() []string {
	var names []string
	for _, e := range p.elements() {
		switch {
		case e.FieldName != nil:
			names = append(names, *e.FieldName)
		case e.Value != nil && (*e.Value).IsString():
			names = append(names, (*e.Value).AsString())
		}
	}
	return names
}

// OfConditions reports whether conditions are among the fields, wherever in the
// status the object keeps them.
func (w *Write) OfConditions() bool {
	found := false
	w.set.Iterate(func(path fieldpath.Path) {
		found = found || slices.ContainsFunc(path, fieldpath.FieldNameElement("conditions").Equals)
	})
	return found
}

// OnlyFinalizers reports whether the fields are nothing but finalizers.
func (w *Write) OnlyFinalizers() bool {
	return slices.Equal(part{&w.set}.entries(), []string{"metadata"}) && slices.Equal(below(&w.set, "metadata").entries(), []string{"finalizers"})
}

// Names are those of the fields as a person calls them: each annotation and
// finalizer, and the others by the beginning of their path.
func (w *Write) Names() (marks, fields []string) {
	for _, top := range (part{&w.set}).entries() {
		for _, field := range below(&w.set, top).entries() {
			switch {
			case field == "annotations" || field == "finalizers":
				for _, name := range below(&w.set, top, field).entries() {
					marks = append(marks, strings.TrimSuffix(field, "s")+" "+name)
				}
			case top != "metadata":
				fields = append(fields, top+"."+field)
			}
		}
	}
	slices.Sort(marks)
	slices.Sort(fields)
	return marks, fields
}
