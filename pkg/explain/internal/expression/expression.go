package expression

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
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
	// MaxExpression bounds the length of one expression, in characters.
	MaxExpression = 4096
	// MaxDepth bounds how deep the brackets of one expression go.
	MaxDepth = 64
)

// Environment is built when the first expression is compiled, never before: a
// run that meets no rule does not pay for it.
var Environment = sync.OnceValues(func() (*cel.Env, error) {
	return cel.NewEnv(
		cel.OptionalTypes(),
		ext.Strings(ext.StringsVersion(2)),
		cel.ParserExpressionSizeLimit(MaxExpression),
		cel.ParserRecursionLimit(MaxDepth),
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

// Expression is a CEL expression that is compiled when it is first needed. It
// is safe for concurrent use.
type Expression struct {
	compiled func() (*compiled, error)
}

type compiled struct {
	program cel.Program
	tree    *ast.AST
}

// New makes an expression over the variable object.
func New(source string, want *cel.Type) *Expression {
	return NewIn(Environment, source, want)
}

// NewIn makes an expression over the variables of an environment.
func NewIn(environment func() (*cel.Env, error), source string, want *cel.Type) *Expression {
	return &Expression{compiled: sync.OnceValues(func() (*compiled, error) {
		return compile(environment, source, want)
	})}
}

func compile(environment func() (*cel.Env, error), source string, want *cel.Type) (*compiled, error) {
	env, err := environment()
	if err != nil {
		return nil, fmt.Errorf("preparing CEL: %w", err)
	}
	checked, issues := env.Compile(source)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("compiling %q: %w", source, err)
	}
	if out := checked.OutputType(); !out.IsAssignableType(want) && !want.IsAssignableType(out) {
		return nil, fmt.Errorf("compiling %q: it yields %s, not %s", source, out, want)
	}
	program, err := env.Program(checked, cel.CostLimit(maxCost), cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return nil, fmt.Errorf("compiling %q: %w", source, err)
	}
	return &compiled{program, checked.NativeRep()}, nil
}

// Eval returns the value, and false where there is none: the expression went
// wrong, which for a missing field is the ordinary case. CEL turns a panic
// below it into an error.
func (e *Expression) Eval(object map[string]any) (ref.Val, bool) {
	return e.EvalWith(map[string]any{"object": object})
}

// EvalWith is eval over all the variables of the expression's environment.
func (e *Expression) EvalWith(variables map[string]any) (ref.Val, bool) {
	c, err := e.compiled()
	if err != nil {
		return nil, false
	}
	value, _, err := c.program.Eval(variables)
	if err != nil || types.IsError(value) {
		return nil, false
	}
	return value, true
}

// Fault is why the expression has no value over the variables, empty where it has one or was not compiled.
func (e *Expression) Fault(variables map[string]any) string {
	c, err := e.compiled()
	if err != nil {
		return ""
	}
	if _, _, err := c.program.Eval(variables); err != nil {
		return err.Error()
	}
	return ""
}

// EvalBool is whether the expression is true of the object.
func (e *Expression) EvalBool(object map[string]any) bool {
	value, ok := e.Eval(object)
	return ok && value == types.True
}

// EvalString is the text that the expression yields, empty for none.
func (e *Expression) EvalString(object map[string]any) string {
	value, ok := e.Eval(object)
	if !ok {
		return ""
	}
	return Text(value)
}

// EvalList hands over the elements that are there: optionals that are empty and
// nulls are none.
func (e *Expression) EvalList(object map[string]any, visit func(ref.Val)) bool {
	value, ok := e.Eval(object)
	return ok && Each(value, visit)
}

// Each hands over the elements of a list value.
func Each(value ref.Val, visit func(ref.Val)) bool {
	list, ok := Present(value).(traits.Lister)
	if !ok {
		return false
	}
	for it := list.Iterator(); it.HasNext() == types.True; {
		if v := Present(it.Next()); v != nil {
			visit(v)
		}
	}
	return true
}

// Present unwraps an optional. It returns nil for one without value and for null.
func Present(value ref.Val) ref.Val {
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

// Text returns a string value, and "" for anything else.
func Text(value ref.Val) string {
	s, ok := Present(value).(types.String)
	if !ok {
		return ""
	}
	return string(s)
}

// Field returns a string field of a map value.
func Field(m traits.Mapper, name string) string {
	value, ok := m.Find(types.String(name))
	if !ok {
		return ""
	}
	return Text(value)
}

// EachText hands over a text, or those of a list, however deep.
func EachText(value ref.Val, visit func(string)) {
	visit(Text(value))
	Each(value, func(v ref.Val) { EachText(v, visit) })
}

// Optional is New, and nil for no source.
func Optional(source string, want *cel.Type) *Expression {
	if source == "" {
		return nil
	}
	return New(source, want)
}

// Named is an expression with the name of the field that it stands in.
type Named struct {
	Name string
	*Expression
}

// CompileAll compiles expressions in their order, and returns what is wrong.
func CompileAll(fields ...Named) error {
	var errs []error
	for _, f := range fields {
		if f.Expression == nil {
			continue
		}
		if _, err := f.compiled(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.Name, err))
		}
	}
	return errors.Join(errs...)
}
