package trace

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func calls(t *testing.T, m *memory, tracer Tracer, targets ...Target) []string {
	t.Helper()
	tracer.Reader, tracer.Now = m, at
	if _, err := tracer.Trace(t.Context(), targets); err != nil {
		t.Fatal(err)
	}
	slices.Sort(m.calls)
	return m.calls
}

// all namespaced kinds but events, reviews and metrics.
func scansIn(namespace string) []string {
	var want []string
	for _, k := range []Kind{configMaps, leases, pods, deployments, replicaSets, widgets} {
		want = append(want, "scan "+Describe(k, namespace, ""))
	}
	return want
}

var scansOfCluster = []string{
	"scan namespaces", "scan nodes", "scan racks.example.com", "scan customresourcedefinitions.apiextensions.k8s.io",
}

var scansEverywhere = []string{
	"scan configmaps", "scan pods", "scan deployments.apps", "scan replicasets.apps", "scan widgets.example.com",
}

func TestRequests(t *testing.T) {
	stuck := many(26, pods, "a/p-", deleted(time.Hour), held("f.example.com/f"))
	tests := map[string]struct {
		objects []*unstructured.Unstructured
		tracer  Tracer
		targets []Target
		want    [][]string
	}{
		"a namespaced target": {
			objects: objects(
				object(deployments, "a/d"),
				object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
				object(pods, "a/p", ownedBy(replicaSets, "a/r")),
				object(pods, "a/q", ownedBy(replicaSets, "a/r")),
			),
			targets: []Target{target(replicaSets, "a/r"), target(replicaSets, "a/r")},
			want:    [][]string{{"get replicasets.apps/r in namespace a", "get deployments.apps/d in namespace a"}, scansIn("a")},
		},
		"up only": {
			objects: objects(object(deployments, "a/d"), object(replicaSets, "a/r", ownedBy(deployments, "a/d"))),
			tracer:  Tracer{Up: true},
			targets: []Target{target(replicaSets, "a/r")},
			want:    [][]string{{"get replicasets.apps/r in namespace a", "get deployments.apps/d in namespace a"}},
		},
		"a cluster-scoped target": {
			objects: objects(object(racks, "r"), object(widgets, "a/w", ownedBy(racks, "r"))),
			targets: []Target{target(racks, "r")},
			want:    [][]string{{"get racks.example.com/r"}, scansOfCluster, scansEverywhere},
		},
		"a namespace": {
			objects: objects(object(namespaces, "a"), object(configMaps, "a/c")),
			targets: []Target{target(namespaces, "a")},
			want:    [][]string{{"get namespaces/a"}, scansOfCluster, scansIn("a")},
		},
		"a namespace in foreground deletion": {
			objects: objects(object(namespaces, "a", deleted(time.Hour), held("foregroundDeletion"))),
			targets: []Target{target(namespaces, "a")},
			// The namespace is read while it is scanned, before it is known to have that finalizer.
			want: [][]string{{"get namespaces/a"}, scansOfCluster, scansEverywhere, scansIn("a")},
		},
		"few to read whole are read one by one": {
			objects: append(slices.Clone(stuck[:2]), object(namespaces, "a")),
			targets: []Target{target(namespaces, "a")},
			want: [][]string{
				{"get namespaces/a", "get pods/p-a in namespace a", "get pods/p-b in namespace a"}, scansOfCluster, scansIn("a"),
			},
		},
		"many to read whole are read at once": {
			objects: append(slices.Clone(stuck), object(namespaces, "a")),
			targets: []Target{target(namespaces, "a")},
			want:    [][]string{{"get namespaces/a", "list pods in namespace a"}, scansOfCluster, scansIn("a")},
		},
		"an owner that is not where it should be is searched once": {
			objects: objects(
				object(pods, "a/p", ownedBy(replicaSets, "a/gone"), ownedBy(replicaSets, "a/gone-too")),
				object(pods, "a/q", ownedBy(replicaSets, "a/gone"), ownedBy(pods, "a/p")),
			),
			targets: []Target{target(pods, "a/p")},
			want: [][]string{
				{"get pods/p in namespace a", "get replicasets.apps/gone in namespace a", "get replicasets.apps/gone-too in namespace a"},
				{"scan replicasets.apps"},
				scansIn("a"),
			},
		},
		"two namespaces": {
			objects: objects(object(pods, "a/p"), object(pods, "b/p")),
			targets: []Target{target(pods, "a/p"), target(pods, "b/p")},
			want:    [][]string{{"get pods/p in namespace a", "get pods/p in namespace b"}, scansIn("a"), scansIn("b")},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			want := slices.Concat(tt.want...)
			slices.Sort(want)
			got := calls(t, newMemory(tt.objects...), tt.tracer, tt.targets...)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSourcesAreListedOnce(t *testing.T) {
	m := newMemory(
		object(pods, "a/p"),
		object(pods, "a/q", ownedBy(pods, "a/p")),
		object(pods, "a/r", ownedBy(pods, "a/q")),
		object(widgets, "a/w", referring("up /Pod /p")),
	)
	k := &knowing{whole: []string{"widgets"}, links: refsOf, sources: map[string][]Kind{"pods": {widgets}}}
	want := append(scansIn("a"), "get pods/p in namespace a", "list widgets.example.com in namespace a")
	slices.Sort(want)
	if diff := cmp.Diff(want, calls(t, m, Tracer{Linker: k}, target(pods, "a/p"))); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// Where all namespaces are read for one object, or many for several, there is
// one list.
func TestSourcesOfManyNamespaces(t *testing.T) {
	k := &knowing{links: refsOf, sources: map[string][]Kind{"pods": {widgets}, "racks": {widgets}}}
	tests := map[string]struct {
		pods    int
		targets []Target
		want    int
		list    string
	}{
		"few":                            {pods: namespacesApart, want: namespacesApart, list: "list widgets.example.com in namespace a"},
		"many":                           {pods: namespacesApart + 1, want: 1, list: "list widgets.example.com"},
		"few, and a cluster-scoped one":  {pods: 2, targets: []Target{target(racks, "r")}, want: 1, list: "list widgets.example.com"},
		"none, but a cluster-scoped one": {targets: []Target{target(racks, "r")}, want: 1, list: "list widgets.example.com"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMemory(object(racks, "r"), object(widgets, "a/w", referring("up example.com/Rack /r", "up /Pod /p")))
			for i := range tt.pods {
				pod := string(rune('a'+i)) + "/p"
				m.put(object(pods, pod))
				tt.targets = append(tt.targets, target(pods, pod))
			}
			got := slices.DeleteFunc(calls(t, m, Tracer{Linker: k}, tt.targets...), func(s string) bool { return s[:4] != "list" })
			if len(got) != tt.want || !slices.Contains(got, tt.list) {
				t.Errorf("got %q, want %d lists and %q", got, tt.want, tt.list)
			}
		})
	}
}

// TestNoListIsReadAgainForNames holds that of a namespace the few objects that nothing is to tell of have their names
// from the first list, however many others there are.
func TestNoListIsReadAgainForNames(t *testing.T) {
	m := newMemory(object(namespaces, "a"))
	for _, name := range []string{"a/b", "a/c", "a/d", "a/e"} {
		m.put(object(configMaps, name, held("f.example.com/f")))
	}
	m.put(object(configMaps, "a/y"))
	m.put(object(configMaps, "a/z"))
	got := slices.DeleteFunc(calls(t, m, Tracer{}, target(namespaces, "a")), func(s string) bool { return !strings.HasPrefix(s, "scan configmaps") })
	if diff := cmp.Diff([]string{"scan configmaps in namespace a"}, got); diff != "" {
		t.Errorf("scans (-want +got):\n%s", diff)
	}
}

func TestManyNamespacesAreScannedTogether(t *testing.T) {
	m := newMemory(many(9, pods, "a/p-")...)
	var targets []Target
	for i := range 9 {
		name := string(rune('a'+i)) + "/p"
		m.put(object(pods, name))
		targets = append(targets, target(pods, name))
	}
	got := calls(t, m, Tracer{}, targets...)
	got = slices.DeleteFunc(got, func(s string) bool { return s[:3] == "get" })
	want := slices.Sorted(slices.Values(scansEverywhere))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scans (-want +got):\n%s", diff)
	}
}

// TestChangeBetweenReadings has objects that a scan shows and a later Get does
// not.
func TestChangeBetweenReadings(t *testing.T) {
	m := newMemory(
		object(replicaSets, "a/r"),
		object(pods, "a/left", ownedBy(replicaSets, "a/r"), deleted(time.Minute), held("f.example.com/f")),
		object(pods, "a/back", ownedBy(replicaSets, "a/r"), deleted(time.Minute), held("f.example.com/f")),
	)
	m.vanished = map[string]bool{"pods/left in namespace a": true}
	m.swapped = map[string]string{"pods/back in namespace a": "another"}
	tracer := Tracer{Reader: m, Now: at}
	g, err := tracer.Trace(t.Context(), []Target{target(replicaSets, "a/r")})
	if err != nil {
		t.Fatal(err)
	}
	want := lines(`
		ReplicaSet a/r Live asked
		Pod a/back Recreated
		Pod a/left Gone
		ReplicaSet a/r -> Pod a/back owner
		ReplicaSet a/r -> Pod a/left owner`)
	if diff := cmp.Diff(want, show(g)); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
}

// A version that the person named is the one to read, for all of the kind.
func TestAskedVersion(t *testing.T) {
	older := widgets
	older.Version = "v1alpha1"
	m := newMemory(object(widgets, "a/w"), object(widgets, "a/below", ownedBy(widgets, "a/w")))
	for kind, want := range map[*Kind]string{&widgets: "v1 v1", &older: "v1alpha1 v1alpha1"} {
		g, err := (&Tracer{Reader: m, Now: at}).Trace(t.Context(), []Target{target(*kind, "a/w")})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range g.Nodes {
			got = append(got, n.Version)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("asked in %s: read in %v, want %s", kind.Version, got, want)
		}
	}
}

func TestNotFound(t *testing.T) {
	tests := map[string]struct {
		names []string
		ask   Target
		want  *NotFoundError
		text  string
	}{
		"near": {
			names: []string{"a/web-frontend", "a/web-fronted", "a/web-frontends", "a/web-frontens", "a/database", "b/web-fronten"},
			ask:   target(deployments, "a/web-fronten"),
			want: &NotFoundError{
				Ref: Ref{Group: "apps", Kind: "Deployment", Namespace: "a", Name: "web-fronten"}, Resource: "deployments",
				Near: []string{"web-fronted", "web-frontend", "web-frontens"},
			},
			text: "deployments.apps/web-fronten in namespace a not found",
		},
		"neighbours swapped": {
			names: []string{"a/web", "a/wxe"},
			ask:   target(pods, "a/wbe"),
			want:  &NotFoundError{Ref: Ref{Kind: "Pod", Namespace: "a", Name: "wbe"}, Resource: "pods", Near: []string{"web", "wxe"}},
			text:  "pods/wbe in namespace a not found",
		},
		"begins with it": {
			names: []string{"a/web-5d9c7-abcde", "a/other"},
			ask:   target(pods, "a/web"),
			want:  &NotFoundError{Ref: Ref{Kind: "Pod", Namespace: "a", Name: "web"}, Resource: "pods", Near: []string{"web-5d9c7-abcde"}},
			text:  "pods/web in namespace a not found",
		},
		"nothing near": {
			names: []string{"a"},
			ask:   target(racks, "entirely-different"),
			want:  &NotFoundError{Ref: Ref{Group: "example.com", Kind: "Rack", Name: "entirely-different"}, Resource: "racks"},
			text:  "racks.example.com/entirely-different not found",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			for _, n := range tt.names {
				m.put(object(tt.ask.Kind, n))
			}
			tracer := Tracer{Reader: m, Now: at}
			_, err := tracer.Trace(t.Context(), []Target{tt.ask})
			var got *NotFoundError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a NotFoundError", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if got.Error() != tt.text {
				t.Errorf("says %q, want %q", got.Error(), tt.text)
			}
		})
	}
}

