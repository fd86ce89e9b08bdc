package manifest_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

func TestUnmet(t *testing.T) {
	for _, c := range []struct{ selector, own, want string }{
		{"tier=gold", "tier=silver", "has the label tier=silver"},
		{"tier=gold", "", "has no label tier"},
		{"tier=gold,zone in (a,b)", "zone=c,app=x", "has no label tier and has the label zone=c"},
		{"tier=gold,zone in (a,b)", "zone=b", "has no label tier"},
		{"!frozen", "frozen=yes", "has the label frozen=yes"},
		{"tier,tier!=lead", "", "has no label tier"},
		{"tier=gold", "tier=gold", ""},
		{"tier notin (lead),!frozen", "tier=gold", ""},
	} {
		wanted, err := labels.Parse(c.selector)
		if err != nil {
			t.Fatal(err)
		}
		own, err := labels.ConvertSelectorToLabelsMap(c.own)
		if err != nil {
			t.Fatal(err)
		}
		if got := manifest.Unmet(wanted, own); got != c.want {
			t.Errorf("of %q, what has %q %q, want %q", c.selector, c.own, got, c.want)
		}
	}
}
