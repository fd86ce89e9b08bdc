package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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

// TestLeftOut reads the conditions that stand behind a part which somebody has left out, be their head left out with it or
// not: they are those of the object before.
func TestLeftOut(t *testing.T) {
	const (
		head      = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/oil]\n  labels:\n    of: mill\n"
		condition = "  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: it fails\n    status: \"False\"\n    type: Synced\n"
		other     = "  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: it is there\n    status: \"True\"\n    type: Made\n"
		status    = "status:\n  conditions:\n"
	)
	for name, tt := range map[string]struct {
		text string
		want int
	}{
		"with its head":         {head + "[...]\n" + condition, 1},
		"and more of it":        {head + "  ...\n" + condition + other, 2},
		"in a comment":          {head + "# ...\n" + condition, 1},
		"its head is there":     {head + "[...]\n" + status + condition, 1},
		"among the conditions":  {head + status + other + "  [...]\n" + condition, 2},
		"among the labels":      {head + "    [...]\n    at: hall\n" + status + condition, 1},
		"nothing is behind it":  {head + "[...]\n", 0},
		"a list that is no one": {head + "[...]\n  - name: g2\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
			if len(conditions) != tt.want || obj.GetName() != "g1" {
				t.Errorf("%d conditions: %v", len(conditions), obj.Object)
			}
		})
	}
}
