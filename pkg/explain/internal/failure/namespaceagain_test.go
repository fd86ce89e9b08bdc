package failure

import (
	"strings"
	"testing"
)

// TestNamespaceAgain knows the answer to whoever asks a namespace to go that goes already, and nothing else for it.
func TestNamespaceAgain(t *testing.T) {
	const named, step = "see whether namespace shop-1 is still there, ", "see whether the namespace is still there that it names, "
	for text, want := range map[string]string{
		`Operation cannot be fulfilled on namespaces "shop-1": The system is ensuring all content is removed from this namespace.  Upon completion, this namespace will automatically be purged by the system.`: named,
		`cannot delete it: Operation cannot be fulfilled on namespaces \"shop-1\": The system is ensuring all content is removed from this namespace.`:                                                          named,
		"Conflict: the system is ensuring all content is removed from this namespace":                                                                                                                           step,
	} {
		if m := Of(text); m == nil {
			t.Errorf("%q is not known", text)
		} else if got, _ := m.Advice(text, ""); !strings.HasPrefix(got, want) || strings.Contains(got, "nothing else") {
			t.Errorf("%q: %s", text, got)
		}
	}
	for _, text := range []string{
		`Operation cannot be fulfilled on namespaces "shop-1": the object has been modified; please apply your changes to the latest version and try again`,
		"the system is ensuring that no content is lost",
		"all content is removed from this namespace",
		`Operation cannot be fulfilled on namespaces "shop-1": The system is ensuring all content is removed from this namespace; webhook gear.zorg.io: dial tcp 10.0.0.1:9: connection refused`,
		`the system is ensuring all content is removed from this namespace: gears.zorg.io is forbidden: User "x" cannot delete resource "gears"`,
	} {
		if m := Of(text); m != nil && m.Name == "a namespace is on its way out already" {
			t.Errorf("%q is taken for one", text)
		}
	}
}
