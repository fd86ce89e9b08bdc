package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mutatorsOf are what changes requests for the kind on their way: what that adds is
// written under the name of whoever asked. writes is a policy in which the finalizer
// stands.
func mutatorsOf(ctx context.Context, h *hearing.Case) (may []string, writes string) {
	for _, obj := range h.View.Skim(ctx, manifest.AdmissionGroup, "MutatingWebhookConfiguration", "").Objects {
		hooks, _, _ := unstructured.NestedSlice(obj.Object, "webhooks")
		for _, hook := range hooks {
			fields, _ := hook.(map[string]any)
			rules, _ := fields["rules"].([]any)
			if changes(rules, h.Kind) {
				may = append(may, sight.Where(manifest.RefOf(manifest.AdmissionGroup, "MutatingWebhookConfiguration", obj)))
				break
			}
		}
	}
	for _, obj := range h.View.Skim(ctx, manifest.AdmissionGroup, "MutatingAdmissionPolicy", "").Objects {
		rules, _, _ := unstructured.NestedSlice(obj.Object, "spec", "matchConstraints", "resourceRules")
		if !changes(rules, h.Kind) {
			continue
		}
		name := sight.Where(manifest.RefOf(manifest.AdmissionGroup, "MutatingAdmissionPolicy", obj))
		may = append(may, name)
		mutations, _, _ := unstructured.NestedSlice(obj.Object, "spec", "mutations")
		if slices.ContainsFunc(mutations, func(m any) bool { return mentions(m, h.Finalizer) }) {
			writes = name
		}
	}
	return may, writes
}

// changes reports whether rules are about making or changing objects of the kind, which
// they name.
func changes(rules []any, kind trace.Kind) bool {
	return slices.ContainsFunc(rules, func(rule any) bool {
		fields, _ := rule.(map[string]any)
		return (manifest.HasWord(fields, "apiGroups", kind.Group) || manifest.HasWord(fields, "apiGroups", "*")) && (manifest.HasWord(fields, "resources", kind.Resource) || manifest.HasWord(fields, "resources", "*") || manifest.HasWord(fields, "resources", "*/*")) &&
			(manifest.HasWord(fields, "operations", "CREATE") || manifest.HasWord(fields, "operations", "UPDATE") || manifest.HasWord(fields, "operations", "*"))
	})
}

// mentions reports whether a text stands in any of the texts of a value.
func mentions(value any, text string) bool {
	switch v := value.(type) {
	case string:
		return strings.Contains(v, text)
	case map[string]any:
		for _, one := range v {
			if mentions(one, text) {
				return true
			}
		}
	}
	return false
}

// untold says that nothing tells who the holder is, and what is known of how the
// finalizer came there.
func untold(ctx context.Context, h *hearing.Case) string {
	if maker := cameWith(h); maker != "" {
		return "its finalizer came with the object, which " + maker + " made, and nothing tells of a controller that removes it"
	}
	may, writes := mutatorsOf(ctx, h)
	switch {
	case writes != "":
		return writes + " puts its finalizer there, and nothing tells of a controller that removes it"
	case applied(h):
		return inManifest("kubectl apply")
	case !h.PutByPerson():
		reading, _ := h.ByName()
		return "nothing tells which controller removes it" + phrase.Prefixed("; ", reading)
	case len(may) > 0:
		return "its finalizer came with a request made by hand, or " + phrase.Names(may) + " added it to that; nothing tells of a controller that removes it"
	}
	if tool := appliedBy(h); tool != "" {
		return inManifest(tool)
	}
	return "its finalizer was put there by hand, and nothing tells of a controller that removes it: whoever put it there has to say"
}

// inManifest says that a finalizer came with what a tool has applied, and so comes back with that.
func inManifest(tool string) string {
	return "its finalizer was put there by " + tool + ", so it stands in the manifest that was applied, and nothing tells of a controller that removes it: it may have come with that alone"
}

// appliedBy is the tool that put the finalizer there with a manifest. It is empty where somebody did by a change of the
// object alone, as an edit and a patch are.
func appliedBy(h *hearing.Case) string {
	for _, w := range h.Writes() {
		if !slices.Contains(w.Finalizers, h.Finalizer) {
			continue
		}
		switch w.Manager {
		case "kubectl", "kubectl-client-side-apply", "kubectl-last-applied", "before-first-apply":
			return "kubectl apply"
		case "kubectl-create", "kubectl-replace":
			return strings.Replace(w.Manager, "-", " ", 1)
		case "helm", "terraform", "HashiCorp", "argocd", "pulumi-kubernetes", "clusterctl":
			return w.Manager
		}
	}
	return ""
}
