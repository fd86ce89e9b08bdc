package described

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// builtin knows one kind.
func builtin(name string) (apiVersion, kind string, known bool) {
	if name == "pod" || name == "Pod" {
		return "v1", "Pod", true
	}
	return "", "", false
}

// A pod as kubectl describes it: what holds it is in its words.
func TestObject(t *testing.T) {
	obj, events := Object(strings.Split(strings.TrimSpace(`
Name:                      web-0
Namespace:                 shop
Node:                      node-1/10.0.0.1
Status:                    Terminating (lasts 2h)
Termination Grace Period:  30s
Controlled By:             ReplicaSet/web
Containers:
  web:
    State:          Running
Events:
  Type     Reason         Age                From     Message
  ----     ------         ---                ----     -------
  Warning  FailedKillPod  3m (x20 over 1h)   kubelet  error killing pod: the network does not answer`), "\n"), "pod", builtin)
	want := map[string]any{
		"apiVersion": "v1", "kind": "Pod",
		"metadata": map[string]any{
			"name": "web-0", "namespace": "shop", "deletionTimestamp": "1969-12-31T22:00:00Z", "deletionGracePeriodSeconds": int64(30),
			"ownerReferences": []any{map[string]any{"apiVersion": "", "kind": "ReplicaSet", "name": "web", "controller": true}},
		},
		"spec":   map[string]any{"nodeName": "node-1"},
		"status": map[string]any{"containerStatuses": []any{map[string]any{"name": "web", "state": map[string]any{"running": map[string]any{}}}}},
	}
	for _, field := range []string{"apiVersion", "kind", "metadata", "spec", "status"} {
		if diff := cmp.Diff(want[field], obj[field]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
	if len(events) != 1 || events[0]["count"] != 20 || events[0]["message"] != "error killing pod: the network does not answer" {
		t.Errorf("events: %v", events)
	}
}

// What is not going is not told to go.
func TestObjectLive(t *testing.T) {
	obj, _ := Object([]string{"Name: web-0", "Namespace: shop", "Status: Running"}, "pod", builtin)
	if meta, _ := obj["metadata"].(map[string]any); meta["deletionTimestamp"] != nil || meta["name"] != "web-0" {
		t.Errorf("got %v", obj)
	}
}
