package gates

import (
	"strings"

	"cel.dev/cel-go/cel"

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

// faultIn reads from words by which a policy refuses that its expression fails, at what, and what it would demand else, as far
// as the policy is known and says that.
func (g *gate) faultIn(words string) (fault, demands string, fails bool) {
	m := expressionFault.FindStringSubmatch(words)
	if m == nil {
		return "", "", false
	}
	if g.rules == nil {
		return m[2], "", true
	}
	for i := range g.rules.validations {
		if v := &g.rules.validations[i]; phrase.OneLine(strings.TrimSpace(v.Expression)) == strings.TrimSpace(m[1]) && v.Message != "" {
			return m[2], phrase.Quoted(v.Message), true
		}
	}
	return m[2], "", true
}

// missingKey is how CEL says that a field is read which is not there.
const missingKey = "no such key: "

// lacks is the fault of an expression that reads nothing but the object, and of that a field which it does not have; empty
// where it has a value, or where that depends on more.
func (a *attempt) lacks(source string) string {
	if a.View.Copied { // what is missing there may have been cut off
		return ""
	}
	e := sight.Memory[memory](a.View).expressions.Get(source, func() *expression.Expression {
		return expression.NewIn(admissionEnvironment, source, cel.DynType)
	})
	if !e.Uses("object", "oldObject") || e.Uses("request", "namespaceObject", "variables") || !a.knowable(e) {
		return ""
	}
	if fault := e.Fault(a.variables()); strings.HasPrefix(fault, missingKey) {
		return fault
	}
	return ""
}
