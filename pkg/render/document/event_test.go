package document

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// claim is one that a finalizer holds.
func claim() explain.Object {
	return explain.Object{
		Node:  trace.Node{Ref: trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data"}, UID: "u", State: trace.Deleting},
		Holds: []explain.Hold{{Finalizer: "kubernetes.io/pvc-protection", Verdict: explain.Waiting, Reason: explain.InUse, Message: "pod/web-0 still uses it"}},
	}
}

func TestEventDocument(t *testing.T) {
	held := claim()
	gone := EventOf(&follow.Event{Type: follow.Gone, Time: time.Now(), Object: &held, Recreated: "u"}, "")
	if o := gone.Object; o.State != "Gone" || o.Verdict != "Absent" || len(o.Holds) != 0 || gone.Recreated != "u" {
		t.Errorf("%+v", gone)
	}
	kept := EventOf(&follow.Event{Type: follow.Changed, Time: time.Now(), Object: &held}, "")
	if o := kept.Object; o.State != "Deleting" || o.Holds[0].Reason != "InUse" || o.Holds[0].Message != "pod/web-0 still uses it" {
		t.Errorf("%+v", kept)
	}
}

// TestEventSchemaIsTight keeps every object in the schema closed, and its fields
// and values those of the code.
func TestEventSchemaIsTight(t *testing.T) {
	root := sample.Schema(t, "watch")
	defs := root["$defs"].(map[string]any)
	checkClosed(t, root, map[string]reflect.Type{
		"": reflect.TypeFor[Event](), "object": reflect.TypeFor[WatchedObject](),
		"hold": reflect.TypeFor[WatchedHold](), "problem": reflect.TypeFor[Problem](),
	})
	properties := root["properties"].(map[string]any)
	types := []string{string(follow.Began), string(follow.Changed), string(follow.Gone), string(follow.Progress), string(follow.Stuck), string(follow.Silent), string(follow.Answers), string(follow.Incomplete), string(follow.Summary)}
	if diff := cmp.Diff(types, texts(properties["type"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
	outcomes := []string{string(follow.OutcomeGone), string(follow.OutcomeStuck), string(follow.OutcomeUndecided), string(follow.OutcomeTimedOut), string(follow.OutcomeInterrupted), string(follow.OutcomeQuit)}
	if diff := cmp.Diff(outcomes, texts(properties["outcome"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(sample.Constants(t, "trace")["State"], texts(defs["object"].(map[string]any)["properties"].(map[string]any)["state"].(map[string]any)["enum"])); diff != "" {
		t.Error(diff)
	}
}
