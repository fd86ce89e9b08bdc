package trace

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var holdF = held("f.example.com/f")

var sweepTests = map[string]struct {
	objects []*unstructured.Unstructured
	tracer  Tracer
	broken  map[string]error
	targets []Target
	want    string
	calls   [][]string
}{
	"a namespace": {
		objects: objects(
			object(namespaces, "a"), object(namespaces, "b", deleted(time.Hour)),
			object(configMaps, "a/stuck", deleted(time.Hour), holdF),
			object(configMaps, "a/healthy", holdF),
			object(pods, "a/grace", deleted(-time.Second), ownedBy(replicaSets, "a/r")),
			object(replicaSets, "a/r"),
			object(configMaps, "b/elsewhere", deleted(time.Hour), holdF),
			object(racks, "cluster", deleted(time.Hour), holdF),
		),
		tracer: Tracer{Going: []string{"a", "a"}},
		want: `
			ConfigMap a/stuck Deleting asked since=1h0m0s held=f.example.com/f()
			Pod a/grace Grace asked since=-1s
			ReplicaSet a/r Live
			ReplicaSet a/r -> Pod a/grace owner`,
		calls: [][]string{
			{"get namespaces/a", "get configmaps/stuck in namespace a", "get pods/grace in namespace a", "get replicasets.apps/r in namespace a"},
			scansIn("a"),
		},
	},
	"a namespace that is going itself": {
		objects: append(many(4, widgets, "a/w-"),
			object(namespaces, "a", deleted(time.Hour), with("spec: {finalizers: [kubernetes]}")),
			object(pods, "a/stuck", deleted(time.Hour), holdF),
			object(configMaps, "a/named"),
		),
		tracer: Tracer{Going: []string{"a"}},
		want: `
			Namespace a Deleting asked since=1h0m0s held=kubernetes() folded=Widget*4(namespace:content)
			Pod a/stuck Deleting asked since=1h0m0s held=f.example.com/f()
			ConfigMap a/named Live
			Namespace a -> Pod a/stuck namespace:content
			Namespace a -> ConfigMap a/named namespace:content`,
		calls: [][]string{{"get namespaces/a", "get pods/stuck in namespace a"}, scansIn("a"), scansOfCluster},
	},
	"the whole cluster": {
		objects: objects(
			object(namespaces, "a", deleted(time.Hour)), object(namespaces, "b"),
			object(configMaps, "a/named"),
			object(configMaps, "b/unnamed"),
			object(leases, "b/l", deleted(time.Hour), holdF),
			object(racks, "r", deleted(time.Hour), holdF),
			object(definitions, "widgets.example.com", deleted(time.Hour), holdF),
			object(widgets, "b/instance"),
		),
		tracer: Tracer{Going: []string{"b", ""}},
		want: `
			Namespace a Deleting asked since=1h0m0s
			CustomResourceDefinition widgets.example.com Deleting asked since=1h0m0s held=f.example.com/f()
			Lease b/l Deleting asked since=1h0m0s held=f.example.com/f()
			Rack r Deleting asked since=1h0m0s held=f.example.com/f()
			ConfigMap a/named Live
			Widget b/instance Live
			Namespace a -> ConfigMap a/named namespace:content
			CustomResourceDefinition widgets.example.com -> Widget b/instance crd:instances`,
		calls: [][]string{
			{"get namespaces/a", "get racks.example.com/r", "get leases.coordination.k8s.io/l in namespace b"},
			{"get customresourcedefinitions.apiextensions.k8s.io/widgets.example.com", "scan leases.coordination.k8s.io"},
			scansOfCluster, scansEverywhere,
		},
	},
	"nothing is going": {
		objects: objects(object(namespaces, "a"), object(configMaps, "a/healthy", holdF)),
		tracer:  Tracer{Going: []string{"a"}},
		calls:   [][]string{{"get namespaces/a"}, scansIn("a")},
	},
	"beside a target, which may be going too": {
		objects: objects(
			object(namespaces, "a"),
			object(pods, "a/target", deleted(time.Hour), holdF),
			object(pods, "a/stuck", deleted(time.Hour), holdF),
			object(configMaps, "b/c"),
		),
		tracer:  Tracer{Going: []string{"a"}},
		targets: []Target{target(pods, "a/target"), target(configMaps, "b/c")},
		want: `
			ConfigMap b/c Live asked
			Pod a/stuck Deleting asked since=1h0m0s held=f.example.com/f()
			Pod a/target Deleting asked since=1h0m0s held=f.example.com/f()`,
		calls: [][]string{
			{"get configmaps/c in namespace b", "get namespaces/a", "get pods/stuck in namespace a", "get pods/target in namespace a"},
			scansIn("a"), scansIn("b"),
		},
	},
	"upward only": {
		objects: objects(
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d"), deleted(time.Hour), holdF),
			object(pods, "a/p", ownedBy(replicaSets, "a/r")),
		),
		tracer: Tracer{Going: []string{"a"}, Up: true},
		want: `
			ReplicaSet a/r Deleting asked since=1h0m0s held=f.example.com/f()
			Deployment a/d Live
			Deployment a/d -> ReplicaSet a/r owner`,
		calls: [][]string{
			{"get namespaces/a", "get replicasets.apps/r in namespace a", "get deployments.apps/d in namespace a"}, scansIn("a"),
		},
	},
	"a target that does not answer, and is going": {
		objects: objects(
			object(namespaces, "a", deleted(time.Hour)),
			object(pods, "a/p", deleted(time.Hour), holdF),
		),
		tracer:  Tracer{Going: []string{"a"}},
		targets: []Target{target(pods, "a/p"), target(namespaces, "a")},
		broken: map[string]error{
			"pods/p in namespace a": apierrors.NewTimeoutError("slow", 1),
			"namespaces/a":          apierrors.NewTimeoutError("slow", 1),
		},
		want: `
			Namespace a Deleting asked since=1h0m0s
			Pod a/p Deleting asked since=1h0m0s held=f.example.com/f()
			Namespace a -> Pod a/p namespace:content
			! namespaces/a: TimedOut
			! pods/p in namespace a: TimedOut`,
		calls: [][]string{{"get namespaces/a", "get pods/p in namespace a"}, scansIn("a"), scansOfCluster},
	},
	"a list that is refused": {
		objects: objects(
			object(namespaces, "a", deleted(time.Hour)),
			object(configMaps, "a/unseen", deleted(time.Hour), holdF),
			object(pods, "a/stuck", deleted(time.Hour), holdF),
		),
		tracer: Tracer{Going: []string{"a"}},
		broken: map[string]error{
			"configmaps in namespace a": forbidden("configmaps", ""),
			"namespaces/a":              forbidden("namespaces", "a"),
		},
		want: `
			Pod a/stuck Deleting asked since=1h0m0s held=f.example.com/f()
			! configmaps in namespace a: Forbidden
			! namespaces/a: Forbidden`,
		calls: [][]string{{"get namespaces/a", "get pods/stuck in namespace a"}, scansIn("a")},
	},
}

