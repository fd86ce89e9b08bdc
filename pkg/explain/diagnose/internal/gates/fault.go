package gates

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
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
	if g.rules == nil {
		return m[1], m[2], ""
	}
	for i := range g.rules.validations {
		if v := &g.rules.validations[i]; phrase.OneLine(strings.TrimSpace(v.Expression)) == strings.TrimSpace(m[1]) && v.Message != "" {
			return m[1], m[2], phrase.Quoted(v.Message)
		}
	}
	return m[1], m[2], ""
}

// missingKey is how CEL says that a field is read which is not there.
const missingKey = "no such key: "

// lacks is the fault of an expression that reads nothing but the object, and of that a field which it does not have; empty
// where it has a value, or where that depends on more, as on the version that the object is written in.
func (a *attempt) lacks(g *gate, source string) string {
	if a.View.Copied { // what is missing there may have been cut off
		return ""
	}
	e, alone := readsObject(a.View, source)
	if !alone || !a.knowable(e) || !g.asRead(a) && slices.ContainsFunc(slices.Concat(e.Paths("object"), e.Paths("oldObject")), func(path []string) bool {
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
	e = sight.Memory[memory](w).expressions.Get(source, func() *expression.Expression {
		return expression.NewIn(admissionEnvironment, source, cel.DynType)
	})
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
