package phrase_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

func TestPluralOf(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		"widget": "widgets", "policy": "policies", "gateway": "gateways", "class": "classes", "box": "boxes", "switch": "switches", "y": "ys",
		"geardefaults": "geardefaults", "gearsettings": "gearsettings", "gearintentions": "gearintentions", "gearparameters": "gearparameters", "dns": "dnses", "gearstatus": "gearstatuses", "alias": "aliases",
	}
	for singular := range want {
		got[singular] = phrase.PluralOf(singular)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSingularOf(t *testing.T) {
	for plural, want := range map[string]string{
		"Widgets": "Widget", "AcmePolicies": "AcmePolicy", "StorageClass": "StorageClass", "StorageClasses": "StorageClass", "GearBoxes": "GearBox", "s": "s",
	} {
		if got := phrase.SingularOf(plural); got != want {
			t.Errorf("%s: got %s, want %s", plural, got, want)
		}
	}
}