func TestForbiddenTarget(t *testing.T) {
	m := newMemory(object(pods, "a/p"))
	m.broken["pods/p in namespace a"] = forbidden("pods", "p")
	tracer := Tracer{Reader: m}
	if _, err := tracer.Trace(t.Context(), []Target{target(pods, "a/p")}); !apierrors.IsForbidden(err) {
		t.Errorf("got %v, want the server's refusal", err)
	}
}

func TestRefusedBesideOthers(t *testing.T) {
	m := newMemory(
		object(namespaces, "a"),
		object(replicaSets, "a/web"),
		object(pods, "a/web-1", ownedBy(replicaSets, "a/web"), deleted(time.Hour), holdF),
		object(pods, "a/secret"),
		object(pods, "orphaned/p", deleted(time.Hour), holdF),
	)
	m.broken["pods/secret in namespace a"] = forbidden("pods", "secret")
	missing := target(pods, "a/wbe-1")
	tests := map[string]struct {
		going   []string
		targets []Target
		graph   string
		errs    []string
	}{
		"a missing one and a forbidden one": {
			targets: []Target{missing, target(replicaSets, "a/web"), target(pods, "a/secret"), target(pods, "a/wbe-2")},
			graph: `
				ReplicaSet a/web Live asked
				Pod a/web-1 Deleting since=1h0m0s held=f.example.com/f()
				ReplicaSet a/web -> Pod a/web-1 owner
				! pods/secret in namespace a: Forbidden`,
			errs: []string{
				"pods/wbe-1 in namespace a not found (web-1)",
				"pods \"secret\" is forbidden: <nil>",
				"pods/wbe-2 in namespace a not found (web-1)",
			},
		},
		"none is to be had": {
			targets: []Target{missing, target(pods, "a/secret")},
			errs:    []string{"pods/wbe-1 in namespace a not found (web-1)", "pods \"secret\" is forbidden: <nil>"},
		},
		"beside a namespace in which nothing is going": {
			going:   []string{"a"},
			targets: []Target{missing},
			graph:   "Pod a/web-1 Deleting asked since=1h0m0s held=f.example.com/f()\nReplicaSet a/web Live\nReplicaSet a/web -> Pod a/web-1 owner",
			errs:    []string{"pods/wbe-1 in namespace a not found (web-1)"},
		},
		"a namespace that does not exist": {
			going:   []string{"ab"},
			targets: []Target{target(namespaces, "ab")},
			errs:    []string{"namespaces/ab not found (a)"},
		},
		"a namespace that only its content is left of": {
			going: []string{"orphaned", "ab"},
			graph: `Pod orphaned/p Deleting asked since=1h0m0s held=f.example.com/f()`,
			errs:  []string{"namespaces/ab not found (a)"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m.calls = nil
			g, err := (&Tracer{Reader: m, Now: at, Going: tt.going}).Trace(t.Context(), tt.targets)
			if (g == nil) != (tt.graph == "") {
				t.Fatalf("got the graph %v", g)
			}
			if g != nil {
				if diff := cmp.Diff(lines(tt.graph), show(g)); diff != "" {
					t.Errorf("graph (-want +got):\n%s", diff)
				}
			}
			var refused *AskError
			if !errors.As(err, &refused) {
				t.Fatalf("got %v, want an AskError", err)
			}
			var errs []string
			for _, err := range refused.Errs {
				text := err.Error()
				if missing, ok := errors.AsType[*NotFoundError](err); ok {
					text += " (" + strings.Join(missing.Near, " ") + ")"
				}
				errs = append(errs, text)
			}
			if diff := cmp.Diff(tt.errs, errs); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// The names near several that are missing come from one list.
func TestNearIsReadOnce(t *testing.T) {
	m := newMemory(object(pods, "a/web-1"))
	_, err := (&Tracer{Reader: m, Now: at}).Trace(t.Context(), []Target{target(pods, "a/web-2"), target(pods, "a/web-3")})
	if want := "pods/web-2 in namespace a not found; pods/web-3 in namespace a not found"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	// What else was begun, in case they are there, ends with them.
	begun := scansIn("a")
	for _, c := range begun {
		if at := slices.Index(m.calls, c); at >= 0 {
			m.calls = slices.Delete(m.calls, at, at+1)
		}
	}
	slices.Sort(m.calls)
	want := []string{"get pods/web-2 in namespace a", "get pods/web-3 in namespace a", "scan pods in namespace a"}
	if diff := cmp.Diff(want, m.calls); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestContextEnds(t *testing.T) {
	m := newMemory(object(racks, "r"), object(widgets, "a/w", ownedBy(racks, "r")))
	ended, end := context.WithCancel(t.Context())
	end()
	duringScan, endScan := context.WithCancel(t.Context())
	defer endScan()
	for name, ctx := range map[string]context.Context{"at once": ended, "during the scan": duringScan} {
		t.Run(name, func(t *testing.T) {
			m.onScan = func([]Scope) { endScan() }
			tracer := Tracer{Reader: m}
			g, err := tracer.Trace(ctx, []Target{target(racks, "r")})
			if g != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("got %v and %v, want only the context's error", g, err)
			}
		})
	}
}

func TestDeletedWithoutNow(t *testing.T) {
	tracer := Tracer{Reader: newMemory(object(pods, "a/p", deleted(-time.Hour), held("x.example.com/x")))}
	g, err := tracer.Trace(t.Context(), []Target{target(pods, "a/p")})
	if err != nil {
		t.Fatal(err)
	}
	if g.Nodes[0].State != Deleting {
		t.Errorf("got %s, want %s", g.Nodes[0].State, Deleting)
	}
}

// TestManyReadAtOnce has more owners in one namespace than are read one by one.
func TestManyReadAtOnce(t *testing.T) {
	refs := func() []option {
		options := []option{ownedBy(widgets, "a/gone"), ownerRef(widgets, "other-now", "old")}
		for i := range 30 {
			options = append(options, ownedBy(widgets, "a/w-"+string(rune('a'+i%26))+string(rune('a'+i/26))))
		}
		return options
	}
	present := objects(object(pods, "a/p", refs()...), object(widgets, "a/other-now"))
	for i := range 30 {
		present = append(present, object(widgets, "a/w-"+string(rune('a'+i%26))+string(rune('a'+i/26))))
	}
	tests := map[string]struct {
		broken   map[string]error
		want     map[State]int
		problems int
		calls    int
	}{
		// The pod, the list, the one that is not in it, and the search for it.
		"read": {nil, map[State]int{Live: 31, Gone: 1, Recreated: 1}, 0, 4},
		// The pod, the list, each, and the search.
		"forbidden": {
			map[string]error{"widgets.example.com in namespace a": forbidden("widgets", "")},
			map[State]int{Live: 31, Gone: 1, Recreated: 1},
			0, 2 + 32 + 1,
		},
		// The pod and the list.
		"no answer": {
			map[string]error{"widgets.example.com in namespace a": apierrors.NewTimeoutError("slow", 1)},
			map[State]int{Live: 1, Unreadable: 32},
			1, 2,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMemory(present...)
			m.breakAll(tt.broken)
			tracer := Tracer{Reader: m, Now: at, Up: true}
			g, err := tracer.Trace(t.Context(), []Target{target(pods, "a/p")})
			if err != nil {
				t.Fatal(err)
			}
			got := map[State]int{}
			for _, n := range g.Nodes {
				got[n.State]++
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
			if len(g.Incomplete) != tt.problems {
				t.Errorf("got %v as incomplete, want %d problems", g.Incomplete, tt.problems)
			}
			if len(m.calls) != tt.calls {
				t.Errorf("got %d requests, want %d: %q", len(m.calls), tt.calls, m.calls)
			}
		})
	}
}

// TestOneObjectUnderTwoGroups has a server that offers the same objects twice.
func TestOneObjectUnderTwoGroups(t *testing.T) {
	old := testKind("extensions", "ReplicaSet", "replicasets", true)
	m := newMemory(
		object(deployments, "a/d"),
		object(replicaSets, "a/r", ownedBy(deployments, "a/d"), withUID("same")),
		object(old, "a/r", ownedBy(deployments, "a/d"), withUID("same")),
	)
	for _, kinds := range [][]Kind{append(slices.Clone(allKinds), old), append([]Kind{old}, allKinds...)} {
		m.kinds = kinds
		tracer := Tracer{Reader: m, Now: at}
		g, err := tracer.Trace(t.Context(), []Target{target(deployments, "a/d")})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Nodes) != 2 || len(g.Edges) != 1 {
			t.Errorf("got %d nodes and %d edges, want the ReplicaSet once", len(g.Nodes), len(g.Edges))
		}
		first := slices.IndexFunc(kinds, func(k Kind) bool { return k.Kind == "ReplicaSet" })
		if got := g.Nodes[1].Group; got != kinds[first].Group {
			t.Errorf("got group %s, want that of the first kind, %s", got, kinds[first].Group)
		}
	}
}

// TestWithoutUIDs reads a dump that was cleaned of them.
func TestWithoutUIDs(t *testing.T) {
	m := newMemory(
		object(namespaces, "a", withUID("")),
		object(pods, "a/p", withUID(""), deleted(time.Hour), held("x.example.com/x")),
		object(pods, "a/q", withUID(""), ownerRef(deployments, "d", "")),
		object(deployments, "a/d", withUID("")),
	)
	tracer := Tracer{Reader: m, Now: at}
	g, err := tracer.Trace(t.Context(), []Target{target(namespaces, "a")})
	if err != nil {
		t.Fatal(err)
	}
	want := lines(`
		Namespace a Live asked
		Pod a/p Deleting since=1h0m0s held=x.example.com/x()
		Pod a/q Live
		Deployment a/d Live
		Namespace a -> Pod a/p namespace:content
		Namespace a -> Pod a/q namespace:content
		Deployment a/d -> Pod a/q owner`)
	if diff := cmp.Diff(want, show(g)); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
}
