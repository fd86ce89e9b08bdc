package catalogue

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestLookup(t *testing.T) {
	tests := map[string]struct{ finalizer, kind, want string }{
		"one owner":                 {"foregroundDeletion", "", "garbage collector"},
		"one owner, on a kind":      {"foregroundDeletion", "Pod", "garbage collector"},
		"by kind, without a group":  {"finalizers.fluxcd.io", "HelmRelease", "flux helm-controller"},
		"by kind, with its group":   {"finalizers.fluxcd.io", "HelmRelease.helm.toolkit.fluxcd.io", "flux helm-controller"},
		"by a whole group":          {"finalizers.fluxcd.io", "OCIRepository.source.toolkit.fluxcd.io", "flux source-controller"},
		"of another group":          {"finalizers.fluxcd.io", "HelmRelease.helm.cattle.io", "elsewhere: 6"},
		"on no such kind":           {"kubernetes.io/pvc-protection", "ConfigMap", "elsewhere: 1"},
		"any kind, a named one":     {"kro.run/finalizer", "ResourceGraphDefinition", "kro.run/finalizer@definition"},
		"any kind, another":         {"kro.run/finalizer", "WebApp", "kro.run/finalizer"},
		"a prefix":                  {"external-attacher/ebs-csi-aws-com", "", "csi attacher"},
		"the longest prefix":        {"clusterscoped.controller.cattle.io/x", "", "rancher"},
		"a suffix":                  {"cephnew.ceph.rook.io", "", "rook ceph"},
		"a regex":                   {"d30b0e74-1c67-43a2-adac-3f55a85dacfb.kro.run/finalizer", "", "uid.kro.run/finalizer"},
		"made of the kind, unasked": {"widgets.acme.net/finalizer", "", "unknown"},
		"made of the kind":          {"widgets.acme.net/finalizer", "Widget.acme.net", "java operator"},
		"made of another kind":      {"widgets.acme.net/finalizer", "Gear.acme.net", "unknown"},
		"unknown":                   {"acme.net/keep", "", "unknown"},
		"empty":                     {"", "", "unknown"},
	}
	c := load(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := c.Lookup(tt.finalizer, tt.kind)
			got := "unknown"
			switch {
			case a.Elsewhere:
				got = "elsewhere: " + string(rune('0'+len(a.Entries)))
			case len(a.Entries) == 1:
				got = a.Entries[0].Component
				if strings.Contains(tt.want, "/") {
					got = a.Entries[0].EntryID()
				}
			case len(a.Entries) > 1:
				got = "several"
			}
			if got != tt.want {
				t.Errorf("Lookup(%q, %q): %s, want %s", tt.finalizer, tt.kind, got, tt.want)
			}
		})
	}
	if got := len(c.Lookup("finalizers.fluxcd.io", "").Entries); got != 6 {
		t.Errorf("finalizers.fluxcd.io has %d owners, want 6", got)
	}
}

// TestLookupAgrees compares with what the other commands find on a kind.
func TestLookupAgrees(t *testing.T) {
	c := load(t)
	if got, want := len(c.Entries()), len(merge(builtin(t)).finalizers); got != want {
		t.Errorf("there are %d entries, want %d", got, want)
	}
	for _, e := range c.Entries() {
		for _, kind := range kindsOf(&e.Finalizer) {
			if e.Match == MatchOwn || e.Match == MatchRegex && len(e.Kinds) == 0 {
				continue
			}
			s := samples(t, &e.Finalizer)[0]
			want, _ := c.Entry(trace.Kind{Group: kind.Group, Kind: kind.Kind}, s)
			got := c.Lookup(s, kind.Kind+"."+kind.Group)
			if got.Elsewhere || len(got.Entries) != 1 || got.Entries[0].EntryID() != want.EntryID() {
				t.Errorf("Lookup(%q, %s.%s) differs from Entry: %+v", s, kind.Kind, kind.Group, got)
			}
			all := c.Lookup(s, "").Entries
			found := false
			for i := range all {
				found = found || all[i].EntryID() == want.EntryID()
			}
			if !found {
				t.Errorf("Lookup(%q) lacks the owner %q", s, want.EntryID())
			}
		}
	}
}
