package dump

import (
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestReadEmpty knows of a list that was printed and is empty that nothing is in it, and of no other, and of an object that the
// server did not find that it is not there.
func TestReadEmpty(t *testing.T) {
	const pod = "```\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  ownerReferences:\n  - apiVersion: batch/v1\n    kind: Job\n    name: j1\n```\n"
	const empty = "$ kubectl get job -n shop\nNo resources found in shop namespace.\n"
	job := trace.Kind{Group: "batch", Version: "v1", Kind: "Job", Resource: "jobs", Namespaced: true}
	for name, tt := range map[string]struct {
		text string
		gone bool
	}{
		"empty":             {pod + empty, true},
		"not listed":        {pod, false},
		"another namespace": {pod + strings.ReplaceAll(empty, "shop", "mill"), false},
		"another kind":      {pod + strings.Replace(empty, "get job", "get cronjob", 1), false},
		"one is there":      {pod + empty + "```\napiVersion: batch/v1\nkind: Job\nmetadata:\n  name: j2\n  namespace: shop\n```\n", false},
		"one in a table":    {pod + empty + "$ kubectl get job -n shop\nNAME   COMPLETIONS   DURATION   AGE\nj2     0/1           5s         5s\n", false},
		"not found":         {pod + "$ kubectl get job j1 -n shop\nError from server (NotFound): jobs.batch \"j1\" not found\n", true},
		"another not found": {pod + "$ kubectl get job j2 -n shop\nError from server (NotFound): jobs.batch \"j2\" not found\n", false},
		"table elsewhere":   {pod + empty + "$ kubectl get job -n mill\nNAME   COMPLETIONS   DURATION   AGE\nj2     0/1           5s         5s\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.Get(t.Context(), job, "shop", "j1")
			if got := apierrors.IsNotFound(err); got != tt.gone {
				t.Errorf("gone: %t (%v)", got, err)
			}
			if problem := d.Problem(trace.Part{}, err); !tt.gone && problem.Reason != trace.NotInDump {
				t.Errorf("problem: %v", problem)
			}
		})
	}
}

// TestReadEmptyReferred knows of the kind that an object refers to that there is none of it, where a list of all namespaces
// was empty.
func TestReadEmptyReferred(t *testing.T) {
	const gear = "```\n$ kubectl get gears -A\nNo resources found\n```\n```\napiVersion: zorg.io/v1\nkind: Gearing\nmetadata:\n  name: a1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  gearRef:\n    apiVersion: zorg.io/v1\n    kind: Gear\n    name: g1\n    namespace: shop\n```\n"
	kind := trace.Kind{Group: "zorg.io", Version: "v1", Kind: "Gear", Resource: "gears", Namespaced: true}
	spelled := func(word string) (group, kind string) {
		if strings.EqualFold(word, "gear") {
			return "zorg.io", "Gear"
		}
		return "", ""
	}
	for name, tt := range map[string]struct {
		text string
		gone bool
	}{
		"of all namespaces": {gear, true},
		"of another":        {strings.Replace(gear, "-A", "-n mill", 1), false},
		"of that namespace": {strings.Replace(gear, "-A", "-n shop", 1), true},
		"of some of them":   {strings.Replace(gear, "-A", "-A -l a=b", 1), false},
		"of another kind":   {strings.Replace(gear, "get gears", "get wheels", 1), false},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true, Spelled: spelled}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.Get(t.Context(), kind, "shop", "g1")
			if got := apierrors.IsNotFound(err); got != tt.gone {
				t.Errorf("gone: %t (%v)", got, err)
			}
		})
	}
}
