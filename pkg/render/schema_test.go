package render

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

const schemaFile = "../../docs/schema/trace.v1.json"

func readSchema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

func decodeObject(t *testing.T, text []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("reading %s: %v", text, err)
	}
	return v
}

// checkDocument validates a document and what a schema cannot say: that IDs are
// unique and that edges refer to nodes.
func checkDocument(t *testing.T, text []byte) {
	t.Helper()
	if err := schema.Check(schemaFile, text); err != nil {
		t.Error(err)
	}
	var d TraceDocument
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, n := range d.Nodes {
		if ids[n.ID] {
			t.Errorf("two nodes have the id %q", n.ID)
		}
		ids[n.ID] = true
	}
	for _, e := range d.Edges {
		if !ids[e.From] || !ids[e.To] {
			t.Errorf("edge from %q to %q leads nowhere", e.From, e.To)
		}
	}
}

const sound = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Trace","at":"2026-03-01T12:00:00Z","complete":true,` +
	`"nodes":[{"id":"u","group":"","kind":"Pod","name":"p","asked":true,"state":"Live","finalizers":[],"conditions":[],` +
	`"folded":[{"group":"","kind":"Pod","count":1}],"cut":0}],"edges":[],"incomplete":[]}`

func TestSchemaRefuses(t *testing.T) {
	for _, tt := range []struct{ name, from, to, want string }{
		{"sound", "", "", ""},
		{"other version", "kubectl.dev/v1", "kubectl.dev/v2", "at '/apiVersion': value must be 'finalizers.kubectl.dev/v1'"},
		{"unknown field", `"kind":"Trace"`, `"kind":"Trace","x":1`, `at '': additional properties 'x' not allowed`},
		{"missing field", `"complete":true,`, ``, `at '': missing property 'complete'`},
		{"null list", `"edges":[]`, `"edges":null`, "at '/edges': got null, want array"},
		{"unknown state", `"Live"`, `"Stuck"`, "at '/nodes/0/state': value must be one of 'Live', 'Grace', 'Deleting', 'Gone', 'Recreated', 'Unreadable'"},
		{"unknown field of a node", `"cut":0`, `"cut":0,"age":"1m"`, `at '/nodes/0': additional properties 'age' not allowed`},
		{"negative count", `"cut":0`, `"cut":-1`, "at '/nodes/0/cut': minimum: got -1, want 0"},
		{"fold of none", `"count":1`, `"count":0`, "at '/nodes/0/folded/0/count': minimum: got 0, want 1"},
		{"fraction", `"cut":0`, `"cut":0.5`, "at '/nodes/0/cut': got number, want integer"},
		{"empty name", `"name":"p"`, `"name":""`, `at '/nodes/0/name': minLength: got 0, want 1`},
		{"local time", `12:00:00Z`, `12:00:00+01:00`, `at '/at': '2026-03-01T12:00:00+01:00' does not match pattern '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$'`},
		{"no such month", `2026-03`, `2026-13`, `at '/at': '2026-13-01T12:00:00Z' is not valid date-time`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkRefused(t, schemaFile, strings.Replace(sound, tt.from, tt.to, 1), tt.want)
		})
	}
}

// checkRefused says whether a schema has just this against a document, where
// anything is wanted.
func checkRefused(t *testing.T, file, document, want string) {
	t.Helper()
	err := schema.Check(file, []byte(document))
	if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "\n- "+want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestSchemaIsTight keeps every object in the schema closed, and its fields the
// same as those of the structs.
func TestSchemaIsTight(t *testing.T) {
	root := readSchema(t)
	checkClosed(t, root, map[string]reflect.Type{
		"":          reflect.TypeFor[TraceDocument](),
		"node":      reflect.TypeFor[Node](),
		"finalizer": reflect.TypeFor[Finalizer](),
		"condition": reflect.TypeFor[Condition](),
		"fold":      reflect.TypeFor[Fold](),
		"edge":      reflect.TypeFor[Edge](),
		"problem":   reflect.TypeFor[Problem](),
	})
}

func texts(list any) []string {
	var out []string
	for _, v := range list.([]any) {
		out = append(out, v.(string))
	}
	return out
}

// TestSchemaEnums compares the enums with the constants of package trace.
func TestSchemaEnums(t *testing.T) {
	defs := readSchema(t)["$defs"].(map[string]any)
	all := traceConstants(t)
	for name, want := range map[string][]string{"state": all.states, "fault": all.faults, "reason": all.reasons} {
		if diff := cmp.Diff(want, texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s (-trace +schema):\n%s", name, diff)
		}
	}
}

type constants struct{ states, faults, reasons []string }

// traceConstants reads the constants from the source, since a program cannot
// list them.
func traceConstants(t *testing.T) constants {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../trace/graph.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var out constants
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			c := spec.(*ast.ValueSpec)
			value, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			typ, _ := c.Type.(*ast.Ident)
			switch {
			case typ != nil && typ.Name == "State":
				out.states = append(out.states, value)
			case typ != nil && typ.Name == "Fault":
				out.faults = append(out.faults, value)
			case strings.HasPrefix(group.Doc.Text(), "The reasons of a Problem"):
				out.reasons = append(out.reasons, value)
			}
		}
	}
	if len(out.states) == 0 || len(out.faults) == 0 || len(out.reasons) == 0 {
		t.Fatalf("the constants of package trace were not found: %+v", out)
	}
	return out
}
