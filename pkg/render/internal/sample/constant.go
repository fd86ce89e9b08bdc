package sample

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Constants are the string constants of the packages in some folders below pkg, by their
// type, read from the source since a program cannot list them. Those of no type stand
// under the first line of their comment.
func Constants(t *testing.T, folders ...string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root(t), "pkg", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			if !strings.HasSuffix(path, "_test.go") {
				addFile(t, out, path)
			}
		}
	}
	return out
}

func addFile(t *testing.T, out map[string][]string, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
			addGroup(t, out, group)
		}
	}
}

func addGroup(t *testing.T, out map[string][]string, group *ast.GenDecl) {
	t.Helper()
	about, _, _ := strings.Cut(group.Doc.Text(), "\n")
	for _, spec := range group.Specs {
		c := spec.(*ast.ValueSpec)
		if len(c.Values) != 1 {
			continue
		}
		literal, ok := c.Values[0].(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		value, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := about
		if typ, ok := c.Type.(*ast.Ident); ok {
			name = typ.Name
		}
		out[name] = append(out[name], value)
	}
}
