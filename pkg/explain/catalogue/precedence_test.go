package catalogue

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestPrecedence has two entries for each rule of precedence, with the one that
// should lose in the place where a careless order would let it win.
func TestPrecedence(t *testing.T) {
	gear := trace.Kind{Group: "b.c", Kind: "Gear"}
	f := func(match, pattern, component string, kinds ...string) *Finalizer {
		return &Finalizer{Match: match, Pattern: pattern, Component: component, Kinds: kinds}
	}
	tests := map[string]struct {
		entries   []*Finalizer
		finalizer string
		want      string
	}{
		"exact before prefix": {
			[]*Finalizer{f(MatchPrefix, "a.b.c/", "no", "Gear"), f("", "a.b.c/x", "yes")}, "a.b.c/x", "yes",
		},
		"exact on an unlisted kind before prefix": {
			[]*Finalizer{f(MatchPrefix, "a.b.c/", "no"), f("", "a.b.c/x", "yes", "Shaft")}, "a.b.c/x", "yes",
		},
		"two parts are no domain": {
			[]*Finalizer{f("", "gear.cleanup", "no", "Shaft")}, "gear.cleanup", "",
		},
		"a slash alone is no domain": {
			[]*Finalizer{f("", "gear/cleanup", "no", "Shaft")}, "gear/cleanup", "",
		},
		"the kind before any kind": {
			[]*Finalizer{f("", "a.b/x", "yes", "Gear"), f("", "a.b/x", "no")}, "a.b/x", "yes",
		},
		"the later of two": {
			[]*Finalizer{f("", "a.b/x", "no"), f("", "a.b/x", "yes")}, "a.b/x", "yes",
		},
		"the longer prefix, first": {
			[]*Finalizer{f(MatchPrefix, "a.b/xy", "yes"), f(MatchPrefix, "a.b/", "no")}, "a.b/xyz", "yes",
		},
		"the longer prefix, last": {
			[]*Finalizer{f(MatchPrefix, "a.b/", "no", "Gear"), f(MatchPrefix, "a.b/xy", "yes")}, "a.b/xyz", "yes",
		},
		"among equal prefixes the kind": {
			[]*Finalizer{f(MatchPrefix, "a.b/", "yes", "Gear"), f(MatchPrefix, "a.b/", "no")}, "a.b/x", "yes",
		},
		"a prefix of other kinds gives way": {
			[]*Finalizer{f(MatchPrefix, "a.b/xy", "no", "Shaft"), f(MatchPrefix, "a.b/", "yes")}, "a.b/xyz", "yes",
		},
		"prefix before suffix": {
			[]*Finalizer{f(MatchSuffix, "/very-long-suffix", "no"), f(MatchPrefix, "a.b/", "yes")}, "a.b/very-long-suffix", "yes",
		},
		"the longer suffix": {
			[]*Finalizer{f(MatchSuffix, ".example.org", "yes"), f(MatchSuffix, ".org", "no")}, "x.example.org", "yes",
		},
		"suffix before regex": {
			[]*Finalizer{f(MatchRegex, ".*example.org", "no"), f(MatchSuffix, ".org", "yes")}, "x.example.org", "yes",
		},
		"the regex that spells out more": {
			[]*Finalizer{f(MatchRegex, `[a-z]+\.example\.org`, "yes"), f(MatchRegex, `[a-z.]+org`, "no")}, "x.example.org", "yes",
		},
		"among equal regexes the kind": {
			[]*Finalizer{f(MatchRegex, `[a-z.]+org`, "yes", "Gear"), f(MatchRegex, `[a-z.]+org`, "no")}, "x.example.org", "yes",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got string
			if found := newFinalizers(tt.entries).find(gear, tt.finalizer); found != nil {
				got = found.Component
			}
			if got != tt.want {
				t.Errorf("the holder of %q is %q, want %q", tt.finalizer, got, tt.want)
			}
		})
	}
}
