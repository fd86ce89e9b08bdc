package trace

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// answerOf asks m and writes the answer as lines.
func answerOf(t *testing.T, m Reader, tracer Tracer, targets ...Target) string {
	t.Helper()
	tracer.Reader, tracer.Now = m, at
	g, err := tracer.Trace(t.Context(), targets)
	if err != nil {
		t.Fatal(err)
	}
	return show(g)
}

// A search for a lost owner in all namespaces that is refused says nothing of
// the one namespace that may be read.
func TestRefusedSearchLeavesNamespaceToScan(t *testing.T) {
	m := newMemory(
		object(replicaSets, "a/web", ownedBy(replicaSets, "a/lost")),
		object(replicaSets, "a/below", ownedBy(replicaSets, "a/web")),
		object(replicaSets, "a/further", ownedBy(replicaSets, "a/below"), ownedBy(replicaSets, "a/lost-too"), held("x.example.com/x")),
	)
	m.broken["replicasets.apps"] = forbidden("replicasets", "")
	want := lines(`
		ReplicaSet a/web Live asked
		ReplicaSet a/below Live
		ReplicaSet a/further Live held=x.example.com/x()
		ReplicaSet a/lost Gone
		ReplicaSet a/lost-too Gone
		ReplicaSet a/web -> ReplicaSet a/below owner
		ReplicaSet a/below -> ReplicaSet a/further owner
		ReplicaSet a/lost -> ReplicaSet a/web owner TargetGone
		ReplicaSet a/lost-too -> ReplicaSet a/further owner TargetGone`)
	if diff := cmp.Diff(want, answerOf(t, m, Tracer{}, target(replicaSets, "a/web"))); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
	searches := 0
	for _, call := range m.calls {
		if call == "scan replicasets.apps" {
			searches++
		}
	}
	if searches != 1 {
		t.Errorf("searched all namespaces %d times, want once", searches)
	}
}

// Whoever carries the label says of all other carriers that they belong to it.
func TestFellowCarriersAreJoinedOnce(t *testing.T) {
	m := newMemory(
		object(pods, "a/p-1", labelled("team", "x"), held("x.example.com/x")),
		object(pods, "a/p-2", labelled("team", "x"), held("x.example.com/x")),
		object(pods, "a/p-3", labelled("team", "x"), held("x.example.com/x")),
		object(pods, "b/p-4", labelled("team", "x"), held("x.example.com/x")),
		object(pods, "a/p-5", labelled("team", "y"), held("x.example.com/x")),
	)
	k := &knowing{
		want: Want{Labels: []string{"team"}}, whole: []string{"pods"},
		joins: func(obj *unstructured.Unstructured) []Join {
			return []Join{{Rule: "team", Key: "team", Value: obj.GetLabels()["team"]}}
		},
	}
	want := lines(`
		Pod a/p-2 Live asked held=x.example.com/x(x)
		Pod a/p-1 Live held=x.example.com/x(x)
		Pod a/p-3 Live held=x.example.com/x(x)
		Pod a/p-2 -> Pod a/p-1 team
		Pod a/p-2 -> Pod a/p-3 team`)
	if diff := cmp.Diff(want, answerOf(t, m, Tracer{Linker: k}, target(pods, "a/p-2"))); diff != "" {
		t.Errorf("below (-want +got):\n%s", diff)
	}
	k.joins = func(obj *unstructured.Unstructured) []Join {
		return []Join{{Rule: "team", Key: "team", Value: obj.GetLabels()["team"], Up: true}}
	}
	want = lines(`
		Pod a/p-2 Live asked held=x.example.com/x(x)
		Pod a/p-1 Live held=x.example.com/x(x)
		Pod a/p-3 Live held=x.example.com/x(x)
		Pod a/p-1 -> Pod a/p-2 team
		Pod a/p-3 -> Pod a/p-2 team`)
	if diff := cmp.Diff(want, answerOf(t, m, Tracer{Linker: k}, target(pods, "a/p-2"))); diff != "" {
		t.Errorf("above (-want +got):\n%s", diff)
	}
}

