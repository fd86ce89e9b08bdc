package spoken

import (
	"encoding/json"
	"testing"
)

// TestIsEnding tells a status of an object that goes from one that stays, and from what it says of
// others.
func TestIsEnding(t *testing.T) {
	for status, want := range map[string]bool{
		`{"phase":"Terminating"}`:                                                    true,
		`{"state":"DELETING"}`:                                                       true,
		`{"phase":"DeletionFailed"}`:                                                 true,
		`{"currentStatus":{"phase":"Terminating"}}`:                                  true,
		`{"lastOperation":{"type":"Delete","state":"Failed"}}`:                       true,
		`{"conditions":[{"type":"Ready","status":"False","reason":"DeleteFailed"}]}`: true,
		`{"conditions":[{"type":"Synced","status":"False","reason":"Error","message":"delete failed: busy"}]}`: true,
		`{"conditions":[{"type":"Deleting","status":"True"}]}`:                                                 true,
		`{"conditions":[{"type":"Deleting","status":"False","reason":"NotDeleting"}]}`:                         false,
		`{"conditions":[{"type":"Ready","status":"False","reason":"NotDeleting"}]}`:                            false,
		`{"conditions":[{"type":"Ready","status":"False","message":"cannot delete the old shaft"}]}`:           false,
		`{"lastOperation":{"type":"Create","state":"Failed"}}`:                                                 false,
		`{"lastBackup":{"phase":"Deleting"}}`:                                                                  false,
		`{"teeth":[{"state":"Deleting"}]}`:                                                                     false,
		`{"phase":"Ready"}`:                                                                                    false,
		`{"phase":"Deleted"}`:                                                                                  false,
		`{}`:                                                                                                   false,
	} {
		obj := map[string]any{}
		if err := json.Unmarshal([]byte(`{"status":`+status+`}`), &obj); err != nil {
			t.Fatal(err)
		}
		if got := IsEnding(obj); got != want {
			t.Errorf("%s: %t", status, got)
		}
	}
}

// TestEndingEvent takes what is said of the deletion of an object for its own, and not what is said
// of that of its parts.
func TestEndingEvent(t *testing.T) {
	for _, tt := range []struct {
		apiVersion, kind, reason, message string
		want                              bool
	}{
		{"zorg.io/v1", "Gear", "FailedDelete", "cannot find the credentials in its status", true},
		{"zorg.io/v1", "Gear", "DeletionFailed", "cannot delete Gear g1: it turns", true},
		{"zorg.io/v1", "Gear", "FailedDelete", "failed to delete the old pod g1-0", false},
		{"zorg.io/v1", "Gear", "FailedDelete", `error deleting StatefulSet "g1"`, false},
		{"zorg.io/v1", "Gear", "SuccessfulDelete", "it is gone", false},
		{"zorg.io/v1", "Gear", "Turned", "it was deleted", false},
		{"apps/v1", "ReplicaSet", "FailedDelete", "it turns", false},
		{"v1", "Pod", "Deleting", "it turns", false},
	} {
		event := map[string]any{"reason": tt.reason, "message": tt.message, "involvedObject": map[string]any{"apiVersion": tt.apiVersion, "kind": tt.kind}}
		if got := EndingEvent(event); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}

// TestEndingLine is of the object that the line is about.
func TestEndingLine(t *testing.T) {
	gear := Of{APIVersion: "zorg.io/v1", Kind: "Gear", Namespace: "shop", Name: "g1"}
	for line, want := range map[string]bool{
		`{"level":"error","controllerKind":"Gear","name":"g1","namespace":"shop","error":"deleting the shaft: it is bent"}`:  true,
		`{"level":"error","controllerKind":"Gear","name":"g2","namespace":"shop","error":"deleting the shaft: it is bent"}`:  false,
		`{"level":"error","controllerKind":"Gear","name":"g1","namespace":"shop","error":"failed to delete pod g1-0: busy"}`: false,
		`{"level":"info","controllerKind":"Gear","name":"g1","namespace":"shop","msg":"added the finalizer"}`:                false,
		`I should delete g1`: false,
	} {
		if got := EndingLine(line, gear); got != want {
			t.Errorf("%s: %t", line, got)
		}
	}
}

// What has the word of a deletion in it, and tells of none that goes on.
func TestEndingLineNone(t *testing.T) {
	of := Of{Kind: "Bucket", Namespace: "shop", Name: "b1"}
	for said, want := range map[string]bool{
		"reconciled, deletionPolicy Delete":    false,
		"deletion protection is enabled":       false,
		"not deleting the bucket":              false,
		"deleting the bucket: it is not empty": true,
	} {
		line := `{"level":"error","msg":"` + said + `","controllerKind":"Bucket","controllerGroup":"acme.test","name":"b1","namespace":"shop"}`
		if got := EndingLine(line, of); got != want {
			t.Errorf("%s: %t", said, got)
		}
	}
}

// A finalizer is one that is on the object, by a name that finalizers have.
func TestFinalizerIn(t *testing.T) {
	for line, want := range map[string]string{
		"The finalizer is gears.acme.test/cleanup":                          "gears.acme.test/cleanup",
		"its finalizers, e.g. with kubectl patch":                           "",
		"take off the finalizers e.g. with kubectl patch":                   "",
		"removed finalizer gears.acme.test/cleanup from Gear other":         "",
		"The finalizer is `kafka.gears.acme.test`, and nobody takes it off": "kafka.gears.acme.test",
	} {
		if got := FinalizerIn([]string{line}); got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}
