package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClues(t *testing.T) {
	tests := map[string]struct{ finalizer, want string }{
		"a letter less":        {"kubernetes.io/pvc-protectio", "Misspelt(kubernetes.io/pvc-protection) KnownDomain()"},
		"two swapped":          {"foregroundDeletoin", "Misspelt(foregroundDeletion) NotQualified()"},
		"case alone":           {"FOREGROUNDDELETION", "Misspelt(foregroundDeletion) NotQualified()"},
		"two letters":          {"foregroundDeletionXY", "Misspelt(foregroundDeletion) NotQualified()"},
		"three letters":        {"foregroundDeletionXYZ", "NotQualified()"},
		"short, two letters":   {"orphaXY", "NotQualified()"},
		"a UID":                {"d30b0e74-1c67-43a2-adac-3f55a85dacfb.example.org/x", "UID(d30b0e74-1c67-43a2-adac-3f55a85dacfb) KnownDomain()"},
		"a UID behind":         {"mine.example.net/d30b0e74-1c67-43a2-adac-3f55a85dacfb", "UID(d30b0e74-1c67-43a2-adac-3f55a85dacfb)"},
		"nearly a UID":         {"mine.example.net/d30b0e74-1c67-43a2-adac-3f55a85dacf", ""},
		"a UID alone":          {"d30b0e74-1c67-43a2-adac-3f55a85dacfb", "UID(d30b0e74-1c67-43a2-adac-3f55a85dacfb) NotQualified()"},
		"a retired domain":     {"machine.cluster.k8s.io", "Misspelt(machine.cluster.x-k8s.io) RetiredDomain(cluster.k8s.io) FrameworkMade(machine.cluster.k8s.io) KnownDomain()"},
		"its successor":        {"newkind.cluster.x-k8s.io/x", "KnownDomain(Cluster API)"},
		"ends alike":           {"mycluster.k8s.io/x", "KnownDomain()"},
		"a retired API group":  {"ingress.extensions/x", "RetiredDomain(extensions)"},
		"made by the java SDK": {"widgets.acme.example.net/finalizer", "FrameworkMade(widgets.acme.example.net,*.widgets.acme.example.net)"},
		"of a short group":     {"acme.net/finalizer", "FrameworkMade(*.acme.net)"},
		"scaffolding":          {"finalizer.widgets.acme.net", "FrameworkMade(*.widgets.acme.net)"},
		"no slash":             {"widget.acme.net", "FrameworkMade(widget.acme.net)"},
		"nothing at all":       {"acme.net/keep", ""},
		"a project's domain":   {"new.crossplane.io/thing", "KnownDomain(Crossplane)"},
		"its domain's neigh":   {"new.notcrossplane.io/thing", ""},
		"two words":            {"widget.cleanup", "NotQualified()"},
		"a path without a dot": {"acme/cleanup", "NotQualified()"},
	}
	c := load(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, clue := range c.clues(tt.finalizer) {
				names := clue.Names
				if clue.Form == FormKnownDomain && len(names) > 1 {
					names = names[:1]
				}
				got = append(got, clue.Form+"("+strings.Join(names, ",")+")")
				if clue.Text == "" || strings.HasSuffix(clue.Text, ".") {
					t.Errorf("the text %q: wants a sentence without its full stop", clue.Text)
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("clues of %q (-want +got):\n%s", tt.finalizer, diff)
			}
		})
	}
}

// TestGoneDomains has the order that the list needs, and no domain of a project
// that still uses it.
func TestGoneDomains(t *testing.T) {
	c := load(t)
	known := []string{"k8s.ngrok.com", "kubefed.io", "longhorn.rancher.io"} // of which entries are left for what is still found
	for i, g := range goneDomains {
		for _, later := range goneDomains[i+1:] {
			if within(later.domain, g.domain) {
				t.Errorf("%q is never reached, since %q stands before it", later.domain, g.domain)
			}
		}
		for _, e := range c.Entries() {
			if e.Class != ClassNever && e.Confidence == "high" && domain(e.Pattern) == g.domain && !slices.Contains(known, g.domain) {
				t.Errorf("%q is called a former domain, and %q is of it", g.domain, e.Pattern)
			}
		}
	}
}

func FuzzClues(f *testing.F) {
	for _, s := range []string{"", "/", ".", "a.b.c/finalizer", "...", "finalizer.", "\x00\xff/", "d30b0e74-1c67-43a2-adac-3f55a85dacfb.io"} {
		f.Add(s)
	}
	c := load(f)
	f.Fuzz(func(t *testing.T, finalizer string) {
		a := c.Lookup(finalizer, "")
		if len(a.Entries) > 0 && len(a.Clues) > 0 {
			t.Errorf("%q is known and guessed at", finalizer)
		}
	})
}
