package render

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

const removalSchemaFile = "../../docs/schema/removal.v1.json"

type removalSection struct {
	print RemovalPrinter
	o     Options
}

func removalSections() map[string]removalSection {
	return map[string]removalSection{
		"text":       {RemovalText, Options{}},
		"text-60":    {RemovalText, Options{Width: 60}},
		"text-80":    {RemovalText, Options{Width: 80}},
		"text-ascii": {RemovalText, Options{Width: 80, ASCII: true}},
		"text-color": {RemovalText, Options{Width: 80, Color: true}},
		"json":       {RemovalJSON, Options{}},
		"yaml":       {RemovalYAML, Options{}},
	}
}

func removalGoldens(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/plan/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files of removals", err)
	}
	return files
}

func TestRemovalGolden(t *testing.T) {
	shown := map[string]bool{}
	for _, file := range removalGoldens(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) < 2 || archive.Files[0].Name != "removal.yaml" {
				t.Fatal("a golden begins with removal.yaml and has at least one section")
			}
			r := readRemoval(t, archive.Files[0].Data)
			for i := range archive.Files[1:] {
				f := &archive.Files[i+1]
				shown[f.Name] = true
				checkRemovalSection(t, r, f)
			}
			checkRemoval(t, r)
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for name := range removalSections() {
		if !shown[name] {
			t.Errorf("no golden has a section %s", name)
		}
	}
}

func checkRemovalSection(t *testing.T, r *Removal, f *txtar.File) {
	t.Helper()
	s, known := removalSections()[f.Name]
	if !known {
		t.Fatalf("unknown section %q", f.Name)
	}
	raw := printed(t, s.print, r, s.o)
	compareGolden(t, f, raw)
	checkWhyLines(t, f.Name, raw, s.o.Width)
}

// checkRemoval validates the JSON, and compares the YAML with it.
func checkRemoval(t *testing.T, r *Removal) {
	t.Helper()
	text := printed(t, RemovalJSON, r, Options{})
	if err := schema.Check(removalSchemaFile, []byte(text)); err != nil {
		t.Error(err)
	}
	compareYAML(t, text, printed(t, RemovalYAML, r, Options{}))
}

func readRemovalSchema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile(removalSchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

// TestRemovalSchemaIsTight keeps every object in the schema closed, and its
// fields the same as those of the structs.
func TestRemovalSchemaIsTight(t *testing.T) {
	root := readRemovalSchema(t)
	structs := map[string]reflect.Type{
		"":          reflect.TypeFor[RemovalDocument](),
		"action":    reflect.TypeFor[RemovalAction](),
		"objection": reflect.TypeFor[Objection](),
		"result":    reflect.TypeFor[RemovalResult](),
		"ref":       reflect.TypeFor[ObjectRef](),
		"holder":    reflect.TypeFor[HoldHolder](),
		"cost":      reflect.TypeFor[Cost](),
		"warning":   reflect.TypeFor[RemovalWarning](),
		"server":    reflect.TypeFor[RemovalServer](),
		"otherPlan": reflect.TypeFor[OtherPlan](),
		"change":    reflect.TypeFor[PlanChange](),
		"problem":   reflect.TypeFor[Problem](),
	}
	checkClosed(t, root, structs)
}

// TestRemovalSchemaEnums compares the enums with the constants of the packages.
func TestRemovalSchemaEnums(t *testing.T) {
	defs := readRemovalSchema(t)["$defs"].(map[string]any)
	all := explainConstants(t)
	own := map[string][]string{}
	for _, path := range []string{"../remove/guard.go", "../remove/outcome.go", "../remove/change.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
				addConstants(t, own, group)
			}
		}
	}
	for name, want := range map[string][]string{
		"guard": own["Guard"], "outcome": own["Outcome"], "aspect": own["Aspect"], "verdict": all["Verdict"], "confidence": all["Confidence"],
		"state": traceConstants(t).states, "problemReason": traceConstants(t).reasons,
	} {
		if diff := cmp.Diff(want, texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s (-constants +schema):\n%s", name, diff)
		}
	}
	for _, name := range []string{"guard", "outcome", "aspect"} {
		for _, v := range own[strings.ToUpper(name[:1])+name[1:]] {
			if d := defs[name].(map[string]any)["description"].(string); !strings.Contains(d, v+":") && !strings.Contains(d, v+", ") {
				t.Errorf("the schema does not say what %s means", v)
			}
		}
	}
	var worded []string
	for _, known := range outcomeTexts {
		worded = append(worded, string(known.outcome))
	}
	slices.Sort(worded)
	if diff := cmp.Diff(slices.Sorted(slices.Values(own["Outcome"])), worded); diff != "" {
		t.Errorf("outcomes (-constants +words):\n%s", diff)
	}
}

