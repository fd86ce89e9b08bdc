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
		"spec: {deletionProtection: true}":                                                 "spec.deletionProtection true off false",
		"spec: {deletionProtectionEnabled: true}":                                          "spec.deletionProtectionEnabled true off false",
		"spec: {preventAccidentalDeletion: \"yes\"}":                                       "spec.preventAccidentalDeletion yes off no",
		"spec: {protectFromDeletion: enabled}":                                             "spec.protectFromDeletion enabled off disabled",
		"spec: {deletionProtection: ENABLED}":                                              "spec.deletionProtection ENABLED off DISABLED",
		"spec: {deletionProtection: Enabled}":                                              "spec.deletionProtection Enabled off Disabled",
		"spec: {zeal: {paused: true}, teardown: {paused: true}, deletionProtection: true}": "spec.deletionProtection true off false",
		"spec: {terminationProtection: true}":                                              "spec.terminationProtection true off false",
		"spec: {deletion: {protection: {enabled: true}}}":                                  "spec.deletion.protection.enabled true off false",
		"spec: {lifecycle: {preventDestroy: true}}":                                        "spec.lifecycle.preventDestroy true off false",
		"spec: {teardown: {paused: true}}":                                                 "spec.teardown.paused true off false",
		"spec: {disableGearDeletion: true}":                                                "spec.disableGearDeletion true off false",
		"spec: {deletionPolicy: Forbid}":                                                   "spec.deletionPolicy Forbid off <nil>",
		"spec: {terminationPolicy: DoNotTerminate}":                                        "spec.terminationPolicy DoNotTerminate off <nil>",
		"status: {teardown: {paused: true, removed: 17}}":                                  "status.teardown.paused true off false",
		"spec: {disableOnDelete: true}":                                                    "",
		"spec: {disableCleanup: true}":                                                     "",
		"spec: {cleanup: {disabled: true}}":                                                "",
		"spec: {disableFinalizers: true}":                                                  "",
		"spec: {lockOnRemoval: true}":                                                      "",
		"spec: {blockOnTermination: true}":                                                 "",
		"spec: {suspendOnDelete: true}":                                                    "",
		"spec: {deletionPolicy: Lock}":                                                     "",
		"spec: {deletionPolicy: {mode: Lock-step}}":                                        "",
		"spec: {cleanupPolicy: Block storage first}":                                       "",
		"spec: {deletionPolicy: Forbid all}":                                               "",
		"spec: {allowDeletion: false}":                                                     "",
		"spec: {allowDeletions: false}":                                                    "",
		"spec: {policy: {allowDelete: \"no\"}}":                                            "",
		"spec: {policy: {delete: {deny: true}}}":                                           "",
		"spec: {policies: {deny: {delete: true}}}":                                         "",
		"spec: {delete: {allowed: false}}":                                                 "",
		"spec: {allow: {delete: false}}":                                                   "",
		"spec: {deny: {delete: true}}":                                                     "",
		"spec: {removeProtection: true}":                                                   "",
		"spec: {removeLock: true}":                                                         "",
		"spec: {deleteLock: true}":                                                         "",
		"spec: {rules: {preventDeletion: true}}":                                           "",
		"spec: {preventDeletions: true}":                                                   "",
		"spec: {disableDeletionProtection: true}":                                          "",
		"spec: {deletionProtection: false}":                                                "",
		"spec: {storage: {deletionProtection: true}}":                                      "",
		"spec: {disableNodeDeletion: true}":                                                "",
		"spec: {deletionPolicy: Delete}":                                                   "",
		"spec: {deletionPolicy: Retain}":                                                   "",
		"spec: {allowDeletion: true}":                                                      "",
		"spec: {protected: true}":                                                          "",
		"spec: {terminationGracePeriodSeconds: 30, cleanupPolicy: OnHold}":                 "",
		"status: {deletionProtection: true}":                                               "",
	} {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		got := ""
		g, found := manifest.GuardOf(object, "Gear", false)
		if !found {
			g, found = manifest.GuardOf(object, "Gear", true)
		}
		if found {
			got = fmt.Sprintf("%s %v off %v", strings.Join(g.Path, "."), g.Value, g.Off)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, kind := range []string{"GearProtection", "GearRole", "GearPolicy", "GearRule"} {
		if g, found := manifest.GuardOf(map[string]any{"spec": map[string]any{"preventDeletion": true}}, kind, false); found {
			t.Errorf("%s rules over others: %v", kind, g.Path)
		}
	}
}
