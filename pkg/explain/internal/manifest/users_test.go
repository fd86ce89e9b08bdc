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
		"consumers: [Gear/shop/g1, shop/g2, g3]":                                    "Gear:shop:g1, shop:g2, g3",
		"referencedBy: \"Gear shop/g1, Gear shop/g2\"":                              "Gear:shop:g1, Gear:shop:g2",
		"usage: {lockedBy: {kind: Gear, name: g1}}":                                 "Gear g1",
		"boundBy: {ref: {kind: Gear, name: g1}}":                                    "Gear g1",
		"attachedTo: g1":                                                            "g1",
		"currentUsers: [{kind: Gear, name: g1}]":                                    "Gear g1 loose",
		"users: [{name: app, secretName: app}, reader]":                             "",
		"references: [{kind: Gear, name: g1}]":                                      "Gear g1 loose",
		"inUseBy: 2":                                                                "",
		"usedBy: none":                                                              "",
		"createdBy: {kind: Gear, name: g1}":                                         "",
		"uses: [{kind: Gear, name: g1}]":                                            "",
		"updatedBy: g1":                                                             "",
	} {
		var status map[string]any
		if err := yaml.Unmarshal([]byte(text), &status); err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, u := range manifest.UsersOf(map[string]any{"status": status, "spec": map[string]any{"usedBy": "g9"}}) {
			name := strings.TrimPrefix(u.Namespace+"/"+u.Name, "/")
			if u.Parts != nil {
				name = strings.Join(u.Parts, ":")
			}
			if u.Loose {
				name += " loose"
			}
			said = append(said, strings.TrimSpace(u.Kind+" "+name))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
