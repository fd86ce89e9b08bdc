package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const watchFilterLabel = "cluster.x-k8s.io/watch-filter"

// outOfScope decides where the holder was started for only some objects, and
// this is none of them. Another instance may be there for the others, so it
// never says that nobody acts.
func outOfScope(ctx context.Context, h *hearing) bool {
	if h.obj == nil || h.hold.Holder.Workload.Name == "" || h.holderWroteSince() {
		return false
	}
	workload := h.look(ctx, h.hold.Holder.Workload).obj
	if workload == nil {
		return false
	}
	source := h.nameOf(h.hold.Holder.Workload)
	if filter := flagOf(workload, "watch-filter"); filter != "" && strings.HasSuffix("."+h.kind.Group, ".cluster.x-k8s.io") {
		if own := h.obj.GetLabels()[watchFilterLabel]; own != filter {
			h.fact(source, "is started with --watch-filter="+filter)
			h.next("see whether another instance is there for it", "kubectl", "get", "deployments", "-A")
			return h.decide(Unknown, Excluded, fmt.Sprintf("%s acts only on what has the label %s=%s, and this has %s", h.holderName(), watchFilterLabel, filter, labelText(own)))
		}
	}
	watched := h.watchedNamespaces(workload)
	if h.node.Namespace == "" || len(watched) == 0 || slices.Contains(watched, h.node.Namespace) {
		return false
	}
	h.fact(source, "is started for the namespaces "+naming(watched))
	h.next("see whether another instance is there for this namespace", "kubectl", "get", "deployments", "-A")
	return h.decide(Unknown, Excluded, fmt.Sprintf("%s is started for the namespaces %s alone, and this is in %s", h.holderName(), naming(watched), h.node.Namespace))
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
func (h *hearing) watchedNamespaces(workload *unstructured.Unstructured) []string {
	flags := []string{"watch-namespace", "watch-namespaces"}
	if strings.HasPrefix(h.hold.Holder.Project, "Cluster API") {
		flags = append(flags, "namespace")
	}
	for _, name := range flags {
		if value := flagOf(workload, name); value != "" {
			return splitNames(value)
		}
	}
	for _, name := range []string{"WATCH_NAMESPACE", "WATCH_NAMESPACES"} {
		if value := environmentOf(workload, name); value != "" {
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

func containersOf(workload *unstructured.Unstructured) []map[string]any {
	list, _, _ := unstructured.NestedFieldNoCopy(workload.Object, "spec", "template", "spec", "containers")
	entries, _ := list.([]any)
	var out []map[string]any
	for _, e := range entries {
		if c, ok := e.(map[string]any); ok {
			out = append(out, c)
		}
	}
	return out
}

// flagOf finds a command-line flag of any container: "--name=value" or "--name
// value".
func flagOf(workload *unstructured.Unstructured, name string) string {
	for _, c := range containersOf(workload) {
		var words []string
		for _, field := range []string{"command", "args"} {
			list, _ := c[field].([]any)
			for _, w := range list {
				text, _ := w.(string)
				words = append(words, text)
			}
		}
		for i, w := range words {
			flag := strings.TrimPrefix(strings.TrimPrefix(w, "-"), "-")
			if value, ok := strings.CutPrefix(flag, name+"="); ok && flag != w {
				return value
			}
			if flag == name && flag != w && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
				return words[i+1]
			}
		}
	}
	return ""
}

// environmentOf finds a variable of any container; one that is the namespace of
// the pod is that of the workload.
func environmentOf(workload *unstructured.Unstructured, name string) string {
	for _, c := range containersOf(workload) {
		list, _ := c["env"].([]any)
		for _, e := range list {
			entry, _ := e.(map[string]any)
			if entry["name"] != name {
				continue
			}
			if value, _ := entry["value"].(string); value != "" {
				return value
			}
			if path, _, _ := unstructured.NestedString(entry, "valueFrom", "fieldRef", "fieldPath"); path == "metadata.namespace" {
				return workload.GetNamespace()
			}
		}
	}
	return ""
}
