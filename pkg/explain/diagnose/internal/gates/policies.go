package gates

import (
	"context"
	"slices"

	admission "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// policyRules are what a policy demands.
type policyRules struct {
	// fixed says that everything that it depends on is in it: it takes no
	// parameters.
	fixed       bool
	variables   []admission.Variable
	validations []admission.Validation
}

// policies returns a gate for each binding under which a policy of the kind
// denies. One without a binding, or with one that only warns, does nothing.
func policies(ctx context.Context, w *sight.View, kind string) ([]*gate, bool) {
	policies := w.List(ctx, manifest.AdmissionGroup, kind, "")
	if len(policies.Objects) == 0 {
		return nil, policies.Complete
	}
	bindings := w.List(ctx, manifest.AdmissionGroup, kind+"Binding", "")
	var gates []*gate
	for _, obj := range policies.Objects {
		var policy struct {
			Spec admission.ValidatingAdmissionPolicySpec `json:"spec"`
		}
		if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &policy) != nil {
			continue
		}
		for _, b := range bindings.Objects {
			if spec, ok := bindingOf(b, obj.GetName(), kind); ok {
				ref := trace.Ref{Group: manifest.AdmissionGroup, Kind: kind, Name: obj.GetName()}
				gates = append(gates, gateOf(ref, &policy.Spec, spec))
			}
		}
	}
	return gates, policies.Complete && bindings.Complete
}

// bindingOf reads a binding of the policy that lets it deny.
func bindingOf(obj *unstructured.Unstructured, policy, kind string) (*admission.ValidatingAdmissionPolicyBindingSpec, bool) {
	var b struct {
		Spec admission.ValidatingAdmissionPolicyBindingSpec `json:"spec"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &b) != nil || b.Spec.PolicyName != policy {
		return nil, false
	}
	return &b.Spec, kind == "MutatingAdmissionPolicy" || slices.Contains(b.Spec.ValidationActions, admission.Deny)
}

func gateOf(ref trace.Ref, p *admission.ValidatingAdmissionPolicySpec, b *admission.ValidatingAdmissionPolicyBindingSpec) *gate {
	g := &gate{
		config: ref, name: ref.Name, mutating: ref.Kind == "MutatingAdmissionPolicy",
		open: is(p.FailurePolicy, admission.Ignore), conditions: p.MatchConditions,
		rules: &policyRules{fixed: p.ParamKind == nil, variables: p.Variables, validations: p.Validations},
	}
	for _, m := range []*admission.MatchResources{p.MatchConstraints, b.MatchResources} {
		if m == nil {
			continue
		}
		rules := m.ResourceRules
		if len(rules) == 0 {
			rules = everything
		}
		g.reaches = append(g.reaches, reach{
			rules: rules, except: m.ExcludeResourceRules, exact: is(m.MatchPolicy, admission.Exact),
			namespaces: m.NamespaceSelector, objects: m.ObjectSelector,
		})
	}
	return g
}

// everything is what a policy without rules of its own applies to.
var everything = []admission.NamedRuleWithOperations{{RuleWithOperations: admission.RuleWithOperations{
	Operations: []admission.OperationType{admission.OperationAll},
	Rule:       admission.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Resources: []string{"*"}},
}}}

// refuses says whether a policy that applies to the attempt refuses it, and
// with which words.
func (g *gate) refuses(a *attempt) (odds, string) {
	p := g.rules
	if !p.fixed || len(p.validations) == 0 { // one that only changes objects can fail, and cannot be tried out here
		return maybe, ""
	}
	variables := map[string]any{}
	for _, v := range p.variables {
		if value, known := a.eval(v.Expression, variables); known {
			variables[v.Name] = value
		}
	}
	worst := no
	for i := range p.validations {
		v := &p.validations[i]
		switch a.holds(v.Expression, variables) {
		case no:
			return sure, wordsOf(v)
		case maybe:
			if fault := a.lacks(g, v.Expression); fault != "" {
				return sure, expressionFails(v.Expression, fault)
			}
			worst = maybe
		case sure:
		}
	}
	return worst, ""
}

// wordsOf is what the policy says when the validation fails. A message that is
// computed is not computed here.
func wordsOf(v *admission.Validation) string {
	if v.Message != "" && v.MessageExpression == "" {
		return phrase.OneLine(v.Message)
	}
	return "failed expression: " + phrase.OneLine(v.Expression)
}
