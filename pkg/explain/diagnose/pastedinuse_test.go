package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedInUse tells who uses an object by its status, looks each up where it was copied too, and has that use ended.
func TestWhyPastedInUse(t *testing.T) {
	gear := func(status string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  generation: 2\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/turns]\nstatus:\n  " + status + "\n"
	}
	mill := func(name, spec string) string {
		return "---\napiVersion: zorg.io/v1\nkind: Mill\nmetadata:\n  name: " + name + "\n  namespace: shop\n  uid: u-" + name + "\nspec:\n  " + spec + "\n"
	}
	const uses = "gearRef: {name: g1}"
	const by = "inUseBy: [{kind: Mill, name: m1}]"
	going := strings.Replace(mill("m1", uses), "  uid:", "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/grinds]\n  uid:", 1)
	checkAll(t, map[string]pasted{
		"that lives":        {text: gear(by) + mill("m1", uses), of: "g1", is: "Gear shop/g1: Stuck InUse", says: "by its status.inUseBy it is in use by Mill m1", does: "have Mill m1 let go of it (spec.gearRef of Mill m1 refers to it)", warns: "Mill m1 would be left without it"},
		"by a name":         {text: gear("usedBy: [m1]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: Stuck InUse", says: "in use by Mill m1"},
		"by a path":         {text: gear("referencedBy: shop/m1") + mill("m1", uses), of: "g1", is: "Gear shop/g1: Stuck InUse", says: "in use by Mill m1"},
		"without its field": {text: gear(by) + mill("m1", "teeth: 7"), of: "g1", is: "Gear shop/g1: Undecided InUse", says: "in use by Mill m1"},
		"not copied":        {text: gear(by), is: "Gear shop/g1: Undecided InUse", says: "in use by Mill m1", does: "have Mill m1 let go of it"},
		"going itself":      {text: gear(by) + going, of: "g1", is: "Gear shop/g1: Waiting InUse", says: "in use by Mill m1"},
		"what it waits for": {text: gear(by+"\n  conditions: [{type: Ready, status: \"False\", reason: Waiting, message: waiting for the night shift to end, lastTransitionTime: \"2026-02-01T10:00:05Z\"}]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"what it uses":      {text: gear("uses: [{kind: Mill, name: m1}]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"perhaps its own":   {text: gear("references: [{kind: Mill, name: m1}]") + mill("m1", "teeth: 7"), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"its accounts":      {text: gear("users: [{name: m1, role: reader}]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"by many":           {text: gear("usedBy: ["+strings.Repeat("{kind: Mill, name: m0}, ", 25)+"{kind: Mill, name: m1}]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: Undecided InUse", says: "6 others that it names were not looked at"},
		"once":              {text: gear("lastUsedBy: {kind: Mill, name: m1}") + mill("m1", uses), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"by its writer":     {text: strings.Replace(gear("lockedBy: {kind: Mill, name: grinder-0}"), "  finalizers", "  managedFields: [{manager: grinder, operation: Update, apiVersion: zorg.io/v1, subresource: status, time: \"2026-02-01T10:00:05Z\", fieldsType: FieldsV1, fieldsV1: {\"f:status\": {\"f:lockedBy\": {}}}}]\n  finalizers", 1), is: "Gear shop/g1: ", lacks: "in use by"},
		"called alike":      {text: gear("usedBy: [m1]") + mill("m1", "teeth: 7"), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"by what marks it":  {text: gear(by) + mill("m1", "labels: {gear: g1}"), of: "g1", is: "Gear shop/g1: Undecided InUse"},
		"from elsewhere":    {text: gear("inUseBy: [{kind: Mill, name: m1, namespace: barn}]") + strings.Replace(mill("m1", uses), "namespace: shop", "namespace: barn", 1), of: "g1", is: "Gear shop/g1: Undecided InUse"},
		"what it lists":     {text: gear(by+"\n  conditions: [{type: Ready, status: \"False\", reason: Waiting, message: waiting for the users list to be exported, lastTransitionTime: \"2026-02-01T10:00:05Z\"}]") + mill("m1", uses), of: "g1", is: "Gear shop/g1: ", lacks: "in use by"},
		"that stays":        {text: strings.Replace(gear(by), "deletionTimestamp", "creationTimestamp", 1), is: "Gear shop/g1: ", lacks: "in use by"},
	})
}
