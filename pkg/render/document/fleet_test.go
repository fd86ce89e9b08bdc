package document

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// answersOf three clusters: one that answers, by two contexts, one that does in part, and one
// that does not.
func threeAnswers[T any](value *T) []fleet.Answer[T] {
	named := func(names ...string) fleet.Cluster {
		var c fleet.Cluster
		for _, name := range names {
			c.Contexts = append(c.Contexts, fleet.Context{Name: name, Server: "https://" + name})
		}
		return c
	}
	return []fleet.Answer[T]{
		{Cluster: named("a", "admin@a"), Value: value},
		{Cluster: named("b"), Value: value, Errs: []error{errors.New("pods/x not found")}},
		{Cluster: named("c"), Errs: []error{errors.New("no answer within 1m0s")}},
	}
}

func TestListDocuments(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	place := []explain.Place{{}}
	d := &explain.Diagnosis{
		At: at,
		Objects: []explain.Object{{
			Node: trace.Node{Ref: trace.Ref{Kind: "Pod", Namespace: "n", Name: "p"}, UID: "u", Asked: true, State: trace.Deleting}, Verdict: explain.Stuck,
			Holds: []explain.Hold{{Finalizer: "f", Verdict: explain.Stuck, Reason: explain.Silent, Message: "m", Holder: explain.Holder{Name: "h"}}},
		}},
		Causes: []explain.Cause{{Verdict: explain.Stuck, Reason: explain.Silent, Message: "m", Holder: explain.Holder{Name: "h"}, Holds: place, Chain: place, Frees: 1}},
	}
	list := DiagnosesOf(threeAnswers(d))
	valid(t, "list", "", list)
	if len(list.Causes) != 1 || list.Causes[0].Clusters != 2 || list.Causes[0].In[1] != (CausePlace{1, "b", 0}) || list.Complete {
		t.Errorf("got %+v, complete %t", list.Causes, list.Complete)
	}
	valid(t, "list", "", TracesOf(threeAnswers(&trace.Graph{At: at})))
	elsewhere := func(_ int, words ...string) []string { return own(words...) }
	valid(t, "list", "", PreflightsOf(threeAnswers(&preflight.Result{At: at}), elsewhere))
	if whole := TracesOf(threeAnswers(&trace.Graph{At: at})[:1]); !whole.Complete {
		t.Error("all that was asked has answered, and it is not complete")
	}
	gap := &trace.Graph{At: at, Incomplete: []trace.Problem{{About: trace.Part{Resource: "pods"}, Reason: trace.Forbidden}}}
	if TracesOf(threeAnswers(gap)[:1]).Complete {
		t.Error("an answer has a gap, and all are complete")
	}
}

func TestListSchema(t *testing.T) {
	checkClosed(t, sample.Schema(t, "list"), map[string]reflect.Type{
		"": reflect.TypeFor[List[Trace]](), "item": reflect.TypeFor[Item[Trace]](), "cause": reflect.TypeFor[SharedCause](), "place": reflect.TypeFor[CausePlace](),
	})
	refuses(t, "list", soundList, []change{
		{"neither answer nor error", `"errors":["e"]`, `"errors":[]`, "at '/items/1"},
		{"another answer", `"kind":"Preflight"`, `"kind":"Trace"`, "at '': 'allOf' failed\n  - at '/items/0/answer/kind': value must be 'Preflight'"},
		{"another list", `"PreflightList"`, `"PodList"`, "at '/kind': value must be one of"},
		{"causes of no diagnosis", `"causes":[]`, `"causes":[{"reason":"r","verdict":"v","message":"m","clusters":1,"in":[{"item":0,"context":"a","cause":0}]}]`, "at '': 'allOf' failed\n  - at '/causes': maxItems"},
		{"unknown field", `"context":"a"`, `"context":"a","x":1`, "at '/items/0': additional properties 'x' not allowed"},
	})
}

const soundList = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"PreflightList","complete":false,"causes":[],"items":[{"context":"a","contexts":["a"],"errors":[],` +
	`"answer":{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Preflight","at":"2026-03-01T12:00:00Z","operation":"move","complete":true,"kinds":1,"clusters":[],"obstacles":[],"incomplete":[]}},` +
	`{"context":"b","contexts":["b"],"errors":["e"]}]}`
