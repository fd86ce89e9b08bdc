package document

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

const soundTrace = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Trace","at":"2026-03-01T12:00:00Z","complete":true,` +
	`"nodes":[{"id":"u","group":"","kind":"Pod","name":"p","asked":true,"state":"Live","finalizers":[],"conditions":[],` +
	`"folded":[{"group":"","kind":"Pod","count":1}],"cut":0}],"edges":[],"incomplete":[]}`

func TestTraceSchemaRefuses(t *testing.T) {
	refuses(t, "trace", soundTrace, []change{
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
	})
}

// TestTraceSchemaIsTight keeps every object in the schema closed, and its fields the
// same as those of the structs.
func TestTraceSchemaIsTight(t *testing.T) {
	root := sample.Schema(t, "trace")
	checkClosed(t, root, map[string]reflect.Type{
		"":          reflect.TypeFor[Trace](),
		"node":      reflect.TypeFor[Node](),
		"finalizer": reflect.TypeFor[Finalizer](),
		"condition": reflect.TypeFor[Condition](),
		"fold":      reflect.TypeFor[Fold](),
		"edge":      reflect.TypeFor[Edge](),
		"problem":   reflect.TypeFor[Problem](),
	})
}

// TestTraceSchemaEnums compares the enums with the constants of package trace.
func TestTraceSchemaEnums(t *testing.T) {
	defs := sample.Schema(t, "trace")["$defs"].(map[string]any)
	all := sample.Constants(t, "trace")
	for name, want := range map[string][]string{"state": all["State"], "fault": all["Fault"], "reason": all["The reasons of a Problem."]} {
		if diff := cmp.Diff(want, texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s (-trace +schema):\n%s", name, diff)
		}
	}
}
