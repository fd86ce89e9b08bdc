package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// managedByLabel says which program takes care of an object.
const managedByLabel = "app.kubernetes.io/managed-by"

// deployers are programs that bring objects to the cluster, and take no finalizer off.
var deployers = []string{"helm", "tiller", "kustomize", "argocd", "argo-cd", "flux", "fluxcd", "pulumi", "terraform", "skaffold", "tanka", "kapp", "carvel", "ansible", "olm", "cdk8s", "jsonnet", "werf", "helmfile"}

// managedBy is the program that the object's own label names, empty where that only
// deploys, or where nothing of it is in the name of the finalizer or of the kind's group:
// a label is copied along.
func managedBy(h *hearing.Case) string {
	if h.Object == nil || h.Entry.Pattern != "" {
		return ""
	}
	name := strings.ToLower(h.Object.GetLabels()[managedByLabel])
	if name == "" || slices.Contains(deployers, name) || manifest.GenericManager(name) || manifest.PersonalManager(name) {
		return ""
	}
	host, _, _ := strings.Cut(h.Finalizer, "/")
	words := append(finalizerWords(h.Finalizer), tellingWords(h.Kind.Group)...)
	if name == host || slices.ContainsFunc(words, func(word string) bool { return hasPart(name, word) }) {
		return name
	}
	return ""
}
