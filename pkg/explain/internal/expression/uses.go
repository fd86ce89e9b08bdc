package expression

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// Uses reports whether the expression reads one of the variables. One that is not
// there reads none.
func (e *Expression) Uses(variables ...string) bool {
	return slices.ContainsFunc(variables, func(name string) bool { return len(e.Paths(name)) > 0 })
}

// Paths are the fields that the expression reads of a variable, one path for each
// time that it stands there: object.metadata.name is [metadata name]. A path ends
// where a key is computed; it is empty where the variable is read whole.
func (e *Expression) Paths(variable string) [][]string {
	if e == nil {
		return nil
	}
	c, err := e.compiled()
	if err != nil {
		return nil
	}
	var paths [][]string
	for _, at := range ast.MatchDescendants(ast.NavigateAST(c.tree), ast.KindMatcher(ast.IdentKind)) {
		if at.AsIdent() == variable {
			paths = append(paths, pathFrom(at))
		}
	}
	return paths
}

// pathFrom follows the fields that are read of a variable.
func pathFrom(at ast.NavigableExpr) []string {
	path := []string{}
	for {
		above, ok := at.Parent()
		if !ok {
			return path
		}
		field, ok := fieldOf(above, at)
		if !ok {
			return path
		}
		path, at = append(path, field), above
	}
}

// fieldOf is the field that an expression reads of the operand.
func fieldOf(e, operand ast.NavigableExpr) (string, bool) {
	switch e.Kind() {
	case ast.SelectKind:
		return e.AsSelect().FieldName(), true
	case ast.CallKind:
		call := e.AsCall()
		reads := slices.Contains([]string{operators.Index, operators.OptIndex, operators.OptSelect}, call.FunctionName())
		if !reads || call.Args()[0].ID() != operand.ID() || call.Args()[1].Kind() != ast.LiteralKind {
			return "", false
		}
		name, ok := call.Args()[1].AsLiteral().(types.String)
		return string(name), ok
	default:
		return "", false
	}
}
