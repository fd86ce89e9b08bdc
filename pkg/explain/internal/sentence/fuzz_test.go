package sentence

import (
	"strings"
	"testing"
)

// FuzzWaits reads any text: what is found stands in it.
func FuzzWaits(f *testing.F) {
	for _, text := range []string{
		"Waiting for MachineSets to be deleted: md-1, md-2", "still exist:\n* Pods: a, b", `in use by "Pod" named "a`, "wait for", "(((", `\"Pod\" \"a\"`, "Pods: [a b",
		"deletion of", "not yet", "must be", ":", "Pod/", "Pod//a", "'", "waiting on until for Pod a",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range Waits(text, isKind) {
			if !strings.Contains(text, w.Text) {
				t.Errorf("%q is not in the text", w.Text)
			}
			for _, m := range w.Names {
				if !strings.Contains(text, m.Name) || !strings.Contains(text, m.Namespace) || m.Kind == "" {
					t.Errorf("%+v is not in the text", m)
				}
			}
		}
	})
}