func TestSweep(t *testing.T) {
	for name, tt := range sweepTests {
		t.Run(name, func(t *testing.T) {
			m := newMemory(tt.objects...)
			m.breakAll(tt.broken)
			if diff := cmp.Diff(lines(tt.want), answerOf(t, m, tt.tracer, tt.targets...)+blank(tt.want)); diff != "" {
				t.Errorf("graph (-want +got):\n%s", diff)
			}
			want := slices.Sorted(slices.Values(slices.Concat(tt.calls...)))
			slices.Sort(m.calls)
			if diff := cmp.Diff(want, m.calls); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// blank makes up for lines ending even no text with a line break.
func blank(text string) string {
	if text == "" {
		return lines(text)
	}
	return ""
}

// More namespaces than are listed one by one are listed all at once, and what is
// going in others is not asked about.
func TestSweepManyNamespaces(t *testing.T) {
	m := newMemory(object(configMaps, "zz/elsewhere", deleted(time.Hour), holdF), object(leases, "c/l", deleted(time.Hour), holdF))
	var going []string
	for i := range namespacesApart + 1 {
		name := string(rune('a' + i))
		going = append(going, name)
		m.put(object(namespaces, name))
	}
	want := lines(`Lease c/l Deleting asked since=1h0m0s held=f.example.com/f()`)
	if diff := cmp.Diff(want, answerOf(t, m, Tracer{Going: going})); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
	calls := slices.DeleteFunc(m.calls, func(s string) bool { return s[:3] == "get" })
	slices.Sort(calls)
	wantCalls := slices.Sorted(slices.Values(append(slices.Clone(scansEverywhere), "scan leases.coordination.k8s.io")))
	if diff := cmp.Diff(wantCalls, calls); diff != "" {
		t.Errorf("scans (-want +got):\n%s", diff)
	}
}

// What has gone, or come back as another, since the scan is not going away.
func TestSweepOfWhatHasGone(t *testing.T) {
	m := newMemory(
		object(pods, "a/left", deleted(time.Hour), holdF),
		object(pods, "a/back", deleted(time.Hour), holdF),
		object(pods, "a/stuck", deleted(time.Hour), holdF),
	)
	m.vanished = map[string]bool{"pods/left in namespace a": true}
	m.swapped = map[string]string{"pods/back in namespace a": "another"}
	want := lines(`Pod a/stuck Deleting asked since=1h0m0s held=f.example.com/f()`)
	if diff := cmp.Diff(want, answerOf(t, m, Tracer{Going: []string{"a"}})); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
}
