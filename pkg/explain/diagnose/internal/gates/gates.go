package gates

import (
	"cmp"
	"context"
	"slices"

	admission "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// admissionKinds are never put before a webhook or a policy, so that a broken
// one can always be mended.
var admissionKinds = []string{
	"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration",
	"ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding",
	"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding",
}

// The operations of admission that matter to a deletion.
const (
	updating = "UPDATE"
	deleting = "DELETE"
)

// gate is one thing that the API server asks before it stores a write: a
// webhook, or an admission policy with one of its bindings.
type gate struct {
	// config is the object that registers it.
	config trace.Ref
	// name is that of the webhook in its configuration, or of the policy.
	name     string
	mutating bool
	// open says that the write is done all the same where the gate itself fails.
	open bool
	// reaches say to what it applies; a request has to be within all of them.
	reaches    []reach
	conditions []admission.MatchCondition
	// backend answers for a webhook; a policy has none.
	backend *backend
	// rules are those of a policy; a webhook has none.
	rules *policyRules
}

// reach is to what a gate applies.
type reach struct {
	rules, except []admission.NamedRuleWithOperations
	// exact says that a request in another version is not converted to one that
	// the rules name.
	exact               bool
	namespaces, objects *metav1.LabelSelector
}

// admissionGates is all gates of a cluster. Where it is not complete, that none
// fits proves nothing.
type admissionGates struct {
	gates    []*gate
	complete bool
}

// allGates reads the gates once.
func allGates(ctx context.Context, w *sight.View) admissionGates {
	return sight.Memory[memory](w).admission.Get("", func() admissionGates {
		a := admissionGates{complete: true}
		for _, kind := range []string{"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"} {
			l := w.List(ctx, manifest.AdmissionGroup, kind, "")
			a.complete = a.complete && l.Complete
			for _, obj := range l.Objects {
				gates, read := webhooksOf(kind, obj)
				a.gates = append(a.gates, gates...)
				a.complete = a.complete && read
			}
		}
		for _, kind := range []string{"ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"} {
			gates, complete := policies(ctx, w, kind)
			a.gates = append(a.gates, gates...)
			a.complete = a.complete && complete
		}
		return a
	})
}

// webhooksOf reads a configuration. Those that mutate have one field more, which
// is of no matter here.
func webhooksOf(kind string, obj *unstructured.Unstructured) (gates []*gate, read bool) {
	var config struct {
		Webhooks []admission.ValidatingWebhook `json:"webhooks"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &config) != nil {
		return nil, false
	}
	for i := range config.Webhooks {
		h := &config.Webhooks[i]
		rules := make([]admission.NamedRuleWithOperations, len(h.Rules))
		for i := range h.Rules {
			rules[i].RuleWithOperations = h.Rules[i]
		}
		gates = append(gates, &gate{
			config:   trace.Ref{Group: manifest.AdmissionGroup, Kind: kind, Name: obj.GetName()},
			name:     h.Name,
			mutating: kind == "MutatingWebhookConfiguration",
			open:     is(h.FailurePolicy, admission.Ignore),
			reaches: []reach{{
				rules: rules, exact: is(h.MatchPolicy, admission.Exact), namespaces: h.NamespaceSelector, objects: h.ObjectSelector,
			}},
			conditions: h.MatchConditions,
			backend:    backendOf(&h.ClientConfig),
		})
	}
	return gates, true
}

// is reports whether an optional field has the value.
func is[T comparable](field *T, value T) bool { return field != nil && *field == value }

// coverage is what is asked about: one operation on objects of a kind in one
// namespace, which is empty for cluster-scoped objects.
type coverage struct{ operation, group, kind, namespace string }

// covering is a gate and how surely it applies.
type covering struct {
	*gate
	odds odds
}

// covers returns the gates that apply, as far as the kind and the namespace
// decide that. The answer is computed once for each of these.
func covers(ctx context.Context, w *sight.View, operation string, kind trace.Kind, namespace string) []covering {
	if kind.Group == manifest.AdmissionGroup && slices.Contains(admissionKinds, kind.Kind) {
		return nil
	}
	return sight.Memory[memory](w).covers.Get(coverage{operation, kind.Group, kind.Kind, namespace}, func() []covering {
		var found []covering
		for _, g := range allGates(ctx, w).gates {
			o := sure
			for i := range g.reaches {
				o = min(o, g.reaches[i].covers(operation, kind), selects(ctx, w, g.reaches[i].namespaces, kind, namespace))
			}
			if o != no {
				found = append(found, covering{g, o})
			}
		}
		slices.SortStableFunc(found, func(a, b covering) int { return cmp.Compare(b.odds, a.odds) })
		return found
	})
}

// selects says whether a namespaceSelector takes in the namespace. It does not
// matter for cluster-scoped objects, except that a Namespace is selected by its
// own labels: those are looked at with the object.
func selects(ctx context.Context, w *sight.View, selector *metav1.LabelSelector, kind trace.Kind, namespace string) odds {
	switch {
	case emptySelector(selector), namespace == "", kind.IsNamespace():
		return sure
	}
	s := w.Look(ctx, trace.Ref{Kind: "Namespace", Name: namespace})
	if s.Object == nil {
		return maybe
	}
	return selectedBy(selector, s.Object.GetLabels())
}

// applying returns the gates that apply to one request, each with how surely.
func applying(ctx context.Context, w *sight.View, a *attempt) []covering {
	candidates := covers(ctx, w, a.operation, a.kind, a.namespace())
	if len(candidates) > 0 && a.namespace() != "" {
		if s := w.Look(ctx, trace.Ref{Kind: "Namespace", Name: a.namespace()}); s.Object != nil {
			a.namespaceObject = s.Object.Object
		}
	}
	var found []covering
	for _, c := range candidates {
		c.odds = min(c.odds, c.takes(a))
		if c.odds != no {
			found = append(found, c)
		}
	}
	return found
}

// takes is the part of the match that depends on the object itself.
func (g *gate) takes(a *attempt) odds {
	o := sure
	labels := a.old.GetLabels()
	for i := range g.reaches {
		r := &g.reaches[i]
		o = min(o, selectedBy(r.objects, labels), r.names(a))
		if a.kind.IsNamespace() {
			o = min(o, selectedBy(r.namespaces, labels))
		}
	}
	if o == no {
		return no
	}
	for _, c := range g.conditions {
		o = min(o, a.holds(c.Expression, nil))
	}
	return o
}
