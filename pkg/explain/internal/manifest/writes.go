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

// keys are the values of a key field of the entries of a list.
func (p part) keys(field string) []string {
	var out []string
	for _, e := range p.elements() {
		if e.Key == nil {
			continue
		}
		for _, k := range *e.Key {
			if k.Name == field && k.Value.IsString() {
				out = append(out, k.Value.AsString())
			}
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

// WritersOf returns those of the writes whose manager owns the condition. Who owns the
// list and none of its entries has left them to others, where these own entries.
func (c *Condition) WritersOf(writes []Write) []Write {
	var entry, whole []Write
	keyed := false
	for i := range writes {
		at := below(&writes[i].set, c.list...)
		types := append(at.keys("type"), at.entries()...)
		keyed = keyed || len(types) > 0
		switch {
		case slices.Contains(types, c.Kind):
			entry = append(entry, writes[i])
		case len(types) == 0 && writes[i].Owns(c.list...):
			whole = append(whole, writes[i])
		}
	}
	if keyed {
		return entry
	}
	return whole
}

// Owns reports whether the field at a path is among those of the manager. Of a list the
// path goes no further: who has any entry of it counts.
func (w *Write) Owns(path ...string) bool {
	set := &w.set
	for _, step := range path {
		name := strings.TrimSuffix(strings.TrimPrefix(step, "["), "]")
		field := fieldpath.FieldNameElement(name)
		if next := set.WithPrefix(field); !next.Empty() {
			set = next
			continue
		}
		ofList := name != step && !slices.ContainsFunc(part{set}.elements(), func(e fieldpath.PathElement) bool { return e.FieldName != nil })
		return ofList || set.Members.Has(field)
	}
	return true
}

// OfContent reports whether what the object is for is among the fields: its spec, its
// data, all that is neither metadata nor status.
func (w *Write) OfContent() bool {
	return slices.ContainsFunc(part{&w.set}.entries(), func(top string) bool { return top != "metadata" && top != "status" })
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
