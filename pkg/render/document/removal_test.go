package document

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// TestRemovalSchemaIsTight keeps every object in the schema closed, and its
// fields the same as those of the structs.
func TestRemovalSchemaIsTight(t *testing.T) {
	root := sample.Schema(t, "removal")
	structs := map[string]reflect.Type{
		"":          reflect.TypeFor[Removal](),
		"action":    reflect.TypeFor[Action](),
		"objection": reflect.TypeFor[Objection](),
		"result":    reflect.TypeFor[Result](),
		"ref":       reflect.TypeFor[Ref](),
		"holder":    reflect.TypeFor[Holder](),
		"cost":      reflect.TypeFor[Cost](),
		"warning":   reflect.TypeFor[Warning](),
		"server":    reflect.TypeFor[Server](),
		"otherPlan": reflect.TypeFor[OtherPlan](),
		"change":    reflect.TypeFor[Change](),
		"problem":   reflect.TypeFor[Problem](),
	}
	checkClosed(t, root, structs)
}

// TestRemovalSchemaEnums compares the enums with the constants of the packages.
func TestRemovalSchemaEnums(t *testing.T) {
	defs := sample.Schema(t, "removal")["$defs"].(map[string]any)
	all := sample.Constants(t, "explain")
	own := sample.Constants(t, "remove")
	for name, want := range map[string][]string{
		"guard": own["Guard"], "outcome": own["Outcome"], "aspect": own["Aspect"], "verdict": all["Verdict"], "confidence": all["Confidence"],
		"state": sample.Constants(t, "trace")["State"], "problemReason": sample.Constants(t, "trace")["The reasons of a Problem."],
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
}

const soundRemoval = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Removal","at":"2026-03-01T12:00:00Z","complete":true,"refused":true,` +
	`"actions":[{"object":{"group":"","kind":"Pod","name":"p"},"uid":"u","state":"Deleting","finalizer":"a/b","holder":{"confidence":"likely","builtIn":false},` +
	`"verdict":"Stuck","reason":"HolderMissing","message":"m","cost":{},"level":0,"deleteFirst":false,"after":"a","warnings":["w"],"rest":[],` +
	`"objections":[{"guard":"Loss","message":"m","flag":"--accept-loss","value":"v","overridden":false}],"result":{"outcome":"Gone","message":"m","left":[]}}],"warnings":[{"text":"w","objects":[{"group":"","kind":"Pod","name":"q"}]}],"incomplete":[]}`

func TestRemovalSchemaRefuses(t *testing.T) {
	refuses(t, "removal", soundRemoval, []change{
		{"missing field", `"refused":true,`, ``, `at '': missing property 'refused'`},
		{"unknown guard", `"Loss"`, `"Fear"`, "at '/actions/0/objections/0/guard': value must be one of "},
		{"unknown outcome", `"Gone"`, `"Lost"`, "at '/actions/0/result/outcome': value must be one of "},
		{"unknown field", `"level":0`, `"level":0,"x":1`, `at '/actions/0': additional properties 'x' not allowed`},
		{"null list", `"rest":[]`, `"rest":null`, "at '/actions/0/rest': got null, want array"},
		{"flag with a value", `"--accept-loss"`, `"--accept-loss v"`, "at '/actions/0/objections/0/flag': "},
	})
}
