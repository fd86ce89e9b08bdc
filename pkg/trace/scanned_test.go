package trace

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// namesOf are the objects that were listed, in order.
func namesOf(all []Listed) []string {
	var names []string
	for i := range all {
		names = append(names, Describe(all[i].Kind, all[i].Namespace, all[i].Name))
	}
	slices.Sort(names)
	return names
}

func TestScanned(t *testing.T) {
	reader := newMemory(
		object(namespaces, "a"), object(deployments, "a/d"),
		object(replicaSets, "a/r", ownedBy(deployments, "a/d"), deleted(time.Hour), holdF),
		object(replicaSets, "a/s", ownedBy(deployments, "a/d")),
		object(configMaps, "a/marked", labelled("team", "red")),
		object(configMaps, "b/marked", labelled("team", "blue")),
		object(configMaps, "b/quiet"),
	)
	reader.broken[Describe(widgets, "", "")] = errors.New("no")
	reader.broken[Describe(widgets, "a", "")] = errors.New("no")
	trace := func(tracer Tracer) (s *Scanned) {
		t.Helper()
		tracer.Reader, tracer.Want = reader, Want{Labels: []string{"team"}}
		tracer.Scanned = func(told *Scanned) { s = told }
		if _, err := tracer.Trace(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		return s
	}

	all := trace(Tracer{Going: []string{""}, Deleting: true})
	quiet, found := all.Find(uidOf(configMaps, "b/quiet"))
	if !found || quiet.Name != "" || quiet.Namespace != "b" || quiet.Resource != "configmaps" {
		t.Errorf("a quiet object is %v, %v", quiet, found)
	}
	if _, found := all.Find("nobody"); found {
		t.Error("what is not there is found")
	}
	owned := all.Owned(uidOf(deployments, "a/d"))
	if diff := cmp.Diff([]string{"replicasets.apps/r in namespace a", "replicasets.apps/s in namespace a"}, namesOf(owned)); diff != "" {
		t.Errorf("owned (-want +got):\n%s", diff)
	}
	for _, l := range owned {
		if l.Owners[0].Name != "d" || l.Owners[0].UID != uidOf(deployments, "a/d") || (l.Name == "r") != (!l.Deleted.IsZero() && len(l.Finalizers) == 1) {
			t.Errorf("owned: %+v", l)
		}
	}
	if diff := cmp.Diff([]string{"configmaps/marked in namespace a"}, namesOf(all.Carrying("team", "red", false))); diff != "" {
		t.Errorf("carrying (-want +got):\n%s", diff)
	}
	if !all.Marks("team", false) || all.Marks("team", true) || all.Marks("other", false) {
		t.Error("it knows other marks than it was asked to")
	}

	one := trace(Tracer{Going: []string{"a"}, Deleting: true})
	for name, tt := range map[string]struct {
		of        *Scanned
		kind      Kind
		namespace string
		want      bool
	}{
		"everywhere":                   {all, configMaps, "", true},
		"one namespace of everywhere":  {all, configMaps, "b", true},
		"of the cluster":               {all, racks, "", true},
		"a list that failed":           {all, widgets, "", false},
		"a namespace of one":           {all, widgets, "a", false},
		"what was left out":            {all, events, "", false},
		"what is not served":           {all, testKind("x", "X", "xs", true), "", false},
		"its namespace":                {one, configMaps, "a", true},
		"another one":                  {one, configMaps, "b", false},
		"all of them":                  {one, configMaps, "", false},
		"what failed in its namespace": {one, widgets, "a", false},
	} {
		if got := tt.of.Covers(tt.kind, tt.namespace); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}

	reader.silent = []Problem{{About: OutsideDump(), Reason: NotInDump}}
	if trace(Tracer{Going: []string{""}}) != nil {
		t.Error("of a part of a cluster it was told what there is")
	}
}
