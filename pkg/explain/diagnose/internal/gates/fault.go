package gates

import (
	"slices"
	"strings"

	admission "k8s.io/api/admissionregistration/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// expressionFault is how the API server says that an expression of a policy did not come to a value.
var expressionFault = regex.New(`(?s)^expression '(.*)' resulted in error: (.+)$`)

func expressionFails(source, fault string) string {
	return "expression '" + phrase.OneLine(source) + "' resulted in error: " + fault
}

// faultIn reads from words by which a policy refuses that its expression fails, which one, at what, and what it would demand
// else, as far as the policy is known and says that.
func (g *gate) faultIn(words string) (source, fault, demands string) {
	m := expressionFault.FindStringSubmatch(words)
	if m == nil {
		return "", "", ""
	}
	source, fault = m[1], m[2]
	if g.rules == nil {
		return source, fault, ""
	}
	for i := range g.rules.validations {
		if v := &g.rules.validations[i]; phrase.OneLine(v.Expression) == strings.TrimSpace(source) && v.Message != "" {
			return source, fault, phrase.Quoted(v.Message)
		}
	}
	return source, fault, ""
}

// missingKey is how CEL says that a field is read which is not there.
const missingKey = "no such key: "

// lacks is the fault of an expression that reads nothing but the object, and of that a field which it does not have; empty
// where it has a value, where that depends on more, as on the version that the object is written in, and of a policy that may fail.
func (a *attempt) lacks(g *gate, source string) string {
	if g.open || a.View.Copied { // what is missing in a copy may have been cut off
		return ""
	}
	e, alone := readsObject(a.View, source)
	if !alone || !a.knowable(e) || !g.asRead(a) && slices.ContainsFunc(objectPaths(e), func(path []string) bool {
		return len(path) == 0 || path[0] != "metadata"
	}) {
		return ""
	}
	if fault := e.Fault(a.variables()); strings.HasPrefix(fault, missingKey) {
		return fault
	}
	return ""
}

// readsObject reports whether an expression reads nothing but the object: a key may be missing in a map of its own as well.
func readsObject(w *sight.View, source string) (e *expression.Expression, alone bool) {
	e = expressionOf(w, source)
	return e, e.Uses("object", "oldObject") && !e.Uses("request", "namespaceObject", "variables") && !strings.Contains(source, "{")
}

// asRead reports whether a policy gets the object in the version in which it was read here, whatever it is written in.
func (g *gate) asRead(a *attempt) bool {
	if len(g.reaches) == 0 || g.reaches[0].exact || a.old.GroupVersionKind().Version != a.kind.Version {
		return false
	}
	return !slices.ContainsFunc(g.reaches[0].rules, func(r admission.NamedRuleWithOperations) bool {
		return ruleCovers(&r, a.operation, a.kind, false) != no && !slices.Equal(r.APIVersions, []string{a.kind.Version})
	})
}
