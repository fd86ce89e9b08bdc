package explain

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// write is one entry of an object's managedFields: who wrote what last when.
type write struct {
	manager     string
	operation   string
	subresource string
	at          time.Time // zero where the entry has none
	// finalizers are those that this manager owns.
	finalizers []string
}

// writesOf reads the managedFields. The API server keeps one entry for each
// manager, operation, version and subresource, with the time of the last change
// that moved a field to it or from it.
func writesOf(obj *unstructured.Unstructured) []write {
	if obj == nil {
		return nil
	}
	entries := obj.GetManagedFields()
	out := make([]write, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		w := write{manager: e.Manager, operation: string(e.Operation), subresource: e.Subresource}
		if e.Time != nil {
			w.at = e.Time.UTC()
		}
		w.finalizers = finalizersOf(e.FieldsV1)
		out = append(out, w)
	}
	return out
}

// writes are the managedFields of the object.
func (h *hearing) writes() []write {
	if h.written == nil {
		return nil
	}
	return h.written()
}

// finalizersOf finds, below f:metadata and f:finalizers, the keys v:"name".
func finalizersOf(fields *metav1.FieldsV1) []string {
	if fields == nil {
		return nil
	}
	var set struct {
		Metadata struct {
			Finalizers map[string]json.RawMessage `json:"f:finalizers"`
		} `json:"f:metadata"`
	}
	if json.Unmarshal(fields.GetRawBytes(), &set) != nil {
		return nil
	}
	var names []string
	for key := range set.Metadata.Finalizers {
		var name string
		if len(key) > 2 && key[:2] == "v:" && json.Unmarshal([]byte(key[2:]), &name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// genericManagers are names that many programs write under: what people use,
// and what frameworks call every binary. They say little of who it was.
var genericManagers = []string{
	"manager", "controller", "operator", "provider", "main", "__debug_bin", "kubectl", "kubectl-edit", "kubectl-patch",
	"kubectl-create", "kubectl-client-side-apply", "kubectl-replace", "kubectl-finalizers", "helm", "terraform",
	"before-first-apply", "unknown", "Mozilla", "curl", "OpenAPI-Generator", "python-requests", "Go-http-client",
}

// generic reports whether the name of a manager says little of who it is.
func generic(manager string) bool {
	return manager == "" || slices.Contains(genericManagers, manager)
}

// isHolder reports whether a manager is the holder of the hold: the one that
// put the finalizer there, or one that the catalogue names. A generic name is
// one only where it holds the finalizer.
func (h *hearing) isHolder(manager string) bool {
	if person(manager) {
		return false
	}
	if slices.Contains(h.entry.Controller.FieldManagers, manager) && !generic(manager) {
		return true
	}
	for _, w := range h.writes() {
		if w.manager == manager && slices.Contains(w.finalizers, h.hold.Finalizer) {
			return true
		}
	}
	return false
}

// person reports whether the manager is a tool in somebody's hands. Each way of
// kubectl writes under a name of its own.
func person(manager string) bool {
	switch manager {
	case "helm", "terraform", "curl", "Mozilla", "clusterctl", "k9s", "before-first-apply", "argocd", "pulumi-kubernetes", "HashiCorp":
		return true
	}
	return manager == "kubectl" || strings.HasPrefix(manager, "kubectl-")
}
