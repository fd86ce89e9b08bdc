package diagnose_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhyPastedCourse sees in a copied log that less is left each time, up to its end.
func TestWhyPastedCourse(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/release]\n\n"
	log := func(left ...int) string {
		var b strings.Builder
		for i, n := range left {
			fmt.Fprintf(&b, "time=\"2026-02-01T10:%02d:00Z\" level=info msg=\"draining teeth\" gear=shop/g1 left=%d total=50\n", 10+i, n)
		}
		return b.String()
	}
	checkAll(t, map[string]pasted{
		"less each time":      {text: gear + log(45, 32, 20, 3), is: "Gear shop/g1: Progressing Working", says: "down from 45 to 3 of 50", does: "wait"},
		"less, then no more":  {text: gear + log(45, 32, 20, 20), is: "Gear shop/g1: Waiting Blocked", says: "down from 45 to 20 of 50"},
		"the same each time":  {text: gear + log(20, 20, 20, 20), is: "Gear shop/g1: Waiting Blocked", lacks: "went down"},
		"more that is left":   {text: gear + log(3, 20, 32, 45), is: "Gear shop/g1: Waiting Blocked", lacks: "went up"},
		"all of it is silent": {text: gear, is: "Gear shop/g1: Undecided", lacks: "went"},
	})
}
