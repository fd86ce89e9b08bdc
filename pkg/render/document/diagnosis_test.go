package document

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const soundDiagnosis = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Diagnosis","at":"2026-03-01T12:00:00Z","complete":true,"verdict":"Stuck",` +
	`"objects":[{"group":"","kind":"Pod","name":"p","asked":true,"state":"Deleting","verdict":"Stuck","holds":[` +
	`{"finalizer":"a.io/b","maybe":["a.io/b","a.io/c"],"holder":{"confidence":"likely","builtIn":false},"health":"Missing","verdict":"Stuck","reason":"HolderMissing","message":"m",` +
	`"blockers":[{"object":{"group":"","kind":"Node","name":"n"},"state":"Gone","diagnosed":0}],"evidence":[{"fact":"f","source":"s","weak":false}],` +
	`"next":[{"text":"t","command":["kubectl"],"shell":"kubectl"}],"warnings":["w"],"cost":{"risk":"low"}}]}],` +
	`"causes":[{"reason":"HolderMissing","verdict":"Stuck","message":"m","frees":1,"holds":[{"object":0,"hold":0}],"chain":[{"object":0,"hold":0}]}],"incomplete":[]}`

func TestDiagnosisSchemaRefuses(t *testing.T) {
	refuses(t, "diagnosis", soundDiagnosis, []change{
		{"other kind", `"Diagnosis"`, `"Trace"`, "at '/kind': value must be 'Diagnosis'"},
		{"missing field", `"complete":true,`, ``, `at '': missing property 'complete'`},
		{"unknown field of a hold", `"cost":{`, `"x":1,"cost":{`, `at '/objects/0/holds/0': additional properties 'x' not allowed`},
		{"unknown verdict", `"verdict":"Stuck","objects"`, `"verdict":"Lost","objects"`, "at '/verdict': value must be one of 'NotDeleting', 'InGrace', 'Progressing', 'Waiting', 'Stuck', 'Undecided', 'NotAsked', 'Absent'"},
		{"unknown health", `"Missing"`, `"Ill"`, "at '/objects/0/holds/0/health': value must be one of 'Uninstalled', 'Missing', 'ScaledDown', 'NotReady', 'NotLeading', 'NotAllowed', 'Running', 'Hidden'"},
		{"empty health", `"health":"Missing"`, `"health":""`, "at '/objects/0/holds/0/health': value must be one of 'Uninstalled', 'Missing', 'ScaledDown', 'NotReady', 'NotLeading', 'NotAllowed', 'Running', 'Hidden'"},
		{"unknown confidence", `"likely"`, `"sure"`, "at '/objects/0/holds/0/holder/confidence': value must be one of 'certain', 'likely', 'possible', 'unknown'"},
		{"reason in words", `"reason":"HolderMissing","message":"m","blockers"`, `"reason":"holder missing","message":"m","blockers"`, `at '/objects/0/holds/0/reason': 'holder missing' does not match pattern '^[A-Z][a-z]+([A-Z][a-z]+)*$'`},
		{"null list", `"warnings":["w"]`, `"warnings":null`, "at '/objects/0/holds/0/warnings': got null, want array"},
		{"a step that is a string", `"command":["kubectl"]`, `"command":"kubectl"`, "at '/objects/0/holds/0/next/0/command': got string, want array"},
		{"negative place", `"diagnosed":0`, `"diagnosed":-1`, "at '/objects/0/holds/0/blockers/0/diagnosed': minimum: got -1, want 0"},
		{"unknown risk", `"low"`, `"none"`, "at '/objects/0/holds/0/cost/risk': value must be one of 'low', 'medium', 'high'"},
		{"none that it may be", `["a.io/b","a.io/c"]`, `[]`, "at '/objects/0/holds/0/maybe': minItems: got 0, want 1"},
		{"one that it may be", `["a.io/b","a.io/c"]`, `"a.io/b"`, "at '/objects/0/holds/0/maybe': got string, want array"},
		{"empty finalizer", `"a.io/b"`, `""`, `at '/objects/0/holds/0/finalizer': minLength: got 0, want 1`},
	})
}

