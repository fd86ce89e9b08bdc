package catalogue

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// served are kinds of a cluster that has a bit of everything.
var served = []trace.Kind{
	{Kind: "Pod", Listable: true},
	{Kind: "Node", Listable: true},
	{Kind: "Secret", Listable: true},
	{Kind: "ConfigMap", Listable: true},
	{Kind: "Service", Listable: true},
	{Kind: "PersistentVolumeClaim", Listable: true},
	{Kind: "PersistentVolume", Listable: true},
	{Group: "apps", Kind: "Deployment", Listable: true},
	{Group: "apps", Kind: "StatefulSet", Listable: true},
	{Group: "batch", Kind: "Job", Listable: true},
	{Group: "storage.k8s.io", Kind: "VolumeAttachment", Listable: true},
	{Group: "longhorn.io", Kind: "VolumeAttachment", Listable: true},
	{Group: "argoproj.io", Kind: "Application", Listable: true},
	{Group: "argoproj.io", Kind: "AppProject", Listable: true},
	{Group: "aws.upbound.io", Kind: "ProviderConfig", Listable: true},
	{Group: "aws.upbound.io", Kind: "ProviderConfigUsage", Listable: true},
	{Group: "gcp.upbound.io", Kind: "ProviderConfigUsage", Listable: true},
	{Group: "s3.aws.upbound.io", Kind: "Bucket", Categories: []string{"crossplane", "managed"}, Listable: true},
	{Group: "xp.example.org", Kind: "XBucket", Categories: []string{"composite"}, Listable: true},
	{Group: "protection.crossplane.io", Kind: "ClusterUsage", Listable: true},
	{Group: "protection.crossplane.io", Kind: "Usage"}, // not listable
	{Group: "cluster.x-k8s.io", Kind: "Cluster", Listable: true},
	{Group: "example.org", Kind: "Widget", Listable: true},
}

func names(kinds []trace.Kind) string {
	var out []string
	for _, k := range kinds {
		out = append(out, strings.TrimSuffix(k.Kind+"."+k.Group, "."))
	}
	return strings.Join(out, " ")
}

