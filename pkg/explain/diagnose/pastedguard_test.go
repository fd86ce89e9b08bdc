package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedGuard takes a guard against its deletion for what keeps an object where nothing else tells why it stays, or
// where its holder says so, and has its owner asked before it is switched off.
func TestWhyPastedGuard(t *testing.T) {
	gear := func(spec, marks, more string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  generation: 2\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/turns]\n" + marks + "spec:\n  " + spec + "\n" + more
	}
	said := func(status, reason, message string) string {
		return "status:\n  conditions: [{type: Deleting, status: \"" + status + "\", reason: " + reason + ", message: \"" + message + "\", lastTransitionTime: \"2026-02-01T10:00:05Z\"}]\n"
	}
	const on, is = "deletionProtection: true", "Gear shop/g1: Undecided Excluded"
	const asks = "ask whoever owns it whether it may really go, and only then set "
	checkAll(t, map[string]pasted{
		"nothing else":              {text: gear(on, "", ""), is: is, says: "spec.deletionProtection is true: its deletion is guarded", does: asks + "spec.deletionProtection to false", warns: "before it is clear what the deletion then takes away"},
		"an annotation":             {text: gear("teeth: 7", "  annotations: {zorg.io/deletion-protection: \"yes\"}\n", ""), is: is, says: "annotation zorg.io/deletion-protection is \"yes\"", does: asks + "the annotation zorg.io/deletion-protection to no"},
		"of a policy":               {text: gear("deletionPolicy: Forbid", "", ""), is: is, does: asks + "spec.deletionPolicy to what lets it be deleted"},
		"nested":                    {text: gear("teardown: {paused: true}", "", ""), is: is, does: "spec.teardown.paused to false"},
		"in the status":             {text: gear("teeth: 7", "", "status: {teardown: {paused: true}}\n"), is: is, says: "status.teardown.paused is true"},
		"that its holder says":      {text: gear(on, "", said("False", "Protected", "leaving the gear alone, as deletion protection is on")), is: "Gear shop/g1: Stuck ", does: "spec.deletionProtection to false"},
		"that it fails at":          {text: gear(on, "", said("False", "Failed", "cannot delete the gear: deletion protection is enabled")), is: "Gear shop/g1: Stuck Failing", does: "spec.deletionProtection to false"},
		"its letters":               {text: gear("deletionProtection: Enabled", "", ""), is: is, does: asks + "spec.deletionProtection to Disabled"},
		"an annotation and a pause": {text: gear("teardown: {paused: true}", "  annotations: {zorg.io/deletion-protection: \"true\"}\n", ""), is: is, does: asks + "the annotation zorg.io/deletion-protection to false"},
		"an annotation's policy":    {text: gear("teeth: 7", "  annotations: {zorg.io/deletion-policy: Forbid}\n", ""), is: is, does: asks + "the annotation zorg.io/deletion-policy to what lets it be deleted", lacks: "deletion-policy-"},
		"how to dispose":            {text: gear("disableOnDelete: true", "", said("False", "Failed", "entry is protected from deletion by the shop")), is: "Gear shop/g1: Stuck Failing", lacks: "disableOnDelete"},
		"how to dispose, said":      {text: gear("teeth: 7", "  annotations: {zorg.io/delete-policy: lock-gear}\n", said("False", "Failed", "entry is protected from deletion by the shop")), is: "Gear shop/g1: Stuck Failing", lacks: "delete-policy"},
		"no cleanup":                {text: gear("disableCleanup: true", "", said("False", "Failed", "deletion protection is enabled on shaft s-1")), is: "Gear shop/g1: Stuck Failing", lacks: "disableCleanup"},
		"a policy and other words":  {text: gear("deletionPolicy: Forbid", "", said("False", "Failed", "deletion protection is enabled on shaft s-1")), is: "Gear shop/g1: Stuck Failing", lacks: "deletionPolicy"},
		"a policy, left alone":      {text: gear("teardown: {paused: true}", "", said("False", "Paused", "teardown is paused")), is: is, does: "spec.teardown.paused to false"},
		"rights of others":          {text: gear("policy: {allowDelete: \"no\"}", "", ""), is: "Gear shop/g1: ", lacks: "guarded"},
		"what is to be taken off":   {text: gear("removeProtection: true", "", ""), is: "Gear shop/g1: ", lacks: "guarded"},
		"off":                       {text: gear("deletionProtection: false", "", ""), is: "Gear shop/g1: ", lacks: "guarded"},
		"of something else":         {text: gear("storage: {deletionProtection: true}", "", ""), is: "Gear shop/g1: ", lacks: "guarded"},
		"of another domain":         {text: gear("teeth: 7", "  annotations: {acme.test/deletion-protection: \"yes\"}\n", ""), is: "Gear shop/g1: ", lacks: "guarded"},
		"another cause":             {text: gear(on, "", said("False", "Failed", "cannot delete the gear: dial tcp 10.0.0.7:443: connect: connection refused")), is: "Gear shop/g1: Stuck Failing", lacks: "guarded"},
		"that stays":                {text: strings.Replace(gear(on, "", ""), "deletionTimestamp", "creationTimestamp", 1), is: "Gear shop/g1: ", lacks: "guarded"},
	})
}
