package dump

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadTitled takes a list below a title that ends so for the finalizers of the one object, and not where two titles give
// them to two, or tell of what has some.
func TestReadTitled(t *testing.T) {
	const end = "\nIt is stuck in deletion.\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a word before it":     {"from  finalizers:\n  - oil.zorg.io\n" + end, "Object /NAME [oil.zorg.io]"},
		"with a fence between": {"Deployment resource finalizer:\n```\n- oil.zorg.io\n```\n" + end, "Deployment.apps /NAME [oil.zorg.io]"},
		"two titles":           {"Gear finalizers:\n- oil.zorg.io\n\nWheel finalizers:\n- grease.zorg.io\n" + end, "Object /NAME [FINALIZER]"},
		"what has some":        {"Pods with finalizers:\n- zorg.g1\n" + end, "Object /NAME [FINALIZER]"},
		"what was done":        {"Removed these finalizers:\n- oil.zorg.io\n" + end, "Object /NAME [FINALIZER]"},
		"plain words":          {"The remaining finalizers:\n- first\n- second\n" + end, "Object /NAME [FINALIZER]"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff([]string{tt.want}, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
