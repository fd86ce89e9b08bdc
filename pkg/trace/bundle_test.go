package trace

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// podsGoing is pods in a namespace, some of them going.
func podsGoing(namespace string, going, healthy int) []*unstructured.Unstructured {
	all := many(going, pods, namespace+"/going-", deleted(time.Hour), holdF)
	return append(all, many(healthy, pods, namespace+"/healthy-")...)
}

// TestManyGoing counts the requests for whole pods.
func TestManyGoing(t *testing.T) {
	tests := map[string]struct {
		objects []*unstructured.Unstructured
		going   []string
		broken  string // the namespace or object that a forgetful Reader fails for
		lists   []string
		gets    int
	}{
		"too few":                   {objects: podsGoing("a", 15, 0), going: []string{"a"}, gets: 15},
		"a quarter":                 {objects: podsGoing("a", 16, 48), going: []string{"a"}, lists: []string{"list pods in namespace a"}},
		"less than a quarter":       {objects: podsGoing("a", 16, 49), going: []string{"a"}, gets: 16},
		"a quarter, not elsewhere":  {objects: append(podsGoing("a", 16, 48), podsGoing("b", 0, 900)...), going: []string{"a"}, lists: []string{"list pods in namespace a"}},
		"many, a small part":        {objects: podsGoing("a", 40, 200), going: []string{"a"}, gets: 40},
		"in several namespaces":     {objects: append(podsGoing("a", 8, 24), podsGoing("b", 8, 24)...), going: []string{""}, lists: []string{"list pods"}},
		"in several, a small part":  {objects: append(podsGoing("a", 8, 24), podsGoing("b", 8, 25)...), going: []string{""}, gets: 16},
		"in several, most in one":   {objects: append(podsGoing("a", 16, 0), podsGoing("b", 1, 99)...), going: []string{""}, lists: []string{"list pods in namespace a"}, gets: 1},
		"not all namespaces listed": {objects: append(podsGoing("a", 16, 0), podsGoing("b", 15, 0)...), going: []string{"a", "b"}, lists: []string{"list pods in namespace a"}, gets: 15},
		"the list fails":            {objects: podsGoing("a", 20, 0), going: []string{"a"}, broken: "a", lists: []string{"list pods in namespace a"}, gets: 20},
		"the list lacks one":        {objects: podsGoing("a", 20, 0), going: []string{"a"}, broken: "going-c", lists: []string{"list pods in namespace a"}, gets: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMemory(tt.objects...)
			k := &knowing{notes: map[string]string{"going-c": "read"}}
			tracer := Tracer{Reader: forgetful{m, tt.broken}, Linker: k, Now: at, Going: tt.going}
			g, err := tracer.Trace(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(g.Incomplete) > 0 {
				t.Errorf("got %v as incomplete", g.Incomplete)
			}
			if !slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Note == "read" }) {
				t.Error("the pods were not read whole")
			}
			gets, lists := 0, []string(nil)
			for _, call := range m.calls {
				switch {
				case strings.HasPrefix(call, "get pods"):
					gets++
				case strings.HasPrefix(call, "list"):
					lists = append(lists, call)
				}
			}
			if diff := cmp.Diff(tt.lists, lists); diff != "" || gets != tt.gets {
				t.Errorf("got %d single requests, want %d; lists (-want +got):\n%s", gets, tt.gets, diff)
			}
		})
	}
}

// forgetful is a memory whose lists of whole objects fail for a namespace, or
// lack the objects of a name.
type forgetful struct {
	*memory

	broken string
}

func (f forgetful) List(ctx context.Context, scope Scope, visit func(*unstructured.Unstructured)) error {
	fails := f.broken != "" && scope.Namespace == f.broken
	err := f.memory.List(ctx, scope, func(obj *unstructured.Unstructured) {
		if !fails && obj.GetName() != f.broken {
			visit(obj)
		}
	})
	if fails {
		return forbidden("pods", "")
	}
	return err
}
