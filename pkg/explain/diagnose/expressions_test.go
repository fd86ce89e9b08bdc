package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

const gears = `project: Gearbox
components:
- {name: gearbox}
finalizers:
- {pattern: gears.example.com/turn, kinds: [Gear], component: gearbox}
- {pattern: gears.example.com/oil, kinds: [Gear], component: gearbox}
checks:
`

const gear = `# ask: gears.gears.example.com/a shop
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gears.gears.example.com, uid: 11111111-0000-4000-8000-0000000000c1}
spec:
  group: gears.example.com
  names: {kind: Gear, plural: gears, singular: gear}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true}]
---
apiVersion: gears.example.com/v1
kind: Gear
metadata: {name: a, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, creationTimestamp: "2026-03-01T10:00:00Z", deletionTimestamp: "2026-03-01T11:50:00Z", deletionGracePeriodSeconds: 0, finalizers: [gears.example.com/turn]}
`

// TestExpressionsAreAsked shows that a check knows what it uses wherever it uses
// it, and by any way of writing it.
func TestExpressionsAreAsked(t *testing.T) {
	for name, tt := range map[string]struct {
		check, want string
		unreadable  map[string]string
	}{
		"whether all was searched, in the condition": {
			check:      `- {id: g, from: {kinds: [Gear], when: "!complete"}, find: {kinds: [ConfigMap], groups: [""], key: object.metadata.name, value: object.metadata.name}, reason: PrerequisiteGone, message: '"not all was searched"'}`,
			unreadable: map[string]string{"configmaps": "no"},
			want:       "not all was searched",
		},
		"the word in a text": {
			check: `- {id: g, from: {kinds: [Gear], when: 'object.kind != "found"'}, find: {kinds: [ConfigMap], groups: [""], key: object.metadata.name, value: object.metadata.name}, reason: PrerequisiteGone, message: '"searched for " + string(size(found))'}`,
			want:  "searched for 0",
		},
		"whether all was searched, in a step": {
			check:      `- {id: g, from: {kinds: [Gear]}, find: {kinds: [ConfigMap], groups: [""], key: object.metadata.name, value: object.metadata.name}, reason: PrerequisiteGone, message: '"whatever was found"', next: [{text: look, when: "!complete"}]}`,
			unreadable: map[string]string{"configmaps": "no"},
			want:       "whatever was found",
		},
		"a kind that a field names": {
			check: `- {id: g, from: {kinds: [Gear], when: size(found) == 1}, find: {kinds: ["{kind}"], groups: ["{group}"]}, reason: PrerequisiteGone, message: '"there is but " + names(found)'}`,
			want:  "there is but Gear a",
		},
	} {
		t.Run(name, func(t *testing.T) {
			known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(gears + tt.check + "\n")}})
			if err != nil {
				t.Fatal(err)
			}
			got := summary(readCase(t, []byte(gear), serverAnswers{Unreadable: tt.unreadable}).diagnose(t, known))
			if !strings.Contains(got, "PrerequisiteGone: "+tt.want) {
				t.Errorf("no hold says %q:\n%s", tt.want, got)
			}
		})
	}
}
