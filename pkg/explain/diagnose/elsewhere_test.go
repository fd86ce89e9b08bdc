package diagnose_test

import (
	"strings"
	"testing"
)

// What the other cluster says of the object of the same name is told, and what
// it does not have is a reason to be careful.
func TestElsewhere(t *testing.T) {
	catalogue := builtIn(t)
	here := `
# ask: persistentvolumeclaims/a shop
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, deletionTimestamp: "2026-03-01T11:00:00Z", deletionGracePeriodSeconds: 0, finalizers: [example.com/hold]}
`
	there := func(uid, more string) string {
		return `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: a, namespace: shop, uid: ` + uid + `, creationTimestamp: "2026-02-01T11:00:00Z"` + more + `}
status: {phase: Bound}
`
	}
	const other = "22222222-0000-4000-8000-000000000002"
	tests := map[string]struct {
		there    string
		fact     string
		warnings int
	}{
		"it lives there":       {there(other, ""), "an object of this name lives there, made 28d ago and not being deleted; its phase is Bound; nothing tells that it stands for the same", 0},
		"it is going there":    {there(other, `, deletionTimestamp: "2026-03-01T11:30:00Z", finalizers: [a/b]`), "an object of this name is there, and is being deleted too, for 30m", 1},
		"it is not there":      {strings.Replace(there(other, ""), "name: a", "name: b", 1), "there is no object of this name", 1},
		"it is the same place": {there("11111111-0000-4000-8000-000000000001", ""), "it is the same cluster: the object there is this one", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := readCase(t, []byte(here), serverAnswers{})
			c.also = elsewhereWith(t, []byte(tt.there))
			hold := c.diagnose(t, catalogue).Objects[0].Holds[0]
			var facts []string
			for _, e := range hold.Evidence {
				if e.Source == "context new" {
					facts = append(facts, e.Fact)
				}
			}
			if len(facts) != 1 || facts[0] != tt.fact || len(hold.Warnings) != tt.warnings {
				t.Errorf("got %q and warnings %q, want %q and %d", facts, hold.Warnings, tt.fact, tt.warnings)
			}
		})
	}
}
