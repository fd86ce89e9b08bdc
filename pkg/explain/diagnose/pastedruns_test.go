package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedRuns does not have installed again first what has seen the deletion, or what was installed again.
func TestWhyPastedRuns(t *testing.T) {
	const deleting = "  - {type: Deleting, status: \"True\", reason: Backup is being deleted}\n"
	backup := func(conditions string) string {
		return "```yaml\napiVersion: backup.kubevirt.io/v1alpha1\nkind: VirtualMachineBackup\nmetadata:\n  name: b1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [backup.kubevirt.io/vmbackup-protection]\nstatus:\n  conditions:\n  - {type: Initializing, status: \"True\", reason: the gear turns}\n" + conditions + "```\n"
	}
	const is, holder, again, seen = "VirtualMachineBackup shop/b1: Undecided Silent", "kubevirt", "if it runs nowhere, install KubeVirt again", "see to what most often keeps kubevirt from it"
	checkAll(t, map[string]pasted{
		"has seen it":          {text: backup(deleting), is: is, holder: holder, does: seen, lacks: "whether it runs"},
		"of before":            {text: backup(strings.Replace(deleting, "deleted}", "deleted, lastTransitionTime: \"2026-02-01T09:00:00Z\"}", 1)), is: is, holder: holder, does: again},
		"does not go":          {text: backup(strings.Replace(deleting, "True", "False", 1)), is: is, holder: holder, does: again},
		"of something else":    {text: backup(strings.Replace(deleting, "Deleting", "Ready", 1)), is: is, holder: holder, does: again},
		"nothing of it":        {text: backup(""), is: is, holder: holder, does: again, says: "whether it runs"},
		"installed again":      {text: "I also tried to delete the operator, re-install it, and create a new one.\n\n" + backup(""), is: is, holder: holder, does: "if it runs, now that it was installed again, see to what"},
		"not installed again":  {text: "Should I re-install the operator?\n\n" + backup(""), is: is, holder: holder, does: again},
		"that did not succeed": {text: "I tried to re-install the operator, which failed.\n\n" + backup(""), is: is, holder: holder, does: again},
	})
}
