package gates

import (
	"slices"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// admissionEnvironment has the variables of match conditions and policies that
// can be known without being the API server. What uses more, such as the
// authorizer or the parameters of a policy, does not compile, and so is
// undecided.
var admissionEnvironment = sync.OnceValues(func() (*cel.Env, error) {
	return cel.NewEnv(
		cel.OptionalTypes(),
		ext.Strings(ext.StringsVersion(2)),
		cel.ParserExpressionSizeLimit(expression.MaxExpression),
		cel.ParserRecursionLimit(expression.MaxDepth),
		cel.Variable("object", cel.DynType),
		cel.Variable("oldObject", cel.DynType),
		cel.Variable("request", cel.DynType),
		cel.Variable("namespaceObject", cel.DynType),
		cel.Variable("variables", cel.DynType),
	)
})

// attempt is a write that is asked about: the one that takes a finalizer off,
// or a delete.
type attempt struct {
	View      *sight.View
	operation string
	kind      trace.Kind
	// old is the object as it is.
	old *unstructured.Unstructured
	// object is what it would be, nil for a delete.
	object map[string]any
	// namespaceObject is nil where it could not be read.
	namespaceObject map[string]any
}

// removal is the update that takes a finalizer off.
func removal(w *sight.View, kind trace.Kind, obj *unstructured.Unstructured, finalizer string) *attempt {
	return &attempt{View: w, operation: updating, kind: kind, old: obj, object: trace.Without(obj, finalizer).Object}
}

func (a *attempt) namespace() string {
	if !a.kind.Namespaced {
		return ""
	}
	return a.old.GetNamespace()
}

// variables are what expressions are evaluated over. Who writes is not in it,
// so that what depends on that stays undecided.
func (a *attempt) variables() map[string]any {
	names := func(kind string) map[string]any {
		return map[string]any{"group": a.kind.Group, "version": a.kind.Version, kind: map[string]string{"kind": a.kind.Kind, "resource": a.kind.Resource}[kind]}
	}
	request := map[string]any{
		"operation": a.operation, "name": a.old.GetName(), "namespace": a.namespace(), "subResource": "",
		"kind": names("kind"), "resource": names("resource"), "requestKind": names("kind"), "requestResource": names("resource"),
	}
	vars := map[string]any{"oldObject": a.old.Object, "request": request, "variables": map[string]any{}}
	if a.object != nil {
		vars["object"] = a.object
	} else {
		vars["object"] = types.NullValue
	}
	if a.namespaceObject != nil {
		vars["namespaceObject"] = a.namespaceObject
	}
	return vars
}

// knowable reports whether all that an expression reads is known. The data of
// Secrets and ConfigMaps is never read, and the version that the holder writes in
// is not known.
func (a *attempt) knowable(e *expression.Expression) bool {
	bare := a.kind.Group == "" && (a.kind.Kind == "Secret" || a.kind.Kind == "ConfigMap")
	for _, path := range objectPaths(e) {
		if len(path) > 0 && path[0] == "apiVersion" || bare && (len(path) == 0 || path[0] != "metadata" && path[0] != "kind") {
			return false
		}
	}
	return !slices.ContainsFunc(e.Paths("request"), func(path []string) bool {
		versioned := len(path) == 0 || slices.Contains([]string{"kind", "resource", "requestKind", "requestResource"}, path[0])
		return versioned && (len(path) < 2 || path[1] == "version")
	})
}

// objectPaths are what an expression reads of the object, as it was or is to be.
func objectPaths(e *expression.Expression) [][]string {
	return slices.Concat(e.Paths("object"), e.Paths("oldObject"))
}

// expressionOf is an expression of a policy, compiled once.
func expressionOf(w *sight.View, source string) *expression.Expression {
	return sight.Memory[memory](w).expressions.Get(source, func() *expression.Expression {
		return expression.NewIn(admissionEnvironment, source, cel.DynType)
	})
}

// holds says whether an expression is true of the attempt, given the variables
// of a policy.
func (a *attempt) holds(source string, variables map[string]any) odds {
	value, known := a.eval(source, variables)
	switch {
	case !known:
		return maybe
	case value == true:
		return sure
	case value == false:
		return no
	}
	return maybe
}

// eval returns the value of an expression. It is not known where the expression
// needs what is not known here, and where it fails.
func (a *attempt) eval(source string, variables map[string]any) (any, bool) {
	e := expressionOf(a.View, source)
	if !a.knowable(e) {
		return nil, false
	}
	vars := a.variables()
	if variables != nil {
		vars["variables"] = variables
	}
	value, ok := e.EvalWith(vars)
	if !ok {
		return nil, false
	}
	if b, isBool := value.(types.Bool); isBool {
		return bool(b), true
	}
	return value, true
}
