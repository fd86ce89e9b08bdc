package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestReadHeadlessStatus reads conditions of kubectl describe of which the heads were not copied, and takes the namespace
// of the command for that of the object.
func TestReadHeadlessStatus(t *testing.T) {
	const command = "It hangs:\n`kubectl -n shop describe gear g1`:\n```\n...\n"
	const end = "    Last Transition Time:   2019-11-11T15:06:49Z\n    Message:                Cannot delete it\n    Reason:                 TemporaryError\n    Status:                 False\n    Type:                   Ready\n  Phase:                    Deleting\nEvents:                     <none>\n```\n"
	for name, tt := range map[string]struct {
		text, namespace, message, phase string
	}{
		"conditions":          {command + end, "shop", "Cannot delete it", "Deleting"},
		"without a type":      {command + strings.Replace(end, "Type: ", "Kind: ", 1), "shop", "", ""},
		"of nothing like it":  {command + "    Image:   a\n    Port:    80\nEvents:    <none>\n```\n", "shop", "", ""},
		"nobody tells of one": {strings.Replace(command, "-n shop ", "", 1) + end, "", "Cannot delete it", "Deleting"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			list, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
			message := ""
			for _, c := range list {
				message, _, _ = unstructured.NestedString(c.(map[string]any), "message")
			}
			phase, _, _ := unstructured.NestedString(obj.Object, "status", "phase")
			if obj.GetName() != "g1" || obj.GetNamespace() != tt.namespace || message != tt.message || phase != tt.phase {
				t.Errorf("read %v", obj.Object)
			}
		})
	}
}
