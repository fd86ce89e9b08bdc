package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestReadEnds tells where a text ends in the midst of an object, and of no other.
func TestReadEnds(t *testing.T) {
	const gear = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  uid: u-1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  size: 3"
	const inList = "- apiVersion: zorg.io/v1\n  kind: Gear\n  metadata:\n    name: g1\n    deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  spec:\n    size: 3\n"
	for name, tt := range map[string]struct {
		text string
		cut  bool
	}{
		"an open fence":              {"It hangs:\n```\n" + gear, true},
		"an open fence, a line end":  {"It hangs:\n```\n" + gear + "\n", true},
		"a fence":                    {"It hangs:\n```\n" + gear + "\n```", false},
		"the second fence":           {"So:\n```\nkubectl get gear\n```\nIt hangs:\n```\n" + gear + "\n", true},
		"within the spec":            {gear, true},
		"within the status":          {gear + "\nstatus: {}", false},
		"a whole line":               {gear + "\n", false},
		"one that stays":             {strings.Replace(gear, "deletionTimestamp", "creationTimestamp", 1), false},
		"a kind that has no status":  {strings.Replace(gear, "Gear", "Lease", 1), false},
		"a list without its kind":    {"apiVersion: v1\nitems:\n" + inList, true},
		"a list":                     {"apiVersion: v1\nitems:\n" + inList + "kind: List\n", false},
		"a list that has none else":  {"items:\n" + inList, false},
		"JSON":                       {"```\n{\"apiVersion\": \"zorg.io/v1\", \"kind\": \"Gear\", \"metadata\": {\"name\": \"g1\"}}\n", false},
		"JSON that ends":             {"```\n{\"apiVersion\": \"zorg.io/v1\", \"kind\": \"Gear\", \"metadata\": {\"name\": \"g1\"}, \"spec\": {\n", true},
		"JSON without its head":      {"```\n\"apiVersion\": \"zorg.io/v1\", \"kind\": \"Gear\", \"metadata\": {\"name\": \"g1\"}}\n", false},
		"JSON without head and tail": {"```\n\"apiVersion\": \"zorg.io/v1\", \"kind\": \"Gear\", \"metadata\": {\"name\": \"g1\"}, \"spec\": {\"size\":\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			cut := false
			for _, p := range d.problems {
				cut = cut || p.Reason == "CopiedInPart"
			}
			if cut != tt.cut {
				t.Errorf("problems: %v", d.problems)
			}
		})
	}
}

// TestReadCutJSON reads an object in JSON of which the head or the end was not copied, rather than what commands and
// sentences beside it are about.
func TestReadCutJSON(t *testing.T) {
	const beside = "I ran `kubectl get namespace \"your-namespace\" -o json | kubectl replace --raw /api/v1/namespaces/your-namespace/finalize -f -` and\n\n"
	const space = `"kind":"Namespace","apiVersion":"v1","metadata":{"name":"shop","deletionTimestamp":"2026-02-01T10:00:00Z"},"spec":{"finalizers":["kubernetes"]},"status":{"phase":"Terminating","conditions":[{"type":"NamespaceDeletionContentFailure","status":"False"}`
	const metadata = "```\n        \"deletionTimestamp\": \"2026-02-01T10:00:00Z\",\n        \"finalizers\": [\n            \"zorg.io/gear\"\n        ],\n        \"name\": \"g1\",\n        \"namespace\": \"shop\"\n    },\n    \"status\": {\n        \"phase\": \"Bent\"\n    }\n}\n```\n"
	for name, tt := range map[string]struct {
		text, kind, name string
	}{
		"no head":       {beside + space + `]}}`, "Namespace", "shop"},
		"no end":        {beside + "{" + space, "Namespace", "shop"},
		"neither":       {beside + space + `,{"type":`, "Namespace", "shop"},
		"in backticks":  {beside + "`" + space + "`", "Namespace", "shop"},
		"from metadata": {"```\n" + metadata, "Object", "g1"},
		"words of it":   {beside + `They say "kind":"Namespace" is in it, and it hangs in Terminating.`, "Namespace", "your-namespace"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			if obj.GetKind() != tt.kind || obj.GetName() != tt.name || obj.GetDeletionTimestamp() == nil {
				t.Errorf("read %v", obj.Object)
			}
		})
	}
}

// TestReadStillThere reads what a command has asked to go and did not see the end of as content of its namespace.
func TestReadStillThere(t *testing.T) {
	const space = "```\n{\"kind\": \"Namespace\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"shop\", \"deletionTimestamp\": \"2026-02-01T10:00:00Z\"}, \"spec\": {\"finalizers\": [\"kubernetes\"]}, \"status\": {\"phase\": \"Terminating\"}}\n```\n"
	const command, deleted = "`kubectl delete -n shop service s1`\n", "service \"s1\" deleted\n"
	for name, tt := range map[string]struct {
		text string
		left int
	}{
		"the wait broke":    {command + deleted + "error: An error occurred while waiting for the object to be deleted: an error on the server (\"unable to decode\")\n", 1},
		"it timed out":      {command + deleted + "error: timed out waiting for the condition on services/s1\n", 1},
		"it is gone":        {command + deleted, 0},
		"it was not asked":  {command + "error: timed out waiting for the condition\n", 0},
		"another namespace": {strings.Replace(command, "shop", "other", 1) + deleted + "error: timed out waiting for the condition\n", 0},
		"a later command":   {command + deleted + "$ kubectl wait --for=delete pod/p1\nerror: timed out waiting for the condition\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text+space))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(d.objects[schema.GroupKind{Kind: "Service"}]); got != tt.left {
				t.Errorf("%d services", got)
			}
		})
	}
}
