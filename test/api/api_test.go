// Package api_test watches over what the packages show to other programs.
package api_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// code is one package, with its identifiers resolved as far as the package alone
// tells.
type code struct {
	path  string
	set   *token.FileSet
	files []*ast.File
	info  types.Info
	scope *types.Scope
}

// alone imports nothing: what the tests ask about is in the package itself.
type alone struct{}

func (alone) Import(string) (*types.Package, error) {
	return nil, errors.New("not needed")
}

// packages reads all packages below pkg that others can import.
func packages(t *testing.T) []*code {
	t.Helper()
	root := filepath.Join("..", "..", "pkg")
	found := map[string]*code{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir := filepath.Dir(path)
		if strings.Contains(dir, "internal") {
			return nil
		}
		if found[dir] == nil {
			found[dir] = &code{path: dir, set: token.NewFileSet(), info: types.Info{Uses: map[*ast.Ident]types.Object{}}}
		}
		c := found[dir]
		file, err := parser.ParseFile(c.set, path, nil, parser.SkipObjectResolution)
		c.files = append(c.files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]*code, 0, len(found))
	for _, c := range found {
		config := types.Config{Importer: alone{}, Error: func(error) {}} // of what is imported
		checked, _ := config.Check(c.path, c.set, c.files, &c.info)
		c.scope = checked.Scope()
		out = append(out, c)
	}
	if len(out) < 5 {
		t.Fatalf("found %d packages", len(out))
	}
	return out
}

// global returns the variable of the package that an expression leads to.
func (c *code) global(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			v, ok := c.info.Uses[x].(*types.Var)
			if ok && v.Parent() == c.scope {
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

// Nothing is shared between two callers: no variable of a package is ever
// written to, and those that others can see are errors to compare with.
func TestGlobals(t *testing.T) {
	for _, c := range packages(t) {
		for _, name := range c.scope.Names() {
			v, ok := c.scope.Lookup(name).(*types.Var)
			if ok && v.Exported() && !strings.HasPrefix(name, "Err") {
				t.Errorf("%s: %s is a variable that others can change", c.set.Position(v.Pos()), name)
			}
		}
		for _, file := range c.files {
			ast.Inspect(file, func(n ast.Node) bool {
				for _, e := range written(n) {
					if v := c.global(e); v != nil {
						t.Errorf("%s: %s is changed", c.set.Position(e.Pos()), v.Name())
					}
				}
				return true
			})
		}
	}
}

// written are the places that a statement changes.
func written(n ast.Node) []ast.Expr {
	switch s := n.(type) {
	case *ast.AssignStmt:
		return s.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{s.X}
	case *ast.RangeStmt:
		return []ast.Expr{s.Key, s.Value}
	case *ast.CallExpr:
		if f, ok := s.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear") && len(s.Args) > 0 {
			return s.Args[:1]
		}
	}
	return nil
}

// A context comes first, and nothing that others can make keeps one.
func TestContexts(t *testing.T) {
	for _, c := range packages(t) {
		for _, file := range c.files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.FuncType:
					for i, p := range x.Params.List {
						if i > 0 && isContext(p.Type) {
							t.Errorf("%s: the context is not the first parameter", c.set.Position(p.Pos()))
						}
					}
				case *ast.TypeSpec:
					fields, ok := x.Type.(*ast.StructType)
					if !ok || !x.Name.IsExported() {
						return true // what lasts for one call may keep the call's context
					}
					for _, f := range fields.Fields.List {
						if isContext(f.Type) {
							t.Errorf("%s: %s keeps a context", c.set.Position(f.Pos()), x.Name.Name)
						}
					}
				}
				return true
			})
		}
	}
}

func isContext(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == "context" && s.Sel.Name == "Context"
}
