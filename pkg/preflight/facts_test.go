package preflight

import (
	"errors"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

func object(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &o.Object); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestFacts has who deletes a volume, and whether the containers of a pod have ended.
func TestFacts(t *testing.T) {
	for text, want := range map[string]VolumeFacts{
		`{metadata: {annotations: {pv.kubernetes.io/provisioned-by: csi.example.com}}, spec: {persistentVolumeReclaimPolicy: Delete}, status: {phase: Bound}}`:                          {Policy: "Delete", Reclaimer: External, Bound: true},
		`{metadata: {annotations: {pv.kubernetes.io/provisioned-by: kubernetes.io/old}}, spec: {persistentVolumeReclaimPolicy: Delete}}`:                                                {Policy: "Delete", Reclaimer: Internal},
		`{metadata: {annotations: {pv.kubernetes.io/provisioned-by: kubernetes.io/old, pv.kubernetes.io/migrated-to: csi.example.com}}, spec: {persistentVolumeReclaimPolicy: Delete}}`: {Policy: "Delete", Reclaimer: External},
		`{spec: {persistentVolumeReclaimPolicy: Delete, hostPath: {path: /tmp/a}}}`:                                                                                                     {Policy: "Delete", Reclaimer: Internal},
		`{spec: {persistentVolumeReclaimPolicy: Delete, hostPath: {path: /var/a}}}`:                                                                                                     {Policy: "Delete"},
		`{spec: {persistentVolumeReclaimPolicy: Retain, nfs: {path: /a}}}`:                                                                                                              {Policy: "Retain"},
	} {
		if got := volumeFacts(object(t, text)); got != want {
			t.Errorf("%s: got %+v", text, got)
		}
	}
	for phase, ended := range map[string]bool{"Running": false, "Pending": false, "Succeeded": true, "Failed": true} {
		if got := podFacts(object(t, "{spec: {nodeName: node-1}, status: {phase: "+phase+"}}")); got != (PodFacts{Node: "node-1", Ended: ended}) {
			t.Errorf("%s: got %+v", phase, got)
		}
	}
}

// TestSpared has what holders leave, by what it says of itself, and near misses.
func TestSpared(t *testing.T) {
	for text, want := range map[string][2]bool{ // Flux, Argo CD
		`{kind: ConfigMap, metadata: {annotations: {}}}`:                                                         {false, false},
		`{kind: CustomResourceDefinition}`:                                                                       {false, true},
		`{metadata: {annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}}`:                               {true, false},
		`{metadata: {annotations: {kustomize.toolkit.fluxcd.io/prune: enabled}}}`:                                {false, false},
		`{metadata: {labels: {kustomize.toolkit.fluxcd.io/reconcile: disabled}}}`:                                {true, false},
		`{metadata: {annotations: {kustomize.toolkit.fluxcd.io/ssa: Ignore}}}`:                                   {true, false},
		`{metadata: {annotations: {helm.sh/resource-policy: keep}}}`:                                             {false, true},
		`{metadata: {annotations: {meta.helm.sh/release-name: a, helm.sh/resource-policy: keep}}}`:               {true, true},
		`{metadata: {annotations: {meta.helm.sh/release-name: a, kustomize.toolkit.fluxcd.io/prune: disabled}}}`: {false, false},
		`{metadata: {annotations: {argocd.argoproj.io/sync-options: "Prune=false, Delete=false"}}}`:              {false, true},
		`{metadata: {annotations: {argocd.argoproj.io/sync-options: "Prune=false"}}}`:                            {false, false},
	} {
		o := object(t, text)
		if got := [2]bool{fluxSpares(o), argoSpares(o)}; got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// TestSwitched reads a switch among the words that a workload is started with.
func TestSwitched(t *testing.T) {
	for args, want := range map[string][2]bool{
		`[--allow-crd-deletion]`:                             {true, true},
		`[-allow-crd-deletion=true]`:                         {true, true},
		`[--allow-crd-deletion=false]`:                       {false, true},
		`[--allow-crd-deletion, --allow-crd-deletion=false]`: {false, true},
		`[--allow-crd-deletion=$(ALLOW)]`:                    {false, false},
		`[--allow-crd-deletions, allow-crd-deletion]`:        {false, true},
		`[]`: {false, true},
	} {
		on, sure := switched(object(t, "{spec: {template: {spec: {containers: [{args: "+args+"}]}}}}"), kroSwitch)
		if [2]bool{on, sure} != want {
			t.Errorf("%s: got %t %t", args, on, sure)
		}
	}
	if _, sure := switched(object(t, "{}"), kroSwitch); sure {
		t.Error("nothing is known, and it is sure")
	}
}

// TestAnswer reads what the server says to a try.
func TestAnswer(t *testing.T) {
	gears := schema.GroupResource{Group: "example.com", Resource: "gears"}
	for name, c := range map[string]struct {
		err  error
		want Answer
		told bool
	}{
		"it would":              {nil, Answer{Allowed: true}, true},
		"it has gone":           {apierrors.NewNotFound(gears, "g"), Answer{}, false},
		"it has changed":        {apierrors.NewConflict(gears, "g", errors.New("other")), Answer{}, false},
		"it would not":          {apierrors.NewForbidden(gears, "g", errors.New("no")), Answer{Words: `gears.example.com "g" is forbidden: no`}, true},
		"a try that fails":      {apierrors.NewBadRequest("no dry run"), Answer{Words: "no dry run", Unsure: true}, true},
		"a server that is busy": {apierrors.NewTooManyRequests("later", 1), Answer{Words: "later", Unsure: true}, true},
		"nobody answers":        {errors.New("refused"), Answer{Words: "refused", Unsure: true}, true},
	} {
		if got, told := answerOf(c.err); got != c.want || told != c.told {
			t.Errorf("%s: got %+v %t", name, got, told)
		}
	}
}
