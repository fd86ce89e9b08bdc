package render

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

func schemaFileOf(name string) string { return "../../docs/schema/" + name + ".v1.json" }

func schemaNamed(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(schemaFileOf(name))
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

func TestSmallSchemasAreTight(t *testing.T) {
	checkClosed(t, schemaNamed(t, "preflight"), map[string]reflect.Type{
		"": reflect.TypeFor[PreflightDocument](), "obstacle": reflect.TypeFor[ObstacleItem](), "problem": reflect.TypeFor[Problem](),
		"object": reflect.TypeFor[ObjectRef](),
	})
	checkClosed(t, schemaNamed(t, "history"), map[string]reflect.Type{
		"": reflect.TypeFor[HistoryDocument](), "entry": reflect.TypeFor[remove.Entry](),
	})
	removal := schemaNamed(t, "removal")["$defs"].(map[string]any)
	for schema, enums := range map[string]map[string]string{
		"preflight": {"state": "state", "problemReason": "problemReason"},
		"history":   {"outcome": "outcome"},
	} {
		defs := schemaNamed(t, schema)["$defs"].(map[string]any)
		for own, other := range enums {
			want, got := texts(removal[other].(map[string]any)["enum"]), texts(defs[own].(map[string]any)["enum"])
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s (-removal +%s):\n%s", schema, own, schema, diff)
			}
		}
	}
}

// samePreflight is a preflight with all that there can be in one.
func samePreflight() *preflight.Result {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return &preflight.Result{
		At: at, Namespace: "lab", Kinds: 2,
		Clusters: []trace.Ref{
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "a"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "b"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "c"},
			{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "d"},
		},
		Obstacles: []preflight.Obstacle{
			{Why: "the move fails", Node: trace.Node{
				Ref: trace.Ref{Group: "cluster.x-k8s.io", Kind: "Cluster", Namespace: "lab", Name: "demo"}, Resource: "clusters", UID: "u1",
				State: trace.Deleting, Since: at.Add(-time.Hour), Finalizers: []trace.Finalizer{{Name: "cluster.cluster.x-k8s.io"}},
			}},
			{Why: "the move fails", Node: trace.Node{Ref: trace.Ref{Kind: "Secret", Namespace: "lab", Name: "ca"}, Resource: "secrets", State: trace.Deleting}},
		},
		Incomplete: []trace.Problem{{About: trace.Part{Group: "cluster.x-k8s.io", Resource: "machines"}, Reason: "Forbidden", Message: "no"}},
	}
}

