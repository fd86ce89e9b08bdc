package trace

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func decoded(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	obj := &unstructured.Unstructured{}
	if err := json.Unmarshal([]byte(text), &obj.Object); err != nil {
		t.Fatal(err)
	}
	return obj
}

// Every entry of the name goes, from each list that holds the object, and nothing
// else changes; the object that was given least of all.
func TestWithout(t *testing.T) {
	for name, tt := range map[string]struct{ obj, finalizer, want string }{
		"one of two":  {`{"kind":"X","metadata":{"name":"a","finalizers":["x","y"]}}`, "x", `{"kind":"X","metadata":{"name":"a","finalizers":["y"]}}`},
		"the last":    {`{"kind":"X","metadata":{"name":"a","finalizers":["x"]}}`, "x", `{"kind":"X","metadata":{"name":"a"}}`},
		"twice":       {`{"kind":"X","metadata":{"name":"a","finalizers":["x","y","x"]}}`, "x", `{"kind":"X","metadata":{"name":"a","finalizers":["y"]}}`},
		"not there":   {`{"kind":"X","metadata":{"name":"a","finalizers":["y"]}}`, "x", `{"kind":"X","metadata":{"name":"a","finalizers":["y"]}}`},
		"none at all": {`{"kind":"X","metadata":{"name":"a"}}`, "x", `{"kind":"X","metadata":{"name":"a"}}`},
		"no metadata": {`{"kind":"X"}`, "x", `{"kind":"X"}`},
		"spec of a namespace": {
			`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","finalizers":["y"]},"spec":{"finalizers":["x","z"]}}`, "x",
			`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","finalizers":["y"]},"spec":{"finalizers":["z"]}}`,
		},
		"both lists of a namespace": {
			`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","finalizers":["x"]},"spec":{"finalizers":["x"]}}`, "x",
			`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"},"spec":{}}`,
		},
		"spec of another kind": {
			`{"apiVersion":"v1","kind":"X","metadata":{"name":"a","finalizers":["x"]},"spec":{"finalizers":["x"]}}`, "x",
			`{"apiVersion":"v1","kind":"X","metadata":{"name":"a"},"spec":{"finalizers":["x"]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			obj := decoded(t, tt.obj)
			if diff := cmp.Diff(decoded(t, tt.want).Object, Without(obj, tt.finalizer).Object); diff != "" {
				t.Errorf("without (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(decoded(t, tt.obj).Object, obj.Object); diff != "" {
				t.Errorf("the object itself was changed:\n%s", diff)
			}
		})
	}
}

func TestFinalizersOf(t *testing.T) {
	obj := decoded(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"finalizers":["y","x"]},"spec":{"finalizers":["x"]}}`)
	if got := strings.Join(FinalizersOf(obj), " "); got != "x y x" {
		t.Errorf("a namespace: %s", got)
	}
	obj.SetKind("Other")
	if got := strings.Join(FinalizersOf(obj), " "); got != "y x" {
		t.Errorf("another kind: %s", got)
	}
}

// The patch tests who the object is, which deletion it is, and the whole list. What
// an API server makes of each test is tried in test/removal.
func TestPatchOff(t *testing.T) {
	for name, tt := range map[string]struct{ obj, want string }{
		"one of two": {
			`{"metadata":{"uid":"u","deletionTimestamp":"2026-03-01T11:00:00Z","finalizers":["x","y"]}}`,
			`[{"op":"test","path":"/metadata/uid","value":"u"},{"op":"test","path":"/metadata/deletionTimestamp","value":"2026-03-01T11:00:00Z"},` +
				`{"op":"test","path":"/metadata/finalizers","value":["x","y"]},{"op":"replace","path":"/metadata/finalizers","value":["y"]}]`,
		},
		"the last, of what is not being deleted": {
			`{"metadata":{"uid":"u","finalizers":["x","x"]}}`,
			`[{"op":"test","path":"/metadata/uid","value":"u"},{"op":"test","path":"/metadata/deletionTimestamp","value":null},` +
				`{"op":"test","path":"/metadata/finalizers","value":["x","x"]},{"op":"remove","path":"/metadata/finalizers"}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := PatchOff(decoded(t, tt.obj), "x")
			if diff := cmp.Diff(tt.want, string(got)); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// FuzzPatchOff: what the patch leaves is what the object is without the entry.
func FuzzPatchOff(f *testing.F) {
	f.Add("a/1 b/2 c/3", "b/2")
	f.Add("x x y", "x")
	f.Add(`~1 "q" \n`, `"q"`)
	f.Fuzz(func(t *testing.T, text, finalizer string) {
		list := strings.Split(strings.ToValidUTF8(text, "?"), " ")
		finalizer = strings.ToValidUTF8(finalizer, "?")
		obj := &unstructured.Unstructured{Object: map[string]any{}}
		obj.SetFinalizers(list)
		patch, err := PatchOff(obj, finalizer)
		if err != nil {
			t.Fatal(err)
		}
		var ops []struct {
			Path  string
			Value any
		}
		if err := json.Unmarshal(patch, &ops); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, v := range asList(ops[3].Value) {
			left = append(left, v.(string))
		}
		want := slices.DeleteFunc(slices.Clone(list), func(f string) bool { return f == finalizer })
		if ops[2].Path != ops[3].Path || len(asList(ops[2].Value)) != len(list) || !slices.Equal(left, want) {
			t.Errorf("%q less %q: %s", list, finalizer, patch)
		}
	})
}

func asList(v any) []any { list, _ := v.([]any); return list }
