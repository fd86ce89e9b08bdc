package manifest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Conditions are read wherever an object keeps them, the newest place first, and
// what is no text in them is none.
func TestConditionOf(t *testing.T) {
	object := &unstructured.Unstructured{}
	err := json.Unmarshal([]byte(`{"apiVersion":"v1","kind":"Thing","status":{
		"conditions":[7,{"type":"Ready","status":"False","reason":"Slow","message":"one\ntwo","lastTransitionTime":"2026-03-01T12:00:00+01:00","observedGeneration":3}],
		"deprecated":{"v1beta1":{"conditions":[{"type":"Ready","status":"True"},{"type":"Old","status":"True","reason":9}]}}}}`), object)
	if err != nil {
		t.Fatal(err)
	}
	ready := Condition{
		Kind: "Ready", Status: "False", Reason: "Slow", Message: "one two", turned: "2026-03-01T12:00:00+01:00",
		Since: time.Date(2026, 3, 1, 11, 0, 0, 0, time.UTC), Seen: 3, seesGenerations: true, list: conditionPaths[0],
	}
	for name, want := range map[string]Condition{"Ready": ready, "Old": {Kind: "Old", Status: "True", list: conditionPaths[2]}, "ready": {}} {
		if diff := cmp.Diff(want, ConditionOf(object, name), cmp.AllowUnexported(Condition{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	want := map[string]any{
		"type": "Ready", "status": "False", "reason": "Slow", "message": "one\ntwo",
		"lastTransitionTime": "2026-03-01T12:00:00+01:00", "observedGeneration": int64(3),
	}
	if diff := cmp.Diff(want, FindCondition(object.Object, "Ready").AsMap()); diff != "" {
		t.Error(diff)
	}
	empty := map[string]any{"type": "", "status": "", "reason": "", "message": "", "lastTransitionTime": ""}
	if diff := cmp.Diff(empty, Condition{}.AsMap()); diff != "" {
		t.Error(diff)
	}
}

// TestConditionTimes tells when a condition turned, and of one that does not say so when it was written.
func TestConditionTimes(t *testing.T) {
	const turned, written, never = "2026-03-01T11:00:00Z", "2026-03-01T12:00:00Z", "0001-01-01T00:00:00Z"
	for name, tt := range map[string]struct {
		entry          map[string]any
		since, written string
	}{
		"turned":          {map[string]any{"lastTransitionTime": turned, "lastUpdateTime": written, "lastHeartbeatTime": written}, turned, never},
		"written alone":   {map[string]any{"lastUpdateTime": written}, never, written},
		"probed alone":    {map[string]any{"lastProbeTime": written, "lastTransitionTime": nil}, never, written},
		"with heartbeats": {map[string]any{"lastHeartbeatTime": written}, never, written},
		"some other time": {map[string]any{"nextUpdateTime": written}, never, never},
	} {
		c := readCondition(tt.entry)
		if got := c.Since.Format(time.RFC3339); got != tt.since {
			t.Errorf("%s: turned %s, want %s", name, got, tt.since)
		}
		if got := c.Written.Format(time.RFC3339); got != tt.written {
			t.Errorf("%s: written %s, want %s", name, got, tt.written)
		}
	}
}

// TestWithPointed has a field told behind the words that send to it, and nothing where they only name one.
func TestWithPointed(t *testing.T) {
	object := map[string]any{"status": map[string]any{"usefulError": "shaft s-1 is locked", "teeth": int64(7)}}
	for words, want := range map[string]string{
		"Error (see .status.usefulError for details)":  "Error (see .status.usefulError for details): shaft s-1 is locked",
		"failed, check the field 'status.usefulError'": "failed, check the field 'status.usefulError': shaft s-1 is locked",
		"details are in status.usefulError":            "details are in status.usefulError: shaft s-1 is locked",
		"shaft s-1 is locked (see status.usefulError)": "shaft s-1 is locked (see status.usefulError)",
		"cannot write status.usefulError":              "cannot write status.usefulError",
		"see status.teeth":                             "see status.teeth",
		"see status.other":                             "see status.other",
		"see the status of its shaft":                  "see the status of its shaft",
	} {
		if got := WithPointed(object, words); got != want {
			t.Errorf("%s: %s", words, got)
		}
	}
}
