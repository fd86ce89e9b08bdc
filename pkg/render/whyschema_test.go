package render

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

const whySchemaFile = "../../docs/schema/diagnosis.v1.json"

func readWhySchema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile(whySchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

// checkDiagnosisDocument validates a document and what a schema cannot say: that
// places and blockers lead to what is there.
func checkDiagnosisDocument(t *testing.T, text []byte) {
	t.Helper()
	if err := schema.Check(whySchemaFile, text); err != nil {
		t.Error(err)
	}
	var d DiagnosisDocument
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Causes {
		for _, p := range slices.Concat(c.Holds, c.Chain) {
			if p.Object >= len(d.Objects) || p.Hold >= len(d.Objects[p.Object].Holds) {
				t.Errorf("%+v leads nowhere", p)
			}
		}
	}
	for _, o := range d.Objects {
		for _, h := range o.Holds {
			for _, b := range h.Blockers {
				if b.Diagnosed != nil && *b.Diagnosed >= len(d.Objects) {
					t.Errorf("the blocker %d leads nowhere", *b.Diagnosed)
				}
			}
		}
	}
}

const soundDiagnosis = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Diagnosis","at":"2026-03-01T12:00:00Z","complete":true,"verdict":"Stuck",` +
	`"objects":[{"group":"","kind":"Pod","name":"p","asked":true,"state":"Deleting","verdict":"Stuck","holds":[` +
	`{"finalizer":"a.io/b","holder":{"confidence":"likely","builtIn":false},"health":"Missing","verdict":"Stuck","reason":"HolderMissing","message":"m",` +
	`"blockers":[{"object":{"group":"","kind":"Node","name":"n"},"state":"Gone","diagnosed":0}],"evidence":[{"fact":"f","source":"s","weak":false}],` +
	`"next":[{"text":"t","command":["kubectl"],"shell":"kubectl"}],"warnings":["w"],"cost":{"risk":"low"}}]}],` +
	`"causes":[{"reason":"HolderMissing","verdict":"Stuck","message":"m","frees":1,"holds":[{"object":0,"hold":0}],"chain":[{"object":0,"hold":0}]}],"incomplete":[]}`

func TestWhySchemaRefuses(t *testing.T) {
	for _, tt := range []struct{ name, from, to, want string }{
		{"sound", "", "", ""},
		{"other kind", `"Diagnosis"`, `"Trace"`, "at '/kind': value must be 'Diagnosis'"},
		{"missing field", `"complete":true,`, ``, `at '': missing property 'complete'`},
		{"unknown field of a hold", `"cost":{`, `"x":1,"cost":{`, `at '/objects/0/holds/0': additional properties 'x' not allowed`},
		{"unknown verdict", `"verdict":"Stuck","objects"`, `"verdict":"Lost","objects"`, "at '/verdict': value must be one of 'NotDeleting', 'InGrace', 'Progressing', 'Waiting', 'Stuck', 'Unknown', 'NotAsked', 'Absent'"},
		{"unknown health", `"Missing"`, `"Ill"`, "at '/objects/0/holds/0/health': value must be one of 'Uninstalled', 'Missing', 'ScaledDown', 'NotReady', 'NotLeading', 'NotAllowed', 'Running', 'Hidden'"},
		{"empty health", `"health":"Missing"`, `"health":""`, "at '/objects/0/holds/0/health': value must be one of 'Uninstalled', 'Missing', 'ScaledDown', 'NotReady', 'NotLeading', 'NotAllowed', 'Running', 'Hidden'"},
		{"unknown confidence", `"likely"`, `"sure"`, "at '/objects/0/holds/0/holder/confidence': value must be one of 'certain', 'likely', 'possible', 'unknown'"},
		{"reason in words", `"reason":"HolderMissing","message":"m","blockers"`, `"reason":"holder missing","message":"m","blockers"`, `at '/objects/0/holds/0/reason': 'holder missing' does not match pattern '^[A-Z][a-z]+([A-Z][a-z]+)*$'`},
		{"null list", `"warnings":["w"]`, `"warnings":null`, "at '/objects/0/holds/0/warnings': got null, want array"},
		{"a step that is a string", `"command":["kubectl"]`, `"command":"kubectl"`, "at '/objects/0/holds/0/next/0/command': got string, want array"},
		{"negative place", `"diagnosed":0`, `"diagnosed":-1`, "at '/objects/0/holds/0/blockers/0/diagnosed': minimum: got -1, want 0"},
		{"unknown risk", `"low"`, `"none"`, "at '/objects/0/holds/0/cost/risk': value must be one of 'low', 'medium', 'high'"},
		{"empty finalizer", `"a.io/b"`, `""`, `at '/objects/0/holds/0/finalizer': minLength: got 0, want 1`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkRefused(t, whySchemaFile, strings.Replace(soundDiagnosis, tt.from, tt.to, 1), tt.want)
		})
	}
}

