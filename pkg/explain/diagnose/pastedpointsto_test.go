package diagnose_test

import "testing"

// TestWhyPastedPointsTo reads the field to which a condition sends whoever reads it, and asks for it where it was not copied.
func TestWhyPastedPointsTo(t *testing.T) {
	gear := func(message, more string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - zorg.io/gear\nstatus:\n  conditions:\n  - type: DeleteFailed\n    status: \"True\"\n    lastTransitionTime: \"2026-02-01T09:10:00Z\"\n    message: " + message + "\n" + more
	}
	const points = "Error (see .status.usefulError for details)"
	checkAll(t, map[string]pasted{
		"copied":     {text: gear(points, "  usefulError: \"the shaft s-1 is locked by lathe\"\n"), is: "Gear shop/g1: Stuck Failing", says: "for details): the shaft s-1 is locked by lathe", lacks: "was not copied, and mend"},
		"not copied": {text: gear(points, ""), is: "Gear shop/g1: Stuck Failing", does: "read what fails in its field status.usefulError", lacks: "mend what it names"},
		"no field":   {text: gear("Error (see the log for details)", ""), is: "Gear shop/g1: Stuck Failing", lacks: "read what fails in its field"},
		"only named": {text: gear("cannot write status.usefulError", ""), is: "Gear shop/g1: Stuck Failing", lacks: "read what fails in its field"},
	})
}
