package gates

import (
	"slices"
	"strings"

	admission "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// odds says how surely something applies, in an order in which the least
// decides.
type odds int

const (
	no odds = iota
	maybe
	sure
)

// covers says whether the rules take in the operation on objects of the kind.
func (r *reach) covers(operation string, kind trace.Kind) odds {
	best := no
	for i := range r.rules {
		best = max(best, ruleCovers(&r.rules[i], operation, kind, r.exact))
	}
	for i := range r.except {
		// An exception for some names leaves the others.
		if e := &r.except[i]; len(e.ResourceNames) == 0 && ruleCovers(e, operation, kind, r.exact) == sure {
			return no
		}
	}
	return best
}

// ruleCovers compares as the API server does. The version that a holder writes in
// is not known; a rule for another version than the preferred one may apply,
// because the server converts or because the holder writes in that one.
func ruleCovers(r *admission.NamedRuleWithOperations, operation string, kind trace.Kind, exact bool) odds {
	switch {
	case !named(r.Operations, admission.OperationType(operation)), !named(r.APIGroups, kind.Group),
		!slices.ContainsFunc(r.Resources, func(entry string) bool { return hasResource(entry, kind.Resource) }),
		is(r.Scope, admission.NamespacedScope) && !kind.Namespaced, is(r.Scope, admission.ClusterScope) && kind.Namespaced:
		return no
	case slices.Contains(r.APIVersions, "*"), !exact && slices.Contains(r.APIVersions, kind.Version):
		return sure
	}
	return maybe
}

func named[T ~string](list []T, name T) bool {
	return slices.Contains(list, "*") || slices.Contains(list, name)
}

// hasResource compares with the resource itself, never with a subresource:
// "pods" and "pods/*" take it in, "pods/status" does not.
func hasResource(entry, resource string) bool {
	name, sub, _ := strings.Cut(entry, "/")
	return (name == "*" || name == resource) && (sub == "" || sub == "*")
}

// names says whether the rules that name single objects take in this one.
func (r *reach) names(a *attempt) odds {
	for i := range r.except {
		e := &r.except[i]
		if slices.Contains(e.ResourceNames, a.old.GetName()) && ruleCovers(e, a.operation, a.kind, r.exact) == sure {
			return no
		}
	}
	best := no
	for i := range r.rules {
		e := &r.rules[i]
		if len(e.ResourceNames) == 0 || slices.Contains(e.ResourceNames, a.old.GetName()) {
			best = max(best, ruleCovers(e, a.operation, a.kind, r.exact))
		}
	}
	return best
}

func emptySelector(s *metav1.LabelSelector) bool {
	return s == nil || len(s.MatchLabels) == 0 && len(s.MatchExpressions) == 0
}

// selectedBy says whether a selector takes in what has these labels.
func selectedBy(selector *metav1.LabelSelector, have map[string]string) odds {
	if emptySelector(selector) {
		return sure
	}
	s, err := metav1.LabelSelectorAsSelector(selector)
	switch {
	case err != nil:
		return maybe
	case s.Matches(labels.Set(have)):
		return sure
	}
	return no
}
