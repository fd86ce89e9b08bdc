package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// judged diagnoses the object "it" of a resource, for a removal. What is not to be read
// is hidden from the diagnosis alone, so that nobody else has told of it.
func judged(t *testing.T, resource, objects string, answers serverAnswers) (explain.Object, []trace.Problem) {
	t.Helper()
	catalogue := builtIn(t)
	read, err := dump.OpenFS(t.Context(), fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: []byte("# what there is\n" + objects)}})
	if err != nil {
		t.Fatal(err)
	}
	server := &fakeServer{read, answers}
	kinds, _, err := server.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	target, err := targetOf(kinds, []string{resource + "/it", "shop"})
	if err != nil {
		t.Fatal(err)
	}
	tracer := trace.Tracer{Reader: &fakeServer{Dump: read}, Linker: catalogue, Now: whyAt}
	graph, err := tracer.Trace(t.Context(), []trace.Target{target})
	if err != nil {
		t.Fatal(err)
	}
	diagnoser := diagnose.Diagnoser{Reader: server, Catalogue: catalogue, Now: whyAt, Owned: true, Timeline: true}
	d, err := diagnoser.Diagnose(t.Context(), graph)
	if err != nil {
		t.Fatal(err)
	}
	return d.Objects[0], d.Incomplete
}

const (
	going = `uid: 11111111-0000-4000-8000-000000000001, finalizers: [example.com/theirs], creationTimestamp: "2026-03-01T10:00:00Z", ` +
		`deletionTimestamp: "2026-03-01T11:40:00Z", deletionGracePeriodSeconds: 0`
	rootKind = `
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: roots.example.com, uid: 11111111-0000-4000-8000-000000000009, creationTimestamp: "2026-03-01T10:00:00Z"}
spec: {group: example.com, scope: Cluster, names: {kind: Root, plural: roots}, versions: [{name: v1, served: true, storage: true}]}
`
	root  = `{apiVersion: example.com/v1, kind: Root, metadata: {name: it, ` + going + `}}` + rootKind
	child = `
---
apiVersion: v1
kind: ConfigMap
metadata: {name: child, namespace: far, uid: 11111111-0000-4000-8000-000000000002, creationTimestamp: "2026-03-01T10:00:00Z", FIELDS
  ownerReferences: [{apiVersion: example.com/v1, kind: Root, name: it, uid: 11111111-0000-4000-8000-000000000001}]}
`
)

// TestOwned looks in all namespaces for what an object in none owns, and says where
// it could not look.
func TestOwned(t *testing.T) {
	live := strings.ReplaceAll(child, "FIELDS", "")
	leaving := strings.ReplaceAll(child, "FIELDS", `finalizers: [x/y], deletionTimestamp: "2026-03-01T11:40:00Z", deletionGracePeriodSeconds: 0,`)
	space := `{apiVersion: v1, kind: Namespace, metadata: {name: it, ` + going + `}, spec: {finalizers: [kubernetes]}, status: {phase: Terminating}}`
	for name, tt := range map[string]struct {
		resource, objects string
		hidden            string
		owned, unread     int
	}{
		"a live object in another namespace": {resource: "roots.example.com", objects: root + live, owned: 1},
		"one that is going itself":           {resource: "roots.example.com", objects: root + leaving},
		"one of another root":                {resource: "roots.example.com", objects: root + strings.ReplaceAll(live, "8000-000000000001", "8000-000000000007")},
		"nothing":                            {resource: "roots.example.com", objects: root},
		"it could not be read":               {resource: "roots.example.com", objects: root + live, hidden: "configmaps", unread: 1},
		"of a namespace":                     {resource: "namespaces", objects: space + strings.ReplaceAll(live, "apiVersion: example.com/v1, kind: Root", "apiVersion: v1, kind: Namespace"), owned: 1},
	} {
		t.Run(name, func(t *testing.T) {
			answers := serverAnswers{}
			if tt.hidden != "" {
				answers.Unreadable = map[string]string{tt.hidden: "not for you"}
			}
			o, unread := judged(t, tt.resource, tt.objects, answers)
			if o.Owned == nil || len(o.Owned) != tt.owned || len(unread) != tt.unread {
				t.Errorf("owns %v, unread %v", o.Owned, unread)
			}
		})
	}
}

// TestGoes prices what goes with an object, whosever its last finalizer is.
func TestGoes(t *testing.T) {
	claim := `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: it, namespace: shop, ` + going + `}, spec: {volumeName: pv}, status: {phase: Bound}}`
	volume := func(policy, uid string) string {
		return "\n---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv, uid: 11111111-0000-4000-8000-000000000003}, spec: {persistentVolumeReclaimPolicy: " + policy +
			", claimRef: {namespace: shop, name: it, uid: " + uid + "}}, status: {phase: Bound}}"
	}
	const own, other = "11111111-0000-4000-8000-000000000001", "11111111-0000-4000-8000-000000000007"
	pod := "\n---\n{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: 11111111-0000-4000-8000-000000000004}, spec: {nodeName: node-1, volumes: [{name: v, persistentVolumeClaim: {claimName: it}}]}}"
	definition := strings.ReplaceAll(strings.ReplaceAll(rootKind, "name: roots.example.com,", "name: it, finalizers: [example.com/theirs], deletionTimestamp: \"2026-03-01T11:40:00Z\", deletionGracePeriodSeconds: 0,"), "\n---\n", "")
	for name, tt := range map[string]struct {
		resource, objects string
		risk, says        string
	}{
		"a claim of a volume that is deleted": {"persistentvolumeclaims", claim + volume("Delete", own), "high", "volume goes with all its data"},
		"a claim of a volume that is kept":    {"persistentvolumeclaims", claim + volume("Retain", own), "low", "its volume stays"},
		"a claim that a pod uses":             {"persistentvolumeclaims", claim + volume("Retain", own) + pod, "medium", "under pod web"},
		"a claim whose volume is another's":   {"persistentvolumeclaims", claim + volume("Delete", other), "", ""},
		"a volume":                            {"persistentvolumes", strings.ReplaceAll(volume("Delete", own), "name: pv, uid: 11111111-0000-4000-8000-000000000003", "name: it, "+going), "high", "loses its volume"},
		"a definition with an object":         {"customresourcedefinitions.apiextensions.k8s.io", definition + "\n---\n{apiVersion: example.com/v1, kind: Root, metadata: {name: left, uid: 11111111-0000-4000-8000-000000000005}}", "high", "1 object of its kind stays"},
		"a definition without one":            {"customresourcedefinitions.apiextensions.k8s.io", definition, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := judged(t, tt.resource, tt.objects, serverAnswers{})
			if string(o.Goes.Risk) != tt.risk || !strings.Contains(o.Goes.Loss, tt.says) || tt.says == "" && o.Goes != (explain.Cost{}) {
				t.Errorf("goes: %+v", o.Goes)
			}
			if cost := o.Holds[0].Cost; !strings.Contains(cost.Loss, tt.says) {
				t.Errorf("the last finalizer costs %+v", cost)
			}
		})
	}
}