// Two objects without the label may each have all carriers below them.
func TestEachParentHasItsCarriers(t *testing.T) {
	m := newMemory(
		object(configMaps, "a/c-1"), object(configMaps, "a/c-2"),
		object(pods, "a/p", labelled("team", "x")),
	)
	k := &knowing{want: Want{Labels: []string{"team"}}, joins: func(*unstructured.Unstructured) []Join {
		return []Join{{Rule: "team", Key: "team", Value: "x"}}
	}}
	want := lines(`
		ConfigMap a/c-1 Live asked
		ConfigMap a/c-2 Live asked
		Pod a/p Live
		ConfigMap a/c-1 -> Pod a/p team
		ConfigMap a/c-2 -> Pod a/p team`)
	got := answerOf(t, m, Tracer{Linker: k}, target(configMaps, "a/c-1"), target(configMaps, "a/c-2"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
}

// TestJoinIsBounded has every ConfigMap claim every pod.
func TestJoinIsBounded(t *testing.T) {
	const each = 150
	k := &knowing{want: Want{Labels: []string{"team"}}, joins: func(obj *unstructured.Unstructured) []Join {
		if obj.GetKind() == "Pod" {
			return nil
		}
		return []Join{{Rule: "team", Key: "team", Value: "x"}}
	}}
	m := newMemory(many(each, pods, "a/p-", labelled("team", "x"), held("x.example.com/x"))...)
	claims := many(each, configMaps, "a/c-")
	var targets []Target
	for _, obj := range claims {
		m.put(obj)
		targets = append(targets, target(configMaps, "a/"+obj.GetName()))
	}
	g, err := (&Tracer{Reader: m, Linker: k, Now: at}).Trace(t.Context(), targets)
	if err != nil {
		t.Fatal(err)
	}
	if most := joinMost + 2*each; len(g.Edges) > most || len(g.Edges) < joinMost {
		t.Errorf("got %d edges, want up to %d", len(g.Edges), most)
	}
	want := []Problem{{About: Part{Words: "objects with the label team=x"}, Reason: LimitReached, Message: "too many objects claim too many others by it"}}
	if diff := cmp.Diff(want, g.Incomplete); diff != "" {
		t.Errorf("incomplete (-want +got):\n%s", diff)
	}
	m = newMemory(append(many(each, pods, "a/p-", labelled("team", "x")), claims[0])...)
	if g, err = (&Tracer{Reader: m, Linker: k, Now: at}).Trace(t.Context(), targets[:1]); err != nil || len(g.Incomplete) > 0 {
		t.Errorf("one claim: got %v and %v, want a complete answer", g.Incomplete, err)
	}
}

// TestOwnerKeepsItsOwnName has an owner that a scan of all namespaces keeps no
// name of, and dependents that call it differently, in any order.
func TestOwnerKeepsItsOwnName(t *testing.T) {
	want := lines(`
		Rack top Live asked
		ConfigMap a/real Live
		Pod a/p Live held=x.example.com/x()
		Rack top -> Pod a/p owner
		ConfigMap a/real -> Pod a/p owner OtherName`)
	for seed := range uint64(20) {
		m := newMemory(
			object(racks, "top"),
			object(configMaps, "a/real"),
			object(pods, "a/p", ownedBy(racks, "top"), ownerRef(configMaps, "wrong", uidOf(configMaps, "a/real")), held("x.example.com/x")),
			object(pods, "a/q", ownedBy(configMaps, "a/real")),
		)
		m.shuffle = rand.New(rand.NewPCG(seed, 1))
		if diff := cmp.Diff(want, answerOf(t, m, Tracer{}, target(racks, "top"))); diff != "" {
			t.Fatalf("wrong name, seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// A Namespace that comes into sight after the scan of everything still shows
// its objects with dependents, by their own names.
func TestContentSeenLateKeepsItsOwnNames(t *testing.T) {
	want := lines(`
		Rack top Live asked
		ConfigMap a/real Live
		Namespace a Live
		Pod a/p Live held=x.example.com/x(x)
		Rack top -> Namespace a to
		ConfigMap a/real -> Pod a/p owner OtherName
		Namespace a -> ConfigMap a/real namespace:content`)
	for seed := range uint64(20) {
		m := newMemory(
			object(racks, "top"),
			object(namespaces, "a"),
			object(configMaps, "a/real"),
			object(pods, "a/p", ownerRef(configMaps, "wrong", uidOf(configMaps, "a/real")), held("x.example.com/x")),
		)
		m.shuffle = rand.New(rand.NewPCG(seed, 1))
		k := &knowing{links: func(obj *unstructured.Unstructured) []Link {
			if obj.GetKind() != "Rack" {
				return nil
			}
			return []Link{{Rule: "to", Target: Ref{Kind: "Namespace", Name: "a"}}}
		}}
		if diff := cmp.Diff(want, answerOf(t, m, Tracer{Linker: k}, target(racks, "top"))); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// One object that breaks the list of its kind hides no other.
func TestBrokenListIsReadOneByOne(t *testing.T) {
	m := newMemory(many(30, widgets, "a/w-", ownedBy(configMaps, "a/top"), deleted(time.Hour), held("x.example.com/x"))...)
	m.put(object(configMaps, "a/top"))
	m.broken["widgets.example.com/w-b in namespace a"] = errors.New("bad object")
	k := &knowing{notes: map[string]string{"w-c": "seen"}}
	g, err := (&Tracer{Reader: listless{m}, Linker: k, Now: at}).Trace(t.Context(), []Target{target(configMaps, "a/top")})
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{{About: Part{Group: "example.com", Resource: "widgets", Namespace: "a", Name: "w-b"}, Reason: ReadFailed, Message: "bad object"}}
	if diff := cmp.Diff(want, g.Incomplete); diff != "" {
		t.Errorf("incomplete (-want +got):\n%s", diff)
	}
	if noted := slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Note == "seen" }); !noted {
		t.Error("the other objects were not read whole")
	}
}

// listless is a memory whose lists of whole objects fail.
type listless struct{ *memory }

func (listless) List(context.Context, Scope, func(*unstructured.Unstructured)) error {
	return errors.New("bad object")
}