// TestDiagnosisSchemaIsTight keeps every object in the schema closed, and its fields
// the same as those of the structs.
func TestDiagnosisSchemaIsTight(t *testing.T) {
	root := sample.Schema(t, "diagnosis")
	structs := map[string]reflect.Type{
		"":         reflect.TypeFor[Diagnosis](),
		"object":   reflect.TypeFor[Object](),
		"ref":      reflect.TypeFor[Ref](),
		"hold":     reflect.TypeFor[Hold](),
		"holder":   reflect.TypeFor[Holder](),
		"blocker":  reflect.TypeFor[Blocker](),
		"evidence": reflect.TypeFor[Evidence](),
		"log":      reflect.TypeFor[Log](),
		"step":     reflect.TypeFor[Step](),
		"cost":     reflect.TypeFor[Cost](),
		"cause":    reflect.TypeFor[Cause](),
		"place":    reflect.TypeFor[Place](),
		"problem":  reflect.TypeFor[Problem](),
	}
	checkClosed(t, root, structs)
}

// TestDiagnosisSchemaEnums compares the enums with the constants of the packages.
func TestDiagnosisSchemaEnums(t *testing.T) {
	defs := sample.Schema(t, "diagnosis")["$defs"].(map[string]any)
	all := sample.Constants(t, "explain")
	for name, want := range map[string][]string{
		"verdict": all["Verdict"], "health": all["Health"], "confidence": all["Confidence"],
		"state": sample.Constants(t, "trace")["State"], "problemReason": sample.Constants(t, "trace")["The reasons of a Problem."],
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

// TestDiagnosisSchemaReasons keeps the list of the reasons in the schema, which -update
// renews.
func TestDiagnosisSchemaReasons(t *testing.T) {
	reasons := sample.Constants(t, "explain")["Reason"]
	pattern := regexp.MustCompile(sample.Schema(t, "diagnosis")["$defs"].(map[string]any)["reason"].(map[string]any)["pattern"].(string))
	for _, r := range reasons {
		if !pattern.MatchString(r) {
			t.Errorf("the reason %s is not of the form %s", r, pattern)
		}
	}
	text, err := os.ReadFile(sample.SchemaFile(t, "diagnosis"))
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
	if err := os.WriteFile(sample.SchemaFile(t, "diagnosis"), []byte(reasonList.ReplaceAllString(string(text), want)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestStepsDiscreet shows the two in documents.
func TestStepsDiscreet(t *testing.T) {
	s := stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "secrets/s", "-o", "yaml"}})
	if s.Command[0] != "sh" || !strings.HasPrefix(s.Shell, "sh -c ") || s.Withheld != "" {
		t.Errorf("a Secret is printed: %+v", s)
	}
	s = stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "pods", "-l", "a=\n$(id)"}})
	if len(s.Command) > 0 || s.Shell != "" || !strings.HasPrefix(s.Withheld, "no ready command: ") {
		t.Errorf("a line break is part of a command: %+v", s)
	}
}

// A step says what its command does, to what, and what it takes.
func TestStepsTake(t *testing.T) {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data"}
	step := explain.Act(explain.Deletes, claim, "delete this", "kubectl", "delete", "pvc/data").Costing("its volume goes too", explain.RiskHigh)
	s := stepOf(&step)
	if s.Effect != "Deletes" || s.Target == nil || s.Target.Name != "data" || s.Cost == nil || *s.Cost != (Cost{Loss: "its volume goes too", Risk: "high"}) {
		t.Errorf("got %+v", s)
	}
	valid(t, "diagnosis", "", DiagnosisOf(&explain.Diagnosis{At: time.Now(), Objects: []explain.Object{{
		Node:    trace.Node{Ref: claim, State: trace.Deleting},
		Verdict: explain.Stuck, Holds: []explain.Hold{{Verdict: explain.Stuck, Reason: explain.InUse, Message: "m", Next: []explain.Step{step}}},
	}}}))
}

// A hold of which it is not known which finalizer it is names those that it may be, and any other none.
func TestHoldsMaybe(t *testing.T) {
	maybe := []string{"a.io/b", "a.io/c"}
	d := DiagnosisOf(&explain.Diagnosis{At: time.Now(), Objects: []explain.Object{{
		Node:    trace.Node{Ref: trace.Ref{Kind: "Gear", Name: "g"}, State: trace.Deleting},
		Verdict: explain.Undecided, Holds: []explain.Hold{
			{Finalizer: explain.NotCopied, Maybe: maybe, Verdict: explain.Undecided, Reason: explain.Silent, Message: "m"},
			{Finalizer: "a.io/b", Verdict: explain.Undecided, Reason: explain.Silent, Message: "m"},
		},
	}}})
	valid(t, "diagnosis", "", d)
	holds := d.Objects[0].Holds
	if diff := cmp.Diff(maybe, holds[0].Maybe); diff != "" || holds[1].Maybe != nil {
		t.Errorf("may be %v and %v", holds[0].Maybe, holds[1].Maybe)
	}
}
