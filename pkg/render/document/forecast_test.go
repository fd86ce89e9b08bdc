package document

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fullForecast is an answer with all that there can be in one.
func fullForecast() *outlook.Answer {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ref := trace.Ref{Group: "example.org", Kind: "Bucket", Namespace: "shop", Name: "logs"}
	group := outlook.Group{Group: "example.org", Kind: "Bucket", Resource: "buckets", Count: 2, Objects: []trace.Ref{ref}}
	held := preflight.Hindrance{
		Sort: preflight.Held, Finalizer: "example.org/cleanup", Holder: explain.Holder{Name: "lab", Confidence: explain.Certain, Workload: ref},
		Now: explain.Running, Then: preflight.HolderGoes, Takes: 1, Ref: ref, Fate: 0, Message: "it goes", Decides: true,
	}
	node := trace.Node{Ref: ref, Resource: "buckets", UID: "u", State: trace.Live, Finalizers: []trace.Finalizer{{Name: "example.org/cleanup"}}}
	stop := outlook.Stop{Group: group, Hindrance: held, Takes: ref, Later: true, Waiting: 3}
	return &outlook.Answer{
		At: at, AtLeast: true, Operation: "uninstall", Title: "lab", Verdict: outlook.Refused, Reasons: outlook.Verdicts(),
		Forecast: &preflight.Forecast{At: at, Fates: []preflight.Fate{
			{Node: node, Count: 1, Outcome: preflight.Hangs, Why: preflight.Named, By: -1, Because: "it goes", On: []preflight.Hindrance{held}, Cost: explain.Cost{Loss: "all", Identity: "x", Risk: explain.RiskHigh}, Turn: 2},
			{Node: trace.Node{Ref: trace.Ref{Kind: "Pod", Namespace: "shop"}, State: trace.Live}, Count: 7, Outcome: preflight.Goes, Why: preflight.Owned, By: 0},
		}},
		Goes: []outlook.Group{group}, Lost: []outlook.Loss{{Group: group, Why: "all", Identities: []string{"x"}, Risk: explain.RiskHigh}},
		Hangs: []outlook.Stop{stop}, Refused: []outlook.Stop{stop}, Unsure: []outlook.Stop{stop},
		Behind: []outlook.Leftover{{Group: group, Sort: outlook.WebhookLeft, Harm: true, Because: "it stays"}},
		Traps:  []outlook.Trap{{Name: outlook.HolderInside, Message: "it goes", Objects: []trace.Ref{ref}, Of: ref}},
		Order:  []outlook.Step{{Text: "do it", Commands: [][]string{{"kubectl", "delete", "a b"}}, Checks: [][]string{{"kubectl", "get", "x\x1b"}}, Act: true, Choice: true}},
		Open:   []string{"nobody knows"}, Unseen: []string{"its hooks"},
		Incomplete: []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden, Message: "no"}},
	}
}

func TestForecastDocument(t *testing.T) {
	same := func(words []string) []string { return words }
	valid(t, "forecast", "", ForecastOf(&outlook.Answer{At: time.Now(), Operation: "delete", Title: "pods/a", Verdict: outlook.Safe, Reasons: []outlook.Verdict{outlook.Safe}, Forecast: &preflight.Forecast{}}, same))
	doc := ForecastOf(fullForecast(), same)
	valid(t, "forecast", "", doc)
	if got := doc.Order[0].Commands[0].Shell; got != "kubectl delete 'a b'" {
		t.Errorf("got %q", got)
	}
	if c := doc.Order[0].Checks[0]; c.Withheld == "" || len(c.Command) != 0 {
		t.Errorf("a word that a terminal obeys is in a command: %+v", c)
	}
}

func TestForecastSchema(t *testing.T) {
	checkClosed(t, sample.Schema(t, "forecast"), map[string]reflect.Type{
		"": reflect.TypeFor[Forecast](), "object": reflect.TypeFor[Ref](), "amount": reflect.TypeFor[Amount](), "loss": reflect.TypeFor[Loss](),
		"stop": reflect.TypeFor[Stop](), "leftover": reflect.TypeFor[Leftover](), "trap": reflect.TypeFor[Trap](),
		"orderStep": reflect.TypeFor[OrderStep](), "orderCommand": reflect.TypeFor[Runnable](), "fate": reflect.TypeFor[FateObject](),
		"hindrance": reflect.TypeFor[Hindrance](), "holder": reflect.TypeFor[Holder](), "cost": reflect.TypeFor[Cost](), "problem": reflect.TypeFor[Problem](),
	})
	sameEnums(t, "forecast", "state", "problemReason")
	defs := sample.Schema(t, "forecast")["$defs"].(map[string]any)
	for name, want := range map[string][]string{"verdict": all(outlook.Verdicts())} {
		if diff := cmp.Diff(want, texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s (-outlook +schema):\n%s", name, diff)
		}
	}
	refuses(t, "forecast", soundForecast, []change{
		{"another operation", `"operation":"delete"`, `"operation":"launch"`, "at '/operation': value must be one of 'delete', 'uninstall'"},
		{"no reason", `"reasons":["Safe"]`, `"reasons":[]`, "at '/reasons': minItems: got 0, want 1"},
		{"null list", `"order":[]`, `"order":null`, "at '/order': got null, want array"},
		{"unknown field", `"title":"t"`, `"title":"t","x":1`, `at '': additional properties 'x' not allowed`},
	})
}

func all[T ~string](list []T) []string {
	return each(list, func(v *T) string { return string(*v) })
}

const soundForecast = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Forecast","at":"2026-03-01T12:00:00Z","operation":"delete","title":"t","cascade":"background","complete":true,` +
	`"verdict":"Safe","reasons":["Safe"],"goes":[],"lost":[],"refused":[],"hangs":[],"unsure":[],"behind":[],"traps":[],"order":[],"open":[],"unseen":[],"objects":[],"incomplete":[]}`
