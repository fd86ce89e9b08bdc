package demo_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// TestDemo runs what make demo runs, and reads the answers.
func TestDemo(t *testing.T) {
	plugin := labtest.Plugin(t)
	wants := map[string][]string{
		"capi-move-doomed": {
			"cluster.cluster.x-k8s.io/demo deleting", "the Cluster is paused (spec.paused)",
			"run clusterctl move into this cluster before it is gone: with a new finalizer it is refused",
			"no new finalizers can be added if the object is being deleted", "refused Loss",
		},
		"capi-paused-copy": {
			"! says Deleting=False (NotDeleting) and Paused=True", "source copy of a clusterctl move",
			"Never un-pause it", "remove clusters.cluster.x-k8s.io/moved",
		},
		"kro-uid": {
			"nobody will remove it: it is of kro up to v0.1.0", "the UID in it is the object's own; nothing that it made is left",
			"Status says InstanceSynced=True", "no object has the marks that kro puts on what it made (low risk)",
		},
		"crossplane-foreground": {
			"condition Synced=False (ReconcileError)", "BucketNotEmpty", "labbucket.lab.example.org/prod deleting", "prod-bucket-42",
			"delete it again without --cascade=foreground", "refused HolderAble",
		},
		"kruise-prenormal": {
			"not being deleted Because all that CloneSet web waits for", "CloneSetEventHandlerOptimization",
			"kubectl annotate clonesets.apps.kruise.io/web", "refused NotDeleting",
		},
	}
	for _, incident := range demo.Incidents() {
		t.Run(incident.Name, func(t *testing.T) {
			words, err := demo.Words(".", incident)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := demo.Show(t.Context(), &out, incident, demo.Asking{Plugin: plugin, Words: words}); err != nil {
				t.Fatal(err)
			}
			if len(wants[incident.Name]) == 0 {
				t.Error("nothing is expected of it")
			}
			// Lines are folded to the width of a terminal; the words are the same.
			answer := strings.Join(strings.Fields(out.String()), " ")
			for _, want := range wants[incident.Name] {
				if !strings.Contains(answer, want) {
					t.Errorf("the answer lacks %q:\n%s", want, &out)
				}
			}
		})
	}
}
