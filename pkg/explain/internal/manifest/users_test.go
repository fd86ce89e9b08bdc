package manifest_test

import (
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// TestUsersOf reads who uses an object in any field that is called so, whatever it holds, and in none that names what the
// object uses or has itself.
func TestUsersOf(t *testing.T) {
	for text, want := range map[string]string{
		"inUseBy: [{kind: Gear, name: g1}, {kind: Gear, name: g2}]":                 "Gear g1, Gear g2",
		"usedBy: [{apiVersion: zorg.io/v1, kind: Gear, namespace: shop, name: g1}]": "Gear.zorg.io shop/g1",
		"consumers: [Gear/shop/g1, shop/g2, g3]":                                    "Gear shop/g1, shop/g2, g3",
		"referencedBy: \"Gear shop/g1, Gear shop/g2\"":                              "Gear shop/g1, Gear shop/g2",
		"usedBy: \"shop/g1; shop/g2\"":                                              "shop/g1, shop/g2",
		"usage: {lockedBy: {kind: Gear, name: g1}}":                                 "Gear g1",
		"boundBy: {ref: {kind: Gear, name: g1}}":                                    "Gear g1",
		"currentlyUsedBy: g1":                                                       "g1",
		"attachedTo: g1":                                                            "g1",
		"currentUsers: [{kind: Gear, name: g1}]":                                    "",
		"users: [{name: app, secretName: app}, reader]":                             "",
		"references: [{kind: Gear, name: g1}]":                                      "",
		"inUseBy: 2":                                                                "",
		"usedBy: none":                                                              "",
		"createdBy: {kind: Gear, name: g1}":                                         "",
		"uses: [{kind: Gear, name: g1}]":                                            "",
		"updatedBy: g1":                                                             "",
		"lastUsedBy: {kind: Gear, name: g1}":                                        "",
		"mayBeUsedBy: [g1]":                                                         "",
		"previouslyClaimedBy: g1":                                                   "",
		"lockReleasedBy: g1":                                                        "",
		"claimApprovedBy: g1":                                                       "",
		"requiredApprovalBy: g1":                                                    "",
		"notUsedBy: g1":                                                             "",
		"requiredBy: g1":                                                            "",
		"usedBy: [{kind: Gear, name: g1, phase: Released}]":                         "",
		"heldBy: [unknown, nobody, unassigned, <none>, n/a]":                        "",
		"usedBy: [no gears, \"2 gears\", nothing since noon, g1 g2 g3, 0]":          "",
		"usedBy: [/mnt/data, \"https://zorg.io/g1\", \"2026-02-01T10:00:00Z\", \"10:00\"]": "",
	} {
		var status map[string]any
		if err := yaml.Unmarshal([]byte(text), &status); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, u := range manifest.UsersOf(map[string]any{"status": status, "spec": map[string]any{"usedBy": "g9"}}) {
			name := strings.TrimPrefix(u.Namespace+"/"+u.Name, "/")
			said = append(said, strings.TrimSpace(u.Kind+" "+name))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
