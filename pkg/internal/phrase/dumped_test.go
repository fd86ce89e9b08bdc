package phrase

import (
	"strings"
	"testing"
)

func TestUndumped(t *testing.T) {
	object := "&{map[apiVersion:zorg.io/v1 kind:Gear metadata:map[finalizers:[zorg.io/oil] name:g1] spec:map[shaft:map[name:s1] teeth:[1 2 3]]]}"
	for name, tt := range map[string]struct{ text, want string }{
		"an object":       {"conversion webhook for " + object + " failed: EOF", "conversion webhook for … failed: EOF"},
		"cut":             {"conversion webhook for " + object[:100], "conversion webhook for …"},
		"cut in quotes":   {`it says: "conversion webhook for ` + object[:100] + `" (2 times)`, `it says: "conversion webhook for …" (2 times)`},
		"two":             {"have " + object + ", want " + object, "have …, want …"},
		"within a struct": {"got {spec map[a:" + strings.Repeat("b", 90) + "]}: it is bent", "got {spec …}: it is bent"},
		"a small map":     {"labels map[app:gear] do not fit", "labels map[app:gear] do not fit"},
		"no map at all":   {"the map [of all] is " + strings.Repeat("long ", 30), "the map [of all] is " + strings.Repeat("long ", 30)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := undumped(tt.text, "…"); got != tt.want {
				t.Errorf("%q", got)
			}
		})
	}
}
