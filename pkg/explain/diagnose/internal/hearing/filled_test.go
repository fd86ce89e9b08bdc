package hearing

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestFilled gives the fields that a text names the values that the object has, and no others.
func TestFilled(t *testing.T) {
	h := &Case{Object: &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
		"deletionPolicy": "Delete", "terminationPolicy": "WipeOut", "teeth": int64(3), "secret": "two words", "shaft": map[string]any{"bent": true},
	}}}}
	for text, want := range map[string]string{
		"it stays, where the deletion policy is Delete, and costs":   "it stays, where the deletion policy is Delete (as here), and costs",
		"with spec.deletionPolicy Retain it goes":                    "with spec.deletionPolicy Retain (here Delete) it goes",
		"the deletion policy, and the deletion policy again":         "the deletion policy (here Delete), and the deletion policy again",
		"where deletionPolicy is Retain":                             "where deletionPolicy is Retain (here Delete)",
		"where deletionPolicy is not Delete":                         "where deletionPolicy is not Delete (here Delete)",
		"for spec.teeth and spec.shaft.bent":                         "for spec.teeth (here 3) and spec.shaft.bent (here true)",
		"by spec.secret, spec.shaft and the removal policy":          "by spec.secret, spec.shaft and the removal policy",
		"with deletionPolicy Delete it stays":                        "with deletionPolicy Delete (as here) it stays",
		"spec.teeth=4":                                               "spec.teeth=4",
		"it stays; with the deletion policy Retain it goes":          "it stays",
		"it stays; with the deletion policy delete it goes":          "it stays; with the deletion policy (here Delete) delete it goes",
		"it stays; with deletionPolicy Retain or Delete it goes":     "it stays; with deletionPolicy Retain (here Delete) or Delete it goes",
		"it stays; with deletionPolicy Retain it goes; else it ends": "it stays; with deletionPolicy Retain (here Delete) it goes; else it ends",
		"whatever the policies":                                      "whatever the policies",
	} {
		if got := h.fill(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := (&Case{Object: h.Object}).Filled("where deletionPolicy is Delete"); got != "where deletionPolicy is Delete" {
		t.Errorf("of no copy: %q", got)
	}
	for text, want := range map[string]bool{
		"terminationPolicy is DoNotTerminate":         true,
		"terminationPolicy is WipeOut":                false,
		"terminationPolicy is not WipeOut":            false,
		"removalPolicy is Never":                      false,
		"a part hangs, terminationPolicy is Whatever": false,
	} {
		if got := h.Denies(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestWithout knows the policy of a volume by the name that it has there.
func TestWithout(t *testing.T) {
	const text = "it waits; with the reclaim policy Retain or Recycle it goes at once"
	for policy, want := range map[string]string{"Delete": "it waits", "Recycle": text, "": text} {
		h := &Case{Object: &unstructured.Unstructured{Object: map[string]any{"kind": "PersistentVolume", "spec": map[string]any{"persistentVolumeReclaimPolicy": policy}}}}
		if got := h.without(text); got != want {
			t.Errorf("with %q: %q", policy, got)
		}
	}
}
