package manifest

import (
	"slices"
	"strings"
)

// genericManagers are names that many programs write under: what people use,
// and what frameworks call every binary. They say little of who it was.
var genericManagers = []string{
	"manager", "controller", "operator", "provider", "main", "__debug_bin", "kubectl", "kubectl-edit", "kubectl-patch",
	"kubectl-create", "kubectl-client-side-apply", "kubectl-replace", "kubectl-finalizers", "helm", "terraform",
	"before-first-apply", "unknown", "Mozilla", "curl", "OpenAPI-Generator", "python-requests", "Go-http-client",
	"node-fetch", "undici", "axios", "okhttp", "fabric8-kubernetes-client", "KubernetesClient", "kube-rs",
}

// GenericManager reports whether the name of a manager says little of who it is.
func GenericManager(manager string) bool {
	return manager == "" || slices.Contains(genericManagers, manager)
}

// PersonalManager reports whether the manager is a tool in somebody's hands. Each way of
// kubectl writes under a name of its own.
func PersonalManager(manager string) bool {
	switch manager {
	case "helm", "terraform", "curl", "Mozilla", "clusterctl", "k9s", "before-first-apply", "argocd", "pulumi-kubernetes", "HashiCorp":
		return true
	}
	return manager == "kubectl" || strings.HasPrefix(manager, "kubectl-")
}
