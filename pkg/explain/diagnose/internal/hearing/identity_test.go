package hearing_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestIdentityOf names what an object stands for outside by any field that gives the id of that, and by none that gives the
// id of what is around it.
func TestIdentityOf(t *testing.T) {
	for text, want := range map[string]string{
		"status: {drumID: drm-4411}":                              "",
		"status: {gearArn: \"zrn:gear/7\"}":                       "gearArn zrn:gear/7",
		"status: {drumID: drm-4411, gearID: gr-7}":                "gearID gr-7",
		"status: {remoteID: 4711}":                                "remoteID 4711",
		"status: {uuid: 27be90c4-3d15-4a7f-8e52-b94d1c60fa38}":    "uuid 27be90c4-3d15-4a7f-8e52-b94d1c60fa38",
		"status: {atProvider: {bucket_id: b-7}}":                  "",
		"spec: {gearHandle: h-9}":                                 "gearHandle h-9",
		"spec: {externalID: x-9}":                                 "",
		"spec: {drumID: drm-4411}":                                "",
		"status: {requestID: r-1, lastTraceId: t-2}":              "",
		"status: {projectID: p-1, vpcId: v-2}":                    "",
		"status: {gearUID: 27be90c4-3d15-4a7f-8e52-b94d1c60fa38}": "",
		"status: {paid: yes-it-is, valid: so}":                    "",
		"status: {drumID: g1}":                                    "",
		"status: {drumID: own-uid}":                               "",
		"status: {drumID: \"not made yet\"}":                      "",
	} {
		object := map[string]any{}
		if err := yaml.Unmarshal([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		if status, is := object["status"].(map[string]any); is {
			if number, whole := status["remoteID"].(float64); whole {
				status["remoteID"] = int64(number)
			}
		}
		h := &hearing.Case{
			Kind: trace.Kind{Group: "zorg.io", Kind: "Gear"}, Object: &unstructured.Unstructured{Object: object},
			Node: &trace.Node{Ref: trace.Ref{Group: "zorg.io", Kind: "Gear", Namespace: "shop", Name: "g1"}, UID: "own-uid"},
		}
		if got := hearing.IdentityOf(h); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
