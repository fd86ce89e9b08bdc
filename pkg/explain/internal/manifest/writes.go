package manifest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
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

	set []byte // of the fields, as it stands
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
		Version: e.APIVersion[strings.LastIndexByte(e.APIVersion, '/')+1:],
	}
	if e.Time != nil {
		w.At = e.Time.UTC()
	}
	if e.FieldsV1 != nil {
		w.set = e.FieldsV1.GetRawBytes()
	}
	for key := range below(w.set, "f:metadata", "f:finalizers") {
		if name, ok := entryOfSet(key); ok {
			w.Finalizers = append(w.Finalizers, name)
		}
	}
	slices.Sort(w.Finalizers)
	conditions := below(w.set, "f:status", "f:conditions")
	for key := range conditions {
		var element struct {
			Type string `json:"type"`
		}
		if name, found := strings.CutPrefix(key, "k:"); found && json.Unmarshal([]byte(name), &element) == nil {
			w.Conditions = append(w.Conditions, element.Type)
		}
	}
	w.ConditionList = conditions != nil && len(conditions) == 0
	return w
}

// below is what a set of fields holds at a path, nil where that is nothing.
func below(set []byte, path ...string) map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(set, &fields) != nil {
		return nil
	}
	if len(path) == 0 {
		return fields
	}
	return below(fields[path[0]], path[1:]...)
}

// entryOfSet takes the text out of the key v:"text", which stands for one entry of a
// set.
func entryOfSet(key string) (string, bool) {
	text, found := strings.CutPrefix(key, "v:")
	if !found {
		return "", false
	}
	var name string
	err := json.Unmarshal([]byte(text), &name)
	return name, err == nil
}

// OfConditions reports whether conditions are among the fields, wherever in the
// status the object keeps them.
func (w *Write) OfConditions() bool { return bytes.Contains(w.set, []byte(`"f:conditions"`)) }

// OnlyFinalizers reports whether the fields are nothing but finalizers.
func (w *Write) OnlyFinalizers() bool {
	metadata := below(w.set, "f:metadata")
	_, there := metadata["f:finalizers"]
	return there && len(metadata) == 1 && len(below(w.set)) == 1
}

// Names are those of the fields as a person calls them: each annotation and
// finalizer, and the others by the beginning of their path.
func (w *Write) Names() (marks, fields []string) {
	for part, inside := range below(w.set) {
		for field, keys := range below(inside) {
			switch field {
			case "f:annotations", "f:finalizers":
				marks = append(marks, keysOf(strings.TrimSuffix(strings.TrimPrefix(field, "f:"), "s"), keys)...)
			default:
				if part != "f:metadata" && strings.HasPrefix(field, "f:") {
					fields = append(fields, strings.TrimPrefix(part, "f:")+"."+strings.TrimPrefix(field, "f:"))
				}
			}
		}
	}
	slices.Sort(marks)
	slices.Sort(fields)
	return marks, fields
}

// keysOf names the keys of a map or the entries of a set.
func keysOf(what string, set json.RawMessage) []string {
	var names []string
	for key := range below(set) {
		if name, is := strings.CutPrefix(key, "f:"); is {
			names = append(names, what+" "+name)
		} else if name, is := entryOfSet(key); is {
			names = append(names, what+" "+name)
		}
	}
	return names
}
