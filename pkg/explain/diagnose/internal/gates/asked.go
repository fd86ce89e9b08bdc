package gates

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// AskedAbout are the webhooks that are asked before a live object is deleted or written to,
// and the policies that refuse that.
func AskedAbout(ctx context.Context, w *sight.View, kind trace.Kind, ref trace.Ref, finalizers []string) []explain.Gate {
	if len(covers(ctx, w, deleting, kind, ref.Namespace))+len(covers(ctx, w, updating, kind, ref.Namespace)) == 0 {
		return nil
	}
	s := w.Look(ctx, ref)
	if s.Object == nil {
		return nil
	}
	var asked askedAbout
	// What has no finalizer yet may be given one by the delete: that of the cascade.
	attempts := []*attempt{{View: w, operation: deleting, kind: kind, old: s.Object}, removal(w, kind, s.Object, finalizerOf(s.Object, finalizers))}
	for _, a := range attempts {
		for _, c := range applying(ctx, w, a) {
			asked.add(ctx, w, a, c)
		}
	}
	return asked
}

// askedAbout are gates, each once.
type askedAbout []explain.Gate

func (out *askedAbout) add(ctx context.Context, w *sight.View, a *attempt, c covering) {
	g := explain.Gate{Config: c.config, Name: c.name, Unsure: c.odds != sure, Deletes: a.operation == deleting, Updates: a.operation == updating}
	if c.backend != nil {
		g.Open = c.open
		served := AnswersOf(ctx, w, *c.backend)
		if g.Service = c.backend.service; served.down {
			g.Down = c.backend.servedBy() + " " + served.what
		}
	} else { // what a policy says counts whether or not it may fail
		odds, words := c.refuses(a)
		if odds == no {
			return
		}
		g.Unsure, g.Down = g.Unsure || odds != sure, "it says: "+cmp.Or(words, "no")
	}
	at := slices.IndexFunc(*out, func(o explain.Gate) bool {
		return o.Config == g.Config && o.Name == g.Name && o.Unsure == g.Unsure && o.Down == g.Down && o.Open == g.Open
	})
	if at < 0 {
		*out = append(*out, g)
		return
	}
	o := &(*out)[at]
	o.Deletes, o.Updates = o.Deletes || g.Deletes, o.Updates || g.Updates
}

// finalizerOf is the first of the finalizers that the object has.
func finalizerOf(obj *unstructured.Unstructured, finalizers []string) string {
	for _, f := range finalizers {
		if slices.Contains(trace.FinalizersOf(obj), f) {
			return f
		}
	}
	return ""
}

// RemoteAPIs are the versions of API groups that other servers serve, with how these are.
func RemoteAPIs(ctx context.Context, w *sight.View) []explain.RemoteAPI {
	var out []explain.RemoteAPI
	for _, obj := range w.List(ctx, aggregationGroup, "APIService", "").Objects {
		if a, remote := remoteAPI(ctx, w, obj); remote {
			out = append(out, a)
		}
	}
	return out
}

func remoteAPI(ctx context.Context, w *sight.View, obj *unstructured.Unstructured) (explain.RemoteAPI, bool) {
	service, found, err := unstructured.NestedMap(obj.Object, "spec", "service")
	if !found || err != nil {
		return explain.RemoteAPI{}, false
	}
	text := func(m map[string]any, key string) string {
		s, _ := m[key].(string)
		return s
	}
	spec, _, _ := unstructured.NestedMap(obj.Object, "spec")
	a := explain.RemoteAPI{
		Registration: trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: obj.GetName()},
		Service:      trace.Ref{Kind: "Service", Namespace: text(service, "namespace"), Name: text(service, "name")},
		Group:        text(spec, "group"), Version: text(spec, "version"),
	}
	if d, dead := readDeadAPI(ctx, w, obj); dead {
		a.Down = d.What()
	}
	return a, true
}
