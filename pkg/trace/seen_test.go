package trace

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// seeing returns a Seen that writes down what it is told, and fails the test
// when it is told two things at a time.
func seeing(t *testing.T, seen *[]string) func(Kind, *unstructured.Unstructured) {
	t.Helper()
	var inside atomic.Bool
	return func(kind Kind, obj *unstructured.Unstructured) {
		if inside.Swap(true) {
			t.Error("told two things at a time")
		}
		runtime.Gosched()
		*seen = append(*seen, Describe(kind, obj.GetNamespace(), obj.GetName()))
		inside.Store(false)
	}
}

func TestSeen(t *testing.T) {
	tests := map[string]struct {
		objects []*unstructured.Unstructured
		tracer  Tracer
		targets []Target
		want    []string
	}{
		"the target, what stands above it and what is going": {
			objects: objects(
				object(deployments, "a/d"),
				object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
				object(pods, "a/going", ownedBy(replicaSets, "a/r"), deleted(time.Hour), holdF),
				object(pods, "a/healthy", ownedBy(replicaSets, "a/r"), holdF),
			),
			targets: []Target{target(replicaSets, "a/r")},
			want:    []string{"deployments.apps/d in namespace a", "pods/going in namespace a", "replicasets.apps/r in namespace a"},
		},
		"what is going": {
			objects: objects(
				object(namespaces, "a", deleted(time.Hour)),
				object(pods, "a/going", deleted(time.Hour), holdF),
				object(pods, "a/healthy", holdF),
			),
			tracer: Tracer{Going: []string{"a"}},
			want:   []string{"namespaces/a", "pods/going in namespace a"},
		},
		"many of a kind, read at once": {
			objects: append(many(40, pods, "a/p-", deleted(time.Hour), holdF), object(pods, "a/healthy")),
			tracer:  Tracer{Going: []string{"a"}},
			want: func() []string {
				var all []string
				for _, obj := range many(40, pods, "a/p-") {
					all = append(all, "pods/"+obj.GetName()+" in namespace a")
				}
				return slices.Sorted(slices.Values(all))
			}(),
		},
		"what a rule reads for its links, where one leads to the graph": {
			objects: objects(
				object(pods, "a/p"),
				object(widgets, "a/w", referring("up /Pod /p", "up /Pod /p")),
				object(widgets, "a/other", referring("up /Pod /q")),
			),
			tracer:  Tracer{Linker: &knowing{links: refsOf, sources: map[string][]Kind{"pods": {widgets}}}},
			targets: []Target{target(pods, "a/p")},
			want:    []string{"pods/p in namespace a", "widgets.example.com/w in namespace a"},
		},
		"what is read again for another reason": {
			objects: objects(
				object(pods, "a/p"),
				object(widgets, "a/w", referring("up /Pod /p"), ownedBy(racks, "r"), deleted(time.Hour), holdF),
				object(racks, "r"),
			),
			tracer: Tracer{
				Going:  []string{"a"},
				Linker: &knowing{links: refsOf, sources: map[string][]Kind{"pods": {widgets}}},
			},
			targets: []Target{target(pods, "a/p")},
			want:    []string{"pods/p in namespace a", "racks.example.com/r", "widgets.example.com/w in namespace a"},
		},
		"objects without a UID": {
			objects: objects(
				object(pods, "a/p", withUID(""), deleted(time.Hour), holdF),
				object(configMaps, "a/p", withUID(""), deleted(time.Hour), holdF),
			),
			tracer: Tracer{Going: []string{"a"}},
			want:   []string{"configmaps/p in namespace a", "pods/p in namespace a"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var seen []string
			tt.tracer.Seen = seeing(t, &seen)
			answerOf(t, newMemory(tt.objects...), tt.tracer, tt.targets...)
			slices.Sort(seen)
			if diff := cmp.Diff(tt.want, seen); diff != "" {
				t.Errorf("seen (-want +got):\n%s", diff)
			}
		})
	}
}
