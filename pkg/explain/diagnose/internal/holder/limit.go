package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Limit is how a workload was told to act on some objects only, and why the object of a
// case is none of them. Without Excludes it is not limited, or the object is within.
type Limit struct {
	Fact     string // completes "it …"
	Excludes string // completes "and this …"
}

// LimitOfHolder is that of the workload of the holder. What its flags mean says the component
// that it is, which need not be the one that the finalizer names.
func LimitOfHolder(ctx context.Context, h *hearing.Case) Limit {
	return limitOf(ctx, h, h.Component(), h.Holder.Workload)
}

const watchFilterLabel = "cluster.x-k8s.io/watch-filter"

// limitOf reads how a workload was started: which namespaces it watches, and what
// labels, as the instances do among which the objects are shared out.
func limitOf(ctx context.Context, h *hearing.Case, component *catalogue.Component, ref trace.Ref) Limit {
	workload := h.View.Look(ctx, ref).Object
	if workload == nil || h.Object == nil {
		return Limit{}
	}
	if l := labelLimit(h, workload); l.Excludes != "" {
		return l
	}
	if h.Node.Namespace == "" {
		return Limit{}
	}
	if watched := watchedNamespaces(component, workload); len(watched) > 0 && !slices.Contains(watched, h.Node.Namespace) {
		return Limit{"is started for the namespaces " + phrase.Names(watched) + " alone", "is in " + h.Node.Namespace}
	}
	for _, name := range []string{"deny-namespaces", "denied-namespaces", "exclude-namespaces", "excluded-namespaces", "ignore-namespaces", "ignored-namespaces"} {
		if slices.Contains(splitNames(manifest.FlagOf(workload, name)), h.Node.Namespace) {
			return Limit{"is started with --" + name, "is in " + h.Node.Namespace}
		}
	}
	return Limit{}
}

// selectorFlags name the labels of what is watched.
var selectorFlags = []string{"watch-label-selector", "label-selector", "watch-labels"}

func labelLimit(h *hearing.Case, workload *unstructured.Unstructured) Limit {
	own := h.Object.GetLabels()
	if filter := manifest.FlagOf(workload, "watch-filter"); filter != "" && strings.HasSuffix("."+h.Kind.Group, ".cluster.x-k8s.io") {
		if unmet := manifest.Unmet(labels.SelectorFromSet(labels.Set{watchFilterLabel: filter}), own); unmet != "" {
			return Limit{"acts only on what has the label " + watchFilterLabel + "=" + filter, unmet}
		}
	}
	for _, name := range selectorFlags {
		text := manifest.FlagOf(workload, name)
		if text == "" || strings.ContainsAny(text, "${") {
			continue
		}
		wanted, err := labels.Parse(text)
		if err != nil {
			continue
		}
		if unmet := manifest.Unmet(wanted, own); unmet != "" {
			return Limit{"is started with --" + name + "=" + text, unmet}
		}
	}
	return Limit{}
}

// watchedNamespaces returns what the workload was told to watch, nothing where
// that is everything.
func watchedNamespaces(component *catalogue.Component, workload *unstructured.Unstructured) []string {
	for _, name := range []string{"watch-namespace", "watch-namespaces", "namespaces", component.WatchFlag} {
		if value := manifest.FlagOf(workload, name); name != "" && value != "" {
			return splitNames(value)
		}
	}
	if manifest.FlagOf(workload, "watch-all-namespaces") == "false" {
		return []string{workload.GetNamespace()}
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
