package explain

import (
	"slices"
	"strings"
)

// writes are the managedFields of the object.
func (h *hearing) writes() []write {
	if h.written == nil {
		return nil
	}
	return h.written()
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
