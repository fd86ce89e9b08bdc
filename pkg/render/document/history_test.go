package document

import (
	"reflect"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

func TestHistoryDocument(t *testing.T) {
	entries := []remove.Entry{
		{
			Time: "2026-03-01T12:00:00.123456789Z", Phase: "begun",
			Origin: remove.Origin{User: "eve", Host: "h", Server: "https://s", Context: "lab", Command: "kubectl finalizers remove pod/p --confirm"},
			Kind:   "Pod", Resource: "pods", Namespace: "shop", Name: "p", UID: "u", Finalizer: "a/b",
			Why: "HolderMissing: nobody is there", Overridden: []string{"Loss"}, Evidence: "sha256:0011", Backup: "/b/p.json",
		},
		{Time: "2026-03-01T12:00:01Z", Phase: "ended", Kind: "Pod", Resource: "pods", Name: "p", UID: "u", Finalizer: "a/b", Outcome: "Held", Message: "it is off", Left: []string{"c/d"}},
	}
	valid(t, "history", "", HistoryOf(nil))
	valid(t, "history", "", HistoryOf(entries))
	if entries[1].Overridden != nil {
		t.Error("what was given was changed")
	}
}

func TestHistorySchema(t *testing.T) {
	checkClosed(t, sample.Schema(t, "history"), map[string]reflect.Type{
		"": reflect.TypeFor[History](), "entry": reflect.TypeFor[remove.Entry](),
	})
	sameEnums(t, "history", "outcome")
	refuses(t, "history", soundHistory, []change{
		{"another phase", `"begun"`, `"paused"`, "at '/entries/0/phase': value must be one of 'begun', 'ended'"},
		{"another outcome", `"why":"w"`, `"why":"w","outcome":"Lost"`, "at '/entries/0/outcome': value must be one of 'Gone'"},
		{"no time", "2026-03-01T12:00:00.5Z", "noon", "at '/entries/0/time': 'noon' is not valid date-time"},
		{"null list", `"overridden":[]`, `"overridden":null`, "at '/entries/0/overridden': got null, want array"},
	})
}

const soundHistory = `{"apiVersion":"finalizers.kubectl.dev/v1","kind":"RemovalHistory","entries":[{"time":"2026-03-01T12:00:00.5Z","phase":"begun","server":"s",` +
	`"group":"","kind":"Pod","resource":"pods","name":"p","uid":"u","finalizer":"a/b","why":"w","overridden":[],"evidence":"e"}]}`
