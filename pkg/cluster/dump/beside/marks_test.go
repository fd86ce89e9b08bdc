package beside

import (
	"slices"
	"strings"
	"testing"
)

// TestUnmarked takes the marks off what a command has printed, and off nothing else.
func TestUnmarked(t *testing.T) {
	const object = "status:\n  conditions:\n  - type: Ready\n    message: bent"
	marking := func(m, text string) string { return m + strings.ReplaceAll(text, "\n", "\n"+m) }
	for name, tt := range map[string]struct{ text, want string }{
		"behind a command":      {"k get ns shop -o yaml\n" + marking("# ", object), "k get ns shop -o yaml\n" + object},
		"of another language":   {"$ kubectl get ns shop -o yaml\n" + marking("// ", object) + "\n// see above", "$ kubectl get ns shop -o yaml\n" + object + "\nsee above"},
		"a bar":                 {"kubectl get ns shop -o yaml\n" + marking("  │ ", object) + "\nit hangs", "kubectl get ns shop -o yaml\n" + object + "\nit hangs"},
		"without a blank":       {"kubectl get ns shop -o yaml\n" + marking("#", object), "kubectl get ns shop -o yaml\n" + object},
		"in a fence":            {"```yaml\n" + marking("| ", object) + "\n```", "```yaml\n" + object + "\n```"},
		"no object":             {"kubectl delete ns shop\n# status of it\n# is unknown\n# to me", ""},
		"no command":            {"it hangs\n" + marking("# ", object), ""},
		"a command that waits":  {"kubectl delete ns shop\n" + marking("# ", object), ""},
		"what is commented out": {"```yaml\nkind: Gear\n" + marking("# ", object) + "\n```", ""},
		"too few":               {"kubectl get ns shop -o yaml\n# status:\n#   phase: Active\nit hangs", ""},
		"none":                  {"kubectl get ns shop -o yaml\n" + object, ""},
	} {
		lines := strings.Split(tt.text, "\n")
		want := lines
		if tt.want != "" {
			want = strings.Split(tt.want, "\n")
		}
		got := slices.Clone(lines)
		if unmarked(got); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