func TestRemovalSchemaRefuses(t *testing.T) {
	sound := `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Removal","at":"2026-03-01T12:00:00Z","complete":true,"refused":true,` +
		`"actions":[{"object":{"group":"","kind":"Pod","name":"p"},"uid":"u","state":"Deleting","finalizer":"a/b","holder":{"confidence":"likely","builtIn":false},` +
		`"verdict":"Stuck","reason":"HolderMissing","message":"m","cost":{},"level":0,"deleteFirst":false,"after":"a","warnings":["w"],"rest":[],` +
		`"objections":[{"guard":"Loss","message":"m","flag":"--accept-loss","value":"v","overridden":false}],"result":{"outcome":"Gone","message":"m","left":[]}}],"warnings":[{"text":"w","objects":[{"group":"","kind":"Pod","name":"q"}]}],"incomplete":[]}`
	for _, tt := range []struct{ name, from, to, want string }{
		{"sound", "", "", ""},
		{"missing field", `"refused":true,`, ``, `at '': missing property 'refused'`},
		{"unknown guard", `"Loss"`, `"Fear"`, "at '/actions/0/objections/0/guard': value must be one of "},
		{"unknown outcome", `"Gone"`, `"Lost"`, "at '/actions/0/result/outcome': value must be one of "},
		{"unknown field", `"level":0`, `"level":0,"x":1`, `at '/actions/0': additional properties 'x' not allowed`},
		{"null list", `"rest":[]`, `"rest":null`, "at '/actions/0/rest': got null, want array"},
		{"flag with a value", `"--accept-loss"`, `"--accept-loss v"`, "at '/actions/0/objections/0/flag': "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkRefused(t, removalSchemaFile, strings.Replace(sound, tt.from, tt.to, 1), tt.want)
		})
	}
}

// A log tells of each action once: of its end, or that none is known.
func TestHistory(t *testing.T) {
	entry := func(phase, name, at string) remove.Entry {
		return remove.Entry{
			Time: at, Phase: phase, Origin: remove.Origin{User: "eve\x1b[31m", Server: "https://s"}, Kind: "Pod", Resource: "pods", Namespace: "shop",
			Name: name, UID: name, Finalizer: "a/b", Why: "HolderMissing: no\x1b]0;keeper", Overridden: []string{"Loss"}, Outcome: "Gone", Message: "it has gone",
		}
	}
	entries := []remove.Entry{
		entry("begun", "p", "2026-03-01T12:00:00.5Z"), entry("begun", "q", "2026-03-01T12:00:01Z"), entry("ended", "p", "2026-03-01T12:00:02Z"),
	}
	var b strings.Builder
	if err := History(&b, entries, "text", Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"2026-03-01T12:00:01Z  pod/q", "begun, and no end is known: look at the object", "2026-03-01T12:00:02Z  pod/p", "Gone: it has gone", "overruled  Loss"} {
		if strings.Count(got, want) < 1 {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "\x1b") || strings.Count(got, "pod/p") != 1 {
		t.Errorf("got %q", got)
	}
	checkLines(t, "history", got, 80)
	for _, format := range HistoryFormats()[1:] {
		b.Reset()
		if err := History(&b, nil, format, Options{}); err != nil || !strings.Contains(b.String(), "RemovalHistory") || strings.Contains(b.String(), "null") {
			t.Errorf("%s: %q, %v", format, b.String(), err)
		}
	}
	b.Reset()
	if err := History(&b, nil, "text", Options{}); err != nil || b.String() != "Nothing was removed from this machine.\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// What a removal prints never tears or obeys, whatever the cluster calls things.
func FuzzRemoval(f *testing.F) {
	f.Add("a'b\x1b[31m", "x/y\n", "bucket \u202e$(id)")
	f.Fuzz(func(t *testing.T, name, finalizer, identity string) {
		r := readRemoval(t, []byte("at: 2026-03-01T12:00:00Z\nactions: [{id: a, kind: Pod, resource: pods, name: it, uid: u, state: Deleting}]\n"))
		a := &r.Plan.Actions[0]
		a.Object.Name, a.Hold.Finalizer, a.Hold.Cost.Identity = name, finalizer, identity
		a.Objections = []remove.Objection{{Guard: remove.Loss, Message: identity, Flag: "--accept-loss", Instead: []string{"kubectl", name}}}
		r.Proceed = []string{"kubectl", "finalizers", "remove", name}
		for range 2 {
			for _, o := range []Options{{Width: 80}, {}, {Width: 60, ASCII: true}} {
				text := printed(t, RemovalText, r, o)
				checkLines(t, "text", text, 0)
			}
			printed(t, RemovalYAML, r, Options{})
			r.Results = []remove.Result{{Action: a, Outcome: remove.Held, Message: finalizer, Next: []string{"kubectl", name}, Backup: name, At: time.Time{}}}
		}
	})
}
