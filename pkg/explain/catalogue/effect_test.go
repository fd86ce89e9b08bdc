package catalogue

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

func TestEffectOf(t *testing.T) {
	for command, want := range map[string]explain.Effect{
		"kubectl get {object} -o yaml":                           explain.Reads,
		"kubectl auth can-i get pods":                            explain.Reads,
		"kubectl auth reconcile -f roles.yaml":                   explain.Unbounded,
		"kubectl config get-contexts":                            explain.Reads,
		"kubectl config use-context other":                       explain.Unbounded,
		"kubectl rollout status {holder}":                        explain.Reads,
		"kubectl rollout restart {holder}":                       explain.Unbounded,
		"kubectl rollout":                                        explain.Unbounded,
		"kubectl finalizers remove {object}":                     explain.Reads,
		"kubectl finalizers remove {object} --confirm":           explain.Deletes,
		"kubectl finalizers remove {object} --confirm=0a1b":      explain.Deletes,
		"kubectl label {object} a=b":                             explain.Changes,
		"kubectl edit {object}":                                  explain.Changes,
		"kubectl scale {holder} --replicas=3":                    explain.Unbounded,
		"kubectl scale {holder} --replicas=0":                    explain.Stops,
		"kubectl drain {blocker}":                                explain.Stops,
		"kubectl delete {other}":                                 explain.Deletes,
		"kubectl delete {other} --dry-run=server":                explain.Reads,
		"kubectl delete {other} --dry-run=server --dry-run=none": explain.Deletes,
		"kubectl delete {other} --dry-run=none":                  explain.Deletes,
		"kubectl delete --raw /api/v1/pods/a --dry-run=server":   explain.Deletes,
		"kubectl -n get delete pods --all":                       explain.Unbounded,
		"kubectl exec {object} -- true":                          explain.Unbounded,
		"kubectl apply -f gear.yaml":                             explain.Unbounded,
		"kubectl replace --force -f gear.yaml":                   explain.Unbounded,
		"kubectl":                                                explain.Unbounded,
		"kubectl-delete {object}":                                explain.Unbounded,
		"sh -c true":                                             explain.Unbounded,
	} {
		if got := effectOf(strings.Fields(command)); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

// TestEveryStepHasItsEffect looks at every step of the catalogue as it is compiled.
func TestEveryStepHasItsEffect(t *testing.T) {
	seen := map[explain.Effect]int{}
	for _, k := range load(t).checks {
		if len(k.Steps) != len(k.Next) {
			t.Fatalf("%s: %d of %d steps are compiled", k.ID, len(k.Steps), len(k.Next))
		}
		for _, s := range k.Steps {
			seen[s.Effect]++
			switch {
			case len(s.Command) > 0 && (s.Effect == "" || s.Effect.Milder(effectOf(s.Command))):
				t.Errorf("%s: %q: %s does not fit %v", k.ID, s.Text, s.Effect, s.Command)
			case len(s.Command) > 0 && s.Effect != explain.Reads && s.Target == "":
				t.Errorf("%s: %q: %s, and nothing tells to what", k.ID, s.Text, s.Effect)
			case s.Effect == explain.Unbounded:
				t.Errorf("%s: %q: nobody knows what %v does", k.ID, s.Text, s.Command)
			}
		}
	}
	if seen[explain.Reads] < 50 || seen[explain.Unprotects] < 4 {
		t.Errorf("saw only %v", seen)
	}
}
