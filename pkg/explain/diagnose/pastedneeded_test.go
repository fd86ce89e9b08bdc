package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedNeeded leads to what a controller says that it does not get at: to the object that the spec points at, or
// that the catalogue says it needs; not to what only sounds so, and not to another one of its own kind.
func TestWhyPastedNeeded(t *testing.T) {
	log := func(words string) string {
		return "```\n" + `{"level":"error","ts":"2026-02-01T10:00:00Z","logger":"controller_gear","msg":"Failed to delete Gear","Request.Namespace":"shop","Request.Name":"g1","error":"` + words + `"}` + "\n```\n"
	}
	gear := func(spec string) string {
		return "```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - acme.test/gear\nspec:\n" + spec + "```\n"
	}
	stack := func(words string) string {
		return "```\n" + `{"level":"error","ts":"2026-02-01T10:00:00Z","logger":"controller_stack","msg":"Failed to delete Stack","Request.Namespace":"shop","Request.Name":"s1","error":"` + words + `"}` + "\n```\n"
	}
	const by = "  drive:\n    shaftRef:\n      name: s-7\n"
	checkAll(t, map[string]pasted{
		"a field names it":       {text: gear(by) + log("unable to retrieve shaft for gear"), is: "Gear shop/g1: Stuck Failing", does: "see whether the shaft s-7 is there, and make it again if not, until the deletion is through: its deletion needs that, by the words of its controller, and it is named in spec.drive.shaftRef"},
		"by its name":            {text: gear(by) + log("cannot find shaft s-7"), is: "Gear shop/g1: Stuck Failing", lacks: "mend what it names"},
		"another name":           {text: gear(by) + log("failed to get shaft s-8 for gear"), is: "Gear shop/g1: Stuck Failing", does: "find out why it could not get the shaft s-8 for gear"},
		"no field":               {text: gear("  teeth: 3\n") + log("unable to retrieve shaft for gear"), is: "Gear shop/g1: Stuck Failing", does: "find out why it could not retrieve the shaft for gear"},
		"of its own kind":        {text: gear("  gearRef:\n    name: g2\n") + log("unable to retrieve gear"), is: "Gear shop/g1: Stuck Failing", does: "find out why it could not retrieve the gear"},
		"known to be needed":     {text: stack("unable to retrieve program for stack"), is: "Stack shop/s1: Stuck Failing", holder: "pulumi operator", does: "see whether the Program that it names is there, and create it again if not"},
		"not known":              {text: stack("unable to retrieve client for stack"), is: "Stack shop/s1: Stuck Failing", holder: "pulumi operator", does: "find out why it could not retrieve the client for stack"},
		"a definition":           {text: gear(by) + log(`failed to finalize gears: ShaftDefinition.acme.test \"shafts.acme.test\" not found`), is: "Gear shop/g1: Stuck Failing", does: "bring back ShaftDefinition"},
		"a definition that goes": {text: gear(by) + log(`failed to delete definition of shaft: ShaftDefinition.acme.test \"shafts.acme.test\" not found`), is: "Gear shop/g1: Stuck Failing", lacks: "bring back"},
		"others first":           {text: gear(by) + log("could not delete gear due to 2 existing bindings"), is: "Gear shop/g1: Stuck Failing", says: "others have to go first", does: "see which bindings these are"},
		"nothing first":          {text: gear(by) + log("could not delete gear due to 2 recent errors"), is: "Gear shop/g1: Stuck Failing", does: "mend what it names", lacks: "see why gear due"},
	})
}

// TestWhyPastedUntold says what a person writes of why it stays where the words of its holder tell no more than how a
// command ended, and not where these say what fails.
func TestWhyPastedUntold(t *testing.T) {
	text := func(prose, words string) string {
		return prose + "\n\n```\n" + `{"level":"error","ts":"2026-02-01T10:00:00Z","logger":"controller_gear","msg":"failed to remove gear","reconciler group":"acme.test","reconciler kind":"Gear","name":"g1","namespace":"shop","error":"` + words + `"}` + "\n```\n"
	}
	const because, told = "The mill tries to delete the gear, but cannot do so because the shaft is mounted.", `why, whoever copied it says: "The mill tries to delete the gear`
	checkAll(t, map[string]pasted{
		"how it ended": {text: text(because, "exit status 5"), is: "Gear shop/g1: Stuck Failing", says: told},
		"why":          {text: text(because, "the shaft is in use by lathe l-1"), is: "Gear shop/g1: Stuck Failing", lacks: told},
		"in doubt":     {text: text(strings.Replace(because, "because", "perhaps because", 1), "exit status 5"), is: "Gear shop/g1: Stuck Failing", lacks: told},
		"nothing":      {text: text("The mill tries to delete the gear.", "exit status 5"), is: "Gear shop/g1: Stuck Failing", lacks: told},
	})
}