// TestWhySchemaIsTight keeps every object in the schema closed, and its fields
// the same as those of the structs.
func TestWhySchemaIsTight(t *testing.T) {
	root := readWhySchema(t)
	structs := map[string]reflect.Type{
		"":         reflect.TypeFor[DiagnosisDocument](),
		"object":   reflect.TypeFor[DiagnosedState](),
		"ref":      reflect.TypeFor[ObjectRef](),
		"hold":     reflect.TypeFor[Hold](),
		"holder":   reflect.TypeFor[HoldHolder](),
		"blocker":  reflect.TypeFor[Blocker](),
		"evidence": reflect.TypeFor[Evidence](),
		"step":     reflect.TypeFor[Step](),
		"cost":     reflect.TypeFor[Cost](),
		"cause":    reflect.TypeFor[Cause](),
		"place":    reflect.TypeFor[Place](),
		"problem":  reflect.TypeFor[Problem](),
	}
	checkClosed(t, root, structs)
}

// jsonFields returns the names of a struct's fields in JSON, those of an
// embedded one included, and of these the ones that are always there.
func jsonFields(typ reflect.Type) (all, required []string) {
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous {
			continue
		}
		tag, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, tag)
		if rest != "omitempty" {
			required = append(required, tag)
		}
	}
	slices.Sort(all)
	slices.Sort(required)
	return all, required
}

// TestWhySchemaEnums compares the enums with the constants of the packages.
func TestWhySchemaEnums(t *testing.T) {
	defs := readWhySchema(t)["$defs"].(map[string]any)
	all := explainConstants(t)
	for name, want := range map[string][]string{
		"verdict": all["Verdict"], "health": all["Health"], "confidence": all["Confidence"],
		"state": traceConstants(t).states, "problemReason": traceConstants(t).reasons,
	} {
		if diff := cmp.Diff(want, texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s (-constants +schema):\n%s", name, diff)
		}
	}
	description := defs["verdict"].(map[string]any)["description"].(string)
	for _, v := range all["Verdict"] {
		if !strings.Contains(description, v+":") {
			t.Errorf("the schema does not say what %s means", v)
		}
	}
}

var reasonList = regexp.MustCompile(`expect others than these: [A-Za-z, ]*\.`)

// TestWhySchemaReasons keeps the list of the reasons in the schema, which -update
// renews.
func TestWhySchemaReasons(t *testing.T) {
	reasons := explainConstants(t)["Reason"]
	pattern := regexp.MustCompile(readWhySchema(t)["$defs"].(map[string]any)["reason"].(map[string]any)["pattern"].(string))
	for _, r := range reasons {
		if !pattern.MatchString(r) {
			t.Errorf("the reason %s is not of the form %s", r, pattern)
		}
	}
	text, err := os.ReadFile(whySchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	want := "expect others than these: " + strings.Join(reasons, ", ") + "."
	got := reasonList.FindString(string(text))
	if got == want {
		return
	}
	if !*update {
		t.Errorf("the schema lists other reasons than there are (-update renews it):\n%s", cmp.Diff(want, got))
		return
	}
	if err := os.WriteFile(whySchemaFile, []byte(reasonList.ReplaceAllString(string(text), want)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// explainConstants reads the constants of package explain from its source, by
// their type, since a program cannot list them.
func explainConstants(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../explain/*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
				addConstants(t, out, group)
			}
		}
	}
	for _, name := range []string{"Reason", "Verdict", "Health", "Confidence"} {
		if len(out[name]) < 4 {
			t.Fatalf("the constants of type %s were not found: %v", name, out[name])
		}
	}
	return out
}

func addConstants(t *testing.T, out map[string][]string, group *ast.GenDecl) {
	t.Helper()
	for _, spec := range group.Specs {
		c := spec.(*ast.ValueSpec)
		typ, ok := c.Type.(*ast.Ident)
		if !ok || len(c.Values) != 1 {
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
		out[typ.Name] = append(out[typ.Name], value)
	}
}
