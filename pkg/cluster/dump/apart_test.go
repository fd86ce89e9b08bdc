package dump

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestFinalizersApart gives a list of finalizers in a fence of its own to the one object of which none were copied, and
// to none that has its own or of several.
func TestFinalizersApart(t *testing.T) {
	const (
		list   = "It hangs:\n```\n  finalizers:\n  - zorg.io/oil\n```\n"
		part   = "```\n  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: it fails\n    status: \"False\"\n    type: Synced\n```\n"
		bare   = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\nstatus:\n  phase: Deleting\n```\n"
		own    = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/grease]\nstatus:\n  phase: Deleting\n```\n"
		second = "```\napiVersion: zorg.io/v1\nkind: Wheel\nmetadata:\n  name: w1\nstatus:\n  phase: Deleting\n```\n"
	)
	for name, tt := range map[string]struct{ text, want string }{
		"before a status":          {list + part, "zorg.io/oil"},
		"behind a status":          {part + list, "zorg.io/oil"},
		"of an object":             {list + bare, "zorg.io/oil"},
		"of none":                  {bare, explain.NotCopied},
		"it has its own":           {list + own, "zorg.io/grease"},
		"there is another":         {list + bare + second, ""},
		"a list of something else": {strings.Replace(list, "finalizers:", "args:", 1) + bare, explain.NotCopied},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if _, is := d.Sole(); !is && tt.want == "" {
				return
			}
			if got := strings.Join(soleOf(t, d).GetFinalizers(), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
