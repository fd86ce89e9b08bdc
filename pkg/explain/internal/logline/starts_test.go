package logline

import "testing"

// TestStarts tells what a program prints that was just started from what only sounds so.
func TestStarts(t *testing.T) {
	for message, want := range map[string]bool{
		"starting manager":                                        true,
		"Metrics server is starting to listen":                    true,
		"Starting workers":                                        true,
		"Starting the Controller":                                 true,
		"successfully acquired lease mill/gears.zorg.io":          true,
		"became leader":                                           true,
		"starting deletion of Gear":                               false,
		"Starting reconcile":                                      false,
		"waiting for the server to be gone":                       false,
		"the gear is managed by the controller that runs on node": false,
	} {
		if got := (&Line{Message: message}).Starts(); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
	failed := Line{Level: Error, Message: "failed starting manager"}
	if failed.Starts() {
		t.Error("one that fails to start is not started")
	}
	namespace, name := (&Line{Message: "successfully acquired lease mill/gears.zorg.io"}).Lease()
	if namespace != "mill" || name != "gears.zorg.io" {
		t.Error(namespace, name)
	}
	if _, name = (&Line{Message: "attempting to acquire leader lease gears.zorg.io..."}).Lease(); name != "gears.zorg.io" {
		t.Error(name)
	}
}
