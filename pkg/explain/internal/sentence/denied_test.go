package sentence

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestDenied finds the kinds of which a text says that there is none, and takes no other sentence for that.
func TestDenied(t *testing.T) {
	for text, want := range map[string]string{
		"- No GearClaims reference the class at the time of (or after) deletion.": "gearclaim",
		"No Gears attributable to this class exist in the cluster":                "gear",
		"there are no more gears left, and no racks are left":                     "rack",
		"$ kubectl get gearclaims -A\nNo resources found":                         "gearclaim",
		"$ kubectl get gearclaims -A\nNAME  AGE\na 1d":                            "",
		"No resources found in shop namespace.":                                   "",
		"GearClaims still reference the class":                                    "",
		"No idea why GearClaims are still there":                                  "",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(Denied(strings.Split(text, "\n")))), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
