package install

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What Helm writes on each object of a release's manifest, and by what it knows it again:
// helm/helm pkg/action/validate.go. Hooks and what lies in a chart's folder crds have
// none of it.
const (
	helmLabel     = "app.kubernetes.io/managed-by"
	helmRelease   = "meta.helm.sh/release-name"
	helmNamespace = "meta.helm.sh/release-namespace"
	helmPolicy    = "helm.sh/resource-policy"
)

// Release is a Helm release, by the marks that Helm leaves on its objects. The Secret in
// which Helm keeps it is not read.
func (f *Finder) Release(ctx context.Context, namespace, name string) (*Installation, error) {
	out := &Installation{
		Title:    fmt.Sprintf("the Helm release %s in namespace %s", name, namespace),
		Commands: [][]string{{"helm", "uninstall", name, "-n", namespace}},
		Checks:   [][]string{{"helm", "list", "--all", "--short", "--filter", "^" + name + "$", "-n", namespace}},
		Unseen: []string{
			"the hooks of the chart, which stand only in Helm's own Secret: what they do on an uninstall is not known here",
		},
	}
	there := map[string]bool{}
	want := trace.Want{Labels: []string{helmLabel}, Annotations: []string{helmRelease, helmNamespace, helmPolicy}}
	out.Incomplete = f.Reader.Scan(ctx, f.everything(), want, func(kind trace.Kind, row *trace.Row) {
		if pair(row.Labels, helmLabel) != "Helm" || slices.ContainsFunc(row.Owners, func(o trace.RowOwner) bool { return o.Controller }) {
			return // what a controller makes has its marks from what it was made of
		}
		release, in := pair(row.Annotations, helmRelease), pair(row.Annotations, helmNamespace)
		if release == "" {
			return
		}
		there["helm/"+release+" -n "+in] = true
		if release != name || in != namespace {
			return
		}
		t := trace.Target{Kind: kind, Namespace: string(row.Namespace), Name: string(row.Name)}
		if pair(row.Annotations, helmPolicy) == "keep" {
			out.Kept = append(out.Kept, Kept{t, "its annotation " + helmPolicy + " says keep"})
			return
		}
		out.Targets = append(out.Targets, t)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(out.Targets) == 0 && len(out.Kept) == 0 {
		return nil, absent(out, keys(there))
	}
	slices.SortFunc(out.Targets, compareTargets)
	slices.SortFunc(out.Kept, func(a, b Kept) int { return compareTargets(a.Target, b.Target) })
	return out, nil
}

// Releases are the Helm releases of a namespace, as far as one look at the kinds tells that
// nearly every chart has something of. What cannot be read is not told.
func (f *Finder) Releases(ctx context.Context, namespace string) []string {
	var scopes []trace.Scope
	for _, k := range f.Kinds {
		usual := k.Group == "" && (k.Kind == "ServiceAccount" || k.Kind == "Service" || k.Kind == "ConfigMap") || k.Group == "apps" && k.Kind == "Deployment"
		if k.Listable && usual {
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
		}
	}
	there := map[string]bool{}
	f.Reader.Scan(ctx, scopes, trace.Want{Annotations: []string{helmRelease, helmNamespace}}, func(_ trace.Kind, row *trace.Row) {
		if name := pair(row.Annotations, helmRelease); name != "" && (namespace == "" || pair(row.Annotations, helmNamespace) == namespace) {
			there[name] = true
		}
	})
	return keys(there)
}

// everything are all lists in which an object of a release can be.
func (f *Finder) everything() []trace.Scope {
	var out []trace.Scope
	for _, k := range f.Kinds {
		transient := k.Kind == "Event" || k.Kind == "Lease" || k.Group == "metrics.k8s.io"
		if k.Listable && !transient {
			out = append(out, trace.Scope{Kind: k})
		}
	}
	return out
}

func pair(pairs []trace.RowPair, key string) string {
	for _, p := range pairs {
		if string(p.Key) == key {
			return string(p.Value)
		}
	}
	return ""
}

func keys(set map[string]bool) []string {
	var out []string
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
