package signs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

const watchFilterLabel = "cluster.x-k8s.io/watch-filter"

// OutOfScope decides where the holder was started for only some objects, and
// this is none of them. Another instance may be there for the others, so it
// never says that nobody acts.
func OutOfScope(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil || h.Holder.Workload.Name == "" || h.HolderWroteSince() {
		return f
	}
	workload := h.View.Look(ctx, h.Holder.Workload).Object
	if workload == nil {
		return f
	}
	source := h.View.NameOf(h.Holder.Workload)
	if filter := manifest.FlagOf(workload, "watch-filter"); filter != "" && strings.HasSuffix("."+h.Kind.Group, ".cluster.x-k8s.io") {
		if own := h.Object.GetLabels()[watchFilterLabel]; own != filter {
			f.Fact(source, "is started with --watch-filter="+filter)
			f.Next("see whether another instance is there for it", "kubectl", "get", "deployments", "-A")
			return f.Decide(explain.Unknown, explain.Excluded, fmt.Sprintf("%s acts only on what has the label %s=%s, and this has %s", h.HolderName(), watchFilterLabel, filter, labelText(own)))
		}
	}
	watched := watchedNamespaces(h, workload)
	if h.Node.Namespace == "" || len(watched) == 0 || slices.Contains(watched, h.Node.Namespace) {
		return f
	}
	f.Fact(source, "is started for the namespaces "+phrase.Names(watched))
	f.Next("see whether another instance is there for this namespace", "kubectl", "get", "deployments", "-A")
	return f.Decide(explain.Unknown, explain.Excluded, fmt.Sprintf("%s is started for the namespaces %s alone, and this is in %s", h.HolderName(), phrase.Names(watched), h.Node.Namespace))
}

func labelText(value string) string {
	if value == "" {
		return "no such label"
	}
	return "the value " + value
}

// watchedNamespaces returns what the workload was told to watch, nothing where
// that is everything. A flag --namespace often means the controller's own; with
// Cluster API it means what is watched.
func watchedNamespaces(h *hearing.Case, workload *unstructured.Unstructured) []string {
	flags := []string{"watch-namespace", "watch-namespaces"}
	if strings.HasPrefix(h.Holder.Project, "Cluster API") {
		flags = append(flags, "namespace")
	}
	for _, name := range flags {
		if value := manifest.FlagOf(workload, name); value != "" {
			return splitNames(value)
		}
	}
	for _, name := range []string{"WATCH_NAMESPACE", "WATCH_NAMESPACES"} {
		if value := manifest.EnvironmentOf(workload, name); value != "" {
			return splitNames(value)
		}
	}
	return nil
}

func splitNames(value string) []string {
	var out []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if name == "*" || strings.ContainsAny(name, "$(){}") {
			return nil // everything, or not to be known from here
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}
