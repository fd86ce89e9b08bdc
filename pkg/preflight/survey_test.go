package preflight

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestSurvey foretells what comes of deletes by what the catalogue knows of projects. An
// archive of testdata/survey has objects, and then sections: "kind group name namespace" is
// what is deleted, and its text what comes of that, one line an object by UID. Lines that
// begin with > say what it rests on.
func TestSurvey(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/survey/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no archives: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(text)
		reader, err := dump.OpenFS(t.Context(), fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: archive.Files[0].Data}})
		if err != nil {
			t.Fatal(err)
		}
		s := &Surveyor{Reader: reader, Catalogue: known, Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
		for _, section := range archive.Files[1:] {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+section.Name, func(t *testing.T) {
				got := surveyed(t, s, section.Name)
				if want := strings.TrimSpace(string(section.Data)); !sameLines(got, want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

// TestSurveyMany has more objects of a kind than are judged: what the others say themselves keeps
// their holder, and what is lost with them is told, all the same.
func TestSurveyMany(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusters.apps.kubeblocks.io, uid: crd}
spec: {group: apps.kubeblocks.io, scope: Namespaced, names: {kind: Cluster, plural: clusters}, versions: [{name: v1, served: true, storage: true}]}
---
{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: shop}, spec: {finalizers: [kubernetes]}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: kubeblocks, namespace: kb-system, uid: kb, generation: 1}, spec: {replicas: 1, selector: {matchLabels: {app: kubeblocks}}, template: {metadata: {labels: {app: kubeblocks}}, spec: {containers: [{name: manager, image: "apecloud/kubeblocks:1.0.0"}]}}}, status: {observedGeneration: 1, replicas: 1, readyReplicas: 1, availableReplicas: 1, conditions: [{type: Available, status: "True"}]}}
`)
	const all = mostAlike + 5
	for i := range all {
		policy := "Delete"
		if i == 0 || i == all-1 { // judged, and not
			policy = "DoNotTerminate"
		}
		fmt.Fprintf(&b, "---\n{apiVersion: apps.kubeblocks.io/v1, kind: Cluster, metadata: {name: c%02d, namespace: shop, uid: c%02d, finalizers: [cluster.kubeblocks.io/finalizer]}, spec: {terminationPolicy: %s, providerID: db-%02d}}\n", i, i, policy, i)
	}
	reader, err := dump.OpenFS(t.Context(), fstest.MapFS{"objects.yaml": &fstest.MapFile{Data: []byte(b.String())}})
	if err != nil {
		t.Fatal(err)
	}
	s := &Surveyor{Reader: reader, Catalogue: known, Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	act := Act{Verb: Delete, Objects: []trace.Ref{{Kind: "Namespace", Name: "shop"}}}
	situation, err := s.Survey(t.Context(), []trace.Target{{Kind: trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}, Name: "shop"}}, act)
	if err != nil {
		t.Fatal(err)
	}
	f := Foresee(situation, act)
	for i := range f.Fates {
		n := &f.Fates[i]
		want := GoesAfter
		if n.Name == "shop" || n.UID == "c00" || n.UID == "c24" {
			want = Hangs
		}
		if n.Outcome != want {
			t.Errorf("%s: %s, want %s", n.UID, n.Outcome, want)
		}
		if n.Kind == "Cluster" && !strings.Contains(n.Cost.Identity, "db-"+n.UID[1:]) {
			t.Errorf("%s: nothing is said of what is lost with it: %+v", n.UID, n.Cost)
		}
	}
	for _, name := range []string{"c00", "c24"} {
		if got := steppedOn(f, name); !slices.Equal(got, []string{name}) {
			t.Errorf("the first steps for %s are about %q", name, got)
		}
	}
	if len(f.Fates) != all+1 {
		t.Errorf("%d fates", len(f.Fates))
	}
}

// steppedOn are the names of what the first steps for an object change.
func steppedOn(f *Forecast, uid string) []string {
	var out []string
	for i := range f.Fates {
		for _, h := range f.Fates[i].On {
			if f.Fates[i].UID == uid && h.Hold != nil && len(h.Hold.Next) > 0 {
				out = append(out, h.Hold.Next[0].Target.Name)
			}
		}
	}
	return out
}

func surveyed(t *testing.T, s *Surveyor, deleted string) string {
	t.Helper()
	words := append(strings.Fields(deleted), "")
	ref := trace.Ref{Kind: words[0], Group: strings.TrimPrefix(words[1], "core"), Name: words[2], Namespace: words[3]}
	kinds, _, err := s.Reader.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if k.Group != ref.Group || k.Kind != ref.Kind {
			continue
		}
		act := Act{Verb: Delete, Cascade: Background, Objects: []trace.Ref{ref}}
		situation, err := s.Survey(t.Context(), []trace.Target{{Kind: k, Namespace: ref.Namespace, Name: ref.Name}}, act)
		if err != nil {
			t.Fatal(err)
		}
		f := Foresee(situation, act)
		lines := []string{told(f)}
		for i := range f.Fates {
			for _, h := range f.Fates[i].On {
				if h.Sort == Held || h.Sort == Gate {
					lines = append(lines, "> "+f.Fates[i].UID+" "+h.Message)
				}
			}
		}
		return strings.Join(lines, "\n")
	}
	t.Fatalf("no %s is served", ref.Kind)
	return ""
}
