package diagnose_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// lived is an object that was written to and spoken of, and one that is called the same
// and had other events.
const lived = `
apiVersion: v1
kind: Pod
metadata:
  name: it
  namespace: shop
  uid: 11111111-0000-4000-8000-000000000001
  creationTimestamp: "2026-03-01T10:00:00Z"
  deletionTimestamp: "2026-03-01T11:40:30Z"
  deletionGracePeriodSeconds: 30
  finalizers: [example.com/theirs]
  managedFields:
  - {manager: theirs, operation: Update, apiVersion: v1, time: "2026-03-01T10:00:05Z", fieldsType: FieldsV1, fieldsV1: {"f:metadata": {"f:finalizers": {".": {}, "v:\"example.com/theirs\"": {}}}}}
  - {manager: kubectl-label, operation: Update, apiVersion: v1, time: "2026-03-01T11:50:00Z", fieldsType: FieldsV1, fieldsV1: {"f:metadata": {"f:labels": {"f:a": {}}}}}
  - {manager: untold, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:nodeName": {}}}}
  - {manager: kubelet, operation: Update, apiVersion: v1, subresource: status, time: "2026-03-01T11:41:00Z", fieldsType: FieldsV1, fieldsV1: {"f:status": {"f:conditions": {'k:{"type":"Ready"}': {".": {}, "f:status": {}, "f:type": {}}}}}}
spec: {nodeName: node-1, containers: [{name: a, image: a}]}
status:
  conditions:
  - {type: Ready, status: "False", reason: PodFailed, message: "with password=hunter2", lastTransitionTime: "2026-03-01T11:41:00Z"}
  - {type: Untold, status: "True"}
---
apiVersion: v1
kind: Event
metadata: {name: it.1, namespace: shop}
involvedObject: {apiVersion: v1, kind: Pod, namespace: shop, name: it, uid: 11111111-0000-4000-8000-000000000001}
type: Normal
reason: Killing
message: stopping
source: {component: kubelet}
count: 3
firstTimestamp: "2026-03-01T11:40:01Z"
lastTimestamp: "2026-03-01T11:40:20Z"
---
apiVersion: v1
kind: Event
metadata: {name: it.2, namespace: shop}
involvedObject: {apiVersion: v1, kind: Pod, namespace: shop, name: it, uid: 11111111-0000-4000-8000-00000000000f}
type: Warning
reason: OfAnother
message: it was called the same
lastTimestamp: "2026-03-01T11:40:25Z"
`

// TestTimeline tells what happened in the order in which it did, and nothing of which no
// time is known.
func TestTimeline(t *testing.T) {
	o, _ := judged(t, "pods", lived, serverAnswers{})
	var got []string
	for _, m := range o.Timeline {
		line := m.At.Format("15:04:05 ") + string(m.Kind) + " " + m.By + ": " + m.What + " [" + m.Source + "]"
		if m.Count > 0 {
			line += " x" + strconv.Itoa(m.Count)
		}
		got = append(got, line)
	}
	want := []string{
		"10:00:00 Created : created [metadata.creationTimestamp]",
		"10:00:05 Written theirs: last wrote finalizer example.com/theirs [metadata.managedFields]",
		"11:40:00 Asked : asked to go [metadata.deletionTimestamp]",
		"11:40:20 Reported kubelet: Killing: stopping [event] x3",
		"11:40:30 GraceOver : the end of the 30s that it was given [metadata.deletionTimestamp]",
		"11:41:00 Written kubelet: last wrote status.conditions [metadata.managedFields]",
		"11:41:00 Turned kubelet: Ready turned False: PodFailed: with password=<redacted> [status.conditions[Ready]]",
		"11:50:00 Written kubectl-label: last wrote its metadata [metadata.managedFields]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.Contains(strings.Join(got, ""), "hunter2") {
		t.Error("a password is told")
	}
}

// TestTimelineOfLive has no deletion, and nothing where nobody asked.
func TestTimelineOfLive(t *testing.T) {
	o, _ := judged(t, "pods", `{apiVersion: v1, kind: Pod, metadata: {name: it, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, creationTimestamp: "2026-03-01T10:00:00Z"}}`, serverAnswers{})
	if len(o.Timeline) != 1 || o.Timeline[0].Kind != explain.WasCreated {
		t.Errorf("got %+v", o.Timeline)
	}
}
