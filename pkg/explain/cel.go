package explain

import (
	"fmt"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// maxCost bounds one evaluation, in the units of CEL's own cost model. An
	// inventory of ten thousand entries stays below a fifth of it; an
	// expression that goes over it ends with an error.
	maxCost = 3_000_000
	// maxExpression bounds the length of one expression, in characters.
	maxExpression = 4096
	maxDepth      = 64
)

// environment is built when the first expression is compiled, never before: a
// run that meets no rule does not pay for it.
var environment = sync.OnceValues(func() (*cel.Env, error) {
	return cel.NewEnv(
		cel.OptionalTypes(),
		ext.Strings(ext.StringsVersion(2)),
		cel.ParserExpressionSizeLimit(maxExpression),
		cel.ParserRecursionLimit(maxDepth),
		cel.Variable("object", cel.MapType(cel.StringType, cel.DynType)),
		cel.Function("group", cel.Overload("group_string",
			[]*cel.Type{cel.StringType}, cel.StringType, cel.UnaryBinding(groupOf))),
		cel.Function("inventory", cel.Overload("inventory_string",
			[]*cel.Type{cel.StringType}, cel.MapType(cel.StringType, cel.StringType), cel.UnaryBinding(inventory))),
	)
})

// groupOf is the CEL function group: the API group of an apiVersion.
func groupOf(value ref.Val) ref.Val {
	v, ok := value.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(value)
	}
	return types.String(trace.GroupOf(string(v)))
}

// inventory is the CEL function of that name: the reference in an inventory
// entry "namespace_name_group_kind", where "__" in the name stands for the ":"
// that names of the rbac group may hold. Anything else yields null, so that one
// bad entry does not hide the others.
func inventory(value ref.Val) ref.Val {
	v, ok := value.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(value)
	}
	namespace, rest, _ := strings.Cut(string(v), "_")
	kindAt := strings.LastIndexByte(rest, '_')
	if kindAt < 0 {
		return types.NullValue
	}
	groupAt := strings.LastIndexByte(rest[:kindAt], '_')
	if groupAt < 0 {
		return types.NullValue
	}
	return types.NewStringStringMap(types.DefaultTypeAdapter, map[string]string{
		"namespace": namespace,
		"name":      strings.ReplaceAll(rest[:groupAt], "__", ":"),
		"group":     rest[groupAt+1 : kindAt],
		"kind":      rest[kindAt+1:],
	})
}

// expression is a CEL expression that is compiled when it is first needed. It
// is safe for concurrent use.
type expression struct {
	program func() (cel.Program, error)
}

func newExpression(source string, want *cel.Type) *expression {
	return newExpressionIn(environment, source, want)
}

// newExpressionIn makes an expression over the variables of an environment.
func newExpressionIn(environment func() (*cel.Env, error), source string, want *cel.Type) *expression {
	return &expression{program: sync.OnceValues(func() (cel.Program, error) {
		return compile(environment, source, want)
	})}
}

func compile(environment func() (*cel.Env, error), source string, want *cel.Type) (cel.Program, error) {
	env, err := environment()
	if err != nil {
		return nil, fmt.Errorf("preparing CEL: %w", err)
	}
	ast, issues := env.Compile(source)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("compiling %q: %w", source, err)
	}
	if out := ast.OutputType(); !out.IsAssignableType(want) && !want.IsAssignableType(out) {
		return nil, fmt.Errorf("compiling %q: it yields %s, not %s", source, out, want)
	}
	program, err := env.Program(ast, cel.CostLimit(maxCost), cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return nil, fmt.Errorf("compiling %q: %w", source, err)
	}
	return program, nil
}

// eval returns the value, and false where there is none: the expression went
// wrong, which for a missing field is the ordinary case. CEL turns a panic
// below it into an error.
func (e *expression) eval(object map[string]any) (ref.Val, bool) {
	return e.evalWith(map[string]any{"object": object})
}

// evalWith is eval over all the variables of the expression's environment.
func (e *expression) evalWith(variables map[string]any) (ref.Val, bool) {
	program, err := e.program()
	if err != nil {
		return nil, false
	}
	value, _, err := program.Eval(variables)
	if err != nil || types.IsError(value) {
		return nil, false
	}
	return value, true
}

func (e *expression) evalBool(object map[string]any) bool {
	value, ok := e.eval(object)
	return ok && value == types.True
}

func (e *expression) evalString(object map[string]any) string {
	value, ok := e.eval(object)
	if !ok {
		return ""
	}
	return text(value)
}

// evalList hands over the elements that are there: optionals that are empty and
// nulls are none.
func (e *expression) evalList(object map[string]any, visit func(ref.Val)) bool {
	value, ok := e.eval(object)
	return ok && eachOf(value, visit)
}

// eachOf hands over the elements of a list value.
func eachOf(value ref.Val, visit func(ref.Val)) bool {
	list, ok := present(value).(traits.Lister)
	if !ok {
		return false
	}
	for it := list.Iterator(); it.HasNext() == types.True; {
		if v := present(it.Next()); v != nil {
			visit(v)
		}
	}
	return true
}

// present unwraps an optional. It returns nil for one without value and for null.
func present(value ref.Val) ref.Val {
	if opt, ok := value.(*types.Optional); ok {
		if !opt.HasValue() {
			return nil
		}
		value = opt.GetValue()
	}
	if value == types.NullValue {
		return nil
	}
	return value
}

// text returns a string value, and "" for anything else.
func text(value ref.Val) string {
	s, ok := present(value).(types.String)
	if !ok {
		return ""
	}
	return string(s)
}

// field returns a string field of a map value.
func field(m traits.Mapper, name string) string {
	value, ok := m.Find(types.String(name))
	if !ok {
		return ""
	}
	return text(value)
}
