package logline

import (
	"testing"
	"time"
)

// TestRoutine knows the lines of a controller that only looks, and none that tells of an end or of trouble.
func TestRoutine(t *testing.T) {
	for text, want := range map[string]bool{
		`time="2026-03-01T12:00:00Z" level=info msg="Start ..." gear=shop/g1`:                     true,
		`time="2026-03-01T12:00:00Z" level=info msg="✅ Exists: Secret \"g1\"\n"`:                  true,
		`{"level":"info","msg":"Reconciling Gear","name":"g1"}`:                                   true,
		`I0301 12:00:00.000000       1 gear.go:1] Syncing gear g1`:                                true,
		`{"level":"info","msg":"Reconciling deletion of Gear","name":"g1"}`:                       false,
		`{"level":"info","msg":"Starting to remove the shaft","name":"g1"}`:                       false,
		`{"level":"error","msg":"Reconciling Gear","name":"g1"}`:                                  false,
		`{"level":"info","msg":"Reconciling Gear","name":"g1","error":"the shaft is bent"}`:       false,
		`{"level":"info","msg":"the shaft still turns","name":"g1"}`:                              false,
		`{"level":"info","msg":"reconciliation is paused by annotation a/b","name":"g1"}`:         false,
		`{"level":"info","msg":"Reconcile skipped since it is paused","name":"g1"}`:               false,
		`{"level":"info","msg":"Exists: the shaft, which is not to go before its belt has gone"}`: false,
	} {
		if l := Parse(text, time.Time{}); l.Routine() != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}
