package asked

import (
	"testing"
)

func TestSearched(t *testing.T) {
	for want, q := range map[string]Question{
		"":                               {Everywhere: true},
		"in namespace shop":              {Namespace: "shop"},
		"of that type":                   {Everywhere: true, Args: []string{"cm"}},
		"of that type in namespace shop": {Namespace: "shop", Args: []string{"cm"}},
	} {
		if got := q.Searched(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
