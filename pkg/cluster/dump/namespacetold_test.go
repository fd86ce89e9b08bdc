package dump

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestNamespaceTold takes what the controller of namespaces says for what it says of the one that hangs, and not where that
// was once, is said of another one, or of another cluster.
func TestNamespaceTold(t *testing.T) {
	const hangs, remain = "The namespace shop is stuck terminating.\n\n", "Some resources are remaining: gears.zorg.io has 1 resource instances\n"
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"of it":                   {hangs + "This is what it says:\n" + remain, true},
		"since then":              {hangs + "Since last week it says:\n" + remain, true},
		"by its name":             {hangs + "The namespace `shop` says: " + remain, true},
		"of another, and of it":   {hangs + "I had this with another namespace before.\n\nWhat does this mean?\n\n" + remain, true},
		"of another, once":        {hangs + "Last month, of another namespace, I had copied:\n" + remain, false},
		"of another":              {hangs + "Of another namespace I see:\n```\n" + remain + "```\n", false},
		"of another, by its name": {hangs + "The namespace `mill` says:\n" + remain, false},
		"in another cluster":      {hangs + "In another cluster I see: " + remain, false},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			conditions, _, _ := unstructured.NestedSlice(soleOf(t, d).Object, "status", "conditions")
			if got := len(conditions) > 0; got != tt.want {
				t.Errorf("got %v, want %v", conditions, tt.want)
			}
		})
	}
}

// TestLeftInStays takes what a table shows in a namespace that goes for what goes with it, and not what stays there where
// the table shows of another one that it goes.
func TestLeftInStays(t *testing.T) {
	const said = "* [SomeResourcesRemain] Some resources are remaining: gears.zorg.io has 1 resource instances\n\n$ kubectl get gears.zorg.io -n shop\nNAME   PHASE      AGE\n"
	for name, tt := range map[string]struct {
		rows, want string
	}{
		"one goes, one stays":   {"g-1    Deleting   3d\ng-2    Ready      3d\n", "g-1"},
		"both go":               {"g-1    Deleting   3d\ng-2    Deleting   3d\n", "g-1 g-2"},
		"one goes, one is mute": {"g-1    Deleting   3d\ng-2               3d\n", "g-1 g-2"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(said+tt.rows))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, gear := range gearsOf(t, d) {
				names = append(names, gear.GetName())
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