func TestPreflightDocument(t *testing.T) {
	o := Options{Command: func(words []string) []string { return append(slices.Clone(words), "--context", "b c") }}
	print := func(p *preflight.Result, format string) string {
		var b strings.Builder
		if err := Preflight(&b, p, format, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, p := range map[string]*preflight.Result{"full": samePreflight(), "empty": {At: samePreflight().At}} {
		text := print(p, "json")
		if err := schema.Check(schemaFileOf("preflight"), []byte(text)); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		back, err := yaml.YAMLToJSON([]byte(print(p, "yaml")))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decodeObject(t, []byte(text)), decodeObject(t, back)); diff != "" {
			t.Errorf("%s: YAML says something else (-json +yaml):\n%s", name, diff)
		}
	}
	if got, want := print(samePreflight(), "text"), "4 Clusters live here: a, b, c, and 1 more. If it is these that are to be moved, this is the wrong side"; !strings.Contains(got, want) {
		t.Errorf("the text lacks %q:\n%s", want, got)
	}
	var doc PreflightDocument
	if err := json.Unmarshal([]byte(print(samePreflight(), "json")), &doc); err != nil {
		t.Fatal(err)
	}
	next := "kubectl finalizers why-stuck clusters.cluster.x-k8s.io/demo -n lab --context 'b c'"
	if doc.Obstacles[0].Next != next || !strings.Contains(print(samePreflight(), "text"), next) {
		t.Errorf("got %q", doc.Obstacles[0].Next)
	}
}

func TestHistoryDocument(t *testing.T) {
	entries := []remove.Entry{
		{
			Time: "2026-03-01T12:00:00.123456789Z", Phase: "begun",
			Origin: remove.Origin{User: "eve", Host: "h", Server: "https://s", Context: "lab", Command: "kubectl finalizers remove pod/p --confirm"},
			Kind:   "Pod", Resource: "pods", Namespace: "shop", Name: "p", UID: "u", Finalizer: "a/b",
			Why: "HolderMissing: nobody is there", Overridden: []string{"Loss"}, Evidence: "sha256:0011", Backup: "/b/p.json",
		},
		{Time: "2026-03-01T12:00:01Z", Phase: "ended", Kind: "Pod", Resource: "pods", Name: "p", UID: "u", Finalizer: "a/b", Outcome: "Held", Message: "it is off", Left: []string{"c/d"}},
	}
	for name, entries := range map[string][]remove.Entry{"two": entries, "none": nil} {
		var asJSON, asYAML strings.Builder
		if err := History(&asJSON, entries, "json", Options{}); err != nil {
			t.Fatal(err)
		}
		if err := schema.Check(schemaFileOf("history"), []byte(asJSON.String())); err != nil {
			t.Errorf("%s: %v\n%s", name, err, &asJSON)
		}
		if err := History(&asYAML, entries, "yaml", Options{}); err != nil {
			t.Fatal(err)
		}
		back, err := yaml.YAMLToJSON([]byte(asYAML.String()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decodeObject(t, []byte(asJSON.String())), decodeObject(t, back)); diff != "" {
			t.Errorf("%s: YAML says something else (-json +yaml):\n%s", name, diff)
		}
	}
	if entries[1].Overridden != nil {
		t.Error("what was given was changed")
	}
}

func TestSmallSchemasRefuse(t *testing.T) {
	const preflight = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Preflight","at":"2026-03-01T12:00:00Z","operation":"move","complete":true,"kinds":1,"clusters":[],` +
		`"obstacles":[{"group":"","kind":"Secret","name":"a","state":"Deleting","finalizers":[],"why":"w","next":"n"}],"incomplete":[]}`
	const history = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"RemovalHistory","entries":[{"time":"2026-03-01T12:00:00.5Z","phase":"begun","server":"s",` +
		`"group":"","kind":"Pod","resource":"pods","name":"p","uid":"u","finalizer":"a/b","why":"w","overridden":[],"evidence":"e"}]}`
	for _, tt := range []struct{ name, schema, sound, from, to, want string }{
		{"sound", "preflight", preflight, "", "", ""},
		{"another operation", "preflight", preflight, `"move"`, `"launch"`, "at '/operation': value must be 'move'"},
		{"no command", "preflight", preflight, `,"next":"n"`, "", `at '/obstacles/0': missing property 'next'`},
		{"null list", "preflight", preflight, `"finalizers":[]`, `"finalizers":null`, "at '/obstacles/0/finalizers': got null, want array"},
		{"unknown field", "preflight", preflight, `"kinds":1`, `"kinds":1,"x":1`, `at '': additional properties 'x' not allowed`},
		{"sound", "history", history, "", "", ""},
		{"another phase", "history", history, `"begun"`, `"paused"`, "at '/entries/0/phase': value must be one of 'begun', 'ended'"},
		{"another outcome", "history", history, `"why":"w"`, `"why":"w","outcome":"Lost"`, "at '/entries/0/outcome': value must be one of 'Gone'"},
		{"no time", "history", history, "2026-03-01T12:00:00.5Z", "noon", "at '/entries/0/time': 'noon' is not valid date-time"},
		{"null list", "history", history, `"overridden":[]`, `"overridden":null`, "at '/entries/0/overridden': got null, want array"},
	} {
		t.Run(tt.schema+"/"+tt.name, func(t *testing.T) {
			checkRefused(t, schemaFileOf(tt.schema), strings.Replace(tt.sound, tt.from, tt.to, 1), tt.want)
		})
	}
}

// Every schema is told of in the page about them.
func TestSchemasAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/schema/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../docs/schema/*.json")
	if err != nil || len(files) < 7 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if name := filepath.Base(file); !strings.Contains(string(page), "("+name+")") {
			t.Errorf("it does not tell of %s", name)
		}
	}
}
