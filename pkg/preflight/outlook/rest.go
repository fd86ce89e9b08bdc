package outlook

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Rest is what an answer needs beyond the forecast: what is not named and rests on
// something that goes.
type Rest struct {
	Backed []Backed
	Bound  []Bound
	Held   []Held
	// Incomplete lists what could not be read of it.
	Incomplete []trace.Problem
}

// Backed is an object that has the API server call a Service that goes.
type Backed struct {
	trace.Ref
	Resource string
	Service  trace.Ref
	Sort     LeftoverSort
	// Closed says that what it cannot ask about is refused.
	Closed bool
	// What it is asked about, one line.
	What string
}

// Bound is a binding all of whose subjects go, or the role that only such bindings name.
type Bound struct {
	trace.Ref
	Resource string
	Account  trace.Ref
}

// Held are objects that the act does not reach, by a finalizer of a workload that goes.
type Held struct {
	Group
	Finalizer string
	Holder    explain.Holder
}

// Diagnose judges objects that were asked about.
type Diagnose func(ctx context.Context, targets []trace.Target) (*explain.Diagnosis, error)

// Looker reads the rest.
type Looker struct {
	Reader   trace.Reader
	Kinds    []trace.Kind
	Diagnose Diagnose
}

// Look reads what rests on that which goes.
func (l *Looker) Look(ctx context.Context, f *preflight.Forecast) (*Rest, error) {
	k := &looking{Looker: l, gone: goneOf(f), out: &Rest{}}
	if k.gone.services() {
		k.webhooks(ctx)
		k.apiServices(ctx)
		k.conversions(ctx)
	}
	accounts, workloads := k.actors(ctx)
	k.rights(ctx, accounts, workloads)
	return k.out, ctx.Err()
}

// gone is what goes, or is asked to.
type gone struct {
	refs   map[trace.Ref]bool
	spaces map[string]bool
	known  map[trace.Ref]bool // all that the forecast speaks of
}

func goneOf(f *preflight.Forecast) gone {
	g := gone{refs: map[trace.Ref]bool{}, spaces: map[string]bool{}, known: map[trace.Ref]bool{}}
	for i := range f.Fates {
		fate := &f.Fates[i]
		g.known[fate.Ref] = true
		if !leaves(fate) {
			continue
		}
		g.refs[fate.Ref] = true
		if fate.Group == "" && fate.Kind == "Namespace" {
			g.spaces[fate.Name] = true
		}
	}
	return g
}

// leaves reports whether an object goes or is at least asked to.
func leaves(f *preflight.Fate) bool {
	return f.Outcome == preflight.Goes || f.Outcome == preflight.GoesAfter || f.Outcome == preflight.Hangs
}

func (g *gone) has(r trace.Ref) bool {
	return g.refs[r] || r.Namespace != "" && g.spaces[r.Namespace]
}

// services reports whether any Service may go.
func (g *gone) services() bool {
	for r := range g.refs {
		if r.Group == "" && (r.Kind == "Service" || r.Kind == "Namespace") {
			return true
		}
	}
	return false
}

type looking struct {
	*Looker
	gone gone
	out  *Rest
}

func (l *Looker) kind(group, kind string) (trace.Kind, bool) {
	return trace.KindOf(l.Kinds, group, kind)
}

// list reads all objects of a kind; what cannot be read is noted.
func (k *looking) list(ctx context.Context, group, kind string, visit func(trace.Kind, *unstructured.Unstructured)) bool {
	of, served := k.kind(group, kind)
	if !served {
		return true
	}
	var all []*unstructured.Unstructured
	err := k.Reader.List(ctx, trace.Scope{Kind: of}, func(o *unstructured.Unstructured) { all = append(all, o) })
	if err != nil {
		k.out.Incomplete = append(k.out.Incomplete, k.Reader.Problem(trace.PartOf(of, "", ""), err))
	}
	slices.SortFunc(all, func(a, b *unstructured.Unstructured) int {
		return strings.Compare(a.GetNamespace()+"/"+a.GetName(), b.GetNamespace()+"/"+b.GetName())
	})
	for _, o := range all {
		visit(of, o)
	}
	return err == nil
}

