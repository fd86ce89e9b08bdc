package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedCutPlural asks for the objects of a definition by the plural that its name has, not by one of
// which only the beginning was copied.
func TestWhyPastedCutPlural(t *testing.T) {
	const text = "$ kubectl describe crd gears.zorg.io\nName:         gears.zorg.io\nAPI Version:  apiextensions.k8s.io/v1\nKind:         CustomResourceDefinition\nMetadata:\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    customresourcecleanup.apiextensions.k8s.io\nSpec:\n  Group:  zorg.io\n  Names:\n    Kind:       Gear\n    List Kind:  GearList\n    Plural:     gears\n"
	const is, holder, does = "CustomResourceDefinition gears.zorg.io: Undecided", "crd finalizer (kube-apiserver)", "see which gears there are"
	checkAll(t, map[string]pasted{
		"whole":     {text: text, is: is, holder: holder, does: does, says: "which gears remain"},
		"cut":       {text: strings.TrimSuffix(text, "rs\n"), is: is, holder: holder, does: does, says: "which gears remain"},
		"cut above": {text: strings.TrimSuffix(text, "org.io\n  Names:\n    Kind:       Gear\n    List Kind:  GearList\n    Plural:     gears\n"), is: is, holder: holder, does: does},
	})
}
