package dump

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestNamedBeside joins an object that was copied without its name with the command that has deleted it, or with the
// rows of its kind, and guesses nothing where these tell of several.
func TestNamedBeside(t *testing.T) {
	const (
		fragment  = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  creationTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/oil\n```\n"
		going     = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/oil\n```\n"
		command   = "It is stuck.\n```\n[root@m1 x]# kubectl delete gears g1\ngear.zorg.io \"g1\" deleted\n^C\n```\n"
		oneRow    = "```\n$ kubectl get gears -A\nNAMESPACE   NAME   READY\nshop        g1     Unknown\n```\n"
		table     = "```\n$ kubectl get gears -A\nNAMESPACE   NAME   READY\nshop        g1     Unknown\nstore       g2     True\n```\n"
		untold    = " " + trace.Untold
		presumed  = " " + trace.Presumed
		told      = " 2026-02-01T10:00:00Z"
		takeOff   = "One has to remove the finalizers of all `gear` objects.\n"
		takeNoOff = "One has to remove the finalizer of the `gear` object.\n"
	)
	for name, tt := range map[string]struct{ text, want string }{
		"a command":                     {command + fragment, "/g1" + untold},
		"a command and a table":         {command + fragment + table, "shop/g1" + untold},
		"a command behind a table":      {table + command + fragment, "/g1" + presumed},
		"a command that was refused":    {"```\n$ kubectl delete gears g1\nError from server (NotFound): gears.zorg.io \"g1\" not found\n```\n" + fragment, "/NAME"},
		"two commands":                  {command + strings.ReplaceAll(command, "g1", "g2") + going, "/NAME" + told},
		"a command of another kind":     {strings.ReplaceAll(command, "gear", "wheel") + going, "/NAME" + told},
		"another one that was copied":   {command + fragment + "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  uid: u1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n```\n", "/NAME|/g1" + told},
		"one row":                       {oneRow + going, "shop/g1" + told},
		"one row, and nobody deletes":   {oneRow + fragment, "shop/g1"},
		"rows":                          {table + going, "/NAME" + told},
		"rows, and words of them all":   {table + fragment + takeOff, "shop/g1" + presumed + "|store/g2" + presumed},
		"rows, and words of one":        {table + fragment + takeNoOff, "/NAME"},
		"rows of another kind, and all": {strings.Replace(table, "gears", "wheels", 1) + fragment + takeOff, "/NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, obj := range gearsOf(t, d) {
				meta, _ := obj.Object["metadata"].(map[string]any)
				at, _ := meta["deletionTimestamp"].(string)
				got = append(got, strings.TrimSpace(obj.GetNamespace()+"/"+obj.GetName()+" "+at))
			}
			slices.Sort(got)
			if all := strings.Join(got, "|"); all != tt.want {
				t.Errorf("got %s, want %s", all, tt.want)
			}
		})
	}
}

// gearsOf are the gears of a dump.
func gearsOf(t *testing.T, d *Dump) (all []*unstructured.Unstructured) {
	t.Helper()
	kinds, _, err := d.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		if kind.Kind == "Gear" {
			_ = d.List(t.Context(), trace.Scope{Kind: kind}, func(u *unstructured.Unstructured) { all = append(all, u) }) // it may have more
		}
	}
	return all
}