func refOf(kind trace.Kind, o *unstructured.Unstructured) trace.Ref {
	return trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: o.GetNamespace(), Name: o.GetName()}
}

func (k *looking) backed(kind trace.Kind, o *unstructured.Unstructured, service trace.Ref, sort LeftoverSort, closed bool, what string) {
	ref := refOf(kind, o)
	if service.Name == "" || !k.gone.has(service) || k.gone.has(ref) || o.GetDeletionTimestamp() != nil {
		return
	}
	at := slices.IndexFunc(k.out.Backed, func(b Backed) bool { return b.Ref == ref && b.Service == service })
	if at < 0 {
		k.out.Backed = append(k.out.Backed, Backed{ref, kind.Resource, service, sort, closed, what})
		return
	}
	if b := &k.out.Backed[at]; closed && !b.Closed { // that it refuses is what is told
		b.Closed, b.What = true, what
	}
}

func (k *looking) webhooks(ctx context.Context) {
	for _, name := range []string{"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"} {
		k.list(ctx, "admissionregistration.k8s.io", name, func(kind trace.Kind, o *unstructured.Unstructured) {
			hooks, _, _ := unstructured.NestedSlice(o.Object, "webhooks")
			for _, h := range hooks {
				hook, ok := h.(map[string]any)
				if !ok {
					continue
				}
				config, _ := hook["clientConfig"].(map[string]any)
				policy, _ := hook["failurePolicy"].(string)
				k.backed(kind, o, serviceOf(config["service"]), WebhookLeft, policy != "Ignore", asked(hook["rules"]))
			}
		})
	}
}

func (k *looking) apiServices(ctx context.Context) {
	k.list(ctx, "apiregistration.k8s.io", "APIService", func(kind trace.Kind, o *unstructured.Unstructured) {
		spec, _ := o.Object["spec"].(map[string]any)
		group, _ := spec["group"].(string)
		version, _ := spec["version"].(string)
		k.backed(kind, o, serviceOf(spec["service"]), APIServiceLeft, true, group+"/"+version)
	})
}

func (k *looking) conversions(ctx context.Context) {
	k.list(ctx, "apiextensions.k8s.io", "CustomResourceDefinition", func(kind trace.Kind, o *unstructured.Unstructured) {
		config, _, _ := unstructured.NestedMap(o.Object, "spec", "conversion", "webhook", "clientConfig")
		k.backed(kind, o, serviceOf(config["service"]), ConversionLeft, true, o.GetName())
	})
}

func serviceOf(field any) trace.Ref {
	service, ok := field.(map[string]any)
	if !ok {
		return trace.Ref{}
	}
	namespace, _ := service["namespace"].(string)
	name, _ := service["name"].(string)
	return trace.Ref{Kind: "Service", Namespace: namespace, Name: name}
}

// asked says what a webhook is asked about: "create, update of buckets.example.org".
func asked(field any) string {
	var verbs, resources []string
	rules, _ := field.([]any)
	for _, r := range rules {
		rule, _ := r.(map[string]any)
		for _, v := range texts(rule["operations"]) {
			verbs = append(verbs, strings.ToLower(v))
		}
		for _, resource := range texts(rule["resources"]) {
			for _, group := range texts(rule["apiGroups"]) {
				if group != "" && resource != "*/*" {
					resource += "." + group
				}
				resources = append(resources, resource)
			}
		}
	}
	return strings.Join(few(verbs), ", ") + " of " + strings.Join(few(resources), ", ")
}

// few are the first of a list, each once, and how many more there are.
func few(list []string) []string {
	var out []string
	for _, text := range list {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) > 4 {
		return append(out[:3:3], "and more")
	}
	return out
}

func texts(field any) []string {
	var out []string
	list, _ := field.([]any)
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
