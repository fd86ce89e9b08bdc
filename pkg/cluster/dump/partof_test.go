package dump

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestPartOf tells which object a part is of that was copied without its head, by what it says and
// what stands beside it, and does not guess where that tells of several.
func TestPartOf(t *testing.T) {
	const status = "It hangs:\n```\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", message: the shaft is bent}\n```\n"
	const failed = "W0609 11:20:05.302217       1 gear.go:658] Turning failed for gear \"g1\".\n"
	const list = "  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: 'it fails: the shaft\n      is bent'\n    reason: REASON\n    status: \"True\"\n    type: TYPE\n"
	conditions := func(typ, reason string) string {
		return strings.NewReplacer("TYPE", typ, "REASON", reason).Replace(list)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"nothing beside it":           {status, "Object /NAME"},
		"a log":                       {status + failed, "Gear /g1"},
		"a log of two":                {status + failed + strings.Replace(failed, "g1", "g2", 1), "Gear /NAME"},
		"a log of two kinds":          {status + failed + strings.ReplaceAll(failed, "gear", "wheel"), "Object /NAME"},
		"a file of another name":      {status + strings.Replace(failed, "gear.go", "main.go", 1), "Object /NAME"},
		"a log that says well":        {status + strings.Replace(failed, "failed", "began", 1), "Object /NAME"},
		"a command behind it":         {status + "still in `kubectl get gears.zorg.io -A`.\n", "Gear.zorg.io /NAME"},
		"a command with a name":       {status + "$ kubectl delete gears.zorg.io g1 -n shop\n", "Gear.zorg.io shop/g1"},
		"commands of two types":       {status + "$ kubectl get gears.zorg.io -A\n$ kubectl get wheels.zorg.io -A\n", "Object /NAME"},
		"a command about pods":        {status + "$ kubectl get pods -n zorg-system\n", "Object /NAME"},
		"a kind and no name":          {"apiVersion: zorg.io/v1\nkind: Gear\nstatus:\n  phase: Deleting\n", "Gear.zorg.io /NAME"},
		"a kind and a log":            {"apiVersion: zorg.io/v1\nkind: Gear\nstatus:\n  phase: Deleting\n---\n" + failed, "Gear.zorg.io /g1"},
		"conditions alone":            {conditions("Ready", "Bent"), "Object /NAME"},
		"conditions of a namespace":   {conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed"), "Namespace /NAME"},
		"and its name":                {conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed") + "I ran curl -X PUT .../api/v1/namespaces/shop/finalize\n", "Namespace /shop"},
		"and two names":               {conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed") + ".../namespaces/shop\n.../namespaces/other\n", "Namespace /NAME"},
		"and what is said of it":      {"The shop namespace hangs, though I have deleted the whole namespace.\n" + conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed"), "Namespace /shop"},
		"and of two":                  {"The shop namespace hangs, and the store namespace too.\n" + conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed"), "Namespace /NAME"},
		"and a path":                  {"The store namespace hangs.\n" + conditions("NamespaceDeletionContentFailure", "ContentDeletionFailed") + ".../namespaces/shop\n", "Namespace /shop"},
		"another one that is like it": {conditions("NamespaceReady", "Bent"), "Object /NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			got := strings.TrimSuffix(obj.GetKind()+"."+trace.GroupOf(obj.GetAPIVersion()), ".") + " " + obj.GetNamespace() + "/" + obj.GetName()
			if got != tt.want || obj.GetDeletionTimestamp() == nil || obj.Object["status"] == nil {
				t.Errorf("got %s %v, want %s", got, obj.Object, tt.want)
			}
		})
	}
}

// TestPartOfItsOwn keeps the group that the part itself tells, and takes that of what was asked about
// where it tells none.
func TestPartOfItsOwn(t *testing.T) {
	const text = "apiVersion: zorg.io/v1\nkind: Gear\nstatus: {phase: Deleting}\n"
	for name, tt := range map[string]struct{ text, want string }{
		"its own":  {text, "zorg.io/v1"},
		"it tells": {strings.Replace(text, "apiVersion: zorg.io/v1\n", "", 1), "acme.io/v1"},
	} {
		d, err := About{APIVersion: "acme.io/v1", Kind: "Gear", Name: "g1", Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if obj := soleOf(t, d); obj.GetAPIVersion() != tt.want || obj.GetName() != "g1" {
			t.Errorf("%s: %s %s, want %s", name, obj.GetAPIVersion(), obj.GetName(), tt.want)
		}
	}
}

// TestPartOfNothing makes no object of a kind without a name for somebody who does not ask why it
// hangs, and of none that has no status.
func TestPartOfNothing(t *testing.T) {
	const text = "apiVersion: zorg.io/v1\nkind: Gear\nstatus: {phase: Deleting}\n"
	for name, tt := range map[string]struct {
		text  string
		hangs bool
	}{"nobody asks": {text, false}, "no status": {strings.Replace(text, "status", "spec", 1), true}} {
		if d, err := (About{Hangs: tt.hangs}).Read(t.Context(), strings.NewReader(tt.text)); err == nil {
			if at, is := d.Sole(); is {
				t.Errorf("%s: %v", name, at)
			}
		}
	}
}

// TestPartOfAKind gives a part the kind that is known by its finalizers, or by what stands beside it, where nothing
// else tells the kind.
func TestPartOfAKind(t *testing.T) {
	by := func(finalizers, lines []string) (group, kind string) {
		switch {
		case len(finalizers) == 1 && finalizers[0] == "zorg.io/a":
			return "zorg.io", "Gear"
		case len(finalizers) == 0 && len(lines) > 0 && strings.Contains(lines[0], "failed finalizer for gear"):
			return "", "Gear"
		}
		return "", ""
	}
	const part = "It hangs:\n```\nmetadata:\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/a]\n```\n"
	for name, tt := range map[string]struct{ text, want string }{
		"by its finalizer":  {part, "zorg.io/unknown Gear"},
		"of another":        {strings.Replace(part, "zorg.io/a", "zorg.io/b", 1), "unknown Object"},
		"a kind of its own": {strings.Replace(part, "metadata:", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p", 1), "v1 Pod"},
		"by words":          {"failed finalizer for gear: it is bent\n", "unknown Gear"},
		"by other words":    {"failed finalizer for wheel: it is bent\n", "unknown Object"},
	} {
		d, err := About{Hangs: true, Kinds: by}.Read(t.Context(), strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if obj := soleOf(t, d); obj.GetAPIVersion()+" "+obj.GetKind() != tt.want {
			t.Errorf("%s: %s %s, want %s", name, obj.GetAPIVersion(), obj.GetKind(), tt.want)
		}
	}
}
