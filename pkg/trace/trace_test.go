package trace

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func forbidden(resource, name string) error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: resource}, name, nil)
}

func objects(list ...*unstructured.Unstructured) []*unstructured.Unstructured { return list }

// many makes n objects that are alike.
func many(n int, kind Kind, prefix string, options ...option) []*unstructured.Unstructured {
	var all []*unstructured.Unstructured
	for i := range n {
		all = append(all, object(kind, prefix+string(rune('a'+i%26))+strings.Repeat("x", i/26), options...))
	}
	return all
}

// lines cuts the indentation from an expected answer.
func lines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

var traceTests = map[string]struct {
	objects []*unstructured.Unstructured
	tracer  Tracer
	linker  *knowing
	broken  map[string]error
	silent  []Problem
	targets []Target
	want    string
}{
	"owners above and dependents below": {
		objects: objects(
			object(deployments, "a/web"),
			object(replicaSets, "a/web-1", ownedBy(deployments, "a/web"), blocking),
			object(replicaSets, "a/web-2", ownedBy(deployments, "a/web"), blocking),
			object(pods, "a/web-1-x", ownedBy(replicaSets, "a/web-1")),
		),
		targets: []Target{target(replicaSets, "a/web-1")},
		want: `
			ReplicaSet a/web-1 Live asked
			Pod a/web-1-x Live
			Deployment a/web Live
			ReplicaSet a/web-1 -> Pod a/web-1-x owner
			Deployment a/web -> ReplicaSet a/web-1 owner controller block`,
	},
	"up only": {
		objects: objects(
			object(deployments, "a/web"),
			object(replicaSets, "a/web-1", ownedBy(deployments, "a/web")),
			object(pods, "a/web-1-x", ownedBy(replicaSets, "a/web-1")),
		),
		tracer:  Tracer{Up: true},
		targets: []Target{target(replicaSets, "a/web-1")},
		want: `
			ReplicaSet a/web-1 Live asked
			Deployment a/web Live
			Deployment a/web -> ReplicaSet a/web-1 owner`,
	},
	"down only": {
		objects: objects(
			object(deployments, "a/web"),
			object(replicaSets, "a/web-1", ownedBy(deployments, "a/web")),
			object(pods, "a/web-1-x", ownedBy(replicaSets, "a/web-1")),
		),
		tracer:  Tracer{Down: true},
		targets: []Target{target(replicaSets, "a/web-1")},
		want: `
			ReplicaSet a/web-1 Live asked
			Pod a/web-1-x Live
			ReplicaSet a/web-1 -> Pod a/web-1-x owner`,
	},
	"true states": {
		objects: objects(
			object(configMaps, "a/deleting", deleted(14*time.Minute), held("b.example.com/x", "a.example.com/y")),
			object(configMaps, "a/just-now", deleted(0), held("x.example.com/x")),
			object(pods, "a/grace", deleted(-30*time.Second)),
			object(configMaps, "a/live", held("x.example.com/x")),
		),
		linker: &knowing{},
		targets: []Target{
			target(pods, "a/grace"), target(configMaps, "a/live"), target(configMaps, "a/deleting"), target(configMaps, "a/just-now"),
		},
		want: `
			ConfigMap a/deleting Deleting asked since=14m0s held=b.example.com/x(b) held=a.example.com/y(a)
			ConfigMap a/just-now Deleting asked since=0s held=x.example.com/x(x)
			ConfigMap a/live Live asked held=x.example.com/x(x)
			Pod a/grace Grace asked since=-30s`,
	},
	"owner gone": {
		objects: objects(object(pods, "a/p", ownedBy(replicaSets, "a/r"))),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Gone
			ReplicaSet a/r -> Pod a/p owner TargetGone`,
	},
	"owner recreated": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", "old")),
			object(replicaSets, "a/r"),
		),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Recreated
			ReplicaSet a/r -> Pod a/p owner TargetRecreated`,
	},
	"owner in another namespace": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", uidOf(replicaSets, "b/r"))),
			object(replicaSets, "b/r"),
		),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet b/r Live
			ReplicaSet b/r -> Pod a/p owner WrongNamespace`,
	},
	"owner in another namespace, its name taken in the own one": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", uidOf(replicaSets, "b/r"))),
			object(replicaSets, "a/r"),
			object(replicaSets, "b/r"),
		),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet b/r Live
			ReplicaSet b/r -> Pod a/p owner WrongNamespace`,
	},
	"the same, with what has the name in the graph": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", uidOf(replicaSets, "b/r"))),
			object(replicaSets, "a/r"),
			object(replicaSets, "b/r"),
		),
		targets: []Target{target(pods, "a/p"), target(replicaSets, "a/r")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Live asked
			ReplicaSet b/r Live
			ReplicaSet b/r -> Pod a/p owner WrongNamespace`,
	},
	"owner recreated, and the other namespaces may not be read": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", "old")),
			object(replicaSets, "a/r"),
		),
		broken:  map[string]error{"replicasets.apps": forbidden("replicasets", "")},
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Recreated
			ReplicaSet a/r -> Pod a/p owner TargetRecreated`,
	},
	"owner of that name in another namespace is another object": {
		objects: objects(
			object(pods, "a/p", ownerRef(replicaSets, "r", "other")),
			object(replicaSets, "b/r"),
		),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Gone
			ReplicaSet a/r -> Pod a/p owner TargetGone`,
	},
	"owner in the same namespace has no fault": {
		objects: objects(
			object(pods, "a/p", ownedBy(replicaSets, "a/r")),
			object(replicaSets, "a/r"),
		),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Live
			ReplicaSet a/r -> Pod a/p owner`,
	},
	"namespaced owner of a cluster-scoped object": {
		objects: objects(
			object(racks, "r", ownedBy(widgets, "a/w")),
			object(widgets, "a/w"),
		),
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Widget a/w Live
			Widget a/w -> Rack r owner WrongScope`,
	},
	"namespaced owner of a cluster-scoped object, nowhere": {
		objects: objects(object(racks, "r", ownedBy(widgets, "a/w"))),
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Widget w Unreadable
			Widget w -> Rack r owner WrongScope`,
	},
	"cluster-scoped owner of a namespaced object has no fault": {
		objects: objects(object(widgets, "a/w", ownedBy(racks, "r")), object(racks, "r")),
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Rack r Live
			Rack r -> Widget a/w owner`,
	},
	"dependent in another namespace than its owner": {
		objects: objects(
			object(racks, "top"),
			object(widgets, "a/w", ownedBy(racks, "top")),
			object(widgets, "b/lost", ownerRef(widgets, "w", uidOf(widgets, "a/w"))),
		),
		targets: []Target{target(racks, "top")},
		want: `
			Rack top Live asked
			Widget a/w Live
			Widget b/lost Live
			Rack top -> Widget a/w owner
			Widget a/w -> Widget b/lost owner WrongNamespace`,
	},
	"owner named wrongly": {
		objects: objects(object(pods, "a/p", ownerRef(replicaSets, "misspelt", uidOf(replicaSets, "a/r"))), object(replicaSets, "a/r")),
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Pod a/p Live
			ReplicaSet a/r -> Pod a/p owner OtherName`,
	},
	"kind unknown": {
		objects: objects(object(pods, "a/p", ownerRef(testKind("gone.example.com", "Thing", "things", true), "t", "u"))),
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			Thing t Unreadable
			Thing t -> Pod a/p owner KindUnknown`,
	},
	"kind of a group that does not answer": {
		objects: objects(object(pods, "a/p", ownerRef(testKind("gone.example.com", "Thing", "things", true), "t", "u"))),
		silent:  []Problem{{About: Part{Group: "gone.example.com", Version: "v1"}, Reason: Unavailable}},
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			Thing t Unreadable
			Thing t -> Pod a/p owner
			! API group gone.example.com/v1: Unavailable`,
	},
	"kind of the core group, which does not answer": {
		objects: objects(object(replicaSets, "a/r", ownerRef(testKind("", "Thing", "things", true), "t", "u"))),
		silent:  []Problem{{About: Part{Version: "v1"}, Reason: Unavailable}},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Thing t Unreadable
			Thing t -> ReplicaSet a/r owner
			! API group v1: Unavailable`,
	},
	"kind unknown beside the core group, which does not answer": {
		objects: objects(object(replicaSets, "a/r", ownerRef(testKind("gone.example.com", "Thing", "things", true), "t", "u"))),
		silent:  []Problem{{About: Part{Version: "v1"}, Reason: Unavailable}},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Thing t Unreadable
			Thing t -> ReplicaSet a/r owner KindUnknown
			! API group v1: Unavailable`,
	},
	"owner unreadable": {
		objects: objects(object(pods, "a/p", ownedBy(replicaSets, "a/r")), object(replicaSets, "a/r")),
		broken:  map[string]error{"replicasets.apps/r in namespace a": forbidden("replicasets", "r")},
		tracer:  Tracer{Up: true},
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Unreadable
			ReplicaSet a/r -> Pod a/p owner
			! replicasets.apps/r in namespace a: Forbidden`,
	},
	"unreadable kinds do not end it": {
		objects: objects(
			object(deployments, "a/web"),
			object(replicaSets, "a/web-1", ownedBy(deployments, "a/web")),
			object(pods, "a/p", ownedBy(deployments, "a/web")),
		),
		broken: map[string]error{
			"pods in namespace a":       forbidden("pods", ""),
			"configmaps in namespace a": apierrors.NewTimeoutError("slow", 1),
		},
		targets: []Target{target(deployments, "a/web")},
		want: `
			Deployment a/web Live asked
			ReplicaSet a/web-1 Live
			Deployment a/web -> ReplicaSet a/web-1 owner
			! configmaps in namespace a: TimedOut
			! pods in namespace a: Forbidden`,
	},
	"asked object that does not answer, known from a list": {
		objects: objects(
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d"), deleted(time.Hour), held("f.example.com/f")),
			object(pods, "a/p", ownedBy(replicaSets, "a/r")),
		),
		broken:  map[string]error{"replicasets.apps/r in namespace a": apierrors.NewTimeoutError("slow", 1)},
		targets: []Target{target(replicaSets, "a/r"), target(deployments, "a/d")},
		want: `
			Deployment a/d Live asked
			ReplicaSet a/r Deleting asked since=1h0m0s held=f.example.com/f()
			Pod a/p Live
			Deployment a/d -> ReplicaSet a/r owner
			ReplicaSet a/r -> Pod a/p owner
			! replicasets.apps/r in namespace a: TimedOut`,
	},
	"asked object that does not answer, upward": {
		objects: objects(object(deployments, "a/d"), object(replicaSets, "a/r", ownedBy(deployments, "a/d"))),
		broken:  map[string]error{"replicasets.apps/r in namespace a": apierrors.NewTimeoutError("slow", 1)},
		tracer:  Tracer{Up: true},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Deployment a/d Live
			Deployment a/d -> ReplicaSet a/r owner
			! replicasets.apps/r in namespace a: TimedOut`,
	},
	"asked object that neither answers nor is listed, and is referred to": {
		objects: objects(
			object(replicaSets, "a/r"),
			object(pods, "a/p", ownedBy(replicaSets, "a/r")),
		),
		broken: map[string]error{
			"replicasets.apps/r in namespace a": apierrors.NewTimeoutError("slow", 1),
			"replicasets.apps in namespace a":   apierrors.NewTimeoutError("slow", 1),
		},
		targets: []Target{target(replicaSets, "a/r"), target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			ReplicaSet a/r Unreadable asked
			ReplicaSet a/r -> Pod a/p owner
			! replicasets.apps in namespace a: TimedOut
			! replicasets.apps/r in namespace a: TimedOut`,
	},
	"asked object that does not answer": {
		objects: objects(object(pods, "a/p"), object(pods, "a/q")),
		broken:  map[string]error{"pods/p in namespace a": apierrors.NewTimeoutError("slow", 1)},
		targets: []Target{target(pods, "a/p"), target(pods, "a/q")},
		want: `
			Pod a/p Live asked
			Pod a/q Live asked
			! pods/p in namespace a: TimedOut`,
	},
	"two owners, one gone": {
		objects: objects(
			object(racks, "x"),
			object(widgets, "a/w", ownedBy(racks, "x"), ownedBy(racks, "y")),
		),
		targets: []Target{target(racks, "x")},
		want: `
			Rack x Live asked
			Rack y Gone
			Widget a/w Live
			Rack x -> Widget a/w owner
			Rack y -> Widget a/w owner TargetGone`,
	},
	"the other owner of a dependent": {
		objects: objects(
			object(racks, "x", deleted(time.Hour), held("foregroundDeletion")),
			object(racks, "y"),
			object(widgets, "a/w", ownedBy(racks, "x"), ownedBy(racks, "y")),
			object(widgets, "a/only-y", ownedBy(racks, "y")),
		),
		targets: []Target{target(racks, "x")},
		want: `
			Rack x Deleting asked since=1h0m0s held=foregroundDeletion()
			Rack y Live
			Widget a/w Live
			Rack x -> Widget a/w owner
			Rack y -> Widget a/w owner`,
	},
	"an object that owns itself": {
		objects: objects(object(racks, "r", ownedBy(racks, "r"))),
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Rack r -> Rack r owner Cycle`,
	},
	"a circle of owners": {
		objects: objects(
			object(racks, "a", ownedBy(racks, "c")),
			object(racks, "b", ownedBy(racks, "a")),
			object(racks, "c", ownedBy(racks, "b")),
		),
		targets: []Target{target(racks, "b")},
		want: `
			Rack b Live asked
			Rack a Live
			Rack c Live
			Rack b -> Rack c owner
			Rack a -> Rack b owner Cycle
			Rack c -> Rack a owner`,
	},
	"a circle that a faulty reference closes": {
		objects: objects(
			object(racks, "a", ownedBy(racks, "b")),
			object(racks, "b", ownerRef(racks, "misspelt", uidOf(racks, "a"))),
		),
		targets: []Target{target(racks, "a")},
		want: `
			Rack a Live asked
			Rack b Live
			Rack a -> Rack b owner OtherName
			Rack b -> Rack a owner Cycle`,
	},
	"the same, begun at the other": {
		objects: objects(
			object(racks, "a", ownedBy(racks, "b")),
			object(racks, "b", ownerRef(racks, "misspelt", uidOf(racks, "a"))),
		),
		targets: []Target{target(racks, "b")},
		want: `
			Rack b Live asked
			Rack a Live
			Rack b -> Rack a owner
			Rack a -> Rack b owner OtherName closes`,
	},
	"a diamond is no circle": {
		objects: objects(
			object(racks, "a"),
			object(racks, "b", ownedBy(racks, "a")),
			object(racks, "c", ownedBy(racks, "a")),
			object(racks, "d", ownedBy(racks, "b"), ownedBy(racks, "c")),
		),
		targets: []Target{target(racks, "a")},
		want: `
			Rack a Live asked
			Rack b Live
			Rack c Live
			Rack d Live
			Rack a -> Rack b owner
			Rack a -> Rack c owner
			Rack b -> Rack d owner
			Rack c -> Rack d owner`,
	},
	"four alike are folded": {
		objects: append(many(4, pods, "a/p-", ownedBy(replicaSets, "a/r")), object(replicaSets, "a/r")),
		targets: []Target{target(replicaSets, "a/r")},
		want:    `ReplicaSet a/r Live asked folded=Pod*4(owner)`,
	},
	"three alike are not": {
		objects: append(many(3, pods, "a/p-", ownedBy(replicaSets, "a/r")), object(replicaSets, "a/r")),
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Pod a/p-a Live
			Pod a/p-b Live
			Pod a/p-c Live
			ReplicaSet a/r -> Pod a/p-a owner
			ReplicaSet a/r -> Pod a/p-b owner
			ReplicaSet a/r -> Pod a/p-c owner`,
	},
	"all unfolds": {
		objects: append(many(4, pods, "a/p-", ownedBy(replicaSets, "a/r")), object(replicaSets, "a/r")),
		tracer:  Tracer{All: true},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			Pod a/p-a Live
			Pod a/p-b Live
			Pod a/p-c Live
			Pod a/p-d Live
			ReplicaSet a/r -> Pod a/p-a owner
			ReplicaSet a/r -> Pod a/p-b owner
			ReplicaSet a/r -> Pod a/p-c owner
			ReplicaSet a/r -> Pod a/p-d owner`,
	},
	"what is held, going or noted is not folded": {
		objects: append(many(5, pods, "a/p-", ownedBy(replicaSets, "a/r")),
			object(replicaSets, "a/r"),
			object(pods, "a/held", ownedBy(replicaSets, "a/r"), held("f.example.com/f")),
			object(pods, "a/going", ownedBy(replicaSets, "a/r"), deleted(-time.Second)),
			object(pods, "a/noted", ownedBy(replicaSets, "a/r")),
			object(pods, "a/owner", ownedBy(replicaSets, "a/r")),
			object(configMaps, "a/c", ownedBy(pods, "a/owner")),
		),
		linker:  &knowing{whole: []string{"pods"}, notes: map[string]string{"noted": "paused"}},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked folded=Pod*5(owner)
			ConfigMap a/c Live
			Pod a/going Grace since=-1s
			Pod a/held Live held=f.example.com/f(f)
			Pod a/noted Live note=paused
			Pod a/owner Live
			ReplicaSet a/r -> Pod a/going owner
			ReplicaSet a/r -> Pod a/held owner
			ReplicaSet a/r -> Pod a/noted owner
			ReplicaSet a/r -> Pod a/owner owner
			Pod a/owner -> ConfigMap a/c owner`,
	},
	"what is asked for is not folded": {
		objects: append(many(5, pods, "a/p-", ownedBy(replicaSets, "a/r")), object(replicaSets, "a/r")),
		targets: []Target{
			target(replicaSets, "a/r"), target(pods, "a/p-a"), target(pods, "a/p-b"), target(pods, "a/p-c"), target(pods, "a/p-d"),
		},
		want: `
			Pod a/p-a Live asked
			Pod a/p-b Live asked
			Pod a/p-c Live asked
			Pod a/p-d Live asked
			ReplicaSet a/r Live asked
			Pod a/p-e Live
			ReplicaSet a/r -> Pod a/p-a owner
			ReplicaSet a/r -> Pod a/p-b owner
			ReplicaSet a/r -> Pod a/p-c owner
			ReplicaSet a/r -> Pod a/p-d owner
			ReplicaSet a/r -> Pod a/p-e owner`,
	},
	"deleting only": {
		objects: append(many(5, pods, "a/p-", ownedBy(replicaSets, "a/r")),
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
			object(replicaSets, "a/healthy", ownedBy(deployments, "a/d"), held("f.example.com/f")),
			object(pods, "a/stuck", ownedBy(replicaSets, "a/r"), deleted(time.Hour), held("f.example.com/f")),
			object(configMaps, "a/c", ownedBy(pods, "a/stuck")),
			object(configMaps, "a/lost", ownedBy(replicaSets, "a/r"), ownedBy(pods, "a/gone")),
		),
		tracer:  Tracer{Deleting: true},
		targets: []Target{target(deployments, "a/d")},
		want: `
			Deployment a/d Live asked
			Pod a/stuck Deleting since=1h0m0s held=f.example.com/f()
			ReplicaSet a/r Live
			Deployment a/d -> ReplicaSet a/r owner
			ReplicaSet a/r -> Pod a/stuck owner`,
	},
	"deleting only keeps the missing owner of what is going": {
		objects: objects(
			object(racks, "x"),
			object(widgets, "a/w", ownedBy(racks, "x"), ownedBy(racks, "y"), deleted(time.Hour), held("f.example.com/f")),
		),
		tracer:  Tracer{Deleting: true},
		targets: []Target{target(racks, "x")},
		want: `
			Rack x Live asked
			Rack y Gone
			Widget a/w Deleting since=1h0m0s held=f.example.com/f()
			Rack x -> Widget a/w owner
			Rack y -> Widget a/w owner TargetGone`,
	},
	"deleting only keeps the owner in another namespace, for which it is going": {
		objects: objects(
			object(configMaps, "b/owner"),
			object(replicaSets, "a/r"),
			object(pods, "a/p", ownedBy(replicaSets, "a/r"), ownedBy(configMaps, "b/owner"), deleted(time.Hour), held("f.example.com/f")),
			object(pods, "a/healthy", ownedBy(replicaSets, "a/r")),
		),
		tracer:  Tracer{Deleting: true},
		targets: []Target{target(replicaSets, "a/r")},
		want: `
			ReplicaSet a/r Live asked
			ConfigMap b/owner Live
			Pod a/p Deleting since=1h0m0s held=f.example.com/f()
			ReplicaSet a/r -> Pod a/p owner
			ConfigMap b/owner -> Pod a/p owner WrongNamespace`,
	},
	"deleting only keeps the way to another owner that is going": {
		objects: objects(
			object(racks, "x"),
			object(racks, "y", deleted(time.Hour), held("foregroundDeletion")),
			object(widgets, "a/w", ownedBy(racks, "x"), ownedBy(racks, "y")),
		),
		tracer:  Tracer{Deleting: true},
		targets: []Target{target(racks, "x")},
		want: `
			Rack x Live asked
			Rack y Deleting since=1h0m0s held=foregroundDeletion()
			Widget a/w Live
			Rack x -> Widget a/w owner
			Rack y -> Widget a/w owner`,
	},
	"depth": {
		objects: objects(
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
			object(pods, "a/p", ownedBy(replicaSets, "a/r")),
			object(pods, "a/q", ownedBy(replicaSets, "a/r")),
			object(configMaps, "a/c", ownedBy(pods, "a/p")),
		),
		tracer:  Tracer{Depth: 1},
		targets: []Target{target(deployments, "a/d")},
		want: `
			Deployment a/d Live asked
			ReplicaSet a/r Live cut=2
			Deployment a/d -> ReplicaSet a/r owner`,
	},
	"depth does not cut what is reached another way": {
		objects: objects(
			object(racks, "a"),
			object(racks, "b", ownedBy(racks, "a")),
			object(racks, "c", ownedBy(racks, "b"), ownedBy(racks, "a")),
		),
		tracer:  Tracer{Depth: 1},
		targets: []Target{target(racks, "a")},
		want: `
			Rack a Live asked
			Rack b Live
			Rack c Live
			Rack a -> Rack b owner
			Rack a -> Rack c owner
			Rack b -> Rack c owner`,
	},
	"namespace content": {
		objects: append(many(5, configMaps, "a/c-"),
			object(namespaces, "a", deleted(time.Hour), with(`spec: {finalizers: [kubernetes]}`)),
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
			object(pods, "a/stuck", ownedBy(replicaSets, "a/r"), deleted(time.Minute), held("f.example.com/f")),
			object(widgets, "a/w"),
			object(configMaps, "b/elsewhere"),
			object(metrics, "a/stuck", withUID("")),
			object(events, "a/e"),
			object(leases, "a/l"),
		),
		targets: []Target{target(namespaces, "a")},
		want: `
			Namespace a Deleting asked since=1h0m0s held=kubernetes() folded=ConfigMap*5(namespace:content)
			Pod a/stuck Deleting since=1m0s held=f.example.com/f()
			Deployment a/d Live
			ReplicaSet a/r Live
			Lease a/l Live
			Widget a/w Live
			Namespace a -> Deployment a/d namespace:content
			Namespace a -> Lease a/l namespace:content
			Namespace a -> Widget a/w namespace:content
			Deployment a/d -> ReplicaSet a/r owner
			ReplicaSet a/r -> Pod a/stuck owner`,
	},
	"namespace content of which many own something and few are plain": {
		objects: objects(
			object(namespaces, "a"),
			object(configMaps, "a/c-0"), object(configMaps, "a/c-1"), object(configMaps, "a/c-2"), object(configMaps, "a/c-3"),
			object(configMaps, "a/x"), object(configMaps, "a/y"),
			object(pods, "a/p-0", ownedBy(configMaps, "a/c-0")),
			object(pods, "a/p-1", ownedBy(configMaps, "a/c-1")),
			object(pods, "a/p-2", ownedBy(configMaps, "a/c-2")),
			object(pods, "a/p-3", ownedBy(configMaps, "a/c-3")),
		),
		targets: []Target{target(namespaces, "a")},
		want: `
			Namespace a Live asked
			ConfigMap a/c-0 Live
			ConfigMap a/c-1 Live
			ConfigMap a/c-2 Live
			ConfigMap a/c-3 Live
			ConfigMap a/x Live
			ConfigMap a/y Live
			Pod a/p-0 Live
			Pod a/p-1 Live
			Pod a/p-2 Live
			Pod a/p-3 Live
			Namespace a -> ConfigMap a/c-0 namespace:content
			Namespace a -> ConfigMap a/c-1 namespace:content
			Namespace a -> ConfigMap a/c-2 namespace:content
			Namespace a -> ConfigMap a/c-3 namespace:content
			Namespace a -> ConfigMap a/x namespace:content
			Namespace a -> ConfigMap a/y namespace:content
			ConfigMap a/c-0 -> Pod a/p-0 owner
			ConfigMap a/c-1 -> Pod a/p-1 owner
			ConfigMap a/c-2 -> Pod a/p-2 owner
			ConfigMap a/c-3 -> Pod a/p-3 owner`,
	},
	"namespace content with a missing owner, an outside owner and a circle": {
		objects: append(many(4, widgets, "a/r-", ownedBy(racks, "r")),
			object(namespaces, "a"),
			object(racks, "r"),
			object(pods, "a/orphan", ownedBy(replicaSets, "a/gone")),
			object(widgets, "a/one", ownedBy(widgets, "a/two")),
			object(widgets, "a/two", ownedBy(widgets, "a/one")),
		),
		targets: []Target{target(namespaces, "a")},
		want: `
			Namespace a Live asked folded=Widget*4(namespace:content)
			Pod a/orphan Live
			ReplicaSet a/gone Gone
			Widget a/one Live
			Widget a/two Live
			Namespace a -> Pod a/orphan namespace:content
			Namespace a -> Widget a/one namespace:content
			ReplicaSet a/gone -> Pod a/orphan owner TargetGone
			Widget a/one -> Widget a/two owner
			Widget a/two -> Widget a/one owner Cycle`,
	},
	"namespaces that a cluster-scoped object owns": {
		objects: append(many(2, configMaps, "a/c-"),
			object(racks, "tenant"),
			object(namespaces, "a", ownedBy(racks, "tenant")),
			object(configMaps, "a/d", held("f.example.com/f")),
			object(deployments, "a/d"),
			object(replicaSets, "a/r", ownedBy(deployments, "a/d")),
		),
		targets: []Target{target(racks, "tenant")},
		want: `
			Rack tenant Live asked
			ConfigMap a/d Live held=f.example.com/f()
			Namespace a Live folded=ConfigMap*2(namespace:content)
			Deployment a/d Live
			ReplicaSet a/r Live
			Rack tenant -> Namespace a owner
			Namespace a -> ConfigMap a/d namespace:content
			Namespace a -> Deployment a/d namespace:content
			Deployment a/d -> ReplicaSet a/r owner`,
	},
	"instances of a definition": {
		objects: append(many(4, widgets, "a/w-"),
			object(definitions, "widgets.example.com", deleted(time.Hour), held("customresourcecleanup.apiextensions.k8s.io")),
			object(widgets, "b/stuck", deleted(time.Hour), held("f.example.com/f")),
			object(pods, "b/p", ownedBy(widgets, "b/stuck")),
			object(racks, "another-kind"),
		),
		targets: []Target{target(definitions, "widgets.example.com")},
		want: `
			CustomResourceDefinition widgets.example.com Deleting asked since=1h0m0s held=customresourcecleanup.apiextensions.k8s.io() folded=Widget*4(crd:instances)
			Pod b/p Live
			Widget b/stuck Deleting since=1h0m0s held=f.example.com/f()
			CustomResourceDefinition widgets.example.com -> Widget b/stuck crd:instances
			Widget b/stuck -> Pod b/p owner`,
	},
	"definition of a kind that is not served": {
		objects: objects(object(definitions, "things.gone.example.com")),
		targets: []Target{target(definitions, "things.gone.example.com")},
		want:    `CustomResourceDefinition things.gone.example.com Live asked`,
	},
}

func (m *memory) breakAll(broken map[string]error) {
	maps.Copy(m.broken, broken)
}

func TestTrace(t *testing.T) {
	for name, tt := range traceTests {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			m := newMemory(tt.objects...)
			m.breakAll(tt.broken)
			m.silent = tt.silent
			tracer := tt.tracer
			tracer.Reader, tracer.Now = m, at
			if tt.linker != nil {
				tracer.Linker = tt.linker
			}
			g, err := tracer.Trace(t.Context(), tt.targets)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(lines(tt.want), show(g)); diff != "" {
				t.Errorf("graph (-want +got):\n%s", diff)
			}
		})
	}
}
