package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// TestGuardOf finds by the names of fields what guards the very object from being deleted, and what ends that.
func TestGuardOf(t *testing.T) {
	for text, want := range map[string]string{
		"spec: {deletionProtection: true}":                                 "spec.deletionProtection true off false",
		"spec: {deletionProtectionEnabled: true}":                          "spec.deletionProtectionEnabled true off false",
		"spec: {preventAccidentalDeletion: \"yes\"}":                       "spec.preventAccidentalDeletion yes off no",
		"spec: {protectFromDeletion: enabled}":                             "spec.protectFromDeletion enabled off disabled",
		"spec: {terminationProtection: true}":                              "spec.terminationProtection true off false",
		"spec: {deletion: {protection: {enabled: true}}}":                  "spec.deletion.protection.enabled true off false",
		"spec: {lifecycle: {preventDestroy: true}}":                        "spec.lifecycle.preventDestroy true off false",
		"spec: {teardown: {paused: true}}":                                 "spec.teardown.paused true off false",
		"spec: {disableGearDeletion: true}":                                "spec.disableGearDeletion true off false",
		"spec: {allowDeletion: false}":                                     "spec.allowDeletion false off true",
		"spec: {deletionPolicy: Forbid}":                                   "spec.deletionPolicy Forbid off <nil>",
		"spec: {terminationPolicy: DoNotTerminate}":                        "spec.terminationPolicy DoNotTerminate off <nil>",
		"status: {teardown: {paused: true, removed: 17}}":                  "status.teardown.paused true off false",
		"spec: {disableDeletionProtection: true}":                          "",
		"spec: {deletionProtection: false}":                                "",
		"spec: {storage: {deletionProtection: true}}":                      "",
		"spec: {disableNodeDeletion: true}":                                "",
		"spec: {deletionPolicy: Delete}":                                   "",
		"spec: {deletionPolicy: Retain}":                                   "",
		"spec: {allowDeletion: true}":                                      "",
		"spec: {protected: true}":                                          "",
		"spec: {terminationGracePeriodSeconds: 30, cleanupPolicy: OnHold}": "",
		"status: {deletionProtection: true}":                               "",
	} {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		got := ""
		if g, found := manifest.GuardOf(object, "Gear"); found {
			got = fmt.Sprintf("%s %v off %v", strings.Join(g.Path, "."), g.Value, g.Off)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