func TestSources(t *testing.T) {
	want := map[string]string{
		"PersistentVolumeClaim":         "Pod",
		"PersistentVolume":              "VolumeAttachment.storage.k8s.io",
		"Node":                          "VolumeAttachment.storage.k8s.io",
		"AppProject.argoproj.io":        "Application.argoproj.io",
		"ProviderConfig.aws.upbound.io": "ProviderConfigUsage.aws.upbound.io",
		"Bucket.s3.aws.upbound.io":      "ClusterUsage.protection.crossplane.io",
		"XBucket.xp.example.org":        "ClusterUsage.protection.crossplane.io",
	}
	c := load(t)
	got := map[string]string{}
	for _, k := range served {
		if sources := names(c.Sources(k, served)); sources != "" {
			got[names([]trace.Kind{k})] = sources
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a kind that is read without need costs every run (-want +got):\n%s", diff)
	}
}

func TestNeedsWhole(t *testing.T) {
	c := load(t)
	var whole []trace.Kind
	for _, k := range served {
		if c.NeedsWhole(k) {
			whole = append(whole, k)
		}
	}
	want := "PersistentVolumeClaim PersistentVolume VolumeAttachment.storage.k8s.io Application.argoproj.io " +
		"ProviderConfig.aws.upbound.io Bucket.s3.aws.upbound.io XBucket.xp.example.org " +
		"ClusterUsage.protection.crossplane.io Usage.protection.crossplane.io Cluster.cluster.x-k8s.io"
	if got := names(whole); got != want {
		t.Errorf("read whole are\n%s, want\n%s", got, want)
	}
}

func TestWant(t *testing.T) {
	want := trace.Want{
		Labels: []string{
			"applyset.kubernetes.io/part-of",
			"apps.kruise.io/cloneset-instance-id",
			"cluster.x-k8s.io/cluster-name",
			"crr.apps.kruise.io/pod-uid",
			"internal.kro.run/instance-id",
			"internal.kro.run/resource-graph-definition-name",
			"kro.run/instance-id",
			"kro.run/resource-graph-definition-name",
			"kubernetes.io/service-name",
		},
		Annotations: []string{"meta.helm.sh/release-name"},
	}
	c := load(t)
	if diff := cmp.Diff(want, c.Want()); diff != "" {
		t.Errorf("Want (-want +got):\n%s", diff)
	}
	c.Want().Labels[0] = "changed"
	if diff := cmp.Diff(want, c.Want()); diff != "" {
		t.Errorf("a caller can change the catalogue:\n%s", diff)
	}
}

// noteCases has for each note an object that gets it and one that does not.
var noteCases = map[string]struct {
	kind      trace.Kind
	yes, no   string
	wantsText string
}{
	"crossplane:paused": {
		trace.Kind{Group: "xp.example.org", Kind: "XBucket"},
		`{"metadata":{"annotations":{"crossplane.io/paused":"true"}}}`,
		`{"metadata":{"annotations":{"crossplane.io/paused":"false"}}}`, "paused",
	},
	"crossplane:no-policies": {
		trace.Kind{Group: "s3.aws.upbound.io", Kind: "Bucket", Categories: []string{"managed"}},
		`{"spec":{"managementPolicies":[]}}`, `{"spec":{"managementPolicies":["*"]}}`, "paused by empty managementPolicies",
	},
	"crossplane:in-use": {
		trace.Kind{Group: "xp.example.org", Kind: "XBucket"},
		`{"metadata":{"labels":{"crossplane.io/in-use":"true"}}}`, `{"metadata":{"labels":{"a":"b"}}}`, "protected by a Usage",
	},
	"capi:moved": {
		trace.Kind{Group: "cluster.x-k8s.io", Kind: "Cluster"},
		`{"metadata":{"annotations":{"clusterctl.cluster.x-k8s.io/delete-for-move":""}},"spec":{"paused":true}}`,
		`{"metadata":{"annotations":{"clusterctl.cluster.x-k8s.io/block-move":""}}}`, "source copy of a clusterctl move",
	},
	"capi:paused": {
		trace.Kind{Group: "cluster.x-k8s.io", Kind: "Cluster"},
		`{"spec":{"paused":true}}`, `{"spec":{"paused":false}}`, "paused",
	},
	"capi:paused-by-annotation": {
		trace.Kind{Group: "infrastructure.cluster.x-k8s.io", Kind: "DockerMachine"},
		`{"metadata":{"annotations":{"cluster.x-k8s.io/paused":""}}}`, `{"metadata":{"labels":{"cluster.x-k8s.io/paused":""}}}`, "paused",
	},
	"kro:reconcile": {
		trace.Kind{Group: "example.org", Kind: "WebApp"},
		`{"metadata":{"annotations":{"kro.run/reconcile":"suspended"}}}`,
		`{"metadata":{"annotations":{"kro.run/reconcile":"enabled"}}}`, "kro reconciliation suspended",
	},
	"kruise:delete-protection": {
		trace.Kind{Group: "apps.kruise.io", Kind: "CloneSet"},
		`{"metadata":{"labels":{"policy.kruise.io/delete-protection":"Cascading"}}}`,
		`{"metadata":{"labels":{"policy.kruise.io/delete-protection":""}}}`, "delete protection",
	},
	"kruise:preparing-delete": {
		trace.Kind{Kind: "Pod"},
		`{"metadata":{"labels":{"lifecycle.apps.kruise.io/state":"PreparingDelete"}}}`,
		`{"metadata":{"labels":{"lifecycle.apps.kruise.io/state":"Normal"}}}`, "preparing for deletion",
	},
	"kruise:preparing-normal": {
		trace.Kind{Kind: "Pod"},
		`{"metadata":{"labels":{"lifecycle.apps.kruise.io/state":"PreparingNormal"}}}`,
		`{"metadata":{"labels":{"lifecycle.apps.kruise.io/state":"Normal"}}}`, "PreparingNormal: not Normal yet",
	},
	"flux:suspended": {
		trace.Kind{Group: "kustomize.toolkit.fluxcd.io", Kind: "Kustomization"},
		`{"spec":{"suspend":true}}`, `{"spec":{"suspend":false}}`, "suspended",
	},
}

func decode(tb testing.TB, text string) *unstructured.Unstructured {
	tb.Helper()
	obj := &unstructured.Unstructured{}
	if err := json.Unmarshal([]byte(text), &obj.Object); err != nil {
		tb.Fatal(err)
	}
	return obj
}

func TestNotes(t *testing.T) {
	c := load(t)
	for _, n := range merge(builtin(t)).notes {
		tt, ok := noteCases[n.ID]
		if !ok {
			t.Errorf("the note %q has no case", n.ID)
			continue
		}
		if got := c.Note(tt.kind, decode(t, tt.yes)); got != tt.wantsText {
			t.Errorf("%s: Note = %q, want %q", n.ID, got, tt.wantsText)
		}
		if got := c.Note(tt.kind, decode(t, tt.no)); got != "" {
			t.Errorf("%s: Note of a near miss = %q", n.ID, got)
		}
		if got := c.Note(tt.kind, decode(t, `{"metadata":{"name":"plain"},"spec":{}}`)); got != "" {
			t.Errorf("%s: Note of a healthy twin = %q", n.ID, got)
		}
	}
	suspended := `{"spec":{"suspend":true}}`
	if got := c.Note(trace.Kind{Group: "batch", Kind: "CronJob"}, decode(t, suspended)); got != "" {
		t.Errorf("a CronJob is none of Flux: %q", got)
	}
}

func TestNilObject(t *testing.T) {
	c, kind := load(t), trace.Kind{Kind: "PersistentVolumeClaim"}
	if c.Links(kind, nil) != nil || c.Joins(kind, nil) != nil || c.Note(kind, nil) != "" {
		t.Error("no object has no links, joins or note")
	}
	if got := c.Links(kind, &unstructured.Unstructured{}); got != nil {
		t.Errorf("an empty object has links: %v", got)
	}
}

// TestConcurrent asks a fresh catalogue from many sides; the race detector
// watches.
func TestConcurrent(t *testing.T) {
	c := load(t)
	obj := decode(t, `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"a","namespace":"n"},"spec":{"volumeName":"pv"}}`)
	want := c.Links(served[5], obj)
	c = load(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range served {
				k := served[(i+j)%len(served)]
				c.Links(k, obj)
				c.Joins(k, obj)
				c.Note(k, obj)
				c.Holder(k, fmt.Sprintf("example%d.org/finalizer", j))
				c.Sources(k, served)
			}
			if diff := cmp.Diff(want, c.Links(served[5], obj)); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
}

// FuzzObject hands objects of any shape to every rule.
func FuzzObject(f *testing.F) {
	c := load(f)
	f.Add(`{"apiVersion":"v1","metadata":{"name":"a","labels":{"kro.run/instance-id":1},"annotations":[]},"spec":{"claimRef":{"name":2},"volumes":[null,{}]}}`)
	f.Add(`{"apiVersion":3,"webhooks":[{"clientConfig":{"service":null}}],"status":{"inventory":{"entries":[{"id":"__"}]},"history":[{}]}}`)
	f.Add(`{"spec":{"resourceRefs":{"a":"b"},"topology":[],"of":{},"by":7}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var object map[string]any
		if json.Unmarshal([]byte(text), &object) != nil || object == nil {
			return
		}
		obj := &unstructured.Unstructured{Object: object}
		for _, k := range served {
			for _, l := range c.Links(k, obj) {
				if l.Rule == "" || l.Target.Name == "" || l.Target.Kind == "" && l.Resource == "" {
					t.Errorf("a link that leads nowhere: %+v", l)
				}
			}
			for _, j := range c.Joins(k, obj) {
				if j.Rule == "" || j.Key == "" || j.Value == "" {
					t.Errorf("a join that joins nothing: %+v", j)
				}
			}
			c.Note(k, obj)
		}
	})
}

func BenchmarkLinks(b *testing.B) {
	c := load(b)
	obj := decode(b, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"n","labels":{"app":"a"}},
		"spec":{"nodeName":"n1","volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"c"}}]},"status":{"phase":"Running"}}`)
	kind := trace.Kind{Kind: "Pod"}
	b.ReportAllocs()
	for b.Loop() {
		c.Links(kind, obj)
	}
}

// BenchmarkFirstLinks pays for the environment's rules of one kind.
func BenchmarkFirstLinks(b *testing.B) {
	obj := decode(b, `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"a","namespace":"n"},"spec":{"volumeName":"pv"}}`)
	for b.Loop() {
		load(b).Links(trace.Kind{Kind: "PersistentVolumeClaim"}, obj)
	}
}
